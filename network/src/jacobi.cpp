// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "master.hpp"
#include "worker_pool.hpp"

namespace lockstep::network {
namespace {

class Jacobi final : public Master {
 public:
  explicit Jacobi(const MasterOptions& options) : threads_{std::max<std::size_t>(1, options.threads)} {}

  void prepare(Coupling& coupling) override {
    threads_ = std::min(threads_, std::max<std::size_t>(1, coupling.components.size()));
    if (threads_ > 1 && pool_ == nullptr) pool_ = std::make_unique<WorkerPool>(threads_);
  }

  bool step(Coupling& coupling, const core::StepInterval& interval) noexcept override {
    for (std::size_t d = 0; d < coupling.links.size(); ++d)
      coupling.used[d] =
          coupling.links[d].end == nullptr ? coupling.now[d] : coupling.predicted(d, interval.size_s);
    for (std::size_t c = 0; c < coupling.components.size(); ++c)
      coupling.move_others(c);
    Work work{&coupling, &interval, threads_};
    if (pool_ == nullptr)
      advance_share(&work, 0);
    else
      pool_->run(&advance_share, &work);
    for (const core::StepOutcome& outcome : coupling.outcomes)
      if (!succeeded(outcome.status) || outcome.terminated) return false;
    coupling.accept(interval);
    return true;
  }

 private:
  struct Work {
    Coupling* coupling;
    const core::StepInterval* interval;
    std::size_t threads;
  };
  /// A component always steps on the same thread, and no thread sees what another one computes.
  static void advance_share(void* context, std::size_t worker) noexcept {
    const Work& work = *static_cast<const Work*>(context);
    for (std::size_t c = worker; c < work.coupling->components.size(); c += work.threads)
      static_cast<void>(work.coupling->advance(c, *work.interval));
  }

  std::size_t threads_;
  std::unique_ptr<WorkerPool> pool_;
};

}  // namespace

std::unique_ptr<Master> make_jacobi(const MasterOptions& options) {
  return std::make_unique<Jacobi>(options);
}

}  // namespace lockstep::network
