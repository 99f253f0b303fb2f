// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <vector>

#include <lockstep/exporter/fmu.hpp>

using namespace lockstep::exporter;

/// Linear system of any size: x' = A x + B u, y = C x + D u, x(0) = x0. Matrices are row-major.
template <class Real>
struct StateSpace {
  std::uint64_t m{3}, n{3}, r{3};
  std::vector<Real> a, b, c, d, x0, u{1.0, 2.0, 3.0}, y, x, der_x;

  StateSpace() { configure(); }

  void describe(Description& model) {
    model.about("Linear time-invariant system whose size is a parameter");
    model.experiment().stop_time(10.0).step_size(0.1);
    model.solver(Solver::rk4().step(0.01));

    model.structural_parameter("m", m, "Number of inputs").range(1, 100);
    model.structural_parameter("n", n, "Number of states").range(1, 100);
    model.structural_parameter("r", r, "Number of outputs").range(1, 100);
    model.parameter("A", a, "State matrix").dimensions(n, n).tunable();
    model.parameter("B", b, "Input matrix").dimensions(n, m).tunable();
    model.parameter("C", c, "Output matrix").dimensions(r, n).tunable();
    model.parameter("D", d, "Feedthrough matrix").dimensions(r, m).tunable();
    model.parameter("x0", x0, "States at the start").dimensions(n);
    model.input("u", u, "Inputs").dimensions(m);
    model.output("y", y, "Outputs").dimensions(r);
    model.local("x", x, "States").dimensions(n).derivative(der_x).calculated();
    model.local("der(x)", der_x, "Derivatives of the states").dimensions(n);
  }

  /// Unit matrices of the current sizes, inputs 1, 2, 3, ...
  void configure() {
    a = identity(n, n);
    b = identity(n, m);
    c = identity(r, n);
    d = identity(r, m);
    x0.assign(n, 0.0);
    u.resize(m);
    for (std::size_t i = 0; i < m; ++i)
      u[i] = static_cast<double>(i + 1);
    y.assign(r, 0.0);
    x.assign(n, 0.0);
    der_x.assign(n, 0.0);
  }

  void initialize() { x = x0; }

  void equations() {
    for (std::size_t i = 0; i < n; ++i)
      der_x[i] = row(a, i, x) + row(b, i, u);
    for (std::size_t i = 0; i < r; ++i)
      y[i] = row(c, i, x) + row(d, i, u);
  }

 private:
  static std::vector<Real> identity(std::size_t rows, std::size_t columns) {
    std::vector<Real> matrix(rows * columns, 0.0);
    for (std::size_t i = 0; i < rows && i < columns; ++i)
      matrix[i * columns + i] = 1.0;
    return matrix;
  }

  /// Row i of a matrix times a vector.
  static Real row(const std::vector<Real>& matrix, std::size_t i, const std::vector<Real>& v) {
    Real sum = 0.0;
    for (std::size_t j = 0; j < v.size(); ++j)
      sum += matrix[i * v.size() + j] * v[j];
    return sum;
  }
};

LOCKSTEP_FMU(StateSpace)
