// The files of nets.
#include <algorithm>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/json_number.h"
#include "core/sha256.h"
#include "eval/net.h"
#include "eval/net_file.h"
#include "eval/net_layers.h"

namespace eval {

namespace {

using text::Error;
using text::Message;

constexpr std::string_view kMagic = "tabuleiro net 1\n";
constexpr std::size_t kChecksumBytes = 32;

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
