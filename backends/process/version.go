package process

import (
	"bytes"
	"context"
	"os/exec"
	"strings"
	"sync"
	"time"

	"nonet/internal/parse"
)

// versionTimeout limits a call of a program for its version.
const versionTimeout = 5 * time.Second

// versions caches the results of detectVersion by path and arguments: programs rarely change while nonet runs.
var versions sync.Map

// number matches a version number: "2.10.8", "5.0".
var number = parse.Pattern(`[0-9]+(\.[0-9]+)+([-+~][0-9A-Za-z.]+)?`)

// Version returns the version that p reports. If it reports no number, Version adds the version of the Debian package,
// if p comes from one, and returns "unknown" if it finds neither. The error wraps backends.ErrUnavailable if p is
// missing.
func (p Program) Version(ctx context.Context) (string, error) {
	p = p.installed()
	path, err := p.Find()
	if err != nil {
		return "", err
	}
	key := path + "\x00" + strings.Join(p.VersionArgs, "\x00")
	if version, ok := versions.Load(key); ok {
		return version.(string), nil
	}
	version := p.detectVersion(ctx, path)
	if err := ctx.Err(); err != nil {
		return "", err
	}
	versions.Store(key, version)
	return version, nil
}

// detectVersion determines the version of p at path.
func (p Program) detectVersion(ctx context.Context, path string) string {
	reported := ""
	if p.VersionArgs != nil {
		out := stdoutOf(ctx, path, p.VersionArgs...)
		if n := number().Find(out); n != nil {
			return string(n)
		}
		// Debian's CaDiCaL prints only "sc2021". Several words are a message, not a version.
		if words := bytes.Fields(out); len(words) == 1 && len(words[0]) <= 40 {
			reported = string(words[0])
		}
	}
	packaged := ""
	if p.Package != "" && strings.HasPrefix(path, "/usr/bin/") {
		if dpkg, err := exec.LookPath("dpkg-query"); err == nil {
			packaged = string(number().Find(stdoutOf(ctx, dpkg, "-W", "-f", "${Version}", p.Package)))
		}
	}
	switch {
	case reported != "" && packaged != "":
		return reported + " (package " + packaged + ")"
	case packaged != "":
		return packaged + " (package)"
	case reported != "":
		return reported
	default:
		return "unknown"
	}
}

// stdoutOf returns what a program prints to stdout, or nil if it fails.
func stdoutOf(ctx context.Context, path string, args ...string) []byte {
	ctx, cancel := context.WithTimeout(ctx, versionTimeout)
	defer cancel()
	s, err := stage("", false, nil)
	if err != nil {
		return nil
	}
	defer s.remove()
	o, err := execute(command(ctx, path, s.dir, args...), s.dir, 1<<20, cancel)
	if err != nil || ctx.Err() != nil || o.code != 0 {
		return nil
	}
	return o.stdout
}
