// SPDX-License-Identifier: Apache-2.0
// Steps an FMI 3.0 Co-Simulation library and prints what it computes: the least program that can say whether
// a library built for another processor does the same. Nothing but C, so that it is built by whatever
// compiler built the library.
//
// usage: fmi3_step LIBRARY TOKEN RESOURCES STEPS DENOMINATOR [set REFERENCE VALUE]... [get REFERENCE]...
//
// Steps are 1 / DENOMINATOR seconds long. Prints a row of hexadecimal Float64 values at the start and after
// each step.
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lockstep/fmi/fmi3.h"

enum { kMaxVariables = 64 };

static fmi3GetFloat64TYPE* get_float64;
static fmi3ValueReference references[kMaxVariables];
static size_t reference_count;

static void require(int condition, const char* what) {
  if (condition) return;
  fprintf(stderr, "fmi3_step: %s failed\n", what);
  exit(1);
}

static void* function(void* library, const char* name) {
  void* address = dlsym(library, name);
  require(address != NULL, name);
  return address;
}

static void log_message(fmi3InstanceEnvironment environment, fmi3Status status, fmi3String category,
                        fmi3String message) {
  (void)environment;
  fprintf(stderr, "%d %s: %s\n", (int)status, category, message);
}

static void print_row(fmi3Instance instance) {
  fmi3Float64 values[kMaxVariables];
  require(get_float64(instance, references, reference_count, values, reference_count) == fmi3OK,
          "fmi3GetFloat64");
  for (size_t i = 0; i < reference_count; ++i)
    printf("%s%a", i == 0 ? "" : ",", values[i]);
  printf("\n");
}

int main(int argc, char** argv) {
  require(argc > 5, "reading the arguments");
  void* library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  require(library != NULL, argv[1]);
  fmi3InstantiateCoSimulationTYPE* instantiate = function(library, "fmi3InstantiateCoSimulation");
  fmi3SetFloat64TYPE* set_float64 = function(library, "fmi3SetFloat64");
  fmi3EnterInitializationModeTYPE* enter = function(library, "fmi3EnterInitializationMode");
  fmi3ExitInitializationModeTYPE* leave = function(library, "fmi3ExitInitializationMode");
  fmi3DoStepTYPE* do_step = function(library, "fmi3DoStep");
  fmi3TerminateTYPE* terminate = function(library, "fmi3Terminate");
  fmi3FreeInstanceTYPE* release = function(library, "fmi3FreeInstance");
  get_float64 = function(library, "fmi3GetFloat64");

  fmi3Instance instance =
      instantiate("probe", argv[2], argv[3], false, false, false, false, NULL, 0, NULL, log_message, NULL);
  require(instance != NULL, "fmi3InstantiateCoSimulation");
  for (int i = 6; i < argc; ++i) {
    if (strcmp(argv[i], "set") == 0) {
      require(i + 2 < argc, "reading the arguments");
      const fmi3ValueReference reference = (fmi3ValueReference)strtoul(argv[i + 1], NULL, 10);
      const fmi3Float64 value = strtod(argv[i + 2], NULL);
      require(set_float64(instance, &reference, 1, &value, 1) == fmi3OK, "fmi3SetFloat64");
      i += 2;
    } else {
      require(i + 1 < argc && reference_count < kMaxVariables, "reading the arguments");
      references[reference_count++] = (fmi3ValueReference)strtoul(argv[i + 1], NULL, 10);
      i += 1;
    }
  }
  require(enter(instance, false, 0.0, 0.0, false, 0.0) == fmi3OK, "fmi3EnterInitializationMode");
  require(leave(instance) == fmi3OK, "fmi3ExitInitializationMode");
  print_row(instance);
  const long steps = strtol(argv[4], NULL, 10);
  const double denominator = strtod(argv[5], NULL);
  for (long k = 0; k < steps; ++k) {
    fmi3Boolean event = false, end = false, early = false;
    fmi3Float64 reached = 0.0;
    const double from_s = (double)k / denominator;
    require(do_step(instance, from_s, (double)(k + 1) / denominator - from_s, true, &event, &end, &early,
                    &reached) == fmi3OK,
            "fmi3DoStep");
    print_row(instance);
  }
  require(terminate(instance) == fmi3OK, "fmi3Terminate");
  release(instance);
  return 0;
}
