// Review of a game: what each turn did to the chances, which turns were mistakes, what was better.
// docs/review.md states the rules of the marks.
//
// It knows nothing of files and screens. Positions are judged by a Judge: the engine with a budget,
// or anything else a test puts in its place.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/engine.h"
#include "games/record.h"
#include "registry/reasons.h"

namespace study {

using engine::Budget;
using engine::Engine;

// What is known of a position.
struct Assessment {
  std::vector<double> chances;      // of each player, from 0 to 1
  int winner = -1;                  // whose win is certain: proven, or the game is over
  int turns = 0;                    // of all players until then
  std::vector<games::Action> line;  // the best one known; empty where the game is over
  bool searched = true;             // enough for a judgement; false: hardly more than a glance
};

// Judges a position that is not over, with this share of the budget of a turn. Nothing where it was
// stopped.
using Judge =
    std::function<std::optional<Assessment>(const games::History& history, double effort)>;

// The engine as a judge. It starts from an empty hash table, so that a budget of nodes gives the
// same review every time.
Judge engine_judge(Engine& engine, const Budget& turn, const std::stop_token& stop = {});

enum class Mark { kNone, kInaccuracy, kMistake, kBlunder };
// By points of win probability lost.
Mark mark_of(double points);
// "?!", "?", "??" or "".
std::string mark_text(Mark mark);
// The numeric annotation glyph of records; 0 for none.
int glyph_of(Mark mark);

struct ReviewedAction {
  std::string text;
  double loss = 0;  // points
};

// A reason and the text of the turn that it speaks of.
// How it is said: study/reasons.h.
struct SpokenReason {
  registry::Reason reason;
  std::string turn;
};

struct ReviewedTurn {
  int player = 0;
  std::string text;
  std::optional<text::Phrase> in_words;  // what the turn does
  // Nothing in the others where the review was stopped before it came to this turn.
  bool judged = false;
  bool searched = false;       // both positions, before and after it; else it has no mark
  std::vector<double> before;  // chances of each player
  std::vector<double> after;
  int win_in = 0;            // turns of a certain win the player had before the turn; 0 for none
  bool thrown_away = false;  // and had no longer after it
  double loss = 0;           // points of the player's own chance, from 0 to 100
  Mark mark = Mark::kNone;
  std::vector<ReviewedAction> actions;           // of a marked turn of several; else empty
  std::vector<std::vector<std::string>> better;  // lines of turns; for marked turns only
  std::vector<SpokenReason> reasons;             // study/reasons.h; for marked turns only
};

struct Review {
  std::vector<ReviewedTurn> turns;
  std::vector<std::optional<double>> accuracy;  // of each player, from 0 to 100
  bool complete = true;                         // false: stopped before the end
};

// How many positions have been judged, of about how many.
using OnReview = std::function<void(int done, int total)>;

// From the last turn back to the first, so that what is found later in the game helps before.
Review review(const games::History& history, const Judge& judge, const OnReview& on_progress = {});

// What one turn counts towards accuracy, from 0 to 100. Not calibrated for these games.
double accuracy_of(double points);

// What a marked turn did, in words: points lost, or the win that was thrown away.
std::string words_of(const ReviewedTurn& turn, text::Language language);

// The record with the review in it: chances, glyphs, comments, better lines as variations, and tags
// for the accuracies. What an earlier review left is replaced, what people wrote is kept.
// REQUIRES: the review is of this record.
games::Record annotated(games::Record record, const Review& review, text::Language language);

// What the record's glyphs, comments and variations say, and what each action lost, for programs;
// docs/api.md lists the keys.
nlohmann::ordered_json to_json(const Review& review, text::Language language);

}  // namespace study
