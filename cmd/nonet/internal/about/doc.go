// Package about has the commands that list what there is: methods, rules, formats, doctor and version.
package about
