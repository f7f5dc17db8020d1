package papers

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"nonet/cmd/internal/printable"
	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/report"
	"nonet/internal/slice"
)

// A Provenance says where the records of a campaign come from. It is stored beside exported records.
type Provenance struct {
	File     string                `json:"file"`     // of the campaign
	SHA256   string                `json:"sha256"`   // of that file
	First    time.Time             `json:"first"`    // when the first run began
	Last     time.Time             `json:"last"`     // when the last run began
	Sessions []campaign.Session    `json:"sessions"` // none if the records are of an earlier version
	Lists    []campaign.ListDigest `json:"lists"`    // the puzzles
}

// provenanceFile is its name in the folder of an experiment.
const provenanceFile = "provenance.json"

// provenanceOf returns the provenance of the records of a database, without dates.
func provenanceOf(ctx context.Context, store *campaign.Store) (*Provenance, error) {
	sum := sha256.Sum256([]byte(store.Spec.Text))
	lists, err := store.Digests(ctx)
	p := &Provenance{File: store.Spec.File, SHA256: hex.EncodeToString(sum[:]), Lists: lists}
	if err == nil {
		p.Sessions, err = store.Sessions(ctx)
	}
	return p, err
}

// date sets First and Last from the records.
func (p *Provenance) date(records Records) {
	for i := range records {
		began := records[i].Started.UTC().Truncate(time.Second)
		if i == 0 || began.Before(p.First) {
			p.First = began
		}
		if i == 0 || began.After(p.Last) {
			p.Last = began
		}
	}
}

// readProvenance reads the provenance of exported records; nil if there is no such file.
func readProvenance(dir string) (*Provenance, error) {
	text, err := os.ReadFile(filepath.Join(dir, provenanceFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	p := new(Provenance)
	if err == nil {
		err = json.Unmarshal(text, p)
	}
	if err != nil {
		return nil, fmt.Errorf("experiment: %s: %w", filepath.Join(dir, provenanceFile), err)
	}
	return p, nil
}

// Write writes the provenance into the folder of an experiment.
func (p *Provenance) Write(dir string) error {
	text, err := json.MarshalIndent(p, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, provenanceFile), append(text, '\n'), 0o644)
}

// unknown stands for a fact that earlier versions did not record.
const unknown = "unknown: the records are of a version that did not record it"

// Facts returns the provenance of the records. A fact that the records do not have is unknown.
func Facts(d *Data) []report.Fact {
	var facts []report.Fact
	add := func(name, format string, args ...any) {
		facts = append(facts, report.Fact{Name: name, Value: fmt.Sprintf(format, args...)})
	}
	p := cmp.Or(d.Provenance, &Provenance{})
	file := "; SHA-256 of its file " + unknown
	if p.SHA256 != "" {
		file = fmt.Sprintf("; %s, SHA-256 %s", p.File, p.SHA256)
	}
	add("campaign", "%s, scale %s, seed %d%s", d.Spec.Label(), cmp.Or(d.Scale, campaign.Full), d.Spec.Seed, file)
	add("command", "%s", eachSession(p, func(s campaign.Session) string { return s.Command }))
	add("date", "%s", dateOf(p))
	runFacts(d, add)
	add("puzzles", "%s", listsOf(p))
	add("folder of lists", "%s", eachSession(p, func(s campaign.Session) string {
		if s.Lists {
			return "NONET_DATA is set"
		}
		return "NONET_DATA is not set: other puzzles replace absent lists"
	}))
	for _, e := range d.Environments {
		add("machine", "%s, %d cores, %s/%s", e.CPU, e.Cores, e.OS, e.Arch)
		add("program", "nonet %s, %s, %s", e.Version, commitOf(e), e.Go)
		names := slices.Sorted(maps.Keys(e.Solvers))
		solvers := Each(names, func(name string) string { return name + " " + e.Solvers[name] })
		if len(solvers) > 0 {
			add("solvers", "%s", strings.Join(solvers, ", "))
		}
	}
	add("clock and memory", "%s", eachSession(p, hardware))
	add("load", "%s", eachSession(p, func(s campaign.Session) string {
		return fmt.Sprintf("%s at the start, %s at the end", cmp.Or(s.LoadBefore, "unknown"),
			cmp.Or(s.LoadAfter, "unknown"))
	}))
	add("verdicts", "%s", policy)
	add("text", "the numbers follow from these records; the sentences around them were written for those of nonet's "+
		"repository")
	return facts
}

// policy is how the reports deal with many verdicts. The comment of the package has it, too.
const policy = "Each number is judged by itself, without correction for the number of verdicts: of 100 rates that " +
	"are the same as the published ones about 5 miss by chance. Claims that one quantity is greater than another are " +
	"tested at 5 %, two-sided, corrected after Holm for the claims of a table. A published number counts once."

// eachSession returns what f says of the sessions, each text once.
func eachSession(p *Provenance, f func(campaign.Session) string) string {
	texts := slice.Filter(slice.Map(p.Sessions, f), func(text string) bool { return text != "" })
	return cmp.Or(strings.Join(slice.Distinct(texts), "; "), unknown)
}

func dateOf(p *Provenance) string {
	if p.First.Year() < 2000 {
		return unknown
	}
	const layout = "2006-01-02 15:04"
	text := p.First.Format(layout) + " UTC to " + p.Last.Format(layout) + " UTC (begin of the first and the last run)"
	if n := len(p.Sessions); n > 1 {
		text += fmt.Sprintf(", in %d sessions", n)
	}
	return text
}

func listsOf(p *Provenance) string {
	texts := slice.Map(p.Lists, func(l campaign.ListDigest) string {
		return fmt.Sprintf("%s: %s, SHA-256 %.16s", l.Name, printable.GroupDigits(fmt.Sprint(l.Instances)), l.SHA256)
	})
	return cmp.Or(strings.Join(texts, "; "), unknown)
}

func hardware(s campaign.Session) string {
	clock, memory := "clock unknown", "memory unknown"
	if s.Clock > 0 {
		clock = fmt.Sprintf("%.0f MHz", s.Clock)
	}
	if s.Memory > 0 {
		memory = fmt.Sprintf("%.1f GB", float64(s.Memory)/(1<<30))
	}
	return clock + ", " + memory
}

func commitOf(e campaign.Environment) string {
	commit, changes, modified := strings.Cut(e.Commit, "+")
	switch {
	case commit == "":
		return "commit unknown"
	case modified:
		return fmt.Sprintf("commit %.12s with local %s", commit, changes)
	}
	return fmt.Sprintf("commit %.12s", commit)
}

// runFacts adds facts about the records.
func runFacts(d *Data, add func(name, format string, args ...any)) {
	outcomes := map[campaign.Outcome]int{}
	for i := range d.Records {
		outcomes[d.Records[i].Outcome]++
	}
	parts := Each(slices.Sorted(maps.Keys(outcomes)), func(o campaign.Outcome) string {
		return fmt.Sprintf("%d %s", outcomes[o], o)
	})
	runs := fmt.Sprint(len(d.Records))
	if len(d.Records) < d.Planned {
		runs += fmt.Sprintf(" of %d, the others are not run", d.Planned)
	}
	add("runs", "%s: %s", runs, strings.Join(parts, ", "))
	if missing := d.Records.NotInstalled(); len(missing) > 0 {
		add("not installed", "%s", slice.JoinAnd(missing))
	}
	if d.Records.StandsIn() {
		add("stand-in", "the list of puzzles with 17 clues was not found: the puzzles of the set clues-17 are used "+
			"instead")
	}
	if pieces := d.Records.Where(isPiece); len(pieces) > 0 {
		known := ""
		if len(d.Wholes) == 0 {
			known = "; their combined results are missing here, because they need the database"
		}
		add("pieces", "%d of the runs are pieces of instances that were split%s", len(pieces), known)
	}
}

// again returns the commands that repeat the runs and the report.
func (e Experiment) again(d *Data) (commands []string) {
	if e.Spec == "" {
		return []string{"nonet-lab campaign run " + cmp.Or(d.Spec.File, d.Spec.Name+".toml")}
	}
	for _, environment := range d.Environments {
		checkout := fmt.Sprintf("git checkout %.12s", environment.Commit)
		if environment.Commit != "" && !strings.Contains(environment.Commit, "+") && len(commands) == 0 {
			commands = append(commands, checkout)
		}
	}
	data, scale := "", ""
	for _, set := range d.Spec.Sets {
		if set.Fallback != "" {
			data = "NONET_DATA=FOLDER "
		}
	}
	if d.Scale != campaign.Full && d.Scale != "" {
		scale = " --scale " + string(d.Scale)
	}
	return append(commands, fmt.Sprintf("%snonet-lab experiment run %s%s --out out/%s", data, e.Name, scale, e.Name),
		fmt.Sprintf("nonet-lab experiment report %s --from out/%s", e.Name, e.Name))
}

// cite returns the texts to paste: BibTeX of the paper and of nonet, and the main table in LaTeX.
func (w *Writer) cite(doc *report.Document) (texts []report.Fact) {
	if w.paper.BibTeX != "" {
		texts = append(texts, report.Fact{Name: "BibTeX of the paper", Value: strings.TrimSpace(w.paper.BibTeX)})
	}
	programs := slice.Distinct(slice.Map(w.Environments, func(e campaign.Environment) string {
		return fmt.Sprintf("version %s, %s", e.Version, commitOf(e))
	}))
	year := ""
	if w.Provenance != nil && w.Provenance.Last.Year() >= 2000 {
		year = fmt.Sprintf("\n  year  = {%d},", w.Provenance.Last.Year())
	}
	texts = append(texts, report.Fact{Name: "BibTeX of nonet", Value: "@misc{nonet,\n  title = {nonet: Sudoku by " +
		"integer programming, SAT, constraint programming and search}," + year + "\n  note  = {" +
		strings.Join(programs, "; ") + "}\n}"})
	if t := doc.Table(w.paper.Table); t != nil {
		texts = append(texts, report.Fact{Name: "LaTeX of \"" + t.Title + "\"", Value: t.Plain().LaTeX()})
	}
	return texts
}
