#include "solve/proof_export.h"

#include <algorithm>

#include "solve/plain_rules.h"

namespace solve::proof {

using text::Error;
using text::Message;

namespace {

// Keeps the smallest of many keys that are larger than a given one.
class SmallestKeys {
 public:
  SmallestKeys(std::optional<Key> above, std::size_t most) : above_(above), most_(most) {}

  void add(const Key& key) {
    if (above_ && key <= *above_) return;
    if (limit_ && key > *limit_) return;
    keys_.push_back(key);
    if (keys_.size() >= 2 * most_) tidy();
  }

  // Sorted, none twice.
  const std::vector<Key>& keys() {
    tidy();
    return keys_;
  }
  bool left_out_some() const { return limit_.has_value(); }

 private:
  void tidy() {
    std::sort(keys_.begin(), keys_.end());
    keys_.erase(std::unique(keys_.begin(), keys_.end()), keys_.end());
    if (keys_.size() <= most_) return;
    keys_.resize(most_);
    limit_ = keys_.back();
  }

  std::optional<Key> above_;
  std::size_t most_;
  std::optional<Key> limit_;
  std::vector<Key> keys_;
};

class Exporter {
 public:
  Exporter(const Proof& proof, const std::function<void(const std::string&)>& line)
      : proof_(proof),
        claim_(proof.claim()),
        rules_(claim_.size),
        own_(stone_of(claim_.player)),
        other_(stone_of(1 - claim_.player)),
        line_(line) {}

  void run(std::size_t batch) {
    std::optional<Key> last;
    bool more = true;
    while (more) {
      SmallestKeys four_positions(last, batch);
      collect(four_positions);
      for (const Key& key : four_positions.keys()) {
        print_records_below(&key);
        print(key, rules_.fours(*stones_of(key, claim_.size), own_)[0]);
        last = key;
      }
      more = four_positions.left_out_some();
    }
    print_records_below(nullptr);
  }

 private:
  void print(const Key& key, int action) {
    const auto stones = stones_of(key, claim_.size);
    line_(position_text(*stones, claim_.player, claim_.size) + ' ' +
          cell_text(action, claim_.size));
  }

  // All that are left where there is no key.
  void print_records_below(const Key* key) {
    for (; next_ < proof_.size(); ++next_) {
      const Record record = proof_.record(next_);
      if (key != nullptr && record.key > *key) return;
      print(record.key, record.action);
    }
  }

  // Every position in which a four can be made at once: the claim's own and those behind replies.
  void collect(SmallestKeys& keys) const {
    const auto& [stones, to_move] = claim_.position;
    if (to_move == claim_.player) {
      if (!rules_.fours(stones, own_).empty()) add(stones, keys);
    } else {
      collect_replies(stones, keys);
    }
    for (std::size_t i = 0; i < proof_.size(); ++i) {
      const Record record = proof_.record(i);
      Stones after = *stones_of(record.key, claim_.size);
      after[record.action] = own_;
      collect_replies(after, keys);
    }
  }

  void collect_replies(Stones stones, SmallestKeys& keys) const {
    const auto fours = rules_.fours(stones, own_);
    if (fours.empty()) return;
    for (int reply = 0; reply < rules_.cells(); ++reply) {
      if (stones[reply] != kEmpty || (fours.size() == 1 && fours[0] == reply)) continue;
      if (rules_.effect(stones, reply, other_) != Effect::kNone) continue;
      stones[reply] = other_;
      add(stones, keys);
      stones[reply] = kEmpty;
    }
  }

  void add(const Stones& stones, SmallestKeys& keys) const {
    keys.add(smallest_image(stones, rules_.symmetries(), claim_.size).key);
  }

  const Proof& proof_;
  const Claim& claim_;
  PlainRules rules_;
  Stone own_, other_;
  const std::function<void(const std::string&)>& line_;
  std::size_t next_ = 0;  // record to print
};

}  // namespace

std::optional<Error> export_lines(const Proof& proof,
                                  const std::function<void(const std::string&)>& line,
                                  std::size_t batch) {
  for (std::size_t i = 0; i < proof.size(); ++i) {
    const Record record = proof.record(i);
    const int size = proof.claim().size;
    const auto stones = stones_of(record.key, size);
    if (!stones || record.action >= cell_count(size) || (*stones)[record.action] != kEmpty) {
      return Error(Message::kProofNoPosition, {std::to_string(i + 1)});
    }
  }
  Exporter(proof, line).run(batch);
  return std::nullopt;
}

}  // namespace solve::proof
