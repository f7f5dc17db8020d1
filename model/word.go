//go:build 386 || arm || mips || mipsle

package model

// The coefficients of linear constraints have up to 53 bits, and sums of certificates up to 60. Both are of type int.
// An int of 32 bits would overflow silently, so nonet does not compile for such a platform: see decision 81.
var _ = nonet_needs_a_platform_with_64_bits
