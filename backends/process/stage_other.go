//go:build !linux

package process

// canReadDescriptor: elsewhere /dev/fd/N shares the position of the descriptor, or does not exist.
const canReadDescriptor = false
