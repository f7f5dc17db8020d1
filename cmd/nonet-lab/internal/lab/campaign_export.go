package lab

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"io"
	"path/filepath"
	"runtime/debug"
	"strings"

	"nonet/cmd/internal/term"
	"nonet/cmd/nonet-lab/internal/campaign"
	"nonet/cmd/nonet-lab/internal/papers"

	"github.com/spf13/cobra"
)

func (e *lab) campaignExport() *cobra.Command {
	var o campaignOptions
	c := campaignFile("export FILE", "Write the records of a campaign as CSV, JSON or benchmarks", &o,
		func(c *cobra.Command, file string) error { return e.exportRecords(c.Context(), file, &o) })
	term.ChoiceFlag(c, &o.to, "to", "csv, jsonl or benchmark", "csv", "jsonl", "benchmark")
	c.Flags().StringVarP(&o.out, "out", "o", "", "write to this file")
	return c
}

func (e *lab) exportRecords(ctx context.Context, file string, o *campaignOptions) error {
	store, err := e.readStore(ctx, file, o)
	if err != nil {
		return err
	}
	defer store.Close()
	if err := term.RefuseOverwriting([]string{file, store.Path()}, o.out); err != nil {
		return err
	}
	environments, err := store.Environments(ctx)
	if err != nil {
		return e.campaignError(ctx, err)
	}
	return e.WriteTo(cmp.Or(o.out, "-"), func(to io.Writer) (err error) {
		w := bufio.NewWriterSize(to, 1<<16)
		switch records := store.Records(ctx); o.to {
		case "csv":
			err = store.ExportCSV(ctx, w, records, environments)
		case "jsonl":
			err = campaign.ExportJSONL(w, records, environments)
		default:
			err = campaign.ExportBenchmark(w, records, environments)
		}
		switch {
		case errors.As(err, new(*campaign.StoreError)):
			return e.campaignError(ctx, err)
		case err == nil:
			err = w.Flush()
		}
		return err
	})
}

func (e *lab) campaignReport() *cobra.Command {
	var o campaignOptions
	c := campaignFile("report FILE", "Write a report on the records of a campaign", &o,
		func(c *cobra.Command, file string) error { return e.writeCampaignReport(c.Context(), file, &o) })
	f := c.Flags()
	e.reportFlags(c)
	f.StringVarP(&o.out, "out", "o", "", "output folder (default: the database name with the ending .report)")
	f.BoolVarP(&e.Flags.Quiet, "quiet", "q", false, "print errors only")
	return c
}

func (e *lab) writeCampaignReport(ctx context.Context, file string, o *campaignOptions) error {
	store, err := e.readStore(ctx, file, o)
	if err != nil {
		return err
	}
	defer store.Close()
	if err := store.CheckIntegrity(ctx); err != nil {
		return e.campaignError(ctx, err)
	}
	d, err := papers.ReadStore(ctx, store)
	if err != nil {
		return e.campaignError(ctx, err)
	}
	debug.SetGCPercent(50) // the rest of the report allocates less than the records
	d.Spec.Seed = store.Seed
	if len(d.Records) == 0 {
		return badInput("%s: no records yet", store.Path())
	}
	doc, err := papers.General(d)
	if err != nil {
		return term.Fail(term.Failed, err)
	}
	beside := strings.TrimSuffix(store.Path(), filepath.Ext(store.Path())) + ".report"
	return e.writeReport(doc, cmp.Or(o.out, beside))
}
