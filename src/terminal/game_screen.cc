// The game screen: its position and the work of computers. game_screen_keys.cc, _commands.cc and
// _draw.cc hold what keys and clicks do, what typed commands do, and how it looks.
#include "terminal/game_screen.h"

#include "terminal/advice.h"
#include "terminal/words.h"

namespace terminal {

using std::chrono::milliseconds;
using text::Message;
using text::Note;

namespace {

constexpr milliseconds kThinkingTick{100}, kLong{10'000};
constexpr engine::Milliseconds kAnalysisTime{10'000};
constexpr int kAnalysisLines = 3;

}  // namespace

GameScreen::GameScreen(Session session, Setup setup)
    : session_(std::move(session)),
      setup_(std::move(setup)),
      language_(setup_.language),
      analyst_(setup_.wake),
      hint_(setup_.wake),
      review_(setup_.wake),
      verdict_(setup_.wake),
      thinker_(setup_.wake) {
  refresh();
  if (setup_.guide != nullptr) introduce();
  if (setup_.first) run({*setup_.first, ""});
}

std::string GameScreen::label(int player) const { return player_label(scene(), player, language_); }

bool GameScreen::human_acts() const {
  return !looking_ && !session_.over() && session_.is_human(session_.to_move());
}

void GameScreen::refresh() {
  hint_.cancel();
  const auto history = shown();
  pointing_.show(history.position(), history.scene(), human_acts());
  analyse_now();
}

void GameScreen::replace(Session session) {
  thinker_.give_up();
  analyst_.stop();
  review_.cancel();
  // The game before can be taken up again at the next start.
  if (setup_.unfinished != nullptr) setup_.unfinished->leave();
  session_ = std::move(session);
  aside_.reset();
  looking_.reset();
  close_review();
  paused_ = false;
  face_.forget();  // perhaps another board
  message_.clear();
  refresh();
}

bool GameScreen::keep() {
  const Session& game = aside_ ? *aside_ : session_;
  if (setup_.unfinished == nullptr || game.over()) return true;
  const auto error = setup_.unfinished->keep(game);
  if (error) warn(*error);
  return !error;
}

// --- Work ---

milliseconds GameScreen::patience() const {
  if (thinker_.busy()) return kThinkingTick;
  if (watching() && !paused_ && !session_.over()) return kThinkingTick;
  // A clock that goes is seen to go.
  if (!aside_ && !session_.over() && session_.clock_of(session_.to_move())) return kThinkingTick;
  return kLong;
}

void GameScreen::work() {
  if (const auto hint = hint_.take()) tell(*hint);
  if (review_.take()) open_review();
  if (verdict_.take()) take_verdict();
  lose_on_time();
  if (const auto answer = thinker_.take()) take_turn(*answer);
  start_thinking();
}

void GameScreen::start_thinking() {
  const bool person = session_.is_human(session_.to_move());
  if (aside_ || session_.over() || person || thinker_.busy() || question_) return;
  if (watching()) {
    const milliseconds pace(setup_.settings->pace_ms);
    if (paused_ || std::chrono::steady_clock::now() - last_turn_ < pace) return;
  }
  const int player = session_.to_move();
  thinker_.start(session_.seat_player(player), session_.history(), session_.budget_for(player));
}

void GameScreen::take_turn(const Thinker::Reply& answer) {
  if (answer) {
    play(*answer);
    bell_due_ = session_.is_human(session_.to_move()) || (session_.over() && !watching());
    return;
  }
  // A foreign program failed: nothing is lost, a person may play on for it.
  const int player = session_.to_move();
  session_.set_seat(player, kHuman);
  refresh();
  warn(text::render(answer.error(), language_) + "; " +
       say(Note{Message::kSeatFreed, {label(player)}}));
}

void GameScreen::play(const Steps& steps) {
  if (setup_.guide != nullptr && setup_.guide->solved()) return tell(say(Message::kExerciseNext));
  if (lose_on_time()) return;
  tell(told_once(session_.position(), steps, language_));
  const int player = session_.to_move();
  for (const auto action : steps) session_.apply(action);
  last_turn_ = std::chrono::steady_clock::now();
  if (setup_.guide != nullptr) setup_.guide->judge(session_);
  refresh();
  if (session_.is_human(player)) pointing_.follow_last_turn();
  if (setup_.guide != nullptr) return consult();
  if (aside_) return judge_trial();
  if (session_.over()) return finish();
  keep();
}

void GameScreen::finish() {
  tell(ending(session_, language_));
  // It does not come back by itself where somebody looks at the game afterwards.
  analysing_ = false;
  if (setup_.unfinished != nullptr) setup_.unfinished->forget();
}

// True where it happened just now.
bool GameScreen::lose_on_time() {
  const auto late = aside_ ? std::nullopt : session_.out_of_time();
  if (!late) return false;
  thinker_.give_up();
  question_.reset();
  const auto told = say(session_.lose_on_time(*late));
  refresh();
  if (session_.over()) {
    finish();
  } else {
    warn(told);
    keep();
  }
  return true;
}

bool GameScreen::analysis_runs() const {
  if (!analysing_ || aside_ || shown().outcome().over()) return false;
  return looking_ || (!session_.over() && (human_acts() || paused_));
}

void GameScreen::analyse_now() {
  analyst_.stop();
  if (analysis_runs()) analyst_.start(shown(), kAnalysisTime, kAnalysisLines);
}

}  // namespace terminal
