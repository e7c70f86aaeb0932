// The slow, plain rules of a game, written from its rules page alone.
//
// A reference shares no code with the fast rules beside it. Tests play both side by side, and proof
// checking trusts only the reference. It speaks in texts (positions and actions as on the rules
// page), is written to be read, and may be thousands of times slower than the fast rules.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace games {

class Reference {
 public:
  virtual ~Reference() = default;

  virtual std::unique_ptr<Reference> clone() const = 0;

  // The position text, as the rules page defines it.
  virtual std::string position() const = 0;

  // The player to move, counted from 1. In a finished game: who would act next.
  virtual int to_move() const = 0;

  // The texts of all legal actions in the spelling the rules page prints, sorted in byte order.
  // Empty exactly when the game is over.
  virtual std::vector<std::string> legal_actions() const = 0;

  // REQUIRES: `action` is one of legal_actions().
  virtual void apply(const std::string& action) = 0;

  // "none" while the game runs, else "p1win", "p2win", "p3win" or "draw". Draws that depend on the
  // history of the game (repetition, long play) are not decided here.
  virtual std::string result() const = 0;
};

// The options of a game as key and value; a missing key has its default.
using ReferenceOptions = std::map<std::string, std::string>;

}  // namespace games
