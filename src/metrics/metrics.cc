#include "metrics/metrics.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <memory>
#include <mutex>

namespace metrics {

namespace {

struct Asked {
  std::string_view name;
  std::string label;
  std::function<double()> value;
};

struct Collection {
  std::mutex mutex;  // guards the next two; nothing else is locked while it is held
  std::map<std::string_view, std::map<std::string, std::unique_ptr<Counter>, std::less<>>> counters;
  std::map<std::string_view, Histogram> histograms;
  std::mutex asking;  // guards the gauges, which lock what they look at
  std::map<const Gauge*, Asked> gauges;
};

Collection& collection() {
  static Collection one;
  return one;
}

std::string number_text(double number) {
  char buffer[32];
  const auto end = std::to_chars(std::begin(buffer), std::end(buffer), number).ptr;
  return {std::begin(buffer), end};
}

std::string sample(std::string_view name, std::string_view label, const std::string& value,
                   double number) {
  std::string line(name);
  if (!label.empty()) line += '{' + std::string(label) + "=\"" + value + "\"}";
  return line + ' ' + number_text(number) + '\n';
}

std::string histogram_text(const Family& family, const Histogram& histogram) {
  const std::string name(family.name);
  std::string lines;
  double so_far = 0;
  for (std::size_t i = 0; i <= Histogram::kEnds.size(); ++i) {
    so_far += static_cast<double>(histogram.count(i));
    const bool last = i == Histogram::kEnds.size();
    lines +=
        sample(name + "_bucket", "le", last ? "+Inf" : number_text(Histogram::kEnds[i]), so_far);
  }
  return lines + sample(name + "_sum", "", "", histogram.sum()) +
         sample(name + "_count", "", "", so_far);
}

std::string gauge_text(const Family& family, Collection& all) {
  std::map<std::string, double> sums;
  {
    const std::lock_guard lock(all.asking);
    for (const auto& [gauge, asked] : all.gauges) {
      if (asked.name == family.name) sums[asked.label] += asked.value();
    }
  }
  std::string lines;
  for (const auto& [value, sum] : sums) lines += sample(family.name, family.label, value, sum);
  return lines;
}

std::string samples_of(const Family& family, Collection& all) {
  if (family.type == "gauge") return gauge_text(family, all);
  const std::lock_guard lock(all.mutex);
  if (family.type == "histogram") return histogram_text(family, all.histograms[family.name]);
  auto& counters = all.counters[family.name];
  if (family.label.empty()) counters.try_emplace("", std::make_unique<Counter>());
  std::string lines;
  for (const auto& [value, counter] : counters) {
    lines += sample(family.name, family.label, value, counter->value());
  }
  return lines;
}

}  // namespace

void Histogram::observe(std::chrono::nanoseconds time) {
  const double seconds = std::chrono::duration<double>(time).count();
  const auto bucket = std::lower_bound(kEnds.begin(), kEnds.end(), seconds) - kEnds.begin();
  ++counts_[static_cast<std::size_t>(bucket)];
  sum_ += seconds;
}

Counter& counter(const Family& family, std::string_view label) {
  auto& all = collection();
  const std::lock_guard lock(all.mutex);
  auto& labels = all.counters[family.name];
  auto at = labels.find(label);
  if (at == labels.end()) at = labels.emplace(label, std::make_unique<Counter>()).first;
  return *at->second;
}

Histogram& histogram(const Family& family) {
  auto& all = collection();
  const std::lock_guard lock(all.mutex);
  return all.histograms[family.name];
}

Gauge::Gauge(const Family& family, std::function<double()> value, std::string label) {
  auto& all = collection();
  const std::lock_guard lock(all.asking);
  all.gauges[this] = {family.name, std::move(label), std::move(value)};
}

Gauge::~Gauge() {
  auto& all = collection();
  const std::lock_guard lock(all.asking);
  all.gauges.erase(this);
}

std::string text() {
  auto& all = collection();
  std::string lines;
  for (const Family& family : kFamilies) {
    const std::string name(family.name);
    lines += "# HELP " + name + ' ' + std::string(family.help) + "\n# TYPE " + name + ' ' +
             std::string(family.type) + '\n' + samples_of(family, all);
  }
  return lines;
}

}  // namespace metrics
