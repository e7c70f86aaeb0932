// Unfinished games offered in plain lines: one is taken up, deleted by name, or left for later.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "terminal/unfinished.h"

namespace terminal {

// How lines go to and come from a person. `read` is false at the end of input.
struct PlainTalk {
  std::function<void(const std::string&)> say;
  std::function<bool(std::string&)> read;
};

// The unfinished game that the person goes on with, and holds from now on; nothing where there is
// none of this game, or another one is wanted.
std::optional<games::Record> offer_unfinished(Unfinished& unfinished, const std::string& game,
                                              const PlainTalk& talk, text::Language language);

}  // namespace terminal
