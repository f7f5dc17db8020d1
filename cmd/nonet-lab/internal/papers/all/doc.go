// Package all lists the experiments.
package all
