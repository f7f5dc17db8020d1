//go:build clp

// Each function of CLP that coin.go and coin.cpp call is a stub here: it jumps to the address that
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
FUNCTION(Clp_scaling)
FUNCTION(Clp_setLogLevel)
FUNCTION(Clp_setMaximumIterations)
FUNCTION(Clp_status)
FUNCTION(_ZN10ClpSimplex24setDualRowPivotAlgorithmER15ClpDualRowPivot)
FUNCTION(_ZN17ClpDualRowDantzigC1Ev)
FUNCTION(_ZN17ClpDualRowDantzigD1Ev)

	.section .data.rel.ro, "aw"
	.quad 0, 0

	.section .note.GNU-stack, "", @progbits
