// Tries the reasons of a game on mistakes of weak players: games of levels 2 to 5 are played and
// reviewed, and every marked turn is printed with its position and what is said of it, in both
// languages and as its kind with its arguments, so that it can be replayed by other rules.
//
//   tabuleiro_reasons GAME [--options A=B,…] [--mistakes N] [--nodes N] [--seed N]
//
// --mistakes is how many marked turns to look at, --nodes what the review of one position thinks
// with. The same numbers give the same games and sentences. A developer's tool: docs/review.md has
// its last figures.
#include "study/reasons.h"

#include <cstdio>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "core/scan.h"
#include "engine/player.h"

namespace {

constexpr int kLowest = 2, kHighest = 5;
constexpr int kMostTurns = 120;  // a longer game has had its mistakes
constexpr int kRandomTurns = 2;  // so that no two games are the same

struct Trial {
  games::Position start;
  int mistakes = 100;
  std::uint64_t nodes = 20'000;
  std::uint64_t seed = 1;
};

// What the game itself says begins otherwise than what holds for any game.
bool is_own(const study::SpokenReason& spoken) {
  using text::Message;
  switch (spoken.reason.note.message) {
    case Message::kWhyLosesNow:
    case Message::kWhyLostNow:
    case Message::kWhyLost:
    case Message::kWhyWonNow:
    case Message::kWhyWon:
    case Message::kWhyHolds:
    case Message::kWhyTerm: return false;
    default: return true;
  }
}

games::History played_game(const games::Position& start, std::uint64_t seed) {
  core::Rng rng(seed);
  std::deque<engine::Player> players;
  for (int p = 0; p < start.player_count(); ++p) {
    engine::PlayerSpec who;
    who.level = kLowest + static_cast<int>(rng.below(kHighest - kLowest + 1));
    players.emplace_back(who, seed * 10 + static_cast<std::uint64_t>(p), 1);
  }
  games::History history(start);
  for (int turn = 0; turn < kMostTurns && !history.outcome().over();) {
    const int mover = history.position().to_move();
    if (turn < kRandomTurns) {
      history.apply(history.position().random_action(rng));
    } else {
      for (const auto action : players[static_cast<std::size_t>(mover)].think(history, {})) {
        history.apply(action);
      }
    }
    if (history.position().at_turn_start()) ++turn;
  }
  return history;
}

struct Tally {
  int marked = 0, explained = 0, own = 0, against = 0;
  std::map<std::string, int> kinds;

  void add(const study::ReviewedTurn& turn) {
    ++marked;
    bool any_own = false, any_against = false;
    for (const auto& spoken : turn.reasons) {
      any_own = any_own || is_own(spoken);
      any_against = any_against || spoken.reason.speaks == registry::Speaks::kAgainst;
      ++kinds[std::string(text::message_name(spoken.reason.note.message))];
    }
    explained += !turn.reasons.empty();
    own += any_own;
    against += any_against;
  }

  void print() const {
    std::printf(
        "%d marked turns; a reason for %d, one of the game's own for %d, one against the "
        "turn played for %d\n",
        marked, explained, own, against);
    for (const auto& [kind, count] : kinds) std::printf("%5d %s\n", count, kind.c_str());
  }
};

void print_turn(const games::Position& before, const study::ReviewedTurn& turn) {
  std::printf("%s\n  %s%s %.1f", before.to_text().c_str(), turn.text.c_str(),
              study::mark_text(turn.mark).c_str(), turn.loss);
  if (!turn.better.empty()) std::printf("; better %s", core::join(turn.better[0], " ").c_str());
  std::printf("\n");
  for (const auto& spoken : turn.reasons) {
    const auto& note = spoken.reason.note;
    std::printf("    %s [%s]\n      %s\n      %s %s\n",
                study::sentence_of(spoken, text::Language::kEnglish).c_str(),
                core::join(spoken.reason.cells, " ").c_str(),
                study::sentence_of(spoken, text::Language::kPortuguese).c_str(),
                std::string(text::message_name(note.message)).c_str(),
                core::join(note.arguments, "|").c_str());
  }
}

void look_at_game(const Trial& trial, std::uint64_t seed, Tally& tally) {
  const auto history = played_game(trial.start, seed);
  engine::Engine engine(16);
  engine::Budget budget;
  budget.nodes = trial.nodes;
  const auto review = study::review(history, study::engine_judge(engine, budget));
  games::Position before = history.initial();
  std::size_t next = 0;
  for (const auto& turn : review.turns) {
    if (turn.mark != study::Mark::kNone && tally.marked < trial.mistakes) {
      print_turn(before, turn);
      tally.add(turn);
    }
    do {
      before.apply(history.actions()[next++]);
    } while (next < history.actions().size() && !before.at_turn_start());
  }
}

int fail(const char* what) {
  std::fprintf(stderr,
               "tabuleiro_reasons: %s; usage: tabuleiro_reasons GAME [--options A=B,…] "
               "[--mistakes N] [--nodes N] [--seed N]\n",
               what);
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() % 2 != 1) return fail("wrong number of arguments");
  const auto* game = games::find_game(words[0]);
  if (game == nullptr) return fail("unknown game");
  games::OptionMap options;
  int mistakes = 100;
  std::uint64_t nodes = 20'000, seed = 1;
  for (std::size_t i = 1; i < words.size(); i += 2) {
    if (words[i] == "--options") {
      const auto read = games::parse_options(words[i + 1], game->options);
      if (!read) return fail("unreadable options");
      options = *read;
      continue;
    }
    const auto number = core::whole_number(words[i + 1], 1'000'000'000);
    if (!number || *number < 1) return fail("expected a whole number from 1");
    if (words[i] == "--mistakes") {
      mistakes = static_cast<int>(*number);
    } else if (words[i] == "--nodes") {
      nodes = static_cast<std::uint64_t>(*number);
    } else if (words[i] == "--seed") {
      seed = static_cast<std::uint64_t>(*number);
    } else {
      return fail("unknown option");
    }
  }
  const auto start = games::Position::start(*game, options);
  if (!start) return fail("unknown options");
  const Trial trial{*start, mistakes, nodes, seed};
  Tally tally;
  for (auto at = seed; tally.marked < mistakes; ++at) look_at_game(trial, at, tally);
  tally.print();
  return 0;
}
