// A game's one registration: everything that the program knows of a game beyond its rules.
//
// registry/NAME.h specialises Registration for the game's State; nothing here has a default. What
// is missing is named by the compiler (Complete), what is wrong by tests/registry/registry_test.cc.
#pragma once

#include <concepts>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "eval/evaluator.h"
#include "eval/policy.h"
#include "eval/tactics.h"
#include "eval/terms.h"
#include "registry/calibration.h"
#include "registry/ladder.h"
#include "registry/lesson.h"
#include "registry/page.h"
#include "registry/reasons.h"
#include "search/search_constants.h"

namespace registry {

// Members, all static:
//   Evaluator   what alpha-beta asks (eval/evaluator.h), with terms() and counts()
//   Policy      what Monte-Carlo search asks (eval/policy.h); NoPolicy where only two can play
//   Tactics     what proof-number search asks (eval/tactics.h); eval::PlainTactics serves any game
//   classic     the action of the `classic` player; docs/players.md defines it
//   material    what a player has on the board, in hundredths of a piece; 0 where nothing is lost
//   cell_weights     what a cell is worth to the player to move, for analyses, where the rules page
//   says
//                    it: one number a cell in the order of Scene::cells, or none
//   ladder      the levels, for a number of players
//   search_constants  how deep and how wide full strength looks (search/search_constants.h)
//   reasons     why a turn was bad and another better (registry/reasons.h), in no promised order
//   calibration      what values by terms mean
//   net_calibration  what values by its net mean; calibration() where it has none
//   lessons, page
template <class State>
struct Registration;

// A game of two has no policy: it is never searched by playouts.
struct NoPolicy {};

template <class State>
using EvaluatorOf = typename Registration<State>::Evaluator;
template <class State>
using PolicyOf = typename Registration<State>::Policy;
template <class State>
using TacticsOf = typename Registration<State>::Tactics;
template <class State>
concept HasPolicy = !std::same_as<PolicyOf<State>, NoPolicy>;

// Ends the program where so many players would have nobody who thinks for them: alpha-beta serves
// two. How many can play depends on options, so the compiler cannot tell.
template <class State>
void require_policy(int players) {
  if (HasPolicy<State> || players <= 2) return;
  const std::string message = std::string(State::kName) +
                              ": where three can play, Registration::Policy must not be NoPolicy\n";
  std::fputs(message.c_str(), stderr);
  std::abort();
}

// Says what a registration lacks, one sentence a member.
template <class State>
struct Complete {
  using R = Registration<State>;
  static constexpr bool value = true;

  static_assert(eval::Evaluator<typename R::Evaluator, State>,
                "Registration::Evaluator: see eval/evaluator.h");
  static_assert(
      requires(const State s) {
        R::Evaluator::terms()[0].weight;
        R::Evaluator::counts(s)[0][0];
      }, "Registration::Evaluator needs terms() and counts(): see eval/terms.h");
  static_assert(!HasPolicy<State> || eval::Policy<typename R::Policy, State>,
                "Registration::Policy: see eval/policy.h, or NoPolicy");
  static_assert(eval::Tactics<typename R::Tactics, State>,
                "Registration::Tactics: see eval/tactics.h");
  static_assert(
      requires(const State s, core::Rng& rng) {
        { R::classic(s, rng) } -> std::same_as<games::Action>;
      }, "Registration needs the action of its classic player");
  static_assert(
      requires(const State s) {
        { R::material(s, 0) } -> std::same_as<int>;
      }, "Registration needs what a player's material is worth");
  static_assert(
      requires(const State s) {
        { R::cell_weights(s) } -> std::same_as<std::vector<int>>;
      }, "Registration needs the weights of cells, or {} where its rules page defines none");
  static_assert(
      requires {
        { R::ladder(2) } -> std::same_as<const Ladder&>;
      }, "Registration needs a ladder of levels");
  static_assert(
      requires {
        { R::calibration() } -> std::same_as<const Calibration&>;
      }, "Registration needs a calibration");
  static_assert(
      requires {
        { R::net_calibration() } -> std::same_as<const Calibration&>;
      }, "Registration needs a calibration of its net, or calibration() where it has none");
  static_assert(
      requires {
        { R::search_constants() } -> std::same_as<search::SearchConstants>;
      }, "Registration needs the constants of its search: see search/search_constants.h");
  static_assert(
      requires {
        { R::lessons() } -> std::same_as<std::vector<Lesson>>;
      }, "Registration needs lessons");
  static_assert(
      requires {
        { R::page() } -> std::same_as<Page>;
      }, "Registration needs what the page shows");
  static_assert(
      requires(const TurnCase<State> turn) {
        { R::reasons(turn) } -> std::same_as<Reasons>;
      }, "Registration needs the reasons of its game: see registry/reasons.h");
};

}  // namespace registry
