// Package lab has the commands of campaigns and experiments: analyze, experiment, campaign and worker.
package lab
