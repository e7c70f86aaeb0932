// Where the nets are that come with the program: in it, or installed beside it
// (TABULEIRO_EMBED_NETS). The folder that the environment variable TABULEIRO_NETS names goes before
// both.
#pragma once

#include <optional>
#include <string_view>

namespace eval {

// The bytes of a game's net, for as long as the program runs: "" where there is none. Nothing where
// they are not to be had now, as in a browser without a way to them. May wait; thread-safe.
std::optional<std::string_view> net_file(std::string_view game);

}  // namespace eval
