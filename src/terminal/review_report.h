// A Review for people.
#pragma once

#include "study/review.h"
#include "terminal/text_table.h"

namespace terminal {

// A player's name with the seat where two have the same, or else only the seat.
std::string name_of(const games::Record& record, int player, text::Language language);

struct ReviewReport {
  const games::Record& record;  // annotated or not: comments are shown as they are
  const games::History& history;
  const study::Review& review;
  text::Note judged_by;
  text::Language language;
  std::size_t columns = kUsualColumns;  // that the table of turns is to fit

  std::string name_of(int player) const;
  // Who won and why, or that the game goes on.
  std::string result() const;
  // "12.3 points lost", or that a proven win was thrown away.
  std::string words_of(const study::ReviewedTurn& turn) const;
  // Why, a sentence each.
  std::vector<std::string> reasons_of(const study::ReviewedTurn& turn) const;
  // "d4+d3 -12.1, d4+b3 -0.2"; "" where the turn has one action.
  std::string actions_of(const study::ReviewedTurn& turn) const;
  // How many turns of a player have the mark.
  int count(int player, study::Mark mark) const;
  std::string accuracy_of(int player) const;
  std::string render(text::Message message, std::vector<std::string> arguments = {}) const;
};

std::string review_text(const ReviewReport& report);

}  // namespace terminal
