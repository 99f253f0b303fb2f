// SPDX-License-Identifier: Apache-2.0
#include "solver/cvode_solver.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>

#include <fmt/format.h>

#include "lockstep/core/error.hpp"
#include "memory_room.hpp"
#include "solver/indicator_sides.hpp"
#include "solver/sundials_shim.hpp"

namespace lockstep::core {

namespace {

// CVODE refuses to start when the stop time is within a few roundings of the start. Over such a way the
// states do not move by more than a rounding either.
constexpr double kNegligibleRoundings = 16.0;

// CVODE only warns about steps too short to move the time and would take them for ever in front of a point
// the model refuses or a singularity. A few of them happen in honest starts.
constexpr int kMaxStalledSteps = 20;
constexpr int kRecently = 100;  // steps

void check(bool done, const char* what) {
  if (!done)
    throw Error{ErrorCode::kUnsupported,
                fmt::format("solver cvode: {} failed; there is not enough memory for it", what)};
}

}  // namespace

struct CvodeSolver::Impl {
  Impl(OdeProblem& the_problem, const OdeSolverSettings& settings);
  ~Impl();
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  void set_up(const OdeSolverSettings& settings);
  void attach_algebra();
  void rehearse();
  Advance classify(int flag) noexcept;
  Advance fail(Advance how, const char* words) noexcept;
  Advance after_step(double before_s, double now_s, double stop_time_s) noexcept;

  // CVODE's callbacks: 0 done, > 0 try a smaller step, < 0 give up.
  int answer(Evaluation evaluation) noexcept;
  static int derivatives(realtype time, N_Vector states, N_Vector derivatives, void* self) noexcept;
  static int indicators(realtype time, N_Vector states, realtype* indicators, void* self) noexcept;
  static int jacobian(realtype time, N_Vector states, N_Vector derivatives, SUNMatrix jacobian, void* self,
                      N_Vector scratch, N_Vector, N_Vector) noexcept;
  Evaluation difference_quotients(double time_s, N_Vector states, Span<const double> slopes,
                                  Span<double> columns, N_Vector scratch) noexcept;
  Evaluation evaluate(double time_s, N_Vector states, Span<double> slopes) noexcept;
  static void report(int code, const char* module, const char* function, char* message, void* self) noexcept;

  Span<double> view(N_Vector vector) const noexcept { return {NV_DATA_S(vector), size}; }

  OdeProblem& problem;
  const std::size_t size;
  const SolverKind kind;
  const double relative_tolerance;
  IndicatorSides sides;
  std::vector<double> start_indicators;
  bool rehearsing{false};
  Evaluation last_evaluation{Evaluation::kOk};
  int steps_since_refusal{kRecently};  // since the model last answered kRetry
  int stalled_steps{0};
  double failed_at_s{0.0};
  std::array<char, 512> message{};  // of the last failure; no allocation while stepping

  sundials::Context context;  // destroyed after all that was made with it
  N_Vector states{nullptr}, tolerances{nullptr};
  SUNMatrix matrix{nullptr};
  SUNLinearSolver linear_solver{nullptr};
  SUNNonlinearSolver nonlinear_solver{nullptr};
  void* cvode{nullptr};
};

CvodeSolver::Impl::Impl(OdeProblem& the_problem, const OdeSolverSettings& settings)
    : problem{the_problem},
      size{the_problem.state_count()},
      kind{settings.kind},
      relative_tolerance{settings.relative_tolerance},
      sides{the_problem.indicator_count()},
      start_indicators(the_problem.indicator_count()) {
  if (!(relative_tolerance > 0.0) || settings.absolute_tolerances.size() != size)
    throw Error{ErrorCode::kBadUsage,
                fmt::format("solver cvode: relative tolerance {} with {} absolute tolerances for "
                            "{} states; give a tolerance > 0 and one for each state",
                            relative_tolerance, settings.absolute_tolerances.size(), size)};
  constexpr std::size_t kMatrices = 2;  // the iteration matrix, and the Jacobian it is made from
  if (kind == SolverKind::kCvodeBdf && size > 0 && !fits_memory(size, kMatrices * size * sizeof(realtype)))
    throw Error{
        ErrorCode::kUnsupported,
        fmt::format("solver cvode: the dense matrices of {} states do not fit into the memory of this "
                    "machine; choose adams, rk4 or euler (command line: --solver)",
                    size)};
}

CvodeSolver::Impl::~Impl() {
  if (cvode != nullptr) CVodeFree(&cvode);
  if (nonlinear_solver != nullptr) SUNNonlinSolFree(nonlinear_solver);
  if (linear_solver != nullptr) SUNLinSolFree(linear_solver);
  if (matrix != nullptr) SUNMatDestroy(matrix);
  if (tolerances != nullptr) N_VDestroy(tolerances);
  if (states != nullptr) N_VDestroy(states);
}

void CvodeSolver::Impl::set_up(const OdeSolverSettings& settings) {
  check(context.valid(), "SUNContext_Create");
  states = context.vector(size);
  tolerances = context.vector(size);
  check(states != nullptr && tolerances != nullptr, "N_VNew_Serial");
  N_VConst(0.0, states);
  std::copy(settings.absolute_tolerances.begin(), settings.absolute_tolerances.end(),
            view(tolerances).begin());

  cvode = context.cvode(kind == SolverKind::kCvodeAdams ? CV_ADAMS : CV_BDF);
  check(cvode != nullptr, "CVodeCreate");
  check(CVodeSetErrHandlerFn(cvode, &Impl::report, this) == CV_SUCCESS, "CVodeSetErrHandlerFn");
  check(CVodeInit(cvode, &Impl::derivatives, 0.0, states) == CV_SUCCESS, "CVodeInit");
  check(CVodeSetUserData(cvode, this) == CV_SUCCESS, "CVodeSetUserData");
  check(CVodeSVtolerances(cvode, relative_tolerance, tolerances) == CV_SUCCESS, "CVodeSVtolerances");
  if (std::isfinite(settings.max_step_s))
    check(CVodeSetMaxStep(cvode, settings.max_step_s) == CV_SUCCESS, "CVodeSetMaxStep");
  attach_algebra();
  if (sides.size() > 0) {
    check(CVodeRootInit(cvode, static_cast<int>(sides.size()), &Impl::indicators) == CV_SUCCESS,
          "CVodeRootInit");
    check(CVodeSetNoInactiveRootWarn(cvode) == CV_SUCCESS, "CVodeSetNoInactiveRootWarn");
  }
  rehearse();
}

// CVODE takes the rest of its memory in its first step. One step of dx/dt = 0, without asking the model,
// makes it do so now, because a step of the simulation must not allocate.
void CvodeSolver::Impl::rehearse() {
  rehearsing = true;
  realtype reached_s = 0.0;
  check(CVode(cvode, 1.0, states, &reached_s, CV_ONE_STEP) >= 0, "CVode");
  rehearsing = false;
}

void CvodeSolver::Impl::attach_algebra() {
  if (kind == SolverKind::kCvodeAdams) {
    nonlinear_solver = context.fixed_point_solver(states);
    check(nonlinear_solver != nullptr, "SUNNonlinSol_FixedPoint");
    check(CVodeSetNonlinearSolver(cvode, nonlinear_solver) == CV_SUCCESS, "CVodeSetNonlinearSolver");
    return;
  }
  matrix = context.matrix(size);
  check(matrix != nullptr, "SUNDenseMatrix");
  linear_solver = context.dense_solver(states, matrix);
  check(linear_solver != nullptr, "SUNLinSol_Dense");
  check(CVodeSetLinearSolver(cvode, linear_solver, matrix) == CVLS_SUCCESS, "CVodeSetLinearSolver");
  check(CVodeSetJacFn(cvode, &Impl::jacobian) == CVLS_SUCCESS, "CVodeSetJacFn");
}

int CvodeSolver::Impl::answer(Evaluation evaluation) noexcept {
  // Sticky: the fixed point iteration of SUNDIALS 6.4 takes a failed model for one that only wants a smaller
  // step.
  if (last_evaluation != Evaluation::kFailed) last_evaluation = evaluation;
  if (evaluation == Evaluation::kRetry) steps_since_refusal = 0;
  return last_evaluation == Evaluation::kOk ? 0 : last_evaluation == Evaluation::kRetry ? 1 : -1;
}

Evaluation CvodeSolver::Impl::evaluate(double time_s, N_Vector at, Span<double> slopes) noexcept {
  if (rehearsing) {
    std::fill(slopes.begin(), slopes.end(), 0.0);
    return Evaluation::kOk;
  }
  if (last_evaluation == Evaluation::kFailed) return last_evaluation;  // a failed model is not called again
  const Evaluation evaluation = problem.derivatives(time_s, view(at), slopes);
  if (evaluation != Evaluation::kOk) return evaluation;
  for (const double slope : slopes)
    if (!std::isfinite(slope)) return Evaluation::kRetry;
  return Evaluation::kOk;
}

int CvodeSolver::Impl::derivatives(realtype time, N_Vector states, N_Vector derivatives,
                                   void* self) noexcept {
  Impl& impl = *static_cast<Impl*>(self);
  return impl.answer(impl.evaluate(time, states, impl.view(derivatives)));
}

int CvodeSolver::Impl::indicators(realtype time, N_Vector states, realtype* indicators, void* self) noexcept {
  Impl& impl = *static_cast<Impl*>(self);
  const Span<double> shifted{indicators, impl.sides.size()};
  if (impl.rehearsing) {
    std::fill(shifted.begin(), shifted.end(), 1.0);
    return 0;
  }
  const Evaluation evaluation = impl.problem.indicators(time, impl.view(states), shifted);
  if (evaluation == Evaluation::kOk) impl.sides.shift(shifted);
  return impl.answer(evaluation);
}

int CvodeSolver::Impl::jacobian(realtype time, N_Vector states, N_Vector derivatives, SUNMatrix jacobian,
                                void* self, N_Vector scratch, N_Vector, N_Vector) noexcept {
  Impl& impl = *static_cast<Impl*>(self);
  const Span<double> columns{SM_DATA_D(jacobian), impl.size * impl.size};
  if (impl.problem.has_jacobian() && !impl.rehearsing) {
    const Evaluation evaluation = impl.problem.jacobian(time, impl.view(states), columns);
    const auto finite = [](double slope) { return std::isfinite(slope); };
    // Exact, but of no use where a slope is infinite (a root at zero); differences are finite there.
    if (evaluation != Evaluation::kOk || std::all_of(columns.begin(), columns.end(), finite))
      return impl.answer(evaluation);
  }
  return impl.answer(impl.difference_quotients(time, states, impl.view(derivatives), columns, scratch));
}

// CVODE has difference quotients of its own, but takes memory for each Jacobian. The increment of a state
// follows its size, its way in a step and the smallest change that the tolerances make matter, whichever is
// largest.
Evaluation CvodeSolver::Impl::difference_quotients(double time_s, N_Vector at, Span<const double> slopes,
                                                   Span<double> columns, N_Vector scratch) noexcept {
  realtype step_s = 0.0;
  (void)CVodeGetCurrentStep(cvode, &step_s);
  const double root_of_rounding = std::sqrt(std::numeric_limits<double>::epsilon());
  N_VScale(1.0, at, scratch);
  const Span<double> moved = view(scratch);
  for (std::size_t j = 0; j < size; ++j) {
    const double x = moved[j];
    const double way = step_s * slopes[j];
    const double matters = relative_tolerance * std::fabs(x) + view(tolerances)[j];
    double increment = root_of_rounding * std::max({std::fabs(x), std::fabs(way), matters});
    if (way < 0.0)
      increment = -increment;  // the way the solution goes is where the model is sure to be defined
    moved[j] = x + increment;
    const double exact_increment = moved[j] - x;
    const Span<double> column = columns.subspan(j * size, size);
    const Evaluation evaluation = evaluate(time_s, scratch, column);
    if (evaluation != Evaluation::kOk) return evaluation;
    for (std::size_t i = 0; i < size; ++i)
      column[i] = (column[i] - slopes[i]) / exact_increment;
    moved[j] = x;
  }
  return Evaluation::kOk;
}

void CvodeSolver::Impl::report(int code, const char* /*module*/, const char* function, char* message,
                               void* self) noexcept {
  if (code >= 0) return;  // warnings about steps that vanish in the rounding of the time: the stop time tells
  Impl& impl = *static_cast<Impl*>(self);
  std::snprintf(impl.message.data(), impl.message.size(), "%s: %s", function, message);
}

Advance CvodeSolver::Impl::classify(int flag) noexcept {
  const bool refused =
      flag == CV_FIRST_RHSFUNC_ERR || flag == CV_REPTD_RHSFUNC_ERR || flag == CV_UNREC_RHSFUNC_ERR ||
      ((flag == CV_LSETUP_FAIL || flag == CV_RTFUNC_FAIL) && last_evaluation == Evaluation::kRetry);
  if (!refused) return Advance::kSolverFailed;
  return fail(Advance::kModelRefused,
              "the model cannot be evaluated, or its derivatives are not finite, beyond here");
}

Advance CvodeSolver::Impl::fail(Advance how, const char* words) noexcept {
  std::snprintf(message.data(), message.size(), "%s", words);
  return how;
}

Advance CvodeSolver::Impl::after_step(double before_s, double now_s, double stop_time_s) noexcept {
  if (now_s == stop_time_s) return Advance::kStopReached;
  if (steps_since_refusal < kRecently) ++steps_since_refusal;
  stalled_steps = now_s != before_s ? 0 : stalled_steps + 1;
  if (stalled_steps < kMaxStalledSteps) return Advance::kStepCompleted;
  failed_at_s = now_s;
  if (steps_since_refusal < kRecently)
    return fail(Advance::kModelRefused,
                "the model cannot be evaluated, or its derivatives are not finite, beyond here");
  return fail(Advance::kSolverFailed,
              "the step size fell below the rounding of the time; the solution may be singular here");
}

CvodeSolver::CvodeSolver(OdeProblem& problem, const OdeSolverSettings& settings)
    : impl_{std::make_unique<Impl>(problem, settings)} {
  impl_->set_up(settings);  // after construction: the destructor frees what a failed set-up had made
}

CvodeSolver::~CvodeSolver() = default;

Evaluation CvodeSolver::reinitialize(double time_s, Span<const double> states) noexcept {
  Impl& impl = *impl_;
  time_s_ = time_s;
  impl.last_evaluation = Evaluation::kOk;
  impl.stalled_steps = 0;
  impl.steps_since_refusal = kRecently;
  std::copy(states.begin(), states.end(), impl.view(impl.states).begin());
  // Neither can fail: the sizes and signs were checked in the set-up, and the memory is there.
  (void)CVodeReInit(impl.cvode, time_s, impl.states);
  (void)CVodeSVtolerances(impl.cvode, impl.relative_tolerance, impl.tolerances);
  if (impl.sides.size() == 0) return Evaluation::kOk;
  const Evaluation evaluation = impl.problem.indicators(time_s, states, impl.start_indicators);
  if (evaluation == Evaluation::kOk) impl.sides.restart(impl.start_indicators);
  return evaluation;
}

Advance CvodeSolver::advance(double stop_time_s) noexcept {
  Impl& impl = *impl_;
  const double magnitude_s = std::max(std::fabs(time_s_), std::fabs(stop_time_s));
  const double way_s = stop_time_s - time_s_;
  if (way_s <= kNegligibleRoundings * std::numeric_limits<double>::epsilon() * magnitude_s) {
    const Evaluation evaluation =
        way_s > 0.0 ? reinitialize(stop_time_s, impl.view(impl.states)) : Evaluation::kOk;
    return evaluation == Evaluation::kOk       ? Advance::kStopReached
           : evaluation == Evaluation::kFailed ? Advance::kModelFailed
                                               : Advance::kModelRefused;
  }
  (void)CVodeSetStopTime(impl.cvode, stop_time_s);
  const double before_s = time_s_;
  realtype reached_s = time_s_;
  const int flag = CVode(impl.cvode, stop_time_s, impl.states, &reached_s, CV_ONE_STEP);
  time_s_ = reached_s;
  if (impl.last_evaluation == Evaluation::kFailed) {
    impl.failed_at_s = time_s_;
    return impl.fail(Advance::kModelFailed, "the model failed in the step from here");
  }
  if (flag == CV_ROOT_RETURN) return Advance::kRootFound;
  if (flag == CV_TSTOP_RETURN) return Advance::kStopReached;
  if (flag >= 0) return impl.after_step(before_s, time_s_, stop_time_s);
  impl.failed_at_s = time_s_;
  return impl.classify(flag);
}

void CvodeSolver::set_absolute_tolerances(Span<const double> tolerances) noexcept {
  std::copy(tolerances.begin(), tolerances.end(), impl_->view(impl_->tolerances).begin());
}

Span<const double> CvodeSolver::states() const noexcept {
  return impl_->view(impl_->states);
}

std::string CvodeSolver::failure() const {
  if (impl_->message[0] == '\0') return {};
  return fmt::format("cvode at {} s (relative tolerance {}): {}", impl_->failed_at_s,
                     impl_->relative_tolerance, impl_->message.data());
}

}  // namespace lockstep::core
