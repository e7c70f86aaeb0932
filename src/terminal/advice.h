// What both faces of the terminal do for a person beyond playing: advice, files, seats.
#pragma once

#include <stop_token>

#include "terminal/session.h"

namespace terminal {

// "hint: c1-c4 (62.0 %)": a second's thought of the strongest player.
std::string hint(const games::History& history, text::Language language,
                 const std::stop_token& stop = {});

// The game so far, turn by turn, with what was lost where.
std::string review_of(const games::History& history, const games::Record& record,
                      text::Language language, const std::stop_token& stop = {});

// "2 level:7"
std::optional<text::Error> set_seat(Session& session, std::string_view argument);

// A name that ends in .json gets that spelling, any other the PGN-like one.
std::optional<text::Error> save_game(const Session& session, const std::string& path);
// The seats and everything else that the record does not tell stay as they are.
games::Parsed<Session> load_game(const Session& session, const std::string& path);

}  // namespace terminal
