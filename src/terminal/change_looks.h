// What a person changes by a command at any table: theme, colours, bell, title.
#pragma once

#include <string>
#include <string_view>

#include "games/scene.h"
#include "terminal/settings.h"

namespace terminal {

// Each changes the settings and returns what to tell, or why nothing was changed.
games::Parsed<std::string> change_theme(Settings& settings, std::string_view argument,
                                        text::Language language);
games::Parsed<std::string> change_bell(Settings& settings, std::string_view argument,
                                       text::Language language);
games::Parsed<std::string> change_title(Settings& settings, std::string_view argument,
                                        text::Language language);
// "2 sky": the colour of a seat of this game.
games::Parsed<std::string> change_colour(Settings& settings, std::string_view argument,
                                         const std::string& game, const games::Scene& scene,
                                         text::Language language);

// Whose turn it is, for the title of the window.
enum class TitleTurn { kOver, kWatching, kYours, kOthers };
std::string window_title_of(const std::string& game, TitleTurn turn, bool ascii,
                            text::Language language);

}  // namespace terminal
