// The perfect player: what proofs say is played at once, announced, and never lost.
#include <filesystem>

#include "core/file.h"
#include "engine/analysis.h"
#include "engine/player.h"
#include "process.h"
#include "small_proofs.h"
#include "solve/proof_check.h"
#include "solve/proofs.h"
#include "support.h"

namespace tests {
namespace {

namespace proof = solve::proof;
using engine::Player;
using engine::PlayerSpec;
using games::Action;
using games::History;
using games::yavalath::State;
using proof::Proof;
using solve::Proofs;

State state_of(const games::Position& position) { return std::get<State>(position.state()); }

// Owns the bytes of a proof.
class Held {
 public:
  explicit Held(std::string content) : content_(std::move(content)) {
    proofs_.add(
        *Proof::over({reinterpret_cast<const std::uint8_t*>(content_.data()), content_.size()}));
  }
  Held(const Held&) = delete;
  Held& operator=(const Held&) = delete;
  const Proofs& proofs() const { return proofs_; }
  const std::string& content() const { return content_; }

 private:
  std::string content_;
  Proofs proofs_;
};

// A strategy that is no proof: player 1 "wins" from c3 on size 3 by some legal reply. It lets the
// tests see what the engine does with a claim about a first stone; on size 3 none of them wins.
const Held& pretended() {
  static const Held held([] {
    const State opening = state_of(after(start("yavalath", "size=3,swap=off"), {"c3"}));
    proof::Writer writer(proof::make_claim(opening, 0));
    games::ActionList<State> replies;
    opening.legal_actions(replies);
    for (const Action reply : replies) {
      State next = opening;
      next.apply(reply);
      games::ActionList<State> answers;
      next.legal_actions(answers);
      // Far from the centre it lasts longer.
      const int distance = games::yavalath::distance_from_centre(static_cast<int>(reply.code), 3);
      writer.add(next, answers[0], 5 + 2 * distance);
    }
    return writer.content();
  }());
  return held;
}

// A late position of size 3 that black wins, with the proof of it.
struct Late {
  games::Position position = start("yavalath", "size=3,swap=off");
  std::optional<Held> held;
  int turns = 0;

  Late() {
    core::Rng rng(4);
    while (!held) {
      const State state = random_state(state_of(start("yavalath", "size=3,swap=off")), rng, 6);
      SmallSolver solver(1);
      if (!solver.holds(state)) continue;
      auto writer = solver.proof(state);
      if (writer.records() < 100) continue;
      held.emplace(writer.content());
      position = at("yavalath", state.to_text(), "size=3,swap=off");
      const auto opened = Proof::over(
          {reinterpret_cast<const std::uint8_t*>(held->content().data()), held->content().size()});
      turns = proof::check(*opened).turns;
    }
  }
};
const Late& late() {
  static const Late made;
  return made;
}

struct Seat {
  Player& player;
  engine::Budget budget;
};

// One game from here; the slowest turn of player `watched` in milliseconds of the processor, and
// the most nodes that he searched for one.
struct Game {
  games::Outcome outcome;
  int turns = 0;
  double slowest = 0;
  std::uint64_t most_nodes = 0;
};
Game play(const games::Position& from, std::array<Seat, 2> seats, int watched) {
  Game game{games::Outcome::running()};
  History history(from);
  while (!history.outcome().over()) {
    const int mover = history.position().to_move();
    auto& seat = seats[static_cast<std::size_t>(mover)];
    const double begin = cpu_seconds();
    std::uint64_t nodes = 0;
    const auto turn = seat.player.think(
        history, seat.budget, [&](const engine::Progress& progress) { nodes = progress.nodes; });
    if (mover == watched) {
      game.slowest = std::max(game.slowest, (cpu_seconds() - begin) * 1000);
      game.most_nodes = std::max(game.most_nodes, nodes);
    }
    for (const Action action : turn) history.apply(action);
    ++game.turns;
  }
  game.outcome = history.outcome();
  return game;
}

engine::Budget nodes(std::uint64_t count) {
  engine::Budget budget;
  budget.nodes = count;
  return budget;
}

// --- What is known ---

TEST(PerfectPlayer, SwapsExactlyWhereTheOpeningWins) {
  const Proofs& proofs = pretended().proofs();
  const auto best = [&](const games::Position& position) {
    const auto known = proofs.about(state_of(position));
    return known.decided ? position.action_text(known.actions[0].action) : "";
  };
  const auto with_swap = start("yavalath", "size=3,swap=on");
  EXPECT_EQ(best(after(with_swap, {"c3"})), "swap");
  EXPECT_EQ(best(after(with_swap, {"c2"})), "") << "about c2 nothing is known";
  // Behind the swap black has what white had.
  const auto swapped = after(with_swap, {"c3", "swap", "a1"});
  EXPECT_EQ(swapped.to_move(), 1);
  EXPECT_NE(best(swapped), "");
  // Without swap the first player opens so, with it he does not.
  EXPECT_EQ(best(start("yavalath", "size=3,swap=off")), "c3");
  const auto known = proofs.about(state_of(with_swap));
  EXPECT_FALSE(known.decided);
  ASSERT_EQ(known.actions.size(), 1u);
  EXPECT_EQ(with_swap.action_text(known.actions[0].action), "c3");
  EXPECT_TRUE(search::is_loss(known.actions[0].value));
  EXPECT_EQ(proofs.about(state_of(start("yavalath", "size=4"))).actions.size(), 0u);
}

TEST(PerfectPlayer, FirstPlayersAvoidOpeningsThatAreTakenOver) {
  const auto with_swap = start("yavalath", "size=3,swap=on");
  Player player;
  player.engine().set_proofs(pretended().proofs());
  for (int i = 1; i <= 4; ++i) {
    player.engine().clear_hash();
    const auto turn = player.think(History(with_swap), nodes(static_cast<std::uint64_t>(i) * 500));
    EXPECT_NE(with_swap.action_text(turn[0]), "c3");
  }
  // Whoever analyses sees what is known of them.
  engine::Engine analyst;
  analyst.set_proofs(pretended().proofs());
  const auto lines = analyst.best_lines(History(with_swap), nodes(2000), 19);
  ASSERT_EQ(lines.size(), 19u);
  EXPECT_EQ(with_swap.action_text(lines.back().line[0]), "c3");
  EXPECT_TRUE(lines.back().at_most);
}

TEST(PerfectPlayer, ResistsLongest) {
  const auto opening = after(start("yavalath", "size=3,swap=off"), {"c3"});
  const auto known = pretended().proofs().about(state_of(opening));
  ASSERT_TRUE(known.decided);
  EXPECT_EQ(known.actions.size(), 18u);
  EXPECT_EQ(known.actions.front().value, search::loss_in(10));
  EXPECT_EQ(known.actions.back().value, search::loss_in(8));
  Player player;
  player.engine().set_proofs(pretended().proofs());
  EXPECT_EQ(player.think(History(opening), nodes(1)),
            std::vector<Action>{known.actions.front().action});
}

TEST(PerfectPlayer, OnlyFullStrengthKnowsProofs) {
  const auto opening = after(start("yavalath", "size=3,swap=on"), {"c3"});
  const auto reports = [&](const std::string& who) {
    Player player(*engine::parse_player_spec(who));
    player.engine().set_proofs(pretended().proofs());
    bool proven = false;
    player.think(History(opening), nodes(50),
                 [&](const engine::Progress& progress) { proven = proven || progress.at_most; });
    return proven;
  };
  EXPECT_TRUE(reports("level:10"));
  for (const char* who : {"level:9", "level:1", "plain"}) EXPECT_FALSE(reports(who)) << who;
}

TEST(PerfectPlayer, SaysWinInAtMost) {
  engine::Engine analyst;
  analyst.set_proofs(late().held->proofs());
  History history(late().position);
  // Both sides' best play as the proof has it, step by step.
  std::vector<int> turns;
  while (!history.outcome().over()) {
    const auto lines = analyst.best_lines(history, nodes(1), 1);
    ASSERT_EQ(lines.size(), 1u);
    const bool black = history.position().to_move() == 1;
    EXPECT_TRUE(black ? search::is_win(lines[0].value) : search::is_loss(lines[0].value));
    turns.push_back(search::kWin - std::abs(lines[0].value));
    EXPECT_EQ(lines[0].line.size() + turns.size() - 1, static_cast<std::size_t>(late().turns))
        << "the longest line is the bound";
    history.apply(lines[0].line[0]);
  }
  EXPECT_EQ(turns.front(), late().turns);
  for (std::size_t i = 1; i < turns.size(); ++i) EXPECT_EQ(turns[i], turns[i - 1] - 1);
  EXPECT_EQ(history.outcome().winner(), 1);
  using text::Language;
  const engine::Proven proven{true, 31, true};
  EXPECT_EQ(text::render(engine::note_of(proven), Language::kEnglish), "win in at most 31 turns");
  EXPECT_EQ(text::render(engine::note_of(proven), Language::kPortuguese),
            "vitória em 31 turnos no máximo");
}

// --- Games ---

// As much as any level below the top takes.
constexpr std::uint64_t kOthersNodes = 12'600;

void expect_only_wins(const games::Position& from, int winner, int turns, const Proofs* proofs,
                      int games) {
  const auto all = engine::player_spec_texts();  // full strength among them
  double slowest = 0;
  for (int i = 0; i < games; ++i) {
    const auto& who = all[static_cast<std::size_t>(i) % all.size()];
    Player perfect, other(*engine::parse_player_spec(who), static_cast<std::uint64_t>(i), 1);
    for (Player* player : {&perfect, &other}) {
      player->engine().set_proofs(*proofs);
    }
    const Seat seats[] = {{perfect, nodes(100)}, {other, nodes(kOthersNodes)}};
    const auto game = play(from, {seats[winner == 0 ? 0 : 1], seats[winner == 0 ? 1 : 0]}, winner);
    ASSERT_EQ(game.outcome.winner(), winner) << who << ", game " << i;
    EXPECT_LE(game.turns, turns) << who;
    EXPECT_EQ(game.most_nodes, 0u) << "what is proven needs no search";
    slowest = std::max(slowest, game.slowest);
  }
  testing::Test::RecordProperty("slowest_turn_ms", std::to_string(slowest));
}

TEST(PerfectPlayer, WinsFromLatePositionsAgainstEveryone) {
  expect_only_wins(late().position, 1, late().turns, &late().held->proofs(),
                   by_tier(26, 260, 1000));
}

// With the proofs that come with the program.
TEST(PerfectPlayer, WinsFromProvenOpeningsAgainstEveryone) {
  const auto first = start("yavalath", "swap=off");
  const auto known = solve::shared_proofs().about(state_of(first));
  ASSERT_TRUE(known.decided);
  std::set<std::string> openings;
  for (const auto& [action, value] : known.actions) {
    const std::string cell = first.action_text(action);
    openings.insert(cell);
    if (cell != "e5" && cell != "d4") continue;
    auto after = first;
    after.apply(action);
    expect_only_wins(after, 0, search::kWin - value - 1, &solve::shared_proofs(),
                     cell == "e5" ? by_tier(13, 130, 1000) : by_tier(2, 13, 100));
  }
  EXPECT_TRUE(openings.contains("e5"));
  EXPECT_TRUE(openings.contains("d4"));
}

// --- Folders ---

class ProofFolder : public testing::Test {
 protected:
  const TempFolder folder_;
  const std::string& path_ = folder_.path();
};

TEST_F(ProofFolder, TakesWhatIsSoundAndNotesTheRest) {
  const auto& content = late().held->content();
  core::write_file(path_ + "/late.proof", content);
  core::write_file(path_ + "/cut.proof", content.substr(0, content.size() - 1));
  core::write_file(path_ + "/noise.proof", "noise");
  core::write_file(path_ + "/notes.txt", "noise");
  std::filesystem::create_directory(path_ + "/folder.proof");
  Proofs proofs;
  proofs.add_folder(path_);
  EXPECT_EQ(proofs.size(), 1u);
  EXPECT_TRUE(proofs.about(state_of(late().position)).decided);
  std::string refused;
  for (const auto& error : proofs.refused()) {
    refused += text::render(error, text::Language::kEnglish) + '\n';
  }
  EXPECT_EQ(proofs.refused().size(), 3u) << refused;
  EXPECT_NE(refused.find("cut.proof': the proof should have"), std::string::npos) << refused;
  EXPECT_NE(refused.find("noise.proof': this is no proof file"), std::string::npos) << refused;
  Proofs none;
  none.add_folder(path_ + "/nowhere");
  EXPECT_EQ(none.size(), 0u);
}

// The program itself, by its protocol.
TEST_F(ProofFolder, IsReadByTheProgram) {
  core::write_file(path_ + "/late.proof", late().held->content());
  core::write_file(path_ + "/noise.proof", "noise");
  State black_to_move = state_of(late().position);
  if (black_to_move.to_move() == 0) {
    black_to_move.apply(late().held->proofs().about(black_to_move).actions[0].action);
  }
  const auto answers =
      run_program({"ugi", "yavalath", "--options", "size=3,swap=off"},
                  "position fen " + black_to_move.to_text() + "\ngo infinite\nstop\nquit\n",
                  {"TABULEIRO_PROOFS=" + path_});
  EXPECT_EQ(answers.status, 0);
  EXPECT_NE(answers.out.find(" score win "), std::string::npos) << answers.out;
  EXPECT_NE(answers.out.find(" nodes 0 "), std::string::npos) << answers.out;
  EXPECT_NE(answers.err.find("noise.proof': this is no proof file"), std::string::npos)
      << answers.err;
}

}  // namespace
}  // namespace tests
