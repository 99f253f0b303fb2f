// SPDX-License-Identifier: Apache-2.0
#include "raw_fmu.hpp"

#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

#include "lockstep/core/archive.hpp"
#include "lockstep/core/error.hpp"
#include "lockstep/fmi/fmi2.h"
#include "lockstep/fmi/fmi3.h"

namespace lockstep::bench {
namespace {

[[noreturn]] void fail(const FmuFacts& facts, const std::string& call) {
  throw Error{ErrorCode::kFmuFailed, "'" + facts.path.string() + "': " + call + " failed in the raw loop"};
}

// FMUs keep a copy of it, which counts as their own memory: as long as an importer's would be.
constexpr const char* kResourceUri =
    "file:///the/cache/folders/of/lockstep/v1/"
    "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef/resources/";
constexpr const char* kResourcePath = kResourceUri + sizeof "file://" - 1;  // FMI 3 wants a path

class Library {
 public:
  explicit Library(const std::filesystem::path& path) : handle_{dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)} {
    if (handle_ == nullptr) {
      throw Error{ErrorCode::kLoadFailed, dlerror()};
    }
  }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;
  ~Library() { dlclose(handle_); }

  template <class Function>
  Function* find(const char* name) const {
    void* symbol = dlsym(handle_, name);
    if (symbol == nullptr) {
      throw Error{ErrorCode::kLoadFailed, dlerror()};
    }
    return reinterpret_cast<Function*>(symbol);
  }

 private:
  void* handle_;
};

// Loop and CSV, the same for both versions; Version says how to step and get.
template <class Version>
class RawLoop : public RawFmu {
 public:
  RawLoop(const FmuFacts& facts, const std::filesystem::path& library)
      : facts_{facts},
        fmu_{facts, library},
        all_inputs_(facts.inputs.size()),
        all_values_(facts.outputs.size()) {}
  ~RawLoop() override { stop(); }
  RawLoop(const RawLoop&) = delete;
  RawLoop& operator=(const RawLoop&) = delete;

  void start() override {
    if (!fmu_.start(facts_)) {
      fail(facts_, "start");
    }
    step_index_ = 0;
  }

  void run(std::uint64_t count) override {
    unsigned int statuses = 0;
    const double step_s = facts_.step_s;
    const std::uint64_t end = step_index_ + count;
    for (std::uint64_t index = step_index_; index < end; ++index) {
      statuses |= fmu_.step_and_get(static_cast<double>(index) * step_s, step_s, facts_.references.data(),
                                    facts_.references.size(), values_.data());
    }
    step_index_ = end;
    if (statuses != 0) {
      fail(facts_, "doStep or get");
    }
  }

  void run_with_inputs(std::uint64_t count, const InputLoad& load) override {
    const std::vector<double>& inputs = load.rows.front();
    run_setting(count, [&](std::uint64_t) -> const std::vector<double>& { return inputs; });
  }

  void run_wide(std::uint64_t count) override {
    unsigned int statuses = 0;
    const double step_s = facts_.step_s;
    const std::uint64_t end = step_index_ + count;
    for (std::uint64_t index = step_index_; index < end; ++index) {
      for (std::size_t i = 0; i < all_inputs_.size(); ++i)
        all_inputs_[i] = static_cast<double>(index + i);
      statuses |= fmu_.set(facts_.inputs, all_inputs_);
      statuses |= fmu_.step_and_get(static_cast<double>(index) * step_s, step_s, facts_.outputs.data(),
                                    facts_.outputs.size(), all_values_.data());
    }
    step_index_ = end;
    if (statuses != 0) {
      fail(facts_, "set, doStep or get");
    }
  }

  void run_with_lines(std::uint64_t count, const InputLoad& load) override {
    std::vector<double> inputs(facts_.inputs.size());
    const double share = 1.0 / static_cast<double>(load.steps_per_point);
    run_setting(count, [&](std::uint64_t index) -> const std::vector<double>& {
      const std::uint64_t point = index / load.steps_per_point;
      const double weight = 1.0 - share * static_cast<double>(index % load.steps_per_point);
      const double* from = load.rows[point % load.rows.size()].data();
      const double* to = load.rows[(point + 1) % load.rows.size()].data();
      for (std::size_t i = 0; i < inputs.size(); ++i) {
        inputs[i] = weight * from[i] + (1.0 - weight) * to[i];
      }
      return inputs;
    });
  }

  void run_to_csv(std::uint64_t count, const std::filesystem::path& file) override {
    std::FILE* out = std::fopen(file.c_str(), "w");
    if (out == nullptr) {
      throw Error{ErrorCode::kSystem, "cannot write '" + file.string() + "'"};
    }
    std::fprintf(out, "time,%s,%s\n", facts_.output_names[0].c_str(), facts_.output_names[1].c_str());
    unsigned int statuses = 0;
    for (std::uint64_t end = step_index_ + count; step_index_ < end; ++step_index_) {
      statuses |= fmu_.step_and_get(static_cast<double>(step_index_) * facts_.step_s, facts_.step_s,
                                    facts_.references.data(), facts_.references.size(), values_.data());
      std::fprintf(out, "%.17g,%.17g,%.17g\n", static_cast<double>(step_index_ + 1) * facts_.step_s,
                   values_[0], values_[1]);
    }
    if (std::fclose(out) != 0 || statuses != 0) {
      fail(facts_, "doStep, get or writing");
    }
  }

  void stop() noexcept override { fmu_.stop(); }
  const std::array<double, 2>& values() const noexcept override { return values_; }
  const std::vector<double>& all_values() const noexcept override { return all_values_; }

 private:
  template <class InputsAt>
  void run_setting(std::uint64_t count, InputsAt&& inputs_at) {
    unsigned int statuses = 0;
    const double step_s = facts_.step_s;
    const std::uint64_t end = step_index_ + count;
    for (std::uint64_t index = step_index_; index < end; ++index) {
      statuses |= fmu_.set(facts_.inputs, inputs_at(index));
      statuses |= fmu_.step_and_get(static_cast<double>(index) * step_s, step_s, facts_.references.data(),
                                    facts_.references.size(), values_.data());
    }
    step_index_ = end;
    if (statuses != 0) {
      fail(facts_, "set, doStep or get");
    }
  }

  FmuFacts facts_;
  Version fmu_;
  std::uint64_t step_index_{0};
  std::array<double, 2> values_{};
  std::vector<double> all_inputs_, all_values_;
};

void ignore_log2(fmi2ComponentEnvironment, fmi2String, fmi2Status, fmi2String, fmi2String, ...) {}

class Fmi2 {
 public:
  Fmi2(const FmuFacts&, const std::filesystem::path& path)
      : library_{path},
        instantiate_{library_.find<fmi2InstantiateTYPE>("fmi2Instantiate")},
        free_{library_.find<fmi2FreeInstanceTYPE>("fmi2FreeInstance")},
        setup_{library_.find<fmi2SetupExperimentTYPE>("fmi2SetupExperiment")},
        enter_{library_.find<fmi2EnterInitializationModeTYPE>("fmi2EnterInitializationMode")},
        exit_{library_.find<fmi2ExitInitializationModeTYPE>("fmi2ExitInitializationMode")},
        terminate_{library_.find<fmi2TerminateTYPE>("fmi2Terminate")},
        step_{library_.find<fmi2DoStepTYPE>("fmi2DoStep")},
        get_{library_.find<fmi2GetRealTYPE>("fmi2GetReal")},
        set_{library_.find<fmi2SetRealTYPE>("fmi2SetReal")} {}

  bool start(const FmuFacts& facts) {
    instance_ = instantiate_("raw", fmi2CoSimulation, facts.token.c_str(), kResourceUri, &callbacks_,
                             fmi2False, fmi2False);
    return instance_ != nullptr && setup_(instance_, fmi2False, 0.0, 0.0, fmi2False, 0.0) <= fmi2Warning &&
           enter_(instance_) <= fmi2Warning && exit_(instance_) <= fmi2Warning;
  }
  unsigned int step_and_get(double from_s, double size_s, const std::uint32_t* references, std::size_t count,
                            double* values) {
    const auto stepped = static_cast<unsigned int>(step_(instance_, from_s, size_s, fmi2True));
    return stepped | static_cast<unsigned int>(get_(instance_, references, count, values));
  }
  unsigned int set(const std::vector<std::uint32_t>& references, const std::vector<double>& values) {
    return static_cast<unsigned int>(set_(instance_, references.data(), references.size(), values.data()));
  }
  void stop() noexcept {
    if (instance_ != nullptr) {
      terminate_(instance_);
      free_(instance_);
      instance_ = nullptr;
    }
  }

 private:
  Library library_;
  fmi2InstantiateTYPE* instantiate_;
  fmi2FreeInstanceTYPE* free_;
  fmi2SetupExperimentTYPE* setup_;
  fmi2EnterInitializationModeTYPE* enter_;
  fmi2ExitInitializationModeTYPE* exit_;
  fmi2TerminateTYPE* terminate_;
  fmi2DoStepTYPE* step_;
  fmi2GetRealTYPE* get_;
  fmi2SetRealTYPE* set_;
  fmi2CallbackFunctions callbacks_{ignore_log2, std::calloc, std::free, nullptr, nullptr};
  fmi2Component instance_{nullptr};
};

void ignore_log3(fmi3InstanceEnvironment, fmi3Status, fmi3String, fmi3String) {}

class Fmi3 {
 public:
  Fmi3(const FmuFacts&, const std::filesystem::path& path)
      : library_{path},
        instantiate_{library_.find<fmi3InstantiateCoSimulationTYPE>("fmi3InstantiateCoSimulation")},
        free_{library_.find<fmi3FreeInstanceTYPE>("fmi3FreeInstance")},
        enter_{library_.find<fmi3EnterInitializationModeTYPE>("fmi3EnterInitializationMode")},
        exit_{library_.find<fmi3ExitInitializationModeTYPE>("fmi3ExitInitializationMode")},
        terminate_{library_.find<fmi3TerminateTYPE>("fmi3Terminate")},
        step_{library_.find<fmi3DoStepTYPE>("fmi3DoStep")},
        get_{library_.find<fmi3GetFloat64TYPE>("fmi3GetFloat64")},
        set_{library_.find<fmi3SetFloat64TYPE>("fmi3SetFloat64")} {}

  bool start(const FmuFacts& facts) {
    instance_ = instantiate_("raw", facts.token.c_str(), kResourcePath, fmi3False, fmi3False, fmi3False,
                             fmi3False, nullptr, 0, nullptr, ignore_log3, nullptr);
    return instance_ != nullptr && enter_(instance_, fmi3False, 0.0, 0.0, fmi3False, 0.0) <= fmi3Warning &&
           exit_(instance_) <= fmi3Warning;
  }
  unsigned int step_and_get(double from_s, double size_s, const std::uint32_t* references, std::size_t count,
                            double* values) {
    fmi3Boolean event{fmi3False};
    fmi3Boolean terminate{fmi3False};
    fmi3Boolean early{fmi3False};
    double reached_s = 0.0;
    const auto stepped = static_cast<unsigned int>(
        step_(instance_, from_s, size_s, fmi3True, &event, &terminate, &early, &reached_s));
    return stepped | static_cast<unsigned int>(get_(instance_, references, count, values, count));
  }
  unsigned int set(const std::vector<std::uint32_t>& references, const std::vector<double>& values) {
    return static_cast<unsigned int>(
        set_(instance_, references.data(), references.size(), values.data(), values.size()));
  }
  void stop() noexcept {
    if (instance_ != nullptr) {
      terminate_(instance_);
      free_(instance_);
      instance_ = nullptr;
    }
  }

 private:
  Library library_;
  fmi3InstantiateCoSimulationTYPE* instantiate_;
  fmi3FreeInstanceTYPE* free_;
  fmi3EnterInitializationModeTYPE* enter_;
  fmi3ExitInitializationModeTYPE* exit_;
  fmi3TerminateTYPE* terminate_;
  fmi3DoStepTYPE* step_;
  fmi3GetFloat64TYPE* get_;
  fmi3SetFloat64TYPE* set_;
  fmi3Instance instance_{nullptr};
};

}  // namespace

std::unique_ptr<RawFmu> load_raw(const FmuFacts& facts, const std::filesystem::path& library) {
  if (facts.fmi_version == 2) {
    return std::make_unique<RawLoop<Fmi2>>(facts, library);
  }
  return std::make_unique<RawLoop<Fmi3>>(facts, library);
}

std::filesystem::path extract_binary(const FmuFacts& facts, const std::filesystem::path& folder) {
  const core::Bytes binary = core::Archive::open(facts.path).read(facts.binary_entry);
  const std::filesystem::path file = folder / (facts.model_identifier + ".so");
  std::ofstream out{file, std::ios::binary};
  out.write(binary.data(), static_cast<std::streamsize>(binary.size()));
  out.close();
  if (!out) {
    throw Error{ErrorCode::kSystem, "cannot write '" + file.string() + "'"};
  }
  return file;
}

}  // namespace lockstep::bench
