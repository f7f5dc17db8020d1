// Package about implements the commands that describe the program: lab, methods, rules, formats, doctor, schema and
// version; and the help topics.
package about
