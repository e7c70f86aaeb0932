#include "lab/estimate.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

#include "core/random.h"

namespace lab {

namespace {

constexpr int kSamples = 1000;
constexpr double kTail = 0.025;
constexpr double kDeviations = 1.959964;  // of a normal distribution, for 95 %

}  // namespace

std::string_view method_name(Method method) {
  switch (method) {
    case Method::kWilson: return "wilson";
    case Method::kBootstrap: return "bootstrap";
    case Method::kExact: break;
  }
  return "exact";
}

Estimate share(double hits, int n) {
  if (n == 0) return {.method = Method::kWilson};
  const double p = hits / n, z2 = kDeviations * kDeviations, size = n;
  const double middle = (p + z2 / (2 * size)) / (1 + z2 / size);
  const double half =
      kDeviations / (1 + z2 / size) * std::sqrt(p * (1 - p) / size + z2 / (4 * size * size));
  return {p, std::min(p, std::max(0.0, middle - half)), std::max(p, std::min(1.0, middle + half)),
          n, Method::kWilson};
}

double quantile(std::vector<double> values, double part) {
  assert(!values.empty());
  std::sort(values.begin(), values.end());
  const double at = part * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  const std::size_t above = std::min(below + 1, values.size() - 1);
  return values[below] + (at - static_cast<double>(below)) * (values[above] - values[below]);
}

Estimate of_samples(std::size_t n, const OfSample& figure, std::uint64_t seed) {
  if (n == 0) return {};
  std::vector<std::size_t> sample(n);
  std::iota(sample.begin(), sample.end(), std::size_t{0});
  const double value = figure(sample);
  core::Rng rng(seed);
  std::vector<double> values;
  for (int i = 0; i < kSamples; ++i) {
    for (auto& place : sample) place = rng.below(static_cast<std::uint32_t>(n));
    values.push_back(figure(sample));
  }
  return {value, std::min(value, quantile(values, kTail)),
          std::max(value, quantile(values, 1 - kTail)), static_cast<int>(n), Method::kBootstrap};
}

Estimate mean(std::span<const double> values, std::uint64_t seed) {
  return of_samples(
      values.size(),
      [&](std::span<const std::size_t> sample) {
        double sum = 0;
        for (const auto place : sample) sum += values[place];
        return sum / static_cast<double>(sample.size());
      },
      seed);
}

}  // namespace lab
