// Package search has what several searches share: the order of variables for decisions of a search that learns from
// conflicts, and the lengths of runs between restarts.
package search
