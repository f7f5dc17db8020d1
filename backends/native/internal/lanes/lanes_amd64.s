//go:build amd64 && !purego

#include "textflag.h"

// The sweep of spec_test.go on registers of 256 bits: a cell of sixteen grids, 16 bits each.
//
// AX is the grids, SI the first cell of a band or stack. The rest of the registers is described at the macros, which
// use these temporaries: Y12, Y13, Y15. Cells are 32 bytes apart, rows 288 bytes.
//
// Operands are in the order source, destination. VPANDN b, a, d sets d = b&^a. VPBLENDVB m, x, y, d sets d to x where m
// is set, and to y elsewhere.

// Offsets in Grids; n is the number of a mini-row in its band.
#define TOTALS 2592(AX)
#define MAY(n) 2624+(n)*32(AX)
#define REPEATED(n) 2912+(n)*32(AX)
#define ALLMAY 3200(AX)
#define LEAST 3232(AX)
#define ZERO 3264(AX)
#define MINUSONE 3296(AX)
#define ALLDIGITS 3328(AX)
#define SOLUTION 3360(AX)

// COLLECT computes may and repeated for the cells in Y0-Y2.
#define COLLECT(n, may) \
	VPOR Y0, Y1, may; \
	VPAND Y0, Y1, Y12; \
	VPAND Y2, may, Y0; \
	VPOR Y2, may, may; \
	VPOR Y0, Y12, Y12; \
	VMOVDQU Y12, REPEATED(n)

// SETTLE is step 1 for a mini-row at offset o, up to its own cells. Y13 is the least cell, Y14 zero, Y15 minus one.
#define SETTLE(o, n, may, settled) \
	VMOVDQU 0+o(SI), Y0; \
	VMOVDQU 32+o(SI), Y1; \
	VMOVDQU 64+o(SI), Y2; \
	SINGLE(Y0, Y3); \
	SINGLE(Y1, Y4); \
	SINGLE(Y2, Y5); \
	VPOR Y4, Y5, Y12; \
	VPANDN Y0, Y12, Y0; \
	VPOR Y3, Y5, Y12; \
	VPANDN Y1, Y12, Y1; \
	VPOR Y3, Y4, Y12; \
	VPANDN Y2, Y12, Y2; \
	VPOR Y5, Y12, settled; \
	VMOVDQU Y0, 0+o(SI); \
	VMOVDQU Y1, 32+o(SI); \
	VMOVDQU Y2, 64+o(SI); \
	COLLECT(n, may)

// SINGLE sets s to the cell where it has one candidate.
#define SINGLE(cell, s) \
	VPADDW Y15, cell, s; \
	VPMINUW cell, Y13, Y13; \
	VPAND cell, s, s; \
	VPCMPEQW Y14, s, s; \
	VPAND cell, s, s

// ROW is step 1 for a row.
#define ROW(o, n) \
	SETTLE(o, n, Y6, Y9); \
	SETTLE(o+96, n+1, Y7, Y10); \
	SETTLE(o+192, n+2, Y8, Y11); \
	VPOR Y10, Y11, Y0; \
	VPOR Y9, Y11, Y1; \
	VPOR Y9, Y10, Y2; \
	VPANDN Y6, Y0, Y6; \
	VPANDN Y7, Y1, Y7; \
	VPANDN Y8, Y2, Y8; \
	VMOVDQU Y6, MAY(n); \
	VMOVDQU Y7, MAY(n+1); \
	VMOVDQU Y8, MAY(n+2)

// COLUMN does COLLECT for the three mini-columns of a column.
#define COLUMN(o, n) \
	MINICOLUMN(o, n); \
	MINICOLUMN(o+864, n+1); \
	MINICOLUMN(o+1728, n+2)

#define MINICOLUMN(o, n) \
	VMOVDQU 0+o(SI), Y0; \
	VMOVDQU 288+o(SI), Y1; \
	VMOVDQU 576+o(SI), Y2; \
	COLLECT(n, Y6); \
	VMOVDQU Y6, MAY(n)

// FIT is step 2. Y0-Y5 are the digits of the six choices, Y6-Y8 the mini-rows of the first row.
#define FIT \
	VMOVDQU MAY(3), Y9; \
	VMOVDQU MAY(4), Y10; \
	VMOVDQU MAY(5), Y11; \
	VPAND MAY(8), Y10, Y0; \
	VPAND MAY(7), Y11, Y1; \
	VPAND MAY(8), Y9, Y2; \
	VPAND MAY(6), Y11, Y3; \
	VPAND MAY(7), Y9, Y4; \
	VPAND MAY(6), Y10, Y5; \
	VPAND MAY(0), Y0, Y0; \
	VPAND MAY(0), Y1, Y1; \
	VPAND MAY(1), Y2, Y2; \
	VPAND MAY(1), Y3, Y3; \
	VPAND MAY(2), Y4, Y4; \
	VPAND MAY(2), Y5, Y5; \
	VPOR Y0, Y1, Y6; \
	VPOR Y2, Y3, Y7; \
	VPOR Y4, Y5, Y8; \
	VPOR Y6, Y7, Y9; \
	VPOR Y8, Y9, Y9; \
	VPAND ALLMAY, Y9, Y9; \
	VMOVDQU Y9, ALLMAY

// SECOND and THIRD set Y6-Y8 to the mini-rows of the second and the third row.
#define SECOND \
	VPOR Y2, Y4, Y6; \
	VPOR Y0, Y5, Y7; \
	VPOR Y1, Y3, Y8

#define THIRD \
	VPOR Y3, Y5, Y6; \
	VPOR Y1, Y4, Y7; \
	VPOR Y0, Y2, Y8

// LINE is steps 3 and 4 for a row at offset o, with mini-rows p bytes and cells d bytes apart.
#define LINE(o, p, d, n) \
	VPOR Y7, Y8, Y9; \
	VPOR Y6, Y8, Y10; \
	VPOR Y6, Y7, Y11; \
	VPANDN Y6, Y9, Y9; \
	VPANDN Y7, Y10, Y10; \
	VPANDN Y8, Y11, Y11; \
	PART(o, d, n, Y9, Y6); \
	PART(o+p, d, n+1, Y10, Y7); \
	PART(o+2*p, d, n+2, Y11, Y8)

// PART is steps 3 and 4 for a mini-row. Removing the lowest bit twice leaves something of three digits.
#define PART(o, d, n, only, rest) \
	VPADDW MINUSONE, only, Y12; \
	VPAND only, Y12, Y12; \
	VPADDW MINUSONE, Y12, Y13; \
	VPAND Y12, Y13, Y13; \
	VPCMPEQW ZERO, Y13, Y13; \
	VPOR only, Y13, Y13; \
	VPAND Y13, rest, rest; \
	VMOVDQU REPEATED(n), Y12; \
	VPANDN only, Y12, only; \
	CELL(o, only, rest); \
	CELL(o+d, only, rest); \
	CELL(o+2*d, only, rest)

#define CELL(o, hidden, rest) \
	VMOVDQU 0+o(SI), Y12; \
	VPAND Y12, hidden, Y15; \
	VPAND Y12, rest, Y12; \
	VPCMPEQW ZERO, Y15, Y13; \
	VPBLENDVB Y13, Y12, Y15, Y12; \
	VMOVDQU Y12, 0+o(SI) \
	ADDTOTAL

// BITS sets r to the sign bits of the lanes of a register, y or x.
#define BITS(y, x, r) \
	VEXTRACTI128 $1, y, X12; \
	VPACKSSWB X12, x, X12; \
	VPMOVMSKB X12, r

// func sweepGrids(s *Grids, active uint32)
TEXT ·sweepGrids(SB), NOSPLIT, $0-12
	MOVQ s+0(FP), AX
	MOVL active+8(FP), DI

again:
	INCQ 3408(AX)
	VMOVDQU ALLDIGITS, Y0
	VMOVDQU Y0, ALLMAY
	VMOVDQU Y0, LEAST
	MOVQ AX, SI
	MOVL $3, CX

#define ADDTOTAL
band:
	VPXOR Y14, Y14, Y14
	VPCMPEQW Y15, Y15, Y15
	VMOVDQU LEAST, Y13
	ROW(0, 0)
	ROW(288, 3)
	ROW(576, 6)
	VMOVDQU Y13, LEAST
	FIT
	LINE(0, 96, 32, 0)
	SECOND
	LINE(288, 96, 32, 3)
	THIRD
	LINE(576, 96, 32, 6)
	ADDQ $864, SI
	DECL CX
	JNE band

	VPXOR Y14, Y14, Y14
	MOVQ AX, SI
	MOVL $3, CX

	// Y14 is the sum of the cells.
#undef ADDTOTAL
#define ADDTOTAL ; VPADDW Y12, Y14, Y14
stack:
	COLUMN(0, 0)
	COLUMN(32, 3)
	COLUMN(64, 6)
	FIT
	LINE(0, 864, 288, 0)
	SECOND
	LINE(32, 864, 288, 3)
	THIRD
	LINE(64, 864, 288, 6)
	ADDQ $96, SI
	DECL CX
	JNE stack

	VMOVDQU ALLMAY, Y0
	VPCMPEQW ALLDIGITS, Y0, Y0
	VPXOR Y1, Y1, Y1
	VPCMPEQW LEAST, Y1, Y1
	VPANDN Y0, Y1, Y0
	VPCMPEQW TOTALS, Y14, Y1
	VMOVDQU Y14, TOTALS
	VPCMPEQW SOLUTION, Y14, Y2
	BITS(Y0, X0, R8)
	XORL $0xffff, R8
	BITS(Y1, X1, R9)
	BITS(Y2, X2, R10)
	MOVL R8, R11
	ORL R9, R11
	ANDL DI, R11
	JEQ again
	MOVL R8, 3392(AX)
	MOVL R9, 3396(AX)
	MOVL R10, 3400(AX)
	VZEROUPPER
	RET

// REGISTER copies register j of a sweep.State, which has every third cell, to the frame at DX, and to a and b, in the
// order that PLANE needs.
#define REGISTER(j, a, b) \
	EIGHT(j*32, X0); \
	EIGHT(j*32+768, X1); \
	EIGHT(j*32+1536, X2); \
	VPXOR X3, X3, X3; \
	VPINSRW $0, j*32+2304(SI), X3, X3; \
	VPINSRW $1, j*32+2400(SI), X3, X3; \
	VPINSRW $2, j*32+2496(SI), X3, X3; \
	VMOVDQU X0, j*64+0(DX); \
	VMOVDQU X1, j*64+16(DX); \
	VMOVDQU X2, j*64+32(DX); \
	VMOVDQU X3, j*64+48(DX); \
	VINSERTI128 $1, X2, Y0, a; \
	VINSERTI128 $1, X3, Y1, b

#define EIGHT(o, x) \
	VPXOR x, x, x; \
	VPINSRW $0, o+0(SI), x, x; \
	VPINSRW $1, o+96(SI), x, x; \
	VPINSRW $2, o+192(SI), x, x; \
	VPINSRW $3, o+288(SI), x, x; \
	VPINSRW $4, o+384(SI), x, x; \
	VPINSRW $5, o+480(SI), x, x; \
	VPINSRW $6, o+576(SI), x, x; \
	VPINSRW $7, o+672(SI), x, x

// TWO stores the lanes with two candidates, for register j.
#define TWO(j, a, b) \
	PAIRS(a, Y0, Y1); \
	PAIRS(b, Y2, Y3); \
	VPACKSSWB Y2, Y0, Y0; \
	VPMOVMSKB Y0, R8; \
	MOVL R8, 4*j+196(DX)

// PAIRS sets y to -1 where a has two candidates. Y14 is zero, Y15 minus one.
#define PAIRS(a, y, z) \
	VPADDW Y15, a, y; \
	VPAND a, y, y; \
	VPADDW Y15, y, z; \
	VPAND y, z, z; \
	VPCMPEQW Y14, y, y; \
	VPCMPEQW Y14, z, z; \
	VPANDN z, y, y

// PLANE stores the lanes of register j with the candidate in bit 15, and moves the next candidate there.
#define PLANE(j, a, b) \
	VPACKSSWB b, a, Y0; \
	VPMOVMSKB Y0, R8; \
	MOVL R8, 4*j(CX); \
	VPADDW a, a, a; \
	VPADDW b, b, b

// func copyGrid(s *Grids, lane int, f *sweep.Frame, p *sweep.Planes)
TEXT ·copyGrid(SB), NOSPLIT, $0-32
	MOVQ s+0(FP), SI
	MOVQ lane+8(FP), R8
	MOVQ f+16(FP), DX
	MOVQ p+24(FP), CX
	LEAQ (SI)(R8*2), SI
	REGISTER(0, Y6, Y7)
	REGISTER(1, Y8, Y9)
	REGISTER(2, Y10, Y11)
	VPXOR Y14, Y14, Y14
	VPCMPEQW Y15, Y15, Y15
	TWO(0, Y6, Y7)
	TWO(1, Y8, Y9)
	TWO(2, Y10, Y11)
	TESTQ CX, CX
	JEQ end
	VPSLLW $7, Y6, Y6
	VPSLLW $7, Y7, Y7
	VPSLLW $7, Y8, Y8
	VPSLLW $7, Y9, Y9
	VPSLLW $7, Y10, Y10
	VPSLLW $7, Y11, Y11
	ADDQ $128, CX
	MOVL $9, DI

plane:
	PLANE(0, Y6, Y7)
	PLANE(1, Y8, Y9)
	PLANE(2, Y10, Y11)
	SUBQ $16, CX
	DECL DI
	JNE plane

end:
	VZEROUPPER
	RET

// func restoreGrid(s *Grids, lane int, f *sweep.Frame)
TEXT ·restoreGrid(SB), NOSPLIT, $0-24
	MOVQ s+0(FP), SI
	MOVQ lane+8(FP), R8
	MOVQ f+16(FP), DX
	LEAQ (SI)(R8*2), SI
	MOVL $27, DI

restore:
	MOVWLZX (DX), R8
	MOVWLZX 64(DX), R9
	MOVWLZX 128(DX), R10
	MOVW R8, (SI)
	MOVW R9, 32(SI)
	MOVW R10, 64(SI)
	ADDQ $2, DX
	ADDQ $96, SI
	DECL DI
	JNE restore
	MOVW $0, (SI)
	RET
