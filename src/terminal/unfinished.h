// Unfinished games outlive the program: a crash, a closed terminal, a power cut. Each game has a
// file of its own, locked while a program plays it; those that nobody plays are offered where they
// fit. None is deleted but the one that a person names.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "core/descriptor.h"
#include "terminal/session.h"

namespace terminal {

class Unfinished {
 public:
  // Files live in $XDG_STATE_HOME/tabuleiro, else ~/.local/state/tabuleiro.
  Unfinished();
  explicit Unfinished(std::string folder) : folder_(std::move(folder)) {}
  Unfinished(const Unfinished&) = delete;
  Unfinished& operator=(const Unfinished&) = delete;

  // Writes the game being played as it stands; one without an action leaves nothing behind.
  std::optional<text::Error> keep(const Session& session);
  // The game is finished or not wanted: its file goes.
  void forget();
  // Another game begins or the person leaves: the file stays, to be offered again.
  void leave();

  // A game that nobody plays.
  struct Kept {
    std::string name;  // of its file, without ending
    games::Record record;
    std::chrono::system_clock::time_point when;  // it was last played
  };
  // All of them, the newest first; only those of one game where it is named. A damaged file stays
  // where it is and is not listed: a person may still mend it.
  std::vector<Kept> list(std::string_view game = "") const;
  // This game is the one being played from now on. False where another program took it meanwhile,
  // or it is gone.
  bool take_over(const Kept& kept);
  // The person said that it may go. False where another program plays it.
  bool discard(const Kept& kept);

 private:
  // A game's file by its name without ending, and the lock that says who plays it.
  struct Held {
    std::string name;
    core::Descriptor lock;
  };
  std::string path(const std::string& name, const char* ending) const;
  std::optional<Held> hold(const std::string& name) const;
  bool is_played(const std::string& name) const;
  void remove(std::optional<Held>& held) const;

  std::string folder_;
  std::optional<Held> own_;
};

// "Yavalath  2026-11-18 08:40  turns: 12  human - level 3"
std::string kept_label(const Unfinished::Kept& kept, text::Language language);

}  // namespace terminal
