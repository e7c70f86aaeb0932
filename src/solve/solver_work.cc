#include "solve/solver_work.h"

#include <algorithm>
#include <set>

#include "core/scan.h"
#include "eval/tactics.h"

namespace solve {

using games::Action;
using games::yavalath::State;
using search::ProofStatus;
using text::Error;
using text::Message;

namespace {

constexpr std::string_view kHeader = "tabuleiro yavalath pairs 2";
constexpr std::array<std::string_view, kQuestions> kQuestionNames = {"p1", "p2"};
constexpr long long kMaxCount = 1'000'000'000'000'000;

State start_of(int size) { return State::start({static_cast<std::uint8_t>(size), 2, false}); }

// The actions of a position, one of each set of symmetric ones.
std::vector<Action> different_actions(const State& state) {
  games::ActionList<State> list;
  state.legal_actions(list);
  std::vector<Action> different;
  std::set<std::uint64_t> seen;
  for (const Action action : list) {
    if (seen.insert(eval::smallest_hash(after(state, action))).second) different.push_back(action);
  }
  return different;
}

OpeningWork new_opening(int size, Action opening) {
  OpeningWork work{after(start_of(size), opening), opening, {}};
  for (const Action reply : different_actions(work.state)) {
    work.replies.push_back({after(work.state, reply), reply, {}});
  }
  return work;
}

const char* answer_text(ProofStatus answer) {
  return answer == ProofStatus::kProven ? "yes" : answer == ProofStatus::kDisproven ? "no" : "open";
}

std::optional<ProofStatus> parse_answer(std::string_view text) {
  for (const ProofStatus answer :
       {ProofStatus::kOpen, ProofStatus::kProven, ProofStatus::kDisproven}) {
    if (text == answer_text(answer)) return answer;
  }
  return std::nullopt;
}

std::string question_text(const QuestionWork& work) {
  std::string text = answer_text(work.answer);
  for (const auto number : {std::uint64_t(work.attempts), std::uint64_t(work.solving_attempt),
                            std::uint64_t(work.exhausted), work.nodes,
                            std::uint64_t{work.numbers.proof}, std::uint64_t{work.numbers.disproof},
                            std::uint64_t{work.positions}, std::uint64_t(work.turns)}) {
    text += ' ' + std::to_string(number);
  }
  return text;
}

constexpr std::size_t kQuestionWords = 9;

std::optional<QuestionWork> parse_question(const std::vector<std::string_view>& words,
                                           std::size_t first) {
  const auto answer = parse_answer(words[first]);
  std::array<long long, kQuestionWords - 1> numbers{};
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto number = core::whole_number(words[first + 1 + i], kMaxCount);
    if (!number) return std::nullopt;
    numbers[i] = *number;
  }
  constexpr long long kNever = search::ProofNumbers::kNever;
  if (!answer || numbers[0] > 10'000 || numbers[1] > 10'000 || numbers[2] > 100 ||
      numbers[4] > kNever || numbers[5] > kNever || numbers[7] > games::yavalath::kMaxCells) {
    return std::nullopt;
  }
  return QuestionWork{
      *answer,
      static_cast<int>(numbers[0]),
      static_cast<int>(numbers[1]),
      static_cast<int>(numbers[2]),
      static_cast<std::uint64_t>(numbers[3]),
      {static_cast<std::uint32_t>(numbers[4]), static_cast<std::uint32_t>(numbers[5])},
      static_cast<std::size_t>(numbers[6]),
      static_cast<int>(numbers[7])};
}

// "pair OPENING REPLY p1 … p2 …" for the reply expected here.
std::optional<ReplyWork> parse_pair(std::string_view line, const std::string& begin,
                                    const ReplyWork& expected) {
  if (!line.starts_with(begin)) return std::nullopt;
  const auto words = core::words(line.substr(begin.size()));
  if (words.size() != kQuestions * (kQuestionWords + 1)) return std::nullopt;
  ReplyWork reply = expected;
  for (std::size_t q = 0; q < kQuestions; ++q) {
    const std::size_t first = q * (kQuestionWords + 1);
    const auto question = parse_question(words, first + 1);
    if (words[first] != kQuestionNames[q] || !question) return std::nullopt;
    reply.questions[q] = *question;
  }
  return reply;
}

std::string pair_begin(const Work& work, const OpeningWork& opening, const ReplyWork& reply) {
  return "pair " + work.cell(opening.opening) + ' ' + work.cell(reply.reply) + ' ';
}

}  // namespace

const char* value_code(GameValue value) {
  switch (value) {
    case GameValue::kWin: return "win";
    case GameValue::kLoss: return "loss";
    case GameValue::kDraw: return "draw";
    case GameValue::kOpen: break;
  }
  return "open";
}

GameValue ReplyWork::value() const {
  if (questions[0].answer == ProofStatus::kProven) return GameValue::kWin;
  if (questions[1].answer == ProofStatus::kProven) return GameValue::kLoss;
  const bool neither = questions[0].answer == ProofStatus::kDisproven &&
                       questions[1].answer == ProofStatus::kDisproven;
  return neither ? GameValue::kDraw : GameValue::kOpen;
}

int OpeningWork::count(GameValue value) const {
  return static_cast<int>(std::count_if(replies.begin(), replies.end(),
                                        [&](const ReplyWork& r) { return r.value() == value; }));
}

// The second player chooses: a loss where one reply is one, a win where all are.
GameValue OpeningWork::value() const {
  if (count(GameValue::kLoss) > 0) return GameValue::kLoss;
  if (count(GameValue::kWin) == static_cast<int>(replies.size())) return GameValue::kWin;
  const bool not_won =
      std::any_of(replies.begin(), replies.end(), [](const ReplyWork& r) { return r.not_won(); });
  const bool not_lost = std::all_of(replies.begin(), replies.end(), [](const ReplyWork& r) {
    return r.value() == GameValue::kWin || r.questions[1].answer == ProofStatus::kDisproven;
  });
  return not_won && not_lost ? GameValue::kDraw : GameValue::kOpen;
}

GameValue Work::value() const {
  bool decided = all, drawn = false;
  for (const auto& opening : openings) {
    const GameValue value = opening.value();
    if (value == GameValue::kWin) return value;
    decided = decided && value != GameValue::kOpen;
    drawn = drawn || value == GameValue::kDraw;
  }
  if (!decided) return GameValue::kOpen;
  return drawn ? GameValue::kDraw : GameValue::kLoss;
}

std::string Work::cell(Action action) const {
  return games::yavalath::cell_name(static_cast<int>(action.code), size);
}

Work new_work(int size, std::optional<Action> opening, bool swap) {
  Work work{size, !opening, swap, {}};
  const auto openings = opening ? std::vector<Action>{*opening} : different_actions(start_of(size));
  for (const Action action : openings) work.openings.push_back(new_opening(size, action));
  return work;
}

std::string work_text(const Work& work) {
  std::string text = std::string(kHeader) + "\nsize " + std::to_string(work.size) + "\nopening " +
                     (work.all ? "all" : work.cell(work.openings[0].opening)) + "\nswap " +
                     (work.swap ? "on" : "off") + '\n';
  for (const auto& opening : work.openings) {
    for (const auto& reply : opening.replies) {
      text += pair_begin(work, opening, reply);
      for (std::size_t q = 0; q < kQuestions; ++q) {
        text += std::string(q > 0 ? " " : "") + std::string(kQuestionNames[q]) + ' ' +
                question_text(reply.questions[q]);
      }
      text += '\n';
    }
  }
  return text + "end\n";
}

games::Parsed<Work> parse_work(std::string_view text) {
  const auto lines = core::split(text, '\n');
  std::size_t at = 0;
  const auto wrong = [&] { return Error(Message::kBadPairsLine, {std::to_string(at + 1)}); };
  const auto line = [&] { return at < lines.size() ? lines[at] : std::string_view(); };
  if (line() != kHeader) return wrong();
  ++at;
  const auto size = line().starts_with("size ") ? core::whole_number(line().substr(5), 6)
                                                : std::optional<long long>();
  if (!size || *size < 3) return wrong();
  ++at;
  if (!line().starts_with("opening ")) return wrong();
  const std::string_view name = line().substr(8);
  const auto cell = games::yavalath::parse_cell(name, static_cast<int>(*size));
  if (!cell && name != "all") return wrong();
  ++at;
  if (line() != "swap on" && line() != "swap off") return wrong();
  Work work =
      new_work(static_cast<int>(*size),
               cell ? std::optional(Action{static_cast<std::uint32_t>(*cell)}) : std::nullopt,
               line() == "swap on");
  for (auto& opening : work.openings) {
    for (auto& reply : opening.replies) {
      ++at;
      const auto read = parse_pair(line(), pair_begin(work, opening, reply), reply);
      if (!read) return wrong();
      reply = *read;
    }
  }
  ++at;
  if (line() != "end") return wrong();
  return work;
}

}  // namespace solve
