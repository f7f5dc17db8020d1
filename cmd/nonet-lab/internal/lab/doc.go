// Package lab has the commands for experiments and campaigns: analyze, experiment, campaign and worker.
package lab
