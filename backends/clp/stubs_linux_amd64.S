//go:build clp

// Each function of CLP that coin.go, coin.cpp and lanl/clp call is a stub here: it jumps to the address that
// nonet_load_clp has put into its slot. The linker finds the stubs first, so the program does not need the library to
// start. C++ names are mangled; the names do not change as long as the library's version, libClp.so.1, does not.
//
// A function that is missing here is linked with the library, and TestStartsWithoutLibrary fails. The command
// nm -D --undefined-only names such functions of a program.

#define FUNCTION(name) \
	.text; \
	.globl name; .hidden name; .type name, @function; \
	name: jmp *slot_##name(%rip); \
	.size name, . - name; \
	.data; \
	slot_##name: .quad 0; \
	.section .rodata; \
	text_##name: .asciz #name; \
	.section .data.rel.ro, "aw"; \
	.quad text_##name, slot_##name

	.section .data.rel.ro, "aw"
	.balign 8
	.globl nonet_clp_functions
	.hidden nonet_clp_functions
nonet_clp_functions:

FUNCTION(Clp_Version)
FUNCTION(Clp_columnLower)
FUNCTION(Clp_columnUpper)
FUNCTION(Clp_copyinStatus)
FUNCTION(Clp_deleteModel)
FUNCTION(Clp_dual)
FUNCTION(Clp_dualRowSolution)
FUNCTION(Clp_freeRay)
FUNCTION(Clp_infeasibilityRay)
FUNCTION(Clp_loadProblem)
FUNCTION(Clp_newModel)
FUNCTION(Clp_numberIterations)
FUNCTION(Clp_primalColumnSolution)
FUNCTION(Clp_rowLower)
FUNCTION(Clp_rowUpper)
FUNCTION(Clp_scaling)
FUNCTION(Clp_setLogLevel)
FUNCTION(Clp_setMaximumIterations)
FUNCTION(Clp_status)
FUNCTION(_ZN10ClpSimplex11dualRangingEiPKiPdPiS2_S3_S2_S2_)
FUNCTION(_ZN10ClpSimplex11loadProblemERK16CoinPackedMatrixPKdS4_S4_S4_S4_S4_)
FUNCTION(_ZN10ClpSimplex13primalRangingEiPKiPdPiS2_S3_)
FUNCTION(_ZN10ClpSimplex15reducedGradientEi)
FUNCTION(_ZN10ClpSimplex24setDualRowPivotAlgorithmER15ClpDualRowPivot)
FUNCTION(_ZN10ClpSimplex4dualEii)
FUNCTION(_ZN10ClpSimplex6primalEii)
FUNCTION(_ZN10ClpSimplex7barrierEb)
FUNCTION(_ZN10ClpSimplexC1Eb)
FUNCTION(_ZN10ClpSimplexD1Ev)
FUNCTION(_ZN16CoinPackedMatrix10deleteColsEiPKi)
FUNCTION(_ZN16CoinPackedMatrix10deleteRowsEiPKi)
FUNCTION(_ZN16CoinPackedMatrix13setDimensionsEii)
FUNCTION(_ZN16CoinPackedMatrix7reserveEiib)
FUNCTION(_ZN16CoinPackedMatrix9appendColEiPKiPKd)
FUNCTION(_ZN16CoinPackedMatrix9appendRowEiPKiPKd)
FUNCTION(_ZN16CoinPackedMatrixC1Ev)
FUNCTION(_ZN17ClpDualRowDantzigC1Ev)
FUNCTION(_ZN17ClpDualRowDantzigD1Ev)
FUNCTION(_ZN18CoinMessageHandler11setLogLevelEi)
FUNCTION(_ZN8ClpModel17setMaximumSecondsEd)
FUNCTION(_ZN8ClpModel18setPrimalToleranceEd)
FUNCTION(_ZN8ClpModel20setMaximumIterationsEi)
FUNCTION(_ZN8ClpModel24setOptimizationDirectionEd)
FUNCTION(_ZN8ClpModel7scalingEi)
FUNCTION(_ZNK8ClpModel8writeMpsEPKciid)

	.section .data.rel.ro, "aw"
	.quad 0, 0

	.section .note.GNU-stack, "", @progbits
