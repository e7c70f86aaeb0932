#include "eval/net.h"

#include <algorithm>
#include <cstring>

#include "eval/net_layers.h"

// The loops below are compiled for several processors, and the best that this one can do is chosen
// when the program starts. They count in whole numbers: all of them give the same.
// (Not under the sanitisers, which are not ready yet when that choice is made.)
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define TABULEIRO_ONE_PROCESSOR
#endif
#endif
#if defined(__x86_64__) && defined(__linux__) && !defined(TABULEIRO_ONE_PROCESSOR) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define TABULEIRO_FOR_PROCESSORS __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define TABULEIRO_FOR_PROCESSORS
#endif

namespace eval {

namespace {

using Wide = std::int32_t __attribute__((vector_size(kBlock * sizeof(std::int32_t))));
using Narrow = std::int16_t __attribute__((vector_size(kBlock * sizeof(std::int16_t))));

// Adds to the first layer what the inputs say.
TABULEIRO_FOR_PROCESSORS
void add_inputs(const NetInputs& inputs, const std::int16_t* rows, int width, int first_counted,
                std::int32_t* sums) {
  for (int block = 0; block < width; block += kBlock) {
    Wide part;
    std::memcpy(&part, sums + block, sizeof(part));
    for (const std::uint16_t input : inputs.active) {
      Narrow row;
      std::memcpy(&row, rows + static_cast<std::ptrdiff_t>(input) * width + block, sizeof(row));
      part += __builtin_convertvector(row, Wide);
    }
    for (int c = 0; c < inputs.counts.size(); ++c) {
      if (inputs.counts[c] == 0) continue;
      Narrow row;
      std::memcpy(&row, rows + static_cast<std::ptrdiff_t>(first_counted + c) * width + block,
                  sizeof(row));
      part += __builtin_convertvector(row, Wide) * inputs.counts[c];
    }
    std::memcpy(sums + block, &part, sizeof(part));
  }
}

// Adds up over the cells what lies between 0 and 1 of the rows of a cell's patterns.
TABULEIRO_FOR_PROCESSORS
void pool_cells(const NetInputs& inputs, const std::int16_t* rows, int width, std::int16_t* sums) {
  for (int block = 0; block < width; block += kBlock) {
    Narrow part = {};
    for (const auto& cell : inputs.cells) {
      Narrow around = {};
      for (const std::uint16_t pattern : cell) {
        Narrow row;
        std::memcpy(&row, rows + static_cast<std::ptrdiff_t>(pattern) * width + block, sizeof(row));
        around += row;
      }
      const Narrow least = {}, most = least + std::int16_t{Net::kPatternScale};
      around = around > least ? around : least;
      part += around < most ? around : most;
    }
    std::memcpy(sums + block, &part, sizeof(part));
  }
}

// One row of weights a value; many values are 0.
TABULEIRO_FOR_PROCESSORS
void multiply(const std::int16_t* values, int count, const std::int16_t* rows, int outputs,
              std::int32_t* sums) {
  for (int block = 0; block < outputs; block += kBlock) {
    Wide part;
    std::memcpy(&part, sums + block, sizeof(part));
    for (int i = 0; i < count; ++i) {
      if (values[i] == 0) continue;
      Narrow row;
      std::memcpy(&row, rows + static_cast<std::ptrdiff_t>(i) * outputs + block, sizeof(row));
      part += __builtin_convertvector(row, Wide) * values[i];
    }
    std::memcpy(sums + block, &part, sizeof(part));
  }
}

}  // namespace

int Net::evaluate(const NetInputs& inputs) const {
  alignas(64) std::int32_t hidden[kMaxLayer];
  alignas(64) std::int16_t values[2 * kMaxLayer] = {};
  alignas(64) std::int32_t second[kMaxLayer];
  std::copy(first_bias_.begin(), first_bias_.end(), hidden);
  add_inputs(inputs, first_.data(), hidden_, active_, hidden);
  for (int i = 0; i < hidden_; ++i) {
    values[i] = static_cast<std::int16_t>(std::clamp(hidden[i], 0, kFirstScale) /
                                          (kFirstScale / kValueScale));
  }
  if (pooled_ > 0) {
    std::int16_t* pooled = values + hidden_;
    pool_cells(inputs, patterns_.data(), pooled_, pooled);
    for (int i = 0; i < pooled_; ++i) {
      pooled[i] =
          static_cast<std::int16_t>(pooled[i] * (kValueScale / kPatternScale) / kPooledUnit);
    }
  }
  std::copy(second_bias_.begin(), second_bias_.end(), second);
  multiply(values, hidden_ + pooled_, second_weight_.data(), second_, second);
  std::int64_t value = third_bias_;
  for (int i = 0; i < second_; ++i) {
    const std::int64_t kept = std::clamp(second[i], 0, kValueScale * kWeightScale) / kWeightScale;
    value += kept * third_[static_cast<std::size_t>(i)];
  }
  std::int64_t direct = 0;
  for (const std::uint16_t input : inputs.active) direct += direct_[input];
  for (int c = 0; c < inputs.counts.size(); ++c) {
    const auto input = static_cast<std::size_t>(active_) + static_cast<std::size_t>(c);
    direct += std::int64_t{inputs.counts[c]} * direct_[input];
  }
  constexpr std::int64_t kOne = std::int64_t{kValueScale} * kWeightScale;
  value += direct * (kOne / kFirstScale);
  return static_cast<int>(value * 100 / kOne);
}

}  // namespace eval
