// Package about implements the commands that describe the program: methods, rules, formats, doctor and version; and the
// help topics.
package about
