// SPDX-License-Identifier: Apache-2.0
#include "model_order.hpp"

#include <algorithm>
#include <map>

namespace lockstep::hosts::shell {
namespace {

bool runs_in(std::uint8_t phases, unsigned phase) {
  return (phases >> phase & 1U) != 0;
}

/// The first phase of some, 3 when there is none.
unsigned first_of(std::uint8_t phases) {
  for (unsigned phase = 0; phase < 3; ++phase) {
    if (runs_in(phases, phase)) return phase;
  }
  return 3;
}

}  // namespace

std::vector<ModelSession*> order_models(const std::vector<ModelSession*>& models, unsigned phase) {
  std::map<runtime::Owner, ModelSession*> owners;
  for (ModelSession* model : models) {
    if (model->runs()) owners[model->runtime()->owner()] = model;
  }
  std::map<ModelSession*, std::vector<runtime::OutsideRead>> reads;  // that each model waits for
  for (ModelSession* model : models) {
    if (!model->runs()) continue;
    for (runtime::OutsideRead& read : model->runtime()->outside_reads()) {
      if (first_of(read.read_in) < first_of(read.written_in) && first_of(read.written_in) < 3) {
        model->stop("it reads signal '" + read.signal +
                    "' of another model in the same step before it is written; read it delayed");
        continue;
      }
      if (runs_in(read.read_in, phase) && runs_in(read.written_in, phase))
        reads[model].push_back(std::move(read));
    }
  }
  if (reads.empty()) return models;
  std::vector<ModelSession*> order;
  std::vector<ModelSession*> waiting = models;
  const auto is_ready = [&](ModelSession* model) {
    const std::vector<runtime::OutsideRead>& own = reads[model];
    return std::none_of(own.begin(), own.end(), [&](const runtime::OutsideRead& read) {
      const auto writer = owners.find(read.writer);
      return writer != owners.end() &&
             std::find(waiting.begin(), waiting.end(), writer->second) != waiting.end();
    });
  };
  while (!waiting.empty()) {
    auto next = std::find_if(waiting.begin(), waiting.end(), is_ready);
    if (next == waiting.end()) {
      next = waiting.begin();
      (*next)->stop("it and another model wait for each other's signals in the same step ('" +
                    reads[*next].front().signal + "'); read one of them delayed");
    }
    order.push_back(*next);
    waiting.erase(next);
  }
  return order;
}

}  // namespace lockstep::hosts::shell
