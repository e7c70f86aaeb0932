// Whoever thinks for a seat, started when first needed.
//
// It is shared with the thread that waits for it and touches nothing else: a program that stalls
// keeps nobody waiting but that thread. One thread at a time asks for the player; give_up() is for
// any.
#pragma once

#include <memory>
#include <stop_token>
#include <string>

#include "protocol/match_player.h"

namespace terminal {

class SeatPlayer {
 public:
  SeatPlayer(std::string who, protocol::MatchPlayerSetup setup)
      : who_(std::move(who)), setup_(std::move(setup)) {
    setup_.unwanted = unwanted_.get_token();
  }
  SeatPlayer(const SeatPlayer&) = delete;
  SeatPlayer& operator=(const SeatPlayer&) = delete;

  // An error says why a foreign program does not run.
  games::Parsed<protocol::MatchPlayer*> get() {
    if (player_ == nullptr) {
      auto made = protocol::make_match_player(who_, setup_);
      if (!made) return made.error();
      player_ = *std::move(made);
    }
    return player_.get();
  }

  // Nobody waits for it any more: a foreign program ends at once, in whatever it is.
  void give_up() { unwanted_.request_stop(); }

 private:
  std::string who_;
  protocol::MatchPlayerSetup setup_;
  std::stop_source unwanted_;
  std::unique_ptr<protocol::MatchPlayer> player_;
};

}  // namespace terminal
