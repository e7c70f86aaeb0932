#include "solve/proof_check.h"

#include <algorithm>

#include "solve/plain_rules.h"

namespace solve::proof {

using text::Error;
using text::Message;

namespace {

using Gap = std::optional<Error>;

class Checker {
 public:
  explicit Checker(const Proof& proof)
      : proof_(proof),
        claim_(proof.claim()),
        rules_(claim_.size),
        own_(stone_of(claim_.player)),
        other_(stone_of(1 - claim_.player)) {}

  Verdict run() {
    verdict_.gap = check_claim();
    for (std::size_t i = 0; i < proof_.size() && !verdict_.gap; ++i) {
      verdict_.gap = check_record(i);
    }
    return verdict_;
  }

 private:
  std::string text(const Stones& stones, int player) const {
    return position_text(stones, player, claim_.size);
  }
  std::string cell_text(int cell) const { return proof::cell_text(cell, claim_.size); }

  Gap check_claim() {
    ++verdict_.positions;
    const auto& [stones, to_move] = claim_.position;
    const auto problem = check_start(stones, to_move);
    if (problem) return problem->in(Message::kProofAt, {text(stones, to_move)});
    return std::nullopt;
  }

  Gap check_start(const Stones& stones, int to_move) {
    if (!rules_.running(stones)) return Error(Message::kProofOver);
    int turns = 0;
    if (to_move != claim_.player) {
      const auto gap = check_replies(stones, turns);
      verdict_.turns = turns;
      return gap;
    }
    if (!rules_.fours(stones, own_).empty()) {
      verdict_.turns = 1;
      return std::nullopt;
    }
    const auto record = find(stones);
    if (!record) return Error(Message::kProofNoRecord);
    verdict_.turns = record->turns;
    return std::nullopt;
  }

  Gap check_record(std::size_t i) {
    ++verdict_.positions;
    const Record record = proof_.record(i);
    const auto stones = stones_of(record.key, claim_.size);
    if (!stones) return Error(Message::kProofNoPosition, {std::to_string(i + 1)});
    const auto problem = check_answer(*stones, record);
    if (problem) return problem->in(Message::kProofAt, {text(*stones, claim_.player)});
    return std::nullopt;
  }

  Gap check_answer(Stones stones, const Record& record) {
    if (!rules_.running(stones)) return Error(Message::kProofOver);
    if (!rules_.fours(stones, own_).empty()) return Error(Message::kProofNeedless);
    if (smallest_image(stones, rules_.symmetries(), claim_.size).key != record.key) {
      return Error(Message::kProofNotSmallest);
    }
    const int cell = record.action;
    if (cell >= rules_.cells()) return Error(Message::kProofNoCell, {std::to_string(cell)});
    if (stones[cell] != kEmpty) return Error(Message::kCellTaken, {cell_text(cell)});
    if (rules_.effect(stones, cell, own_) != Effect::kNone) {
      return Error(Message::kProofActionLoses, {cell_text(cell)});
    }
    stones[cell] = own_;
    int turns = 0;
    if (rules_.full(stones)) {
      if (!claim_.draw) return Error(Message::kProofActionDraws, {cell_text(cell)});
    } else if (const auto gap = check_replies(stones, turns)) {
      return gap->in(Message::kProofAfter, {cell_text(cell)});
    }
    if (record.turns < turns + 1) {
      return Error(Message::kProofTurns, {std::to_string(record.turns), std::to_string(turns + 1)});
    }
    return std::nullopt;
  }

  // The other side is to move. `turns` becomes what its longest resistance takes.
  Gap check_replies(Stones stones, int& turns) {
    // A reply takes at most one of these cells away.
    const auto fours = rules_.fours(stones, own_);
    for (int reply = 0; reply < rules_.cells(); ++reply) {
      if (stones[reply] != kEmpty) continue;
      ++verdict_.replies;
      int more = 0;
      const auto gap = check_reply(stones, reply, fours, more);
      if (gap) return gap->in(Message::kProofReply, {cell_text(reply)});
      turns = std::max(turns, more + 1);
    }
    return std::nullopt;
  }
  // `more` becomes the number of turns behind the reply.
  Gap check_reply(Stones& stones, int reply, const std::vector<int>& fours, int& more) {
    const Effect effect = rules_.effect(stones, reply, other_);
    if (effect == Effect::kFour) return Error(Message::kProofReplyWins);
    if (effect == Effect::kThree) return std::nullopt;
    if (fours.size() > 1 || (fours.size() == 1 && fours[0] != reply)) {
      ++verdict_.met_by_four;
      more = 1;
      return std::nullopt;
    }
    stones[reply] = other_;
    const Gap gap = check_quiet_reply(stones, more);
    stones[reply] = kEmpty;
    return gap;
  }

  Gap check_quiet_reply(const Stones& stones, int& more) const {
    if (rules_.full(stones)) {
      if (claim_.draw) return std::nullopt;
      return Error(Message::kProofReplyDraws);
    }
    const auto record = find(stones);
    if (!record) {
      return Error(Message::kProofNoRecord).in(Message::kProofAt, {text(stones, claim_.player)});
    }
    more = record->turns;
    return std::nullopt;
  }

  std::optional<Record> find(const Stones& stones) const {
    return proof_.find(smallest_image(stones, rules_.symmetries(), claim_.size).key);
  }

  const Proof& proof_;
  const Claim& claim_;
  PlainRules rules_;
  Stone own_, other_;
  Verdict verdict_;
};

}  // namespace

Verdict check(const Proof& proof) { return Checker(proof).run(); }

}  // namespace solve::proof
