//go:build amd64 && !purego

#include "textflag.h"

// The sweep of spec.go on registers of 512 bits, 32 lanes of 16 bits each.
//
// Registers:
//
//	Z0-Z2    C0 C1 C2 of a grid: the cells in columns 0, 1, 2 of their stacks
//	Z3       Y: may in spec.go, from ROWS to COLUMNS
//	Z4       T: t in spec.go after step 3, from ROWS to COLUMNS
//	Z5-Z9    C0 C1 C2 Y T of a second grid
//	Z10-Z25  temporary
//	Z26-Z31  lane steps: stack+1, stack+2, row+1, row+2, band+1, band+2
//	K1-K3    temporary
//	K4, K5   lanes with a contradiction in the first and the second grid
//	K6       the 27 lanes in use
//	AX, DI   the frames of the first and the second grid
//	BX       the constants
//	DX       number of sweeps left
//
// Operands are in the order source, destination. VPTERNLOGD $i, c, b, a sets a to the function of the old a, b and c
// with truth table i: 0xFE is a|b|c, 0x80 a&b&c, 0xE8 the majority, 0x10 a&^(b|c), 0xF8 a|b&c, 0xF6 a|b^c.
// VPANDND b, a, d sets d = b&^a. VPERMB x, i, d copies byte i[n] of x to byte n of d.
//
// With one grid the processor waits for its own results half of the time. So the two grids of a branch take turns, half
// a sweep each. They share temporaries at no cost, since the processor renames registers.

// Offsets in constants.
#define stepR1B1 128(BX)
#define stepR2B2 192(BX)
#define stepR1B2 256(BX)
#define stepR2B1 320(BX)
#define NINE 640(BX)
#define ONE 704(BX)
#define TWO 768(BX)
#define THREE 832(BX)
#define CANDIDATES 1472(BX)
#define toLanes0 1536(BX)
#define toLanes1 1600(BX)
#define toLanes2 1664(BX)
#define toCells0 1728(BX)
#define toCells17 1792(BX)

// SINGLES is step 1 of spec.go. Z10-Z12 are the settled cells; in the end Z10 is the settled digits of the mini-row.
#define SINGLES(C0, C1, C2) \
	VPSUBW ONE, C0, Z10; \
	VPSUBW ONE, C1, Z11; \
	VPSUBW ONE, C2, Z12; \
	VPTESTNMW Z10, C0, K1; \
	VPTESTNMW Z11, C1, K2; \
	VPTESTNMW Z12, C2, K3; \
	VMOVDQU16.Z C0, K1, Z10; \
	VMOVDQU16.Z C1, K2, Z11; \
	VMOVDQU16.Z C2, K3, Z12; \
	VPTERNLOGD $0x10, Z11, Z12, C0; \
	VPTERNLOGD $0x10, Z10, Z12, C1; \
	VPTERNLOGD $0x10, Z10, Z11, C2; \
	VPTERNLOGD $0xFE, Z11, Z12, Z10

// ROWS is steps 2 to 4. Z13, then T, is the mini-rows; Z18 the digits that only they can hold; Z19 the digits of Z18
// with a single cell. T receives the triples of step 3 in parallel with step 4, which does not use them.
#define ROWS(C0, C1, C2, Y, T) \
	VMOVDQA64 C0, Z13; \
	VPTERNLOGD $0xFE, C1, C2, Z13; \
	VPERMB Z10, Z26, Z11; \
	VPERMB Z10, Z27, Z12; \
	VPTERNLOGD $0x10, Z11, Z12, Z13; \
	VMOVDQU64 stepR1B1, Z14; \
	VMOVDQU64 stepR2B2, Z15; \
	VMOVDQU64 stepR1B2, Z16; \
	VMOVDQU64 stepR2B1, Z17; \
	VPERMB Z13, Z14, T; \
	VPERMB Z13, Z15, Z15; \
	VPERMB Z13, Z16, Z16; \
	VPERMB Z13, Z17, Z17; \
	VPTERNLOGD $0x80, Z13, Z15, T; \
	VPANDD Z13, Z16, Z16; \
	VPTERNLOGD $0xF8, Z16, Z17, T; \
	VPERMB T, Z26, Z11; \
	VPERMB T, Z27, Z12; \
	VMOVDQA64 T, Z18; \
	VMOVDQA64 T, Y; \
	VPTERNLOGD $0x10, Z11, Z12, Z18; \
	VPTERNLOGD $0xFE, Z11, Z12, Y; \
	VPANDD T, C0, C0; \
	VPANDD T, C1, C1; \
	VPANDD T, C2, C2; \
	VPOPCNTW Z18, Z12; \
	VPCMPEQW THREE, Z12, K1; \
	VMOVDQU16 Z18, K1, T; \
	VMOVDQA64 C0, Z19; \
	VPTERNLOGD $0xE8, C1, C2, Z19; \
	VPANDND Z18, Z19, Z19; \
	VPTESTMW Z19, C0, K1; \
	VPTESTMW Z19, C1, K2; \
	VPTESTMW Z19, C2, K3; \
	VPANDD Z19, C0, Z10; \
	VPANDD Z19, C1, Z11; \
	VPANDD Z19, C2, Z12; \
	VMOVDQU16 Z10, K1, C0; \
	VMOVDQU16 Z11, K2, C1; \
	VMOVDQU16 Z12, K3, C2

// MINICOLUMN is step 5 for one register.
#define MINICOLUMN(C, V, W) \
	VPERMB C, Z28, V; \
	VPERMB C, Z29, Z25; \
	VMOVDQA64 C, W; \
	VPTERNLOGD $0xE8, V, Z25, W; \
	VPTERNLOGD $0xFE, C, Z25, V

// FIT is step 6 for one register. X1 and X2 are the other two registers one band further, Y1 and Y2 two bands further.
#define FIT(V, X1, X2, Y1, Y2) \
	VPANDD X1, Y2, Z25; \
	VPTERNLOGD $0xF8, X2, Y1, Z25; \
	VPANDD Z25, V, V

// COLUMNS is steps 5 to 8. Z10-Z12 are the mini-columns; Z13-Z15 the digits with two or more cells in them, then the
// hidden digits; Z16-Z18 the digits that only they can hold.
#define COLUMNS(C0, C1, C2, Y, T, BAD) \
	MINICOLUMN(C0, Z10, Z13); \
	MINICOLUMN(C1, Z11, Z14); \
	MINICOLUMN(C2, Z12, Z15); \
	VPERMB Z10, Z30, Z16; \
	VPERMB Z11, Z30, Z17; \
	VPERMB Z12, Z30, Z18; \
	VPERMB Z10, Z31, Z19; \
	VPERMB Z11, Z31, Z20; \
	VPERMB Z12, Z31, Z21; \
	FIT(Z10, Z17, Z18, Z20, Z21); \
	FIT(Z11, Z16, Z18, Z19, Z21); \
	FIT(Z12, Z16, Z17, Z19, Z20); \
	VMOVDQA64 Z10, Z16; \
	VMOVDQA64 Z11, Z17; \
	VMOVDQA64 Z12, Z18; \
	VMOVDQA64 Z12, Z19; \
	VPTERNLOGD $0x10, Z11, Z12, Z16; \
	VPTERNLOGD $0x10, Z10, Z12, Z17; \
	VPTERNLOGD $0x10, Z10, Z11, Z18; \
	VPTERNLOGD $0xFE, Z10, Z11, Z19; \
	VPANDD Y, Z19, Z19; \
	VPCMPW $4, NINE, Z19, BAD; \
	VPTERNLOGD $0x80, Z10, T, C0; \
	VPTERNLOGD $0x80, Z11, T, C1; \
	VPTERNLOGD $0x80, Z12, T, C2; \
	VPANDND Z16, Z13, Z13; \
	VPANDND Z17, Z14, Z14; \
	VPANDND Z18, Z15, Z15; \
	VPTESTMW Z13, C0, K1; \
	VPTESTMW Z14, C1, K2; \
	VPTESTMW Z15, C2, K3; \
	VPANDD Z13, C0, Z13; \
	VPANDD Z14, C1, Z14; \
	VPANDD Z15, C2, Z15; \
	VMOVDQU16 Z13, K1, C0; \
	VMOVDQU16 Z14, K2, C1; \
	VMOVDQU16 Z15, K3, C2; \
	TRIPLES(C0, C1, C2)

// TRIPLES is the last part of step 8. Without it puzzles of 17 clues take 7 % more nodes and hard ones 5 %, in about
// the same time; without the triples of ROWS as well, 19 % and 11 %, and more time.
#define TRIPLES(C0, C1, C2) \
	VPOPCNTW Z16, Z13; \
	VPOPCNTW Z17, Z14; \
	VPOPCNTW Z18, Z15; \
	VPCMPEQW THREE, Z13, K1; \
	VPCMPEQW THREE, Z14, K2; \
	VPCMPEQW THREE, Z15, K3; \
	VMOVDQU16 Z16, K1, Z10; \
	VMOVDQU16 Z17, K2, Z11; \
	VMOVDQU16 Z18, K3, Z12; \
	VPANDD Z10, C0, C0; \
	VPANDD Z11, C1, C1; \
	VPANDD Z12, C2, C2

// TESTBAD clears the zero flag if the grid has a contradiction.
#define TESTBAD(C0, C1, C2, BAD) \
	VPMINUW C0, C1, Z10; \
	VPMINUW C2, Z10, Z10; \
	VPTESTNMW Z10, Z10, K6, K1; \
	KORTESTD K1, BAD

// TESTCHANGED clears the zero flag if the sweep has changed the grid. The frame F still holds the previous state.
#define TESTCHANGED(C0, C1, C2, F) \
	VPXORD (F), C0, Z11; \
	VPTERNLOGD $0xF6, 64(F), C1, Z11; \
	VPTERNLOGD $0xF6, 128(F), C2, Z11; \
	VPTESTMD Z11, Z11, K1; \
	KORTESTW K1, K1

#define STORE(C0, C1, C2, F) \
	VMOVDQU64 C0, (F); \
	VMOVDQU64 C1, 64(F); \
	VMOVDQU64 C2, 128(F)

// FINISH writes the outcome of a grid at its fixpoint, 1 (Solved) or 2 (Open), and the lanes with two candidates.
#define FINISH(C0, C1, C2, F) \
	VPOPCNTW C0, Z10; \
	VPOPCNTW C1, Z11; \
	VPOPCNTW C2, Z12; \
	VPCMPEQW TWO, Z10, K1; \
	VPCMPEQW TWO, Z11, K2; \
	VPCMPEQW TWO, Z12, K3; \
	KMOVD K1, 196(F); \
	KMOVD K2, 200(F); \
	KMOVD K3, 204(F); \
	VPMAXUW Z10, Z11, Z11; \
	VPMAXUW Z11, Z12, Z12; \
	VPCMPUW $6, ONE, Z12, K1; \
	KMOVD K1, R8; \
	XORL R9, R9; \
	TESTL R8, R8; \
	SETNE R9; \
	INCL R9; \
	MOVL R9, 192(F)

#define CONSTANTS \
	VMOVDQU64 0(BX), Z26; \
	VMOVDQU64 64(BX), Z27; \
	VMOVDQU64 384(BX), Z28; \
	VMOVDQU64 448(BX), Z29; \
	VMOVDQU64 512(BX), Z30; \
	VMOVDQU64 576(BX), Z31; \
	MOVL $0x7ffffff, R8; \
	KMOVD R8, K6

// func sweepFrames(f, other *Frame, k *constants, limit int, in0, in1, in2, low uint32)
//
// If other is not nil, it is the first grid. When one grid is done, the loop at one continues with the other.
TEXT ·sweepFrames(SB), NOSPLIT, $0-48
	MOVQ f+0(FP), AX
	MOVQ other+8(FP), DI
	MOVQ k+16(FP), BX
	MOVQ limit+24(FP), DX
	VMOVDQU64 (AX), Z0
	VMOVDQU64 64(AX), Z1
	VMOVDQU64 128(AX), Z2
	CONSTANTS
	TESTQ DI, DI
	JEQ one

	// In the given lanes, the first grid gets only the candidate low, and the second loses it.
	MOVL low+44(FP), R8
	VPBROADCASTW R8, Z10
	MOVL in0+32(FP), R9
	MOVL in1+36(FP), R10
	MOVL in2+40(FP), R11
	KMOVD R9, K1
	KMOVD R10, K2
	KMOVD R11, K3
	VMOVDQA64 Z0, Z5
	VMOVDQA64 Z1, Z6
	VMOVDQA64 Z2, Z7
	VPSUBW Z10, Z0, K1, Z5
	VPSUBW Z10, Z1, K2, Z6
	VPSUBW Z10, Z2, K3, Z7
	VMOVDQU16 Z10, K1, Z0
	VMOVDQU16 Z10, K2, Z1
	VMOVDQU16 Z10, K3, Z2
	XCHGQ AX, DI
	STORE(Z0, Z1, Z2, AX)
	STORE(Z5, Z6, Z7, DI)

two:
	SINGLES(Z0, Z1, Z2)
	ROWS(Z0, Z1, Z2, Z3, Z4)
	SINGLES(Z5, Z6, Z7)
	ROWS(Z5, Z6, Z7, Z8, Z9)
	COLUMNS(Z0, Z1, Z2, Z3, Z4, K4)
	COLUMNS(Z5, Z6, Z7, Z8, Z9, K5)
	TESTBAD(Z0, Z1, Z2, K4)
	JNE firstBad
	TESTCHANGED(Z0, Z1, Z2, AX)
	JEQ firstStable
	TESTBAD(Z5, Z6, Z7, K5)
	JNE secondBad
	TESTCHANGED(Z5, Z6, Z7, DI)
	JEQ secondStable
	STORE(Z0, Z1, Z2, AX)
	STORE(Z5, Z6, Z7, DI)
	DECQ DX
	JNE two
	MOVL $3, 192(AX)
	MOVL $3, 192(DI)
	VZEROUPPER
	RET

firstBad:
	STORE(Z0, Z1, Z2, AX)
	MOVL $0, 192(AX)
	JMP second

firstStable:
	FINISH(Z0, Z1, Z2, AX)

second:
	// Move the second grid to the registers of the first, in the middle of its sweep.
	VMOVDQA64 Z5, Z0
	VMOVDQA64 Z6, Z1
	VMOVDQA64 Z7, Z2
	KMOVD K5, K4
	MOVQ DI, AX
	JMP test

secondBad:
	STORE(Z5, Z6, Z7, DI)
	MOVL $0, 192(DI)
	JMP next

secondStable:
	FINISH(Z5, Z6, Z7, DI)
	JMP next

one:
	SINGLES(Z0, Z1, Z2)
	ROWS(Z0, Z1, Z2, Z3, Z4)
	COLUMNS(Z0, Z1, Z2, Z3, Z4, K4)

test:
	TESTBAD(Z0, Z1, Z2, K4)
	JNE bad
	TESTCHANGED(Z0, Z1, Z2, AX)
	JEQ stable

next:
	STORE(Z0, Z1, Z2, AX)
	DECQ DX
	JNE one
	MOVL $3, 192(AX)
	VZEROUPPER
	RET

stable:
	FINISH(Z0, Z1, Z2, AX)
	VZEROUPPER
	RET

bad:
	STORE(Z0, Z1, Z2, AX)
	MOVL $0, 192(AX)
	VZEROUPPER
	RET

// func loadClues(f *Frame, k *constants, clues *[81]uint8)
//
// The 81 bytes are read as bytes 0-63 and 17-80, so nothing beyond them is read.
TEXT ·loadClues(SB), NOSPLIT, $0-24
	MOVQ f+0(FP), AX
	MOVQ k+8(FP), BX
	MOVQ clues+16(FP), SI
	VMOVDQU64 (SI), Z0
	VMOVDQU64 17(SI), Z1
	VMOVDQU64 CANDIDATES, Z2
	VMOVDQU64 toLanes0, Z3
	VMOVDQU64 toLanes1, Z4
	VMOVDQU64 toLanes2, Z5
	MOVL $0x7ffffff, R8
	KMOVD R8, K6
	VPERMI2B Z1, Z0, Z3
	VPERMI2B Z1, Z0, Z4
	VPERMI2B Z1, Z0, Z5
	VPERMW.Z Z2, Z3, K6, Z3
	VPERMW.Z Z2, Z4, K6, Z4
	VPERMW.Z Z2, Z5, K6, Z5
	STORE(Z3, Z4, Z5, AX)
	VZEROUPPER
	RET

// func unloadGrid(f *Frame, k *constants, grid *[81]uint8)
TEXT ·unloadGrid(SB), NOSPLIT, $0-24
	MOVQ f+0(FP), AX
	MOVQ k+8(FP), BX
	MOVQ grid+16(FP), DI
	VMOVDQU64 ONE, Z3
	VMOVDQU64 (AX), Z0
	VMOVDQU64 64(AX), Z1
	VMOVDQU64 128(AX), Z2
	VPSUBW Z3, Z0, Z0
	VPSUBW Z3, Z1, Z1
	VPSUBW Z3, Z2, Z2
	VPOPCNTW Z0, Z0
	VPOPCNTW Z1, Z1
	VPOPCNTW Z2, Z2
	VPADDW Z3, Z0, Z0
	VPADDW Z3, Z1, Z1
	VPADDW Z3, Z2, Z2
	VPSLLW $8, Z1, Z1
	VPORD Z1, Z0, Z0
	VMOVDQU64 toCells0, Z4
	VMOVDQU64 toCells17, Z5
	VPERMI2B Z2, Z0, Z4
	VPERMI2B Z2, Z0, Z5
	VMOVDQU64 Z4, (DI)
	VMOVDQU64 Z5, 17(DI)
	VZEROUPPER
	RET

// func digitPlanes(f *Frame, k *constants, p *Planes)
TEXT ·digitPlanes(SB), NOSPLIT, $0-24
	MOVQ f+0(FP), AX
	MOVQ k+8(FP), BX
	MOVQ p+16(FP), CX
	VMOVDQU64 (AX), Z0
	VMOVDQU64 64(AX), Z1
	VMOVDQU64 128(AX), Z2
	ADDQ $896, BX
	MOVQ $9, DX

plane:
	VMOVDQU64 (BX), Z3
	VPTESTMW Z3, Z0, K1
	VPTESTMW Z3, Z1, K2
	VPTESTMW Z3, Z2, K3
	KUNPCKDQ K1, K2, K1
	KMOVQ K1, (CX)
	KMOVQ K3, 8(CX)
	ADDQ $64, BX
	ADDQ $16, CX
	DECQ DX
	JNE plane
	VZEROUPPER
	RET
