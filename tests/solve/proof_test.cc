// Proof files: bytes, damage, lookup, the checker and its plain rules, the export.
#include "solve/proof.h"

#include <filesystem>
#include <map>
#include <set>

#include "games/yavalath/reference.h"
#include "process.h"
#include "small_proofs.h"
#include "solve/plain_rules.h"
#include "solve/proof_check.h"
#include "solve/proof_export.h"
#include "solve/solver_files.h"
#include "support.h"

namespace tests {
namespace {

namespace proof = solve::proof;
using games::Action;
using games::yavalath::State;
using proof::Proof;
using proof::Record;

State position(std::string_view text, int size) {
  return std::get<State>(at("yavalath", text, "swap=off,size=" + std::to_string(size)).state());
}

State empty_board(int size) { return State::start({static_cast<std::uint8_t>(size), 2, false}); }

std::span<const std::uint8_t> bytes(const std::string& content) {
  return {reinterpret_cast<const std::uint8_t*>(content.data()), content.size()};
}

std::string english(const text::Error& error) {
  return text::render(error, text::Language::kEnglish);
}

// What opening or checking says: "" where the proof holds.
std::string problem(const std::string& content) {
  const auto opened = Proof::over(bytes(content));
  if (!opened) return english(opened.error());
  const auto verdict = proof::check(*opened);
  return verdict.gap ? english(*verdict.gap) : "";
}

std::vector<Record> records_of(const Proof& opened) {
  std::vector<Record> records;
  for (std::size_t i = 0; i < opened.size(); ++i) records.push_back(opened.record(i));
  return records;
}

// A proof of a size-3 win with some dozens of records, and what it claims.
struct Sample {
  State state = empty_board(3);
  std::string content;
  std::vector<Record> records;
  proof::Claim claim;

  Sample() {
    core::Rng rng(3);
    while (records.size() < 20 || records.size() > 60) {
      state = random_state(empty_board(3), rng, 7);
      SmallSolver solver(1);
      if (!solver.holds(state)) continue;
      content = solver.proof(state).content();
      const auto opened = Proof::over(bytes(content));
      records = records_of(*opened);
      claim = opened->claim();
    }
  }
};
const Sample& sample() {
  static const Sample made;
  return made;
}

int stones_on(const State& state) { return state.stones(0).count() + state.stones(1).count(); }

// --- Plain rules and keys ---

proof::Stones stones_of(const State& state) { return proof::make_claim(state, 0).position.stones; }

TEST(ProofRules, AgreeWithTheReference) {
  core::Rng rng(5);
  for (int size = 3; size <= 6; ++size) {
    const proof::PlainRules rules(size);
    for (int game = 0; game < by_tier(6, 60, 600); ++game) {
      auto reference = games::yavalath::make_reference(
          {{"size", std::to_string(size)}, {"players", "2"}, {"swap", "off"}});
      proof::Stones stones{};
      while (true) {
        const int mover = reference->to_move() - 1;
        const auto colour = proof::stone_of(mover);
        ASSERT_EQ(proof::position_text(stones, mover, size), reference->position());
        ASSERT_EQ(rules.running(stones), reference->result() == "none");
        if (!rules.running(stones)) break;
        std::vector<std::string> actions;
        std::map<std::string, int> cells;
        for (int cell = 0; cell < rules.cells(); ++cell) {
          if (stones[cell] != proof::kEmpty) continue;
          actions.push_back(proof::cell_text(cell, size));
          cells[actions.back()] = cell;
        }
        std::sort(actions.begin(), actions.end());
        ASSERT_EQ(actions, reference->legal_actions());
        // One action in full, the others by what they would make.
        const auto fours = rules.fours(stones, colour);
        const int chosen = cells[actions[rng.below(static_cast<std::uint32_t>(actions.size()))]];
        reference->apply(proof::cell_text(chosen, size));
        const auto effect = rules.effect(stones, chosen, colour);
        const auto won = "p" + std::to_string(mover + 1) + "win";
        const auto lost = "p" + std::to_string(2 - mover) + "win";
        EXPECT_EQ(effect == proof::Effect::kFour, reference->result() == won);
        EXPECT_EQ(effect == proof::Effect::kThree, reference->result() == lost);
        EXPECT_EQ(effect == proof::Effect::kFour,
                  std::find(fours.begin(), fours.end(), chosen) != fours.end());
        stones[chosen] = colour;
        EXPECT_EQ(rules.full(stones), actions.size() == 1);
      }
    }
  }
}

// The twelve images are those of the fast board, although nothing is shared.
TEST(ProofRules, SymmetriesAreThoseOfTheBoard) {
  core::Rng rng(6);
  for (int size = 3; size <= 6; ++size) {
    const proof::PlainRules rules(size);
    ASSERT_EQ(rules.symmetries().size(), 12u);
    for (int i = 0; i < by_tier(20, 200, 2000); ++i) {
      const State state = random_state(empty_board(size), rng, 4 + i % 3);
      const auto stones = stones_of(state);
      std::multiset<std::string> images, expected;
      for (int symmetry = 0; symmetry < 12; ++symmetry) {
        expected.insert(state.transformed(symmetry).to_text());
        proof::Stones image{};
        for (int cell = 0; cell < rules.cells(); ++cell) {
          image[cell] = stones[rules.symmetries()[symmetry][cell]];
        }
        images.insert(proof::position_text(image, state.to_move(), size));
      }
      EXPECT_EQ(images, expected);
      const auto smallest = proof::smallest_image(stones, rules.symmetries(), size);
      EXPECT_EQ(proof::position_text(*proof::stones_of(smallest.key, size), state.to_move(), size),
                *expected.begin());
    }
  }
}

TEST(ProofKey, IsExactAndSortsAsTheTexts) {
  core::Rng rng(7);
  for (int size = 3; size <= 6; ++size) {
    std::vector<std::pair<std::string, proof::Key>> keys;
    for (int i = 0; i < by_tier(300, 3000, 30000); ++i) {
      proof::Stones stones{};
      // From nearly empty to full boards, so that rows often begin alike.
      const auto share = 1 + rng.below(20);
      for (int cell = 0; cell < proof::cell_count(size); ++cell) {
        if (rng.below(20) < share) stones[cell] = static_cast<proof::Stone>(rng.below(3));
      }
      const auto key = proof::key_of(stones, size);
      ASSERT_EQ(proof::stones_of(key, size), stones);
      const auto text = proof::position_text(stones, 1, size);
      EXPECT_EQ(proof::parse_placement(text, size)->stones, stones);
      keys.emplace_back(text, key);
    }
    std::sort(keys.begin(), keys.end());
    for (std::size_t i = 1; i < keys.size(); ++i) {
      EXPECT_LE(keys[i - 1].second, keys[i].second) << keys[i].first;
    }
  }
  EXPECT_EQ(proof::key_bytes(3), 4);
  EXPECT_EQ(proof::key_bytes(4), 8);
  EXPECT_EQ(proof::key_bytes(5), 13);
  EXPECT_EQ(proof::key_bytes(6), proof::kMaxKeyBytes);
}

// --- Files ---

TEST(ProofFile, ComesBackTheSame) {
  const auto opened = Proof::over(bytes(sample().content));
  ASSERT_TRUE(opened) << english(opened.error());
  EXPECT_EQ(opened->claim(), proof::make_claim(sample().state, 1));
  EXPECT_GT(opened->size(), 20u);
  EXPECT_EQ(proof::file_content(opened->claim(), sample().records), sample().content);
  EXPECT_EQ(problem(sample().content), "");
  const auto line = sample().content.substr(0, sample().content.find('\n'));
  EXPECT_EQ(line, "tabuleiro-proof 1 yavalath size=3,swap=off p2win " +
                      std::to_string(opened->size()) + ' ' + sample().state.to_text());
  for (const Record& record : sample().records) EXPECT_TRUE(opened->find(record.key));
}

TEST(ProofFile, IsWrittenAndMapped) {
  const TempFolder folder;
  const auto path = folder.path() + "/sample.proof";
  proof::Writer writer(sample().claim);
  writer.add_all(*Proof::over(bytes(sample().content)));
  writer.add_all(*Proof::over(bytes(sample().content)));
  EXPECT_EQ(writer.records(), sample().records.size());
  ASSERT_FALSE(writer.write(path));
  const auto opened = Proof::open(path);
  ASSERT_TRUE(opened);
  EXPECT_EQ(opened->bytes(), sample().content.size());
  EXPECT_FALSE(proof::check(*opened).gap);
  const auto missing = writer.write(folder.path() + "/nowhere/x.proof");
  ASSERT_TRUE(missing);
  EXPECT_NE(english(*missing).find("there is no such file or folder"), std::string::npos)
      << english(*missing);
  EXPECT_FALSE(Proof::open(folder.path() + "/nowhere"));
  EXPECT_FALSE(Proof::open(folder.path()));
}

TEST(ProofFile, EveryChangedByteIsRefused) {
  core::Rng rng(8);
  for (std::size_t i = 0; i < sample().content.size(); ++i) {
    for (const int change : {1, 0x80, 1 + static_cast<int>(rng.below(255))}) {
      auto damaged = sample().content;
      damaged[i] = static_cast<char>(damaged[i] ^ change);
      EXPECT_FALSE(Proof::over(bytes(damaged))) << "byte " << i;
    }
  }
}

TEST(ProofFile, EveryOtherLengthIsRefused) {
  for (std::size_t length = 0; length < sample().content.size(); ++length) {
    EXPECT_FALSE(Proof::over(bytes(sample().content.substr(0, length)))) << length;
  }
  EXPECT_FALSE(Proof::over(bytes(sample().content + '\0')));
  EXPECT_FALSE(Proof::over(bytes(sample().content + sample().content)));
}

TEST(ProofFile, ReasonsNameTheDamage) {
  const auto with = [](const std::string& from, const std::string& to) {
    auto content = sample().content;
    content.replace(content.find(from), from.size(), to);
    return problem(content);
  };
  EXPECT_EQ(problem(""), "this is no proof file");
  EXPECT_EQ(problem("GIF89a"), "this is no proof file");
  EXPECT_EQ(with("proof 1", "proof 2"), "proofs of version '2' are unknown here; known is 1");
  EXPECT_EQ(with("size=3", "size=7"), "the first line is not that of a proof: 'size=7,swap=off'");
  EXPECT_EQ(with("p2win", "p3win"), "the first line is not that of a proof: 'p3win'");
  EXPECT_NE(with(" b -", " r -").find("expected w, b"), std::string::npos) << with(" b -", " r -");
  EXPECT_NE(problem(sample().content.substr(0, 100)).find("it is cut or damaged"),
            std::string::npos);
  EXPECT_NE(with("p2win", "p1win").find("checksum"), std::string::npos);
  auto records = sample().records;
  std::swap(records[4], records[5]);
  EXPECT_EQ(problem(proof::file_content(sample().claim, records)),
            "record 6 is out of order: the proof is damaged");
}

// --- What the checker finds ---

TEST(ProofCheck, NamesEveryMissingRecord) {
  for (std::size_t i = 0; i < sample().records.size(); ++i) {
    auto records = sample().records;
    records.erase(records.begin() + static_cast<std::ptrdiff_t>(i));
    const auto found = problem(proof::file_content(sample().claim, records));
    EXPECT_NE(found.find("no action is recorded for it"), std::string::npos) << found;
    // The position it names is an image of the one that was taken away.
    const auto text = found.substr(found.rfind("position ") + 9);
    const State named = position(text.substr(0, text.find(':')), 3);
    const proof::PlainRules rules(3);
    EXPECT_EQ(proof::smallest_image(stones_of(named), rules.symmetries(), 3).key,
              sample().records[i].key);
  }
}

TEST(ProofCheck, NamesActionsThatAreNone) {
  for (std::size_t i = 0; i < sample().records.size(); ++i) {
    const auto stones = *proof::stones_of(sample().records[i].key, 3);
    for (int cell = 0; cell < 25; ++cell) {
      auto records = sample().records;
      records[i].action = static_cast<std::uint8_t>(cell);
      const auto found = problem(proof::file_content(sample().claim, records));
      const auto position = proof::position_text(stones, 1, 3);
      if (cell >= 19) {
        EXPECT_EQ(found, "position " + position + ": the action " + std::to_string(cell) +
                             " is no cell of the board");
      } else if (stones[cell] != proof::kEmpty) {
        EXPECT_EQ(found,
                  "position " + position + ": " + proof::cell_text(cell, 3) + " is not empty");
      } else if (!found.empty()) {
        EXPECT_TRUE(found.starts_with("position " + position)) << found;
      }
    }
  }
}

// An action that is legal but wrong: the checker agrees with a plain search of everything about
// which actions could not win.
TEST(ProofCheck, NeverAcceptsAnActionThatDoesNotWin) {
  SmallSolver solver(1);
  int wrong = 0;
  for (std::size_t i = 0; i < sample().records.size(); ++i) {
    const auto stones = *proof::stones_of(sample().records[i].key, 3);
    const State before = position(proof::position_text(stones, 1, 3), 3);
    for (int cell = 0; cell < 19; ++cell) {
      if (stones[cell] != proof::kEmpty) continue;
      State after = before;
      after.apply(*before.parse_action(proof::cell_text(cell, 3)));
      if (solver.holds(after)) continue;
      ++wrong;
      auto records = sample().records;
      records[i].action = static_cast<std::uint8_t>(cell);
      EXPECT_NE(problem(proof::file_content(sample().claim, records)), "");
    }
  }
  EXPECT_GT(wrong, 50);
}

TEST(ProofCheck, NamesTurnsThatDoNotGoDown) {
  for (std::size_t i = 0; i < sample().records.size(); ++i) {
    auto records = sample().records;
    records[i].turns = static_cast<std::uint8_t>(records[i].turns - 1);
    const auto shorter = problem(proof::file_content(sample().claim, records));
    EXPECT_NE(shorter.find(" turns are recorded, the replies need "), std::string::npos) << shorter;
    // Too many are no lie about this record, but about whoever counts on it.
    records[i].turns = 200;
    const auto longer = problem(proof::file_content(sample().claim, records));
    EXPECT_TRUE(longer.empty() || longer.find("the replies need 20") != std::string::npos);
  }
}

TEST(ProofCheck, RefusesRecordsThatAreNotAsTheyShouldBe) {
  const auto with = [](const std::string& text, int action) {
    auto records = sample().records;
    records.push_back({proof::key_of(proof::parse_placement(text, 3)->stones, 3),
                       static_cast<std::uint8_t>(action), 19});
    std::sort(records.begin(), records.end(),
              [](const Record& a, const Record& b) { return a.key < b.key; });
    return problem(proof::file_content(sample().claim, records));
  };
  const auto says = [&](const std::string& text, const std::string& what) {
    const auto found = with(text, 18);
    EXPECT_NE(found.find(what), std::string::npos) << text << ": " << found;
  };
  says("bbb/4/5/4/3 b -", "the game is over there");
  says("3/4/wwww1/4/3 b -", "the game is over there");
  says("3/4/bb1b1/4/3 b -", "a four can be made at once: such positions have no record");
  says("3/4/5/4/b2 b -", "it is not the symmetric image with the smallest text");
  // A claim about a finished game, or one whose position is not known.
  auto claim = sample().claim;
  claim.position = *proof::parse_placement("www/4/5/4/3 b -", 3);
  EXPECT_NE(problem(proof::file_content(claim, sample().records)).find("the game is over there"),
            std::string::npos);
  claim.position = *proof::parse_placement("3/4/5/4/3 b -", 3);
  EXPECT_NE(problem(proof::file_content(claim, sample().records)).find("no action is recorded"),
            std::string::npos);
  claim = sample().claim;
  claim.player = 0;
  EXPECT_NE(problem(proof::file_content(claim, sample().records)), "");
  // Bytes that are no position: rank 243 of a row of five cells does not exist.
  auto records = sample().records;
  Record none;
  none.key.bytes.fill(0);
  none.key.bytes[0] = 0xff;
  none.key.bytes[1] = 0xff;
  records.push_back(none);
  EXPECT_NE(problem(proof::file_content(sample().claim, records)).find("no position with an"),
            std::string::npos);
}

// Random late positions of sizes 3 to 5: what plain search proves is accepted, and a draw is proven
// by two files, never by a claim to win.
TEST(ProofCheck, AcceptsWinsAndDraws) {
  core::Rng rng(9);
  std::map<std::string, int> seen;
  for (int i = 0; i < by_tier(60, 300, 2000); ++i) {
    const int size = 3 + i % 3;
    const int stones = proof::cell_count(size) - (8 + static_cast<int>(rng.below(3)));
    State state = empty_board(size);
    // Actions that keep the game going, as long as there are some.
    for (int tries = 0; tries < 100 && stones_on(state) < stones; ++tries) {
      State next = state;
      next.apply(state.random_action(rng));
      if (!next.outcome().over()) state = next;
    }
    for (const int player : {0, 1}) {
      for (const bool draw : {false, true}) {
        SmallSolver solver(player, draw);
        if (!solver.holds(state)) continue;
        ++seen[(draw ? "draw" : "win") + std::to_string(player)];
        EXPECT_EQ(problem(solver.proof(state).content()), "") << state.to_text();
      }
    }
  }
  for (const char* claim : {"win0", "win1", "draw0", "draw1"}) EXPECT_GT(seen[claim], 5) << claim;
}

// --- Finding positions ---

TEST(ProofLookup, AnswersEveryImageInBothColours) {
  const auto opened = Proof::over(bytes(sample().content));
  for (const Record& record : sample().records) {
    const auto stones = *proof::stones_of(record.key, 3);
    const auto text = proof::position_text(stones, 1, 3);
    std::string exchanged = text;
    for (char& c : exchanged) c = c == 'w' ? 'b' : c == 'b' ? 'w' : c;
    for (const auto& original : {position(text, 3), position(exchanged, 3)}) {
      const auto expected = original.parse_action(proof::cell_text(record.action, 3));
      for (int symmetry = 0; symmetry < 12; ++symmetry) {
        const State image = original.transformed(symmetry);
        const bool other = image.to_move() != opened->claim().player;
        const auto answer = proof::find(*opened, proof::image_of(image, other));
        ASSERT_TRUE(answer) << image.to_text();
        EXPECT_EQ(answer->turns, record.turns);
        // A symmetric position may answer with an image of the action.
        State here = image, there = original;
        here.apply(answer->action);
        there.apply(*expected);
        const proof::PlainRules rules(3);
        EXPECT_EQ(proof::smallest_image(stones_of(here), rules.symmetries(), 3).key,
                  proof::smallest_image(stones_of(there), rules.symmetries(), 3).key);
      }
    }
  }
  EXPECT_FALSE(proof::find(*opened, proof::image_of(empty_board(3))));
  EXPECT_FALSE(proof::find(*opened, proof::image_of(empty_board(5))));
}

// --- Export ---

// A checker that knows nothing but the lines and the reference: it follows them against every
// reply.
class ExportChecker {
 public:
  ExportChecker(int size, std::map<std::string, std::string> lines)
      : size_(size), lines_(std::move(lines)) {}

  // Plays from here; the player wins everything. Turns at most.
  int expect_win(const games::Reference& game, int player) {
    if (game.result() != "none") {
      EXPECT_EQ(game.result(), "p" + std::to_string(player) + "win") << game.position();
      return 0;
    }
    const auto [known, fresh] = done_.emplace(game.position(), 0);
    if (!fresh) return known->second;
    int turns = 0;
    for (const auto& action : actions(game, player)) {
      auto next = game.clone();
      next->apply(action);
      turns = std::max(turns, 1 + expect_win(*next, player));
      if (testing::Test::HasFailure()) return 0;
    }
    return done_[game.position()] = turns;
  }
  std::size_t used() const { return used_.size(); }

 private:
  std::vector<std::string> actions(const games::Reference& game, int player) {
    if (game.to_move() != player) return game.legal_actions();
    const State state = position(game.position(), size_);
    std::string smallest = state.to_text();
    int by = 0;
    for (int symmetry = 1; symmetry < 12; ++symmetry) {
      const auto text = state.transformed(symmetry).to_text();
      if (text < smallest) by = symmetry, smallest = text;
    }
    const auto line = lines_.find(smallest);
    EXPECT_NE(line, lines_.end()) << smallest << " is missing";
    if (line == lines_.end()) return {};
    used_.insert(smallest);
    for (const auto& action : game.legal_actions()) {
      const auto image = state.transformed_action(*state.parse_action(action), by);
      if (state.transformed(by).action_text(image) == line->second) return {action};
    }
    ADD_FAILURE() << line->second << " is not legal in " << smallest;
    return {};
  }

  int size_;
  std::map<std::string, std::string> lines_;
  std::map<std::string, int> done_;
  std::set<std::string> used_;
};

std::vector<std::string> exported(const std::string& content, std::size_t batch) {
  const auto opened = Proof::over(bytes(content));
  std::vector<std::string> lines;
  EXPECT_FALSE(
      proof::export_lines(*opened, [&](const std::string& line) { lines.push_back(line); }, batch));
  return lines;
}

TEST(ProofExport, IsCompleteForAStranger) {
  const auto lines = exported(sample().content, proof::kExportBatch);
  EXPECT_TRUE(std::is_sorted(lines.begin(), lines.end()));
  EXPECT_GT(lines.size(), sample().records.size()) << "fours at once are among them";
  std::map<std::string, std::string> answers;
  for (const auto& line : lines) {
    const auto blank = line.rfind(' ');
    EXPECT_TRUE(answers.emplace(line.substr(0, blank), line.substr(blank + 1)).second) << line;
  }
  ExportChecker checker(3, answers);
  const auto game =
      games::yavalath::make_reference({{"size", "3"}, {"swap", "off"}}, sample().state.to_text());
  const int turns = checker.expect_win(*game, 2);
  EXPECT_EQ(checker.used(), answers.size()) << "nothing needless is printed";
  EXPECT_LE(turns, proof::check(*Proof::over(bytes(sample().content))).turns);
}

TEST(ProofExport, IsTheSameInSmallBatches) {
  const auto lines = exported(sample().content, proof::kExportBatch);
  for (const std::size_t batch : {1u, 2u, 7u, 100u}) {
    EXPECT_EQ(exported(sample().content, batch), lines) << batch;
  }
}

// --- The folder of some work ---

TEST(WorkFolder, OneProgramAtATimeIsAtWork) {
  const TempFolder folder;
  const std::string file = folder.path() + "/e5";
  const auto missing = run_program({"solve", "--resume", file});
  EXPECT_NE(missing.status, 0);
  EXPECT_NE(missing.err.find("there is no such file"), std::string::npos) << missing.err;
  std::filesystem::create_directory(file + ".work");
  {
    const auto held = solve::hold_folder(file + ".work");
    ASSERT_TRUE(held);
    const auto second = solve::hold_folder(file + ".work");
    ASSERT_FALSE(second);
    const auto refused = run_program({"solve", "--resume", file});
    EXPECT_NE(refused.status, 0);
    EXPECT_NE(refused.err.find("another program is at work in '" + file + ".work'"),
              std::string::npos)
        << refused.err;
  }
  EXPECT_TRUE(solve::hold_folder(file + ".work"));
}

}  // namespace
}  // namespace tests
