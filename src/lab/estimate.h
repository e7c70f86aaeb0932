// A measured number with its 95 % interval, and how such intervals are found.
//
// Nothing here depends on threads or time: bootstraps draw from a generator of a fixed seed, so the
// same games give the same intervals.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace lab {

// How the interval was found.
enum class Method {
  kWilson,     // Wilson's score interval of a share
  kBootstrap,  // percentiles of 1,000 samples of the games, drawn with replacement
  kExact       // follows from the rules alone: there is nothing to estimate
};
std::string_view method_name(Method method);

struct Estimate {
  double value = 0;
  double low = 0;
  double high = 0;
  int games = 0;  // that it was found from; 0: there are none, and value means nothing
  Method method = Method::kBootstrap;
  friend bool operator==(const Estimate&, const Estimate&) = default;
};

// A share of n; parts of a hit (half a point of a drawn game) make the interval a little wider than
// it need be. REQUIRES: 0 <= hits <= n.
Estimate share(double hits, int n);

// The mean of a number a game has.
Estimate mean(std::span<const double> values, std::uint64_t seed = 1);

// Anything that is found from a sample of n games, told by their places. Called 1,001 times.
using OfSample = std::function<double(std::span<const std::size_t>)>;
Estimate of_samples(std::size_t n, const OfSample& figure, std::uint64_t seed = 1);

// The value below which this part of them lies. REQUIRES: there are some, 0 <= part <= 1.
double quantile(std::vector<double> values, double part);

}  // namespace lab
