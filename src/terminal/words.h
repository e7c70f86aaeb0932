// Words for what happens at the table, the same in both faces of the terminal.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/analysis.h"
#include "terminal/session.h"
#include "terminal/text_table.h"

namespace terminal {

using games::game_title;

// "win in 3 turns", or nothing.
std::string proven_text(const std::optional<engine::Proven>& proven, text::Language language);

// "player 1 (W)"
std::string player_label(const games::Scene& scene, int player, text::Language language);

// "human", "level 3", "classic", or the command of another program.
std::string who_label(std::string_view who, text::Language language);

// Who is meant by a text: a WHO as on the command line, or what who_label() calls it in either
// language, whatever its capitals and accents: "person", "nível 3".
games::Parsed<std::string> read_who(std::string_view text);

// "size=5,swap=on", with words of the language: "tamanho=5,troca=sim".
std::string options_words(const games::Position& position, text::Language language);

// "4:59", "1:02:03": what a clock shows; a part of a second counts as one.
std::string clock_text(engine::Milliseconds left);

// What some steps of one player did: "player 1 (W): c1xc4, captures c4 c5". REQUIRES: legal.
std::string spoken(const games::Position& before, const std::vector<games::Action>& steps,
                   text::Language language);

// The same with its sentence, each thing said once: "player 1 (W): c1xc4; moves three stones from
// c1 three cells north and captures two, on c4 and c5". REQUIRES: legal, at least one.
std::string told_once(const games::Position& before, const std::vector<games::Action>& steps,
                      text::Language language);

// Only the sentence, without its subject: "moves three stones from c1 three cells north and
// captures two". REQUIRES: legal, at least one.
std::string in_words(const games::Position& before, const std::vector<games::Action>& steps,
                     text::Language language);

// "player 1 wins: four in a line", "the game is drawn: the board is full".
std::string ending(const Session& session, text::Language language);

// The refusal of a line, with the nearest legal steps.
std::string refusal(const text::Error& error, const std::vector<std::string>& nearest,
                    text::Language language);

}  // namespace terminal
