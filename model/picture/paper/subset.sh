#!/bin/sh
# Makes sans.ttf.gz and sans-bold.ttf.gz from the module of the Liberation fonts, with pyftsubset of fonttools.
set -eu
cd "$(dirname "$0")"
module=$(go list -m -f '{{.Dir}}' codeberg.org/go-fonts/liberation)
subset() {
	pyftsubset "$module/$1" --unicodes='*' --layout-features= --legacy-kern --no-hinting --no-glyph-names --name-IDs= \
		--drop-tables+=FFTM,GDEF,GPOS,GSUB --output-file="$2.ttf"
	gzip -9nf "$2.ttf"
}
subset liberationsansregular/LiberationSans-Regular.ttf sans
subset liberationsansbold/LiberationSans-Bold.ttf sans-bold
