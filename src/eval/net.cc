#include "eval/net.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>

#include "core/json_number.h"
#include "core/sha256.h"
#include "eval/net_file.h"

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

using text::Error;
using text::Message;

constexpr std::string_view kMagic = "tabuleiro net 1\n";
constexpr std::size_t kChecksumBytes = 32;
constexpr int kBlock = 16;  // sizes of layers are multiples of this
constexpr int kMaxLayer = 256;

// --- Adding up, a block of numbers at a time ---

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

// --- Files ---

class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  template <class Number>
  void read(std::vector<Number>& numbers, std::size_t count) {
    numbers.clear();
    if (bytes_.size() < count * sizeof(Number)) {
      failed_ = true;
      return;
    }
    numbers.reserve(count);
    for (std::size_t i = 0; i < count; ++i) numbers.push_back(number<Number>(i * sizeof(Number)));
    bytes_.remove_prefix(count * sizeof(Number));
  }
  bool is_at_end() const { return !failed_ && bytes_.empty(); }

 private:
  // The lowest byte first.
  template <class Number>
  Number number(std::size_t at) const {
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < sizeof(Number); ++i) {
      bits |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes_[at + i])) << (8 * i);
    }
    return static_cast<Number>(bits);
  }

  std::string_view bytes_;
  bool failed_ = false;
};

std::optional<std::string_view> without_checksum(std::string_view bytes) {
  if (bytes.size() < kChecksumBytes) return std::nullopt;
  const auto content = bytes.substr(0, bytes.size() - kChecksumBytes);
  const auto sum = core::sha256(content);
  const auto kept = bytes.substr(content.size());
  const bool same = std::equal(sum.begin(), sum.end(), kept.begin(), [](std::uint8_t a, char b) {
    return a == static_cast<unsigned char>(b);
  });
  return same ? std::optional(content) : std::nullopt;
}

// The size of a layer in a file's header; nothing where it is none.
std::optional<int> layer_size(const nlohmann::json& header, const char* key, int least) {
  const auto found = header.find(key);
  if (found == header.end()) return std::nullopt;
  const auto size = core::whole_number<int>(*found);
  if (!size || *size < least || *size > kMaxLayer || *size % kBlock != 0) return std::nullopt;
  return size;
}

bool is_number(const nlohmann::json& header, const char* key, int expected) {
  const auto found = header.find(key);
  return found != header.end() && core::whole_number<int>(*found) == expected;
}

}  // namespace

games::Parsed<Net> Net::read(std::string_view bytes, std::string_view game,
                             const NetInputSizes& inputs) {
  const auto content = without_checksum(bytes);
  if (!content || !content->starts_with(kMagic)) return Error(Message::kNetDamaged);
  const auto end = content->find('\n', kMagic.size());
  if (end == std::string_view::npos) return Error(Message::kNetDamaged);
  const auto header =
      nlohmann::json::parse(content->substr(kMagic.size(), end - kMagic.size()), nullptr, false);
  if (!header.is_object()) return Error(Message::kNetDamaged);
  const bool fits = header.value("game", nlohmann::json()) == game &&
                    is_number(header, "active", inputs.active) &&
                    is_number(header, "counted", inputs.counted) &&
                    is_number(header, "patterns", inputs.patterns);
  if (!fits) return Error(Message::kNetOfOther, {std::string(game)});
  const auto hidden = layer_size(header, "hidden", kBlock);
  const auto pooled = layer_size(header, "pooled", 0);
  const auto second = layer_size(header, "second", kBlock);
  if (!hidden || !pooled || !second) return Error(Message::kNetDamaged);

  Net net;
  if (header.contains("made") && header["made"].is_string()) net.origin_ = header["made"];
  net.hidden_ = *hidden;
  net.pooled_ = *pooled;
  net.second_ = *second;
  net.active_ = inputs.active;
  const auto wide = static_cast<std::size_t>(*hidden), pool = static_cast<std::size_t>(*pooled),
             narrow = static_cast<std::size_t>(*second);
  const auto all_inputs =
      static_cast<std::size_t>(inputs.active) + static_cast<std::size_t>(inputs.counted);
  std::vector<std::int32_t> last;
  Reader reader(content->substr(end + 1));
  reader.read(net.first_bias_, wide);
  reader.read(net.first_, all_inputs * wide);
  reader.read(net.direct_, all_inputs);
  reader.read(net.patterns_, static_cast<std::size_t>(inputs.patterns) * pool);
  reader.read(net.second_bias_, narrow);
  reader.read(net.second_weight_, narrow * (wide + pool));
  reader.read(last, 1);
  reader.read(net.third_, narrow);
  if (!reader.is_at_end()) return Error(Message::kNetDamaged);
  net.third_bias_ = last[0];
  return net;
}

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

const Net* shipped_net(std::string_view game, const NetInputSizes& inputs) {
  static std::mutex mutex;
  static std::map<std::string, std::optional<Net>, std::less<>> nets;
  const auto known = [game] {
    const std::lock_guard lock(mutex);
    const auto found = nets.find(game);
    return found == nets.end() ? nullptr : &found->second;
  };
  auto* net = known();
  if (net == nullptr) {
    // Not locked: where it has to be fetched first that takes a while.
    const auto content = net_file(game);
    if (!content) return nullptr;
    const std::lock_guard lock(mutex);
    const auto [at, added] = nets.try_emplace(std::string(game));
    if (added) {
      if (auto read = Net::read(*content, game, inputs)) at->second = *std::move(read);
    }
    net = &at->second;
  }
  return *net ? &**net : nullptr;
}

}  // namespace eval
