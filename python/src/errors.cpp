// SPDX-License-Identifier: Apache-2.0
#include "lockstep/core/error.hpp"
#include "python.hpp"

namespace lockstep::python {

void add_errors(py::module_& module) {
  // Lives as long as the interpreter, which ends without destructors of static objects.
  static PyObject* const type = py::exception<Error>{module, "Error", PyExc_RuntimeError}.release().ptr();
  py::handle{type}.attr("__doc__") =
      "What went wrong and what to do. code: one word for programs, as \"not-found\".";
  py::register_exception_translator([](std::exception_ptr thrown) {
    if (!thrown) return;
    try {
      std::rethrow_exception(std::move(thrown));
    } catch (const Error& error) {
      const py::object instance = py::handle{type}(error.what());
      instance.attr("code") = to_string(error.code());
      PyErr_SetObject(type, instance.ptr());
    }
  });
}

}  // namespace lockstep::python
