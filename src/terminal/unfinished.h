// Unfinished games outlive the program: a crash, a closed terminal, a power cut. Each game has a
// file of its own, locked while a program plays it; one that nobody plays is offered on the next
// start.
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
  ~Unfinished();
  Unfinished(const Unfinished&) = delete;
  Unfinished& operator=(const Unfinished&) = delete;

  // Writes the game being played as it stands; one without an action leaves nothing behind.
  std::optional<text::Error> keep(const Session& session);
  // The game is finished or not wanted: its file goes.
  void forget();
  // Another game begins or the person leaves: the file stays, to be offered again.
  void leave();

  // The newest game that nobody plays. It is held until it is taken over, declined, or another look
  // is taken; two programs that look at the same time never see the same game.
  std::optional<games::Record> find();
  // The game that was found is the one being played from now on.
  void take_over();
  // It is not wanted.
  void decline();

 private:
  // A game's file by its name without ending, and the lock that says who plays it.
  struct Held {
    std::string name;
    int lock = -1;
  };
  std::string path(const std::string& name, const char* ending) const;
  std::optional<Held> hold(const std::string& name) const;
  void release(std::optional<Held>& held) const;
  void remove(std::optional<Held>& held) const;

  std::string folder_;
  std::optional<Held> own_;
  std::optional<Held> found_;
};

}  // namespace terminal
