// SPDX-License-Identifier: Apache-2.0
#pragma once

// The one place that knows which SUNDIALS is here: 4.1 (Debian 11) to 6.x (Debian 12). From 6.0 on every
// object belongs to a SUNContext; before, there was none. Everything is linked statically and hidden inside
// core, since FMUs bring SUNDIALS of their own.

#include <cvode/cvode.h>
#include <cvode/cvode_ls.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_config.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include <cstddef>

#if SUNDIALS_VERSION_MAJOR < 4 || SUNDIALS_VERSION_MAJOR > 6
#error "solver/sundials_shim.hpp is written for SUNDIALS 4 to 6"
#endif

namespace lockstep::core::sundials {

/// Owns the SUNContext where there is one. Must outlive everything made with it.
class Context {
 public:
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;
#if SUNDIALS_VERSION_MAJOR >= 6
  Context() noexcept {
    if (SUNContext_Create(nullptr, &context_) != 0) context_ = nullptr;
  }
  ~Context() {
    if (context_ != nullptr) SUNContext_Free(&context_);
  }
  bool valid() const noexcept {
    return context_ != nullptr;
  }
  N_Vector vector(std::size_t size) const noexcept {
    return N_VNew_Serial(static_cast<sunindextype>(size), context_);
  }
  SUNMatrix matrix(std::size_t size) const noexcept {
    return SUNDenseMatrix(static_cast<sunindextype>(size), static_cast<sunindextype>(size), context_);
  }
  SUNLinearSolver dense_solver(N_Vector vector, SUNMatrix matrix) const noexcept {
    return SUNLinSol_Dense(vector, matrix, context_);
  }
  SUNNonlinearSolver fixed_point_solver(N_Vector vector) const noexcept {
    return SUNNonlinSol_FixedPoint(vector, 0, context_);
  }
  void* cvode(int method) const noexcept {
    return CVodeCreate(method, context_);
  }

 private:
  SUNContext context_{nullptr};
#else
  Context() noexcept = default;
  bool valid() const noexcept {
    return true;
  }
  N_Vector vector(std::size_t size) const noexcept {
    return N_VNew_Serial(static_cast<sunindextype>(size));
  }
  SUNMatrix matrix(std::size_t size) const noexcept {
    return SUNDenseMatrix(static_cast<sunindextype>(size), static_cast<sunindextype>(size));
  }
  SUNLinearSolver dense_solver(N_Vector vector, SUNMatrix matrix) const noexcept {
    return SUNLinSol_Dense(vector, matrix);
  }
  SUNNonlinearSolver fixed_point_solver(N_Vector vector) const noexcept {
    return SUNNonlinSol_FixedPoint(vector, 0);
  }
  void* cvode(int method) const noexcept {
    return CVodeCreate(method);
  }
#endif
};

}  // namespace lockstep::core::sundials
