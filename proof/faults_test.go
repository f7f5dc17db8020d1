package proof_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"

	"nonet/backends/backendtest"
	"nonet/internal/faults"
	"nonet/model/sudoku"
	"nonet/proof"
)

// allSteps returns the steps of a proof as text.
func allSteps(steps proof.Steps) (any, error) {
	var all []proof.Step
	for {
		s, err := steps.Step()
		if errors.Is(err, io.EOF) {
			var b strings.Builder
			return b.String(), proof.WriteSteps(&b, all)
		}
		if err != nil {
			return nil, err
		}
		s.Clause = append([]int{}, s.Clause...)
		all = append(all, s)
	}
}

// Readers of certificates and proofs read the same in pieces, and report errors of the input. Writers report errors of
// the output.
func TestFaults(t *testing.T) {
	c := claim(t, backendtest.Puzzle(sudoku.Order(2), "12.4.........32."))
	steps, _ := refute(t, c)
	text := certificate(t, c) + smallModel + "claim best\nsolution 2 0\nformula direct\n0\nend\n" +
		strings.Replace(withAuxiliary, "%s", "formula extended\n1 2 0\nend\n", 1)
	read := func(in io.Reader) (any, error) {
		var all []string
		for r := proof.NewReader(in); ; {
			c, err := r.Next()
			if errors.Is(err, io.EOF) {
				return all, nil
			}
			if err != nil {
				return all, err
			}
			steps, err := allSteps(r)
			if err != nil {
				return all, err
			}
			var b strings.Builder
			if err := proof.Write(&b, c, []byte(steps.(string))); err != nil {
				return all, err
			}
			all = append(all, b.String())
		}
	}
	faults.Read(t, "certificates", []byte(text), read)
	for name, text := range map[string]string{"DRAT": "1 -2 0\nd 1 -2 0\n-17 0\n0\n", "binary": "a\x02\x05\x00d\x02\x05\x00a\x00"} {
		faults.Read(t, name, []byte(text), func(in io.Reader) (any, error) { return allSteps(proof.ReadDRAT(in)) })
	}
	faults.Read(t, "FRAT", []byte("o 1 1 2 0\no 2 1 -2 0\na 5 1 0 l 1 2 0\na 6 0 l 3 4 5 0\n"),
		func(in io.Reader) (any, error) { return allSteps(proof.ReadFRAT(in)) })
	faults.Read(t, "LRAT", []byte("5 1 0 1 2 0\n6 0 5 3 4 0\n"), func(in io.Reader) (any, error) {
		return proof.CheckLRAT(t.Context(), func(add func([]int)) {
			for _, c := range [][]int{{1, 2}, {1, -2}, {-1, 2}, {-1, -2}} {
				add(c)
			}
		}, in)
	})
	for name, write := range map[string]func(io.Writer) error{
		"certificate": func(w io.Writer) error { return proof.Write(w, c, steps) },
		"DIMACS":      func(w io.Writer) error { return proof.WriteDIMACS(w, c) },
		"steps":       func(w io.Writer) error { return proof.WriteSteps(w, []proof.Step{{Clause: []int{1, -2}}, {}}) },
		"OPB": func(w io.Writer) error {
			return proof.WriteVeriPB(w, io.Discard, c, nil, proof.ReadDRAT(bytes.NewReader(steps)))
		},
		"VeriPB": func(w io.Writer) error {
			return proof.WriteVeriPB(io.Discard, w, c, nil, proof.ReadDRAT(bytes.NewReader(steps)))
		},
	} {
		faults.Write(t, name, write)
	}
	broken := proof.ReadDRAT(io.MultiReader(strings.NewReader(strings.Repeat("1 -2 0\n", 20_000)),
		iotest.ErrReader(syscall.EIO)))
	if err := proof.WriteVeriPB(io.Discard, io.Discard, c, nil, broken); !errors.Is(err, syscall.EIO) {
		t.Errorf("VeriPB from steps that end with an error: %v", err)
	}
}
