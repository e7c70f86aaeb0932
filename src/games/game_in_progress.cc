#include "games/game_in_progress.h"

#include <cassert>
#include <utility>

#include "core/scan.h"

namespace games {

using text::Message;
using text::Note;

namespace {

constexpr const char* kWins[] = {"p1win", "p2win", "p3win"};

}  // namespace

std::optional<Settlement> Settlement::of(std::string_view result, Note reason) {
  if (result == "draw") return Settlement{-1, std::move(reason)};
  const auto win = std::find(std::begin(kWins), std::end(kWins), result);
  if (win == std::end(kWins)) return std::nullopt;
  return Settlement{static_cast<int>(win - std::begin(kWins)), std::move(reason)};
}

GameInProgress::GameInProgress(const History& start) : history_(start.initial()) {
  apply(start.actions());
  setup_turns_ = turn_count();
  setup_actions_ = start.actions().size();
}

Parsed<GameInProgress> GameInProgress::from_record(const Record& record) {
  auto history = replay(record);
  if (!history) return history.error();
  const auto draft = record.tags.find(kDraftTag);
  if (draft != record.tags.end() && !history->outcome().over()) {
    auto with_draft = play_turns(*history, {draft->second});
    if (!with_draft) return with_draft.error();
    history = *std::move(with_draft);
  }
  GameInProgress game{History(history->initial())};
  game.apply(history->actions());
  const auto told = std::min(record.turns.size(), game.turns_.size());
  for (std::size_t i = 0; i < told; ++i) {
    const RecordTurn& turn = record.turns[i];
    game.annotate(static_cast<int>(i),
                  {turn.clock_ms, turn.win, turn.comment, turn.glyphs, turn.variations});
  }
  auto settlement =
      Settlement::of(record.result, {Message::kVerbatim, {core::printable(record.reason)}});
  if (settlement && settlement->winner < game.players() && !game.over()) {
    game.settle(*std::move(settlement));
  }
  return game;
}

History GameInProgress::history_at(int turns) const {
  if (turns >= turn_count()) return history_;
  History history(history_.initial());
  const auto& played = history_.actions();
  for (std::size_t i = 0; i < first_action(turns); ++i) history.apply(played[i]);
  return history;
}

bool GameInProgress::in_turn() const {
  return !turns_.empty() && !position().at_turn_start() && !history_.outcome().over();
}

void GameInProgress::apply(Action action) {
  assert(!over());
  if (turns_.empty() || position().at_turn_start()) {
    turns_.push_back({history_.actions().size(), to_move(), {}});
    texts_.emplace_back();
  } else {
    texts_.back() += ',';
  }
  texts_.back() += position().action_text(action);
  history_.apply(action);
}

void GameInProgress::apply(const std::vector<Action>& actions) {
  for (const Action action : actions) apply(action);
}

const TurnNote& GameInProgress::note(int turn) const {
  static const TurnNote kNothing;
  const auto& note = turns_[index(turn)].note;
  return note != nullptr ? *note : kNothing;
}

void GameInProgress::rewind_to_turn(int turns) {
  assert(turns >= setup_turns_ && turns <= turn_count());
  rewind_to_action(turns == turn_count() ? history_.actions().size() : first_action(turns));
}

void GameInProgress::rewind_to_action(std::size_t actions) {
  assert(actions >= setup_actions_ && actions <= history_.actions().size());
  reopen();
  const auto played = history_.actions();
  if (actions == played.size()) return;
  // Whole turns keep their text and note; one that is cut is begun again.
  std::size_t kept = played.size();
  while (kept > actions) {
    kept = turns_.back().first_action;
    turns_.pop_back();
    texts_.pop_back();
  }
  history_ = History(history_.initial());
  for (std::size_t i = 0; i < kept; ++i) history_.apply(played[i]);
  for (std::size_t i = kept; i < actions; ++i) apply(played[i]);
}

std::string GameInProgress::result() const {
  if (!settlement_) return result_code(history_.outcome());
  return settlement_->winner < 0 ? "draw" : kWins[settlement_->winner];
}

Note GameInProgress::reason() const {
  assert(over());
  return settlement_ ? settlement_->reason : Note{history_.outcome().reason(), {}};
}

void GameInProgress::settle(Settlement settlement) {
  assert(!over() && settlement.winner < players());
  settlement_ = std::move(settlement);
}

Record GameInProgress::record(std::vector<std::string> names) const {
  Record record = make_record(history_, texts_);
  for (std::size_t i = 0; i < turns_.size(); ++i) {
    const TurnNote& note = this->note(static_cast<int>(i));
    record.turns[i] = {texts_[i], note.comment, note.clock_ms,
                       note.win,  note.glyphs,  note.variations};
  }
  if (in_turn()) {
    record.tags[kDraftTag] = record.turns.back().text;
    record.turns.pop_back();
  }
  names.resize(record.players.size());
  record.players = std::move(names);
  if (settlement_) {
    record.result = result();
    record.reason = text::render(settlement_->reason, text::Language::kEnglish);
  }
  auto tidy = checked(record);
  return tidy ? *std::move(tidy) : record;
}

}  // namespace games
