//go:build clp

// The C interface of CLP cannot choose the pivot rule of the dual simplex.

#include <coin/ClpDualRowDantzig.hpp>
#include <coin/ClpSimplex.hpp>
#define CLP_EXTERN_C // defines the structure behind a pointer to Clp_Simplex
#include <coin/Clp_C_Interface.h>

// nonet_use_dantzig makes the dual simplex of a Clp_Simplex choose the row with the largest infeasibility.
extern "C" void nonet_use_dantzig(void *model) {
  ClpDualRowDantzig rule;
  static_cast<Clp_Simplex *>(model)->model_->setDualRowPivotAlgorithm(rule);
}
