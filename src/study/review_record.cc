// A Review written into the record of its game.
#include <algorithm>

#include "core/scan.h"
#include "engine/analysis.h"
#include "study/reasons.h"

namespace study {

namespace {

using games::Record;
using games::RecordTurn;
using text::Language;
using text::Message;
using text::Note;

// A comma between numbers that have one themselves would be hard to read.
const char* list_separator(Language language) {
  return language == Language::kPortuguese ? "; " : ", ";
}

// What a review writes starts with these words, so that the next one knows it.
std::string labelled(const std::string& words, Language language) {
  return text::render(Note{Message::kReviewLabel, {words}}, language);
}

// Where the words of a review begin in a comment, in either language; npos where there are none.
std::size_t review_begin(const std::string& comment) {
  std::size_t first = std::string::npos;
  for (const auto language : {Language::kEnglish, Language::kPortuguese}) {
    first = std::min(first, comment.find(labelled("", language)));
  }
  return first;
}

void remove_review(RecordTurn& turn) {
  const auto begin = review_begin(turn.comment);
  if (begin != std::string::npos) turn.comment = core::trim(turn.comment.substr(0, begin));
  std::erase_if(turn.glyphs, [](int glyph) { return glyph == 2 || glyph == 4 || glyph == 6; });
  std::erase_if(turn.variations, [](const std::vector<RecordTurn>& variation) {
    return !variation.empty() && review_begin(variation[0].comment) == 0;
  });
}

// The words, which actions of the turn were to blame, and why.
std::string comment_of(const ReviewedTurn& turn, Language language) {
  std::vector<std::string> parts;
  for (const ReviewedAction& action : turn.actions) {
    if (action.loss > 0)
      parts.push_back(action.text + " -" + text::decimal(action.loss, 1, language));
  }
  std::string words = words_of(turn, language);
  if (!parts.empty()) words += " (" + core::join(parts, list_separator(language)) + ')';
  for (const SpokenReason& reason : turn.reasons) words += "; " + sentence_of(reason, language);
  return words;
}

std::vector<RecordTurn> variation_of(const std::vector<std::string>& line, const ReviewedTurn& turn,
                                     Language language) {
  std::vector<RecordTurn> variation;
  for (const std::string& text : line) {
    variation.push_back({});
    variation.back().text = text;
  }
  variation[0].comment = labelled(text::render(Message::kReviewBetter, language), language);
  variation[0].win = turn.before;
  return variation;
}

void add_review(RecordTurn& into, const ReviewedTurn& turn, Language language) {
  into.win = turn.after;
  if (turn.mark == Mark::kNone) return;
  into.glyphs.push_back(glyph_of(turn.mark));
  into.comment +=
      (into.comment.empty() ? "" : " ") + labelled(comment_of(turn, language), language);
  for (const auto& line : turn.better) {
    into.variations.push_back(variation_of(line, turn, language));
  }
}

}  // namespace

std::string words_of(const ReviewedTurn& turn, Language language) {
  if (!turn.thrown_away) {
    return text::render(Note{Message::kReviewLost, {text::decimal(turn.loss, 1, language)}},
                        language);
  }
  const auto win = text::render(engine::note_of(engine::Proven{true, turn.win_in}), language);
  return text::render(Note{Message::kReviewThrownAway, {win}}, language);
}

Record annotated(Record record, const Review& review, Language language) {
  for (std::size_t i = 0; i < record.turns.size(); ++i) {
    if (!review.turns[i].judged) continue;
    remove_review(record.turns[i]);
    add_review(record.turns[i], review.turns[i], language);
  }
  for (std::size_t p = 0; p < review.accuracy.size(); ++p) {
    const std::string tag = "Accuracy" + std::to_string(p + 1);
    record.tags.erase(tag);
    if (review.accuracy[p]) record.tags[tag] = core::fixed(*review.accuracy[p], 1);
  }
  record.tags["Annotator"] = "tabuleiro " TABULEIRO_VERSION;
  return record;
}

}  // namespace study
