#include "arena/rating.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "core/scan.h"

namespace arena {

namespace {

struct Moments {
  double mean = 0;
  double variance = 0;
};

Moments moments_of(const std::vector<double>& rounds) {
  const auto n = static_cast<double>(rounds.size());
  double sum = 0, squares = 0;
  for (const double score : rounds) {
    sum += score;
    squares += score * score;
  }
  const double mean = sum / n;
  return {mean, std::max(0.0, squares / n - mean * mean)};
}

// How many standard errors make an interval of 95 %.
constexpr double k95 = 1.96;

double standard_error(const std::vector<double>& rounds) {
  const auto n = static_cast<double>(rounds.size());
  const double variance = moments_of(rounds).variance;
  // Where all rounds were alike the spread says nothing: one more round of the other kind is what
  // could not be ruled out ("rule of three" for 95 %).
  return variance > 0 ? std::sqrt(variance / n) : std::min(1.0, 3 / n) / k95;
}

constexpr double kMaxElo = 1'000;

std::optional<double> parse_elo(std::string_view text) {
  double value = 0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = end.ec == std::errc() && end.ptr == text.data() + text.size();
  if (!whole || !(std::abs(value) <= kMaxElo)) return std::nullopt;
  return value;
}

using Distribution = std::array<double, 5>;
constexpr Distribution kShares = {0, 0.25, 0.5, 0.75, 1};

// Of all distributions with this mean, the one under which the observed frequencies are likeliest
// (M. Van den Bergh, "Comments on Normalized Elo", proposition 1.1): each frequency divided by
// 1 + θ (share - mean), with the one θ that gives the mean.
Distribution likeliest_with_mean(const Distribution& observed, double mean) {
  const auto excess = [&](double theta) {
    double sum = 0;
    for (std::size_t i = 0; i < kShares.size(); ++i) {
      sum += observed[i] * (kShares[i] - mean) / (1 + theta * (kShares[i] - mean));
    }
    return sum;
  };
  // It falls from +infinity to -infinity between these two.
  double low = -1 / (1 - mean), high = 1 / mean;
  for (int halving = 0; halving < 100; ++halving) {
    const double middle = (low + high) / 2;
    (excess(middle) > 0 ? low : high) = middle;
  }
  Distribution likeliest{};
  for (std::size_t i = 0; i < kShares.size(); ++i) {
    likeliest[i] = observed[i] / (1 + (low + high) / 2 * (kShares[i] - mean));
  }
  return likeliest;
}

}  // namespace

Score score_of(const std::vector<double>& rounds) {
  if (rounds.empty()) return {0, 0, 1};
  const double mean = moments_of(rounds).mean, half = k95 * standard_error(rounds);
  return {mean, std::max(0.0, mean - half), std::min(1.0, mean + half)};
}

double elo_of(double share) {
  if (share <= 0) return -std::numeric_limits<double>::infinity();
  if (share >= 1) return std::numeric_limits<double>::infinity();
  return -400 * std::log10(1 / share - 1);
}

double share_of(double elo) { return 1 / (1 + std::pow(10, -elo / 400)); }

double superiority(const std::vector<double>& rounds, double fair) {
  if (rounds.empty()) return 0.5;
  const double better = (moments_of(rounds).mean - fair) / standard_error(rounds);
  return std::erfc(-better / std::sqrt(2.0)) / 2;
}

Pentanomial pentanomial_of(const std::vector<double>& rounds) {
  Pentanomial pairs{};
  for (const double share : rounds) {
    ++pairs[static_cast<std::size_t>(std::clamp(std::lround(share * 4), 0l, 4l))];
  }
  return pairs;
}

double Sprt::lower() { return std::log(kBeta / (1 - kAlpha)); }
double Sprt::upper() { return std::log((1 - kBeta) / kAlpha); }

double Sprt::llr(const Pentanomial& pairs) const {
  // What has not been seen yet is still possible.
  constexpr double kUnseen = 1e-3;
  Distribution observed{};
  double total = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    observed[i] = pairs[i] > 0 ? pairs[i] : kUnseen;
    total += observed[i];
  }
  if (total < 1) return 0;
  for (double& frequency : observed) frequency /= total;
  const auto under0 = likeliest_with_mean(observed, share_of(elo0));
  const auto under1 = likeliest_with_mean(observed, share_of(elo1));
  double sum = 0;
  for (std::size_t i = 0; i < observed.size(); ++i) {
    sum += observed[i] * std::log(under1[i] / under0[i]);
  }
  return total * sum;
}

Sprt::Verdict Sprt::verdict(const Pentanomial& pairs) const {
  const double ratio = llr(pairs);
  return ratio >= upper() ? Verdict::kH1 : ratio <= lower() ? Verdict::kH0 : Verdict::kOpen;
}

std::optional<Sprt> parse_sprt(std::string_view text) {
  const auto parts = core::split(text, ',');
  if (parts.size() != 2) return std::nullopt;
  const auto elo0 = parse_elo(parts[0]), elo1 = parse_elo(parts[1]);
  if (!elo0 || !elo1 || *elo0 >= *elo1) return std::nullopt;
  return Sprt{*elo0, *elo1};
}

}  // namespace arena
