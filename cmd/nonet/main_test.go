package main

import (
	"os"
	"testing"

	"nonet/cmd/internal/programtest"
)

func TestMain(m *testing.M) { os.Exit(programtest.Main(m)) }

func TestScripts(t *testing.T) { programtest.Scripts(t, nonet, nil) }
