#include "terminal/plain_offer.h"

#include "core/scan.h"
#include "core/utf8.h"
#include "terminal/input.h"
#include "terminal/words.h"

namespace terminal {

using text::Language;
using text::Message;
using text::Note;

namespace {

using KeptGames = std::vector<Unfinished::Kept>;

class PlainOffer {
 public:
  PlainOffer(Unfinished& unfinished, const std::string& game, const PlainTalk& talk,
             Language language)
      : unfinished_(unfinished), game_(game), talk_(talk), language_(language) {}

  std::optional<games::Record> run() {
    std::string line;
    while (true) {
      list_ = unfinished_.list(game_);
      if (list_.empty()) return std::nullopt;
      question();
      if (!talk_.read(line)) return std::nullopt;
      const auto number = number_of(line);
      if (const auto answer = read_answer(line); answer && !*answer) {
        say({Message::kKeptStays, {}});
        return std::nullopt;
      } else if (answer || number) {
        const auto& kept = list_[number.value_or(0)];
        if (unfinished_.take_over(kept)) return kept.record;
        say({Message::kKeptElsewhere, {}});
      } else if (!wants_deletion(line)) {
        say({Message::kOfferAnswers, {}});
      }
    }
  }

 private:
  void say(const Note& note) const { talk_.say(text::render(note, language_)); }

  void question() const {
    const std::string title = game_title(game_);
    if (list_.size() == 1) {
      say({Message::kOfferUnfinished, {title, std::to_string(list_[0].record.turns.size())}});
      return;
    }
    say({Message::kOfferSeveral, {title}});
    for (std::size_t i = 0; i < list_.size(); ++i) {
      talk_.say("  " + std::to_string(i + 1) + ": " + kept_label(list_[i], language_));
    }
    say({Message::kOfferAnswers, {}});
  }

  std::optional<std::size_t> number_of(std::string_view text) const {
    const auto number = core::whole_number(core::trim(text), static_cast<long long>(list_.size()));
    if (!number || *number == 0) return std::nullopt;
    return static_cast<std::size_t>(*number) - 1;
  }

  // "delete 2"; without a number where there is only one. False: it says something else.
  bool wants_deletion(std::string_view line) {
    const auto words = core::words(line);
    if (words.empty() || words.size() > 2) return false;
    const std::string verb = core::folded(words[0]);
    if (verb != "delete" && verb != "apagar") return false;
    const auto which = words.size() == 2   ? number_of(words[1])
                       : list_.size() == 1 ? std::optional<std::size_t>(0)
                                           : std::nullopt;
    if (!which) return false;
    remove(list_[*which]);
    return true;
  }

  void remove(const Unfinished::Kept& kept) {
    std::string line;
    while (true) {
      say({Message::kDeleteQuestion, {kept_label(kept, language_)}});
      if (!talk_.read(line)) return;
      const auto answer = read_answer(line);
      if (!answer) {
        say({Message::kYesOrNo, {}});
        continue;
      }
      if (!*answer) return say({Message::kKeptStays, {}});
      return say({unfinished_.discard(kept) ? Message::kKeptDeleted : Message::kKeptElsewhere, {}});
    }
  }

  Unfinished& unfinished_;
  const std::string& game_;
  const PlainTalk& talk_;
  Language language_;
  KeptGames list_;
};

}  // namespace

std::optional<games::Record> offer_unfinished(Unfinished& unfinished, const std::string& game,
                                              const PlainTalk& talk, Language language) {
  return PlainOffer(unfinished, game, talk, language).run();
}

}  // namespace terminal
