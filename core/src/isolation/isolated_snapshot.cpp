// SPDX-License-Identifier: Apache-2.0
// States of isolated FMUs: they lie in the worker, and as bytes, where the FMU can do that, also in the host.
#include "isolation/isolated_stepper_impl.hpp"
#include "lockstep/core/error.hpp"

namespace lockstep::core::isolation {
IsolatedSnapshot::~IsolatedSnapshot() {
  owner.forget(*this);
}

void IsolatedStepper::save(std::unique_ptr<Snapshot>& snapshot) {
  auto* mine = dynamic_cast<IsolatedSnapshot*>(snapshot.get());
  std::unique_ptr<IsolatedSnapshot> fresh;
  if (mine == nullptr || &mine->owner != this || mine->worker != worker_number_) {
    fresh = std::make_unique<IsolatedSnapshot>(*this, ++snapshots_, worker_number_);
    mine = fresh.get();
  }
  FrameWriter request = worker_->begin(Request::kSave, "saving the state", kNoTime);
  request.value(mine->id);
  // Whoever rolls back all the time does not want to pay for bytes all the time.
  request.value<std::uint8_t>(options_.rollback_possible ? 0 : 1);
  FrameReader reply = worker_->finish_or_throw(request);
  reply.read_text(mine->bytes);
  mine->time_s = time_s_;
  if (!reply.ok()) {
    worker_->garbled();
    worker_->throw_report();
  }
  if (fresh != nullptr) snapshot = std::move(fresh);
}

void IsolatedStepper::restore(const Snapshot& snapshot) {
  const auto* mine = dynamic_cast<const IsolatedSnapshot*>(&snapshot);
  if (mine == nullptr || &mine->owner != this) {
    throw Error{ErrorCode::kBadUsage, name() + ": the snapshot belongs to another stepper; restore it there"};
  }
  const bool here = mine->worker == worker_number_;
  if (!worker_->alive() || (!here && mine->bytes.empty())) {
    throw Error{ErrorCode::kFmuFailed,
                name() + ": the snapshot was lost with the FMU's process; reset() starts a new one"};
  }
  if (!here && !running_) {
    throw Error{ErrorCode::kBadUsage,
                name() +
                    ": the snapshot is of an earlier process of the FMU; call initialize() before it is "
                    "restored in this one"};
  }
  FrameWriter request =
      worker_->begin(here ? Request::kRestore : Request::kUnpack, "restoring the state", kNoTime);
  if (here) {
    request.value(mine->id);
  } else {
    request.value(mine->time_s);
    request.value<std::uint64_t>(mine->bytes.size());
    request.bytes(mine->bytes.data(), mine->bytes.size());
  }
  fetch_state(request);
  time_s_ = mine->time_s;
  running_ = true;
}

void IsolatedStepper::fetch_state(const FrameWriter& request) {
  FrameReader reply = worker_->finish_or_throw(request);
  if (read_state(reply)) return;
  worker_->garbled();
  worker_->throw_report();
}

void IsolatedStepper::forget(const IsolatedSnapshot& snapshot) noexcept {
  if (snapshot.worker != worker_number_ || !worker_->alive()) return;
  FrameWriter request = worker_->begin(Request::kForget, "freeing a saved state", kNoTime);
  request.value(snapshot.id);
  static_cast<void>(worker_->finish(request));
}

}  // namespace lockstep::core::isolation
