// What both faces of the terminal do for a person beyond playing: advice, files, seats.
#pragma once

#include <stop_token>

#include "study/review.h"
#include "terminal/session.h"
#include "terminal/text_table.h"

namespace terminal {

// "hint: c1-c4 (62.0 %)": a second's thought of the strongest player.
std::string hint(const games::History& history, text::Language language,
                 const std::stop_token& stop = {});

// The game so far, turn by turn, with what was lost where. The judge is the engine where none is
// given. REQUIRES: something was played.
study::Review review_game(const games::History& history, const study::Judge& judge = {},
                          const std::stop_token& stop = {},
                          const study::OnReview& on_progress = {});
// The same as text, for a screen of so many columns.
std::string review_words(const games::History& history, const games::Record& record,
                         const study::Review& review, text::Language language,
                         std::size_t columns = kUsualColumns);
std::string review_of(const games::History& history, const games::Record& record,
                      text::Language language, const study::OnReview& on_progress = {});

// "2 level:7"
std::optional<text::Error> set_seat(Session& session, std::string_view argument);

// What `save` was told: "game.pgn", or "game.pgn !" to write over a file that is there.
struct SaveRequest {
  std::string path;
  bool overwrites = false;  // it was said so
};
SaveRequest read_save(const std::string& argument);
// Would saving there take the place of a file? Devices and the like are none.
bool is_file(const std::string& path);
// A name that ends in .json gets that spelling, any other the PGN-like one.
std::optional<text::Error> save_game(const Session& session, const std::string& path);
// "game.pgn", or "games.pgn 3" for the third game of a file. The seats and everything else that the
// record does not tell stay as they are.
struct Loaded {
  Session session;
  std::optional<text::Note> note;  // where the file has other games too
};
games::Parsed<Loaded> load_game(const Session& session, const std::string& argument);
// One game of a file, from 1.
games::Parsed<Loaded> load_game(const std::string& path, std::size_t number,
                                const SessionSetup& setup);
// The number of a turn of a game that has so many, 0 for its start.
games::Parsed<int> read_turn_number(int turns, std::string_view argument);

}  // namespace terminal
