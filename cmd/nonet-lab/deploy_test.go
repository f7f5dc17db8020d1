package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nonet/cmd/internal/term"

	"github.com/spf13/pflag"
)

const (
	project = "../.."
	deploy  = project + "/deploy"
)

// TestDeployCommands checks that the commands and flags in the files of deploy exist in the program.
func TestDeployCommands(t *testing.T) {
	for file, least := range map[string]int{"README.md": 12, "compose.yaml": 4, "Dockerfile": 1, "nonet.slurm": 3,
		"nonet-worker.service": 1} {
		commands := deployedCommands(t, file)
		if len(commands) < least {
			t.Errorf("%s: got %d commands, want %d or more", file, len(commands), least)
		}
		for _, words := range commands {
			e := new(term.Env)
			c, rest, err := nonetLab.Root(e, "").Find(words)
			switch {
			case err != nil || !c.HasParent():
				t.Errorf("%s: nonet-lab %s: there is no such command", file, strings.Join(words, " "))
			case len(rest) == 0 && file == "README.md": // mentioned in the text
			case c.HasSubCommands() && !slices.Equal(rest, []string{"--help"}):
				t.Errorf("%s: nonet-lab %s: names a group of commands", file, strings.Join(words, " "))
			default:
				if err := c.ParseFlags(rest); errors.Is(err, pflag.ErrHelp) {
					continue
				} else if err != nil {
					t.Errorf("%s: nonet-lab %s: %v", file, strings.Join(words, " "), err)
				} else if err := c.ValidateArgs(c.Flags().Args()); err != nil {
					t.Errorf("%s: nonet-lab %s: %v", file, strings.Join(words, " "), err)
				}
			}
		}
	}
}

var (
	// The words after the name of the program, up to the end of the command in a shell or in a text.
	shellCommand = regexp.MustCompile("(?:^|[\\s`])nonet-lab ((?:[^`#|&;<>()\\\\]|\\\\\n)+)")
	// Code in a text: indented lines, and text between backquotes.
	codeInText = regexp.MustCompile("(?m)^    .*$|`[^`\n]+`")
	// A command as an array of words, as for a container.
	listCommand = regexp.MustCompile(`(?m)^\s*(?:command:|CMD) (\[.*\])`)
	// A command that starts a container for one command of nonet-lab.
	onceCommand = regexp.MustCompile(`run --rm (?:collector|watcher) ([a-z][^\x60\n#]+)`)
	variable    = regexp.MustCompile(`\$\{?[A-Z_]+\}?`)
)

// deployedCommands returns the commands of nonet-lab that a file in deploy names, without the name of the program.
func deployedCommands(t *testing.T, file string) [][]string {
	text := readDeployed(t, file)
	var found []string
	for _, m := range onceCommand.FindAllStringSubmatch(text, -1) {
		found = append(found, m[1])
	}
	for _, m := range listCommand.FindAllStringSubmatch(text, -1) {
		if !strings.Contains(m[1], "nats-server") {
			words := strings.NewReplacer("[", "", "]", "", ",", "", `"`, "").Replace(m[1])
			found = append(found, strings.TrimPrefix(words, "lab "))
		}
	}
	code := []string{text}
	switch file {
	case "README.md":
		code = codeInText.FindAllString(text, -1)
	case "compose.yaml", "Dockerfile":
		code = nil
	case "nonet-worker.service":
		text = strings.ReplaceAll(text, "/usr/local/bin/nonet-lab", " nonet-lab")
		code = regexp.MustCompile(`(?m)^ExecStart=.*$`).FindAllString(text, -1)
	case "nonet.slurm":
		code = regexp.MustCompile(`(?m)^[^#\n]*$`).FindAllString(text, -1)
	}
	for _, part := range code {
		for _, m := range shellCommand.FindAllStringSubmatch(part, -1) {
			if strings.Contains(part, "command -v") || strings.Contains(part, "fail ") ||
				strings.Contains(part, "-o nonet ") {
				continue
			}
			found = append(found, m[1])
		}
	}
	var commands [][]string
	for _, command := range found {
		command = strings.NewReplacer("\"", "", "\\\n", " ").Replace(variable.ReplaceAllString(command, "2"))
		if words := strings.Fields(command); len(words) > 0 {
			commands = append(commands, words)
		}
	}
	return commands
}

func readDeployed(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(deploy, file))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestDeployVersions compares the versions and packages in deploy with the module and scripts/setup.
func TestDeployVersions(t *testing.T) {
	module, err := os.ReadFile(project + "/go.mod")
	if err != nil {
		t.Fatal(err)
	}
	setup, err := os.ReadFile(project + "/scripts/setup")
	if err != nil {
		t.Fatal(err)
	}
	one := func(pattern, text string) string {
		m := regexp.MustCompile(pattern).FindStringSubmatch(text)
		if m == nil {
			t.Fatalf("nothing matches %s", pattern)
		}
		return m[1]
	}
	server := one(`nats-server/v2 v([\d.]+)`, string(module))
	if got := one(`image: nats:([\d.]+)-alpine`, readDeployed(t, "compose.yaml")); got != server {
		t.Errorf("compose.yaml has the server %s, the tests have %s", got, server)
	}
	if got := one(`nats-server/v2@v([\d.]+)`, readDeployed(t, "README.md")); got != server {
		t.Errorf("README.md has the server %s, the tests have %s", got, server)
	}
	docker := readDeployed(t, "Dockerfile")
	if got, want := one(`ARG GO=(\d+\.\d+)`, docker), one(`(?m)^go (\d+\.\d+)`, string(module)); got != want {
		t.Errorf("Dockerfile has Go %s, go.mod %s", got, want)
	}
	needs := one(`(?s)needs='\n(.*?)'`, string(setup))
	for line := range strings.Lines(needs) {
		_, packages, _ := strings.Cut(strings.TrimSpace(line), ":")
		for name := range strings.SplitSeq(packages, ",") {
			if name == "chromium" {
				continue // only tests need it
			}
			if !regexp.MustCompile(`\s` + regexp.QuoteMeta(name) + `\s`).MatchString(docker) {
				t.Errorf("Dockerfile does not install %s", name)
			}
		}
	}
}

// TestDeployTroubles checks that the source contains the messages that README.md explains.
func TestDeployTroubles(t *testing.T) {
	sources, err := filepath.Glob("internal/cluster/*.go")
	if err != nil || len(sources) == 0 {
		t.Fatalf("no sources: %v", err)
	}
	var code strings.Builder
	for _, name := range sources {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		code.Write(text)
	}
	const theirs = "resource limits exceeded for account" // of NATS, passed on
	_, table, _ := strings.Cut(readDeployed(t, "README.md"), "| message | what to do |\n|---|---|\n")
	rows := strings.Split(strings.TrimSpace(table), "\n")
	if len(rows) < 10 {
		t.Errorf("%d messages", len(rows))
	}
	for _, row := range rows {
		message := strings.TrimSpace(strings.Split(row, "|")[1])
		for part := range strings.SplitSeq(strings.ReplaceAll(message, " N ", "..."), "...") {
			if part = strings.TrimSpace(part); part != theirs && !strings.Contains(code.String(), part) {
				t.Errorf("no source contains the message %q", part)
			}
		}
	}
}

// TestDeployScript runs the script for Slurm in a shell, and checks that it reports what it does not support.
func TestDeployScript(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("there is no bash")
	}
	script, err := filepath.Abs(filepath.Join(deploy, "nonet.slurm"))
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	if err := os.WriteFile(filepath.Join(bin, "nonet-lab"), []byte("#!/bin/sh\nexit 9\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, want string
		env, args  []string
	}{
		{"nothing to do", "expected a campaign, or NATS_URL", nil, nil},
		{"a campaign for each of an array", "one collector", []string{"SLURM_ARRAY_JOB_ID=1"}, []string{"x.toml"}},
		{"no such campaign", "x.toml: no such file", nil, []string{"x.toml"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			cmd := exec.CommandContext(t.Context(), bash, append([]string{script}, c.args...)...)
			cmd.Dir = t.TempDir()
			cmd.Env = append([]string{"PATH=" + bin + string(os.PathListSeparator) + os.Getenv("PATH")}, c.env...)
			out, err := cmd.CombinedOutput()
			if cmd.ProcessState.ExitCode() != 2 || !strings.Contains(string(out), c.want) {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
}
