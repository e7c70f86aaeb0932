// Unfinished games outlive the program: a crash, a closed terminal, a power cut. Each running
// program keeps its game in a file of its own; what a program that is gone left behind is offered
// on the next start.
#pragma once

#include <optional>
#include <string>

#include "terminal/session.h"

namespace terminal {

class Unfinished {
 public:
  // Files live in $XDG_STATE_HOME/tabuleiro, else ~/.local/state/tabuleiro.
  Unfinished();
  explicit Unfinished(std::string folder) : folder_(std::move(folder)) {}

  // Writes the game as it stands; one without a turn is no loss. An error is told once.
  std::optional<text::Error> keep(const Session& session);
  // The game is finished, saved elsewhere, or not wanted.
  void forget();

  // The newest game that nobody is playing any more; it is taken over: forget() removes it.
  std::optional<games::Record> find();

 private:
  std::string own_file() const;

  std::string folder_;
  std::string taken_;  // the file of the game that was taken over
  bool told_ = false;
};

}  // namespace terminal
