// Review: marks, proofs, single actions and accuracy with judges made up for the purpose; whole
// games of every kind with the engine; the command with its page.
#include "study/review.h"

#include <cctype>
#include <cmath>

#include "core/scan.h"
#include "driven_time.h"
#include "games/record.h"
#include "html.h"
#include "process.h"
#include "support.h"

namespace tests {
namespace {

using games::Action;
using games::History;
using games::Position;
using games::Record;
using study::Assessment;
using study::Judge;
using study::Mark;
using study::Review;

History played(const Position& position, const std::vector<std::string>& turns) {
  const std::vector<std::string_view> texts(turns.begin(), turns.end());
  const auto history = games::play_turns(History(position), texts);
  EXPECT_TRUE(history) << (history ? "" : text::render(history.error(), text::Language::kEnglish));
  return *history;
}

// Standings by the number of actions played so far.
using Script = std::map<std::size_t, Assessment>;

Judge judge_by(const Script& script) {
  return [script](const History& history, double) -> std::optional<Assessment> {
    return script.at(history.actions().size());
  };
}

// What player 1 of two may expect, with a line that nobody plays (the last legal action).
Assessment expects(double chance, const History& history, std::size_t actions) {
  Position position = history.initial();
  for (std::size_t i = 0; i < actions; ++i) position.apply(history.actions()[i]);
  return {{chance, 1 - chance}, -1, 0, {position.legal_actions().back()}};
}

Assessment wins(int winner, int turns, std::vector<Action> line) {
  Assessment assessment;
  assessment.chances = {winner == 0 ? 1.0 : 0.0, winner == 1 ? 1.0 : 0.0};
  assessment.winner = winner;
  assessment.turns = turns;
  assessment.line = std::move(line);
  return assessment;
}

// One turn of player 1 on a small board, judged before and after.
Review judged_turn(double before, double after) {
  const History history = played(start("yavalath", "size=3,swap=off"), {"a1"});
  return study::review(
      history, judge_by({{0, expects(before, history, 0)}, {1, expects(after, history, 1)}}));
}

TEST(Review, MarksChangeExactlyAtTheThresholds) {
  const std::vector<std::tuple<double, std::string, int>> cases = {
      {0.6200, "", 0},  {0.5701, "", 0},  {0.5700, "?!", 6}, {0.5201, "?!", 6},
      {0.5200, "?", 2}, {0.4701, "?", 2}, {0.4700, "??", 4}, {0.0100, "??", 4}};
  for (const auto& [after, mark, glyph] : cases) {
    const auto review = judged_turn(0.62, after);
    EXPECT_EQ(study::mark_text(review.turns[0].mark), mark) << after;
    EXPECT_EQ(study::glyph_of(review.turns[0].mark), glyph) << after;
    EXPECT_NEAR(review.turns[0].loss, 100 * (0.62 - after), 1e-6);
    EXPECT_EQ(review.turns[0].better.empty(), mark.empty());
  }
  EXPECT_EQ(study::mark_of(4.999), Mark::kNone);
  EXPECT_EQ(study::mark_of(5), Mark::kInaccuracy);
  EXPECT_EQ(study::mark_of(10), Mark::kMistake);
  EXPECT_EQ(study::mark_of(15), Mark::kBlunder);
}

// What nobody looked at is no mistake, whatever the first impression says.
TEST(Review, MarksOnlyWhatWasSearchedBeforeAndAfter) {
  const History history = played(start("yavalath", "size=3,swap=off"), {"a1"});
  for (const auto& [first, second] : {std::pair{true, false}, {false, true}, {true, true}}) {
    Assessment before = expects(0.62, history, 0), after = expects(0.2, history, 1);
    before.searched = first;
    after.searched = second;
    const auto turn = study::review(history, judge_by({{0, before}, {1, after}})).turns[0];
    EXPECT_EQ(turn.searched, first && second);
    EXPECT_EQ(turn.mark, first && second ? Mark::kBlunder : Mark::kNone);
    EXPECT_TRUE(turn.judged);
    EXPECT_DOUBLE_EQ(turn.after[0], 0.2);
  }
}

TEST(Review, TheEngineSaysWhatItSearched) {
  engine::Engine engine(1);
  const std::tuple<const char*, const char*, std::uint64_t, bool> cases[] = {
      {"epaminondas", "", 1, false},
      {"epaminondas", "", 20'000, true},
      {"yavalath", "players=3", 10, false},
      {"yavalath", "players=3", 1000, true}};
  for (const auto& [game, options, nodes, searched] : cases) {
    engine::Budget budget;
    budget.nodes = nodes;
    const auto assessment = study::engine_judge(engine, budget)(History(start(game, options)), 1);
    ASSERT_TRUE(assessment);
    EXPECT_EQ(assessment->searched, searched) << game << ' ' << nodes;
  }
}

TEST(Review, TheEnginesOwnTurnIsNeverMarked) {
  const History history = played(start("yavalath", "size=3,swap=off"), {"a1"});
  Assessment before = expects(0.62, history, 0);
  before.line = {history.actions()[0]};
  const auto review =
      study::review(history, judge_by({{0, before}, {1, expects(0.20, history, 1)}}));
  EXPECT_EQ(review.turns[0].mark, Mark::kNone);
  EXPECT_EQ(review.turns[0].loss, 0);
  EXPECT_DOUBLE_EQ(review.turns[0].before[0], 0.20) << "what was seen further along the same line";
}

TEST(Review, ATurnBetterThanExpectedRaisesTheValueBeforeIt) {
  const auto review = judged_turn(0.40, 0.55);
  EXPECT_EQ(review.turns[0].loss, 0);
  EXPECT_DOUBLE_EQ(review.turns[0].before[0], 0.55);
  EXPECT_DOUBLE_EQ(review.turns[0].after[0], 0.55);
}

TEST(Review, TheSameTurnInAnotherOrderIsTheSameTurn) {
  const Position position = start("eigenstate");
  const History history = played(position, {"c1-c2,c2+e4,c2+c1"});
  const auto other = games::parse_turn(position, "c1-c2,c2+c1,c2+e4");
  ASSERT_TRUE(other);
  Assessment before = expects(0.62, history, 0);
  before.line = *other;
  const auto review =
      study::review(history, judge_by({{0, before}, {3, expects(0.30, history, 3)}}));
  EXPECT_EQ(review.turns[0].mark, Mark::kNone);
}

TEST(Review, AThrownAwayWinIsABlunderHoweverLittleItCost) {
  const History history = played(start("yavalath", "size=3,swap=off"), {"a1"});
  const Action other = history.initial().legal_actions().back();
  std::vector<double> efforts;
  double after = 0.999;
  const Judge judge = [&](const History& at, double effort) -> std::optional<Assessment> {
    if (at.actions().empty()) return wins(0, 5, {other});
    efforts.push_back(effort);
    // The harder look may find the win again.
    if (effort > 1 && after == 1) return wins(0, 4, {at.position().legal_actions()[0]});
    return expects(0.999, history, 1);
  };
  auto review = study::review(history, judge);
  EXPECT_TRUE(review.turns[0].thrown_away);
  EXPECT_EQ(review.turns[0].mark, Mark::kBlunder);
  EXPECT_EQ(review.turns[0].win_in, 5);
  ASSERT_EQ(efforts.size(), 2u) << "a win that seems gone is looked for again";
  EXPECT_GT(efforts[1], efforts[0]);

  after = 1;
  review = study::review(history, judge);
  EXPECT_FALSE(review.turns[0].thrown_away);
  EXPECT_EQ(review.turns[0].mark, Mark::kNone);
}

TEST(Review, AProofHoldsUntilItsOwnerLeavesIt) {
  const History history = played(start("yavalath", "size=3,swap=off"), {"a1", "b1", "c1"});
  const auto line = [&](std::size_t k) { return expects(0.5, history, k).line; };
  // Before turn 2 player 1 is proven to win; the next searches do not see it.
  const auto review = study::review(history, judge_by({{0, expects(0.6, history, 0)},
                                                       {1, wins(0, 6, line(1))},
                                                       {2, expects(0.7, history, 2)},
                                                       {3, expects(0.7, history, 3)}}));
  EXPECT_DOUBLE_EQ(review.turns[0].before[0], 1.0) << "turn 1 led into a win: that was its value";
  EXPECT_EQ(review.turns[0].mark, Mark::kNone);
  EXPECT_EQ(review.turns[1].mark, Mark::kNone) << "there was nothing left to lose";
  EXPECT_TRUE(review.turns[2].thrown_away) << "player 1 had the win and left it";
  EXPECT_EQ(review.turns[2].win_in, 5);
}

TEST(Review, ALeftProofShowsHowItWentOn) {
  const Position position = start("yavalath", "size=3,swap=off");
  const History history = played(position, {"a1", "b1", "c1"});
  const auto proof = played(position, {"a1", "b1", "d1"}).actions();
  const auto review = study::review(history, judge_by({{0, wins(0, 3, proof)},
                                                       {1, expects(0.6, history, 1)},
                                                       {2, expects(0.6, history, 2)},
                                                       {3, expects(0.5, history, 3)}}));
  EXPECT_EQ(review.turns[0].mark, Mark::kNone);
  EXPECT_EQ(review.turns[1].mark, Mark::kNone);
  EXPECT_TRUE(review.turns[2].thrown_away);
  EXPECT_EQ(review.turns[2].win_in, 1);
  EXPECT_EQ(review.turns[2].better, std::vector<std::vector<std::string>>{{"d1"}});
}

TEST(Review, SaysWhichActionOfATurnLostIt) {
  struct Case {
    Position position;
    std::string turn;
  };
  const std::vector<Case> cases = {
      {start("eigenstate"), "c1-c2,c2+e4,c2+c1"},
      {after(start("sixteen-stone"), {"c1",           "c4",   "d5",    "a4",       "e4",
                                      "b5",           "c3",   "a5",    "b2",       "e5",
                                      "c2",           "b1",   "b4",    "d4",       "d3",
                                      "a3",           "c2>n", "b1-a1", "c3>n,end", "a4-b3xb4,b4>s",
                                      "c1>w,d3-c3xb2"}),
       "a5-b4xc4,a3>ne,sacrifice,b5>s"}};
  for (const auto& [position, turn] : cases) {
    const History history = played(position, {turn});
    const bool first = position.to_move() == 0;
    const std::size_t count = history.actions().size();
    const auto own = [&](double chance, std::size_t k) {
      return expects(first ? chance : 1 - chance, history, k);
    };
    // Everything is lost by the second action, and a little by the last.
    Script script = {{0, own(0.70, 0)}, {1, own(0.70, 1)}, {count, own(0.40, count)}};
    for (std::size_t i = 2; i < count; ++i) script[i] = own(0.43, i);
    const auto review = study::review(history, judge_by(script));
    const auto& reviewed = review.turns[0];
    EXPECT_EQ(reviewed.mark, Mark::kBlunder);
    ASSERT_EQ(reviewed.actions.size(), count) << turn;
    double sum = 0;
    for (const auto& action : reviewed.actions) sum += action.loss;
    EXPECT_NEAR(sum, reviewed.loss, 1e-6);
    EXPECT_NEAR(reviewed.actions[0].loss, 0, 1e-6);
    EXPECT_NEAR(reviewed.actions[1].loss, 27, 1e-6);
    EXPECT_NEAR(reviewed.actions[count - 1].loss, 3, 1e-6);
    EXPECT_EQ(reviewed.actions[1].text, std::string(core::split(turn, ',')[1]));
    // The second better line keeps the good first action.
    ASSERT_EQ(reviewed.better.size(), 2u);
    EXPECT_TRUE(reviewed.better[1][0].starts_with(reviewed.actions[0].text + ','));
  }
}

TEST(Review, PartsOfATurnNeverChangeWhatTheWholeTurnLost) {
  const History history = played(start("eigenstate"), {"c1-c2,c2+e4,c2+c1"});
  // The judge thinks too much of the position after the first action.
  const auto review = study::review(history, judge_by({{0, expects(0.60, history, 0)},
                                                       {1, expects(0.90, history, 1)},
                                                       {2, expects(0.10, history, 2)},
                                                       {3, expects(0.50, history, 3)}}));
  EXPECT_NEAR(review.turns[0].loss, 10, 1e-6);
  EXPECT_NEAR(review.turns[0].actions[0].loss, 0, 1e-6);
  EXPECT_NEAR(review.turns[0].actions[1].loss, 10, 1e-6);
  EXPECT_NEAR(review.turns[0].actions[2].loss, 0, 1e-6);
}

TEST(Review, AccuracyIsTheMeanOfACurve) {
  EXPECT_NEAR(study::accuracy_of(0), 100, 0.001);
  EXPECT_NEAR(study::accuracy_of(10), 103.1668 * std::exp(-0.4354) - 3.1669, 1e-9);
  EXPECT_EQ(study::accuracy_of(100), 0);
  const History history = played(start("yavalath", "size=3,swap=off"), {"a1", "b1", "c1"});
  Script script;
  const std::vector<double> chances = {0.6, 0.5, 0.5, 0.3};
  for (std::size_t k = 0; k < 4; ++k) script[k] = expects(chances[k], history, k);
  const auto review = study::review(history, judge_by(script));
  EXPECT_NEAR(*review.accuracy[0], (study::accuracy_of(10) + study::accuracy_of(20)) / 2, 1e-6);
  EXPECT_NEAR(*review.accuracy[1], study::accuracy_of(0), 1e-6);
  const auto one = judged_turn(0.5, 0.5);
  EXPECT_FALSE(one.accuracy[1]) << "who made no turn has no accuracy";
}

TEST(Review, StopsAndKeepsWhatItHas) {
  const History history =
      played(start("yavalath", "size=3,swap=off"), {"a1", "b1", "c1", "d1", "e1"});
  int asked = 0;
  const Judge judge = [&](const History& at, double) -> std::optional<Assessment> {
    if (++asked > 3) return std::nullopt;
    return expects(0.5, history, at.actions().size());
  };
  const auto review = study::review(history, judge);
  EXPECT_FALSE(review.complete);
  ASSERT_EQ(review.turns.size(), 5u);
  EXPECT_FALSE(review.turns[2].judged);
  EXPECT_TRUE(review.turns[3].judged);
  EXPECT_TRUE(review.turns[4].judged);
  const auto record =
      study::annotated(games::make_record(history), review, text::Language::kEnglish);
  EXPECT_TRUE(record.turns[2].win.empty());
  EXPECT_EQ(record.turns[4].win.size(), 2u);
}

TEST(Review, AStopEndsTheSearchUnderWay) {
  const History history = played(start("yavalath"), {"e5", "e4", "d4"});
  engine::Engine engine(1);
  std::stop_source source;
  engine::Budget budget;
  budget.movetime = engine::Milliseconds(1'000'000);
  DrivenTime time(std::chrono::milliseconds(1));
  engine.set_time_source(time);
  time.act_after(20, [&] { source.request_stop(); });
  const auto review =
      study::review(history, study::engine_judge(engine, budget, source.get_token()));
  EXPECT_LT(time.looks(), 30);
  EXPECT_FALSE(review.complete);
}

TEST(Review, FindsARealBlunderAndItsCure) {
  // e5 makes four; e2 makes three.
  const History history = played(at("yavalath", "5/6/7/8/2ww1w3/8/7/6/b3b w -"), {"e2"});
  ASSERT_TRUE(history.outcome().over());
  engine::Engine engine(1);
  engine::Budget budget;
  budget.nodes = 2000;
  const auto review = study::review(history, study::engine_judge(engine, budget));
  EXPECT_TRUE(review.turns[0].thrown_away);
  EXPECT_EQ(review.turns[0].win_in, 1);
  EXPECT_NEAR(review.turns[0].loss, 100, 1e-9);
  ASSERT_FALSE(review.turns[0].better.empty());
  EXPECT_EQ(review.turns[0].better[0], std::vector<std::string>{"e5"});
  EXPECT_EQ(*review.accuracy[0], 0);
}

// --- Whole games with the engine ---

Record record_of(const std::string& game, const nlohmann::json& line, std::size_t turns) {
  Record record;
  record.game = game;
  const auto options =
      games::parse_options(line.value("options", ""), games::find_game(game)->options);
  record.options = *options;
  for (const auto& turn : line[line.contains("turns") ? "turns" : "moves"]) {
    if (record.turns.size() == turns) break;
    record.turns.push_back({});
    record.turns.back().text = turn.get<std::string>();
  }
  const auto whole = games::checked(record);
  EXPECT_TRUE(whole);
  return *whole;
}

// Finished, drawn, resigned and unfinished games of every game, and of three players.
std::vector<Record> sample_records() {
  const auto many = by_tier<std::size_t>(12, 60, 1000);
  std::vector<Record> records;
  for (const auto& game : games::all_games()) {
    records.push_back(record_of(game.name, vectors(game.name + "-games.jsonl")[0], many));
  }
  for (const auto& line : vectors("yavalath-games.jsonl")) {
    if (line["options"] != "players=2,swap=off") continue;
    records.push_back(record_of("yavalath", line, 1000));  // to its end
    break;
  }
  Record drawn;
  drawn.game = "epaminondas";
  for (int i = 0; i < 2; ++i) {
    for (const char* turn : {"a2-a3", "a11-a10", "a3-a2", "a10-a11"}) {
      drawn.turns.push_back({});
      drawn.turns.back().text = turn;
    }
  }
  records.push_back(*games::checked(drawn));
  EXPECT_EQ(records.back().result, "draw");
  Record resigned = records[0];
  resigned.result = "p2win";
  resigned.reason = "resigned";
  resigned.turns.resize(3);
  resigned.turns[0].comment = "my favourite";
  resigned.turns[0].glyphs = {1};
  records.push_back(*games::checked(resigned));
  // The last turn is a part of one.
  Record partial = records[0];
  partial.turns.resize(2);
  partial.turns[1].text = std::string(core::split(partial.turns[1].text, ',')[0]);
  partial.result = "none";
  partial.reason.clear();
  records.push_back(*games::checked(partial));
  return records;
}

Review by_nodes(engine::Engine& engine, const Record& record, std::uint64_t nodes) {
  engine::Budget budget;
  budget.nodes = nodes;
  return study::review(*games::replay(record), study::engine_judge(engine, budget));
}

void expect_coherent(const Review& review, std::size_t players) {
  EXPECT_TRUE(review.complete);
  for (std::size_t k = 0; k < review.turns.size(); ++k) {
    const auto& turn = review.turns[k];
    ASSERT_TRUE(turn.judged);
    ASSERT_EQ(turn.before.size(), players);
    ASSERT_EQ(turn.after.size(), players);
    double sum = 0;
    for (const double chance : turn.after) {
      EXPECT_GE(chance, 0);
      EXPECT_LE(chance, 1);
      sum += chance;
    }
    EXPECT_NEAR(sum, 1, 0.02);
    if (k > 0) {
      EXPECT_EQ(turn.before, review.turns[k - 1].after) << "one value a position";
    }
    const auto own = static_cast<std::size_t>(turn.player);
    EXPECT_NEAR(turn.loss, std::max(0.0, 100 * (turn.before[own] - turn.after[own])), 1e-5);
    EXPECT_EQ(turn.mark, !turn.searched     ? Mark::kNone
                         : turn.thrown_away ? Mark::kBlunder
                                            : study::mark_of(turn.loss));
    EXPECT_EQ(turn.mark == Mark::kNone, turn.better.empty()) << turn.text;
    for (const auto& line : turn.better) EXPECT_NE(line[0], turn.text);
  }
}

TEST(Review, EveryKindOfGameIsReviewedAndKept) {
  for (const Record& record : sample_records()) {
    engine::Engine engine(1);
    const auto review = by_nodes(engine, record, by_tier<std::uint64_t>(200, 1000, 5000));
    ASSERT_EQ(review.turns.size(), record.turns.size());
    expect_coherent(review, record.players.size());
    const auto kept = games::checked(study::annotated(record, review, text::Language::kPortuguese));
    ASSERT_TRUE(kept) << text::render(kept.error(), text::Language::kEnglish);
    EXPECT_EQ(kept->result, record.result);
    EXPECT_EQ(kept->reason, record.reason);
    const auto pgn = games::parse_pgn(games::to_pgn(*kept));
    ASSERT_TRUE(pgn);
    EXPECT_EQ(*pgn, *kept);
    const auto json = games::parse_record_json(games::to_json(*kept));
    ASSERT_TRUE(json);
    EXPECT_EQ(*json, *kept);
    for (std::size_t k = 0; k < kept->turns.size(); ++k) {
      EXPECT_EQ(kept->turns[k].win.size(), record.players.size());
      EXPECT_EQ(kept->turns[k].variations.size(), review.turns[k].better.size());
    }
    // A second review, in another language, replaces the first and leaves people's words alone.
    engine::Engine another(1);
    const auto again = by_nodes(another, *kept, by_tier<std::uint64_t>(200, 1000, 5000));
    const auto twice = games::checked(study::annotated(*kept, again, text::Language::kEnglish));
    const auto once = games::checked(study::annotated(record, review, text::Language::kEnglish));
    EXPECT_EQ(*twice, *once);
    EXPECT_EQ(twice->turns[0].comment.substr(0, record.turns[0].comment.size()),
              record.turns[0].comment);
  }
}

TEST(Review, TheSameNodesGiveTheSameReview) {
  engine::Engine engine(1);
  for (const Record& record : sample_records()) {
    const auto first = games::to_json(
        study::annotated(record, by_nodes(engine, record, 150), text::Language::kEnglish));
    const auto second = games::to_json(
        study::annotated(record, by_nodes(engine, record, 150), text::Language::kEnglish));
    EXPECT_EQ(first, second) << record.game;
  }
}

// --- The command ---

const std::string kGame =
    "[White \"<script>alert(1)</script>\"]\n[Black \"A & \\\"B\\\" 'C'\"]\n[Game \"yavalath\"]\n"
    "[Variant \"swap=off\"]\n\n1. e1 {</style><b>x} 2. a1 3. e2 4. b1 5. e3 0-1\n";

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (auto i = text.find(part); i != std::string::npos; i = text.find(part, i + 1)) ++count;
  return count;
}

TEST(ReviewCommand, WritesOnePageThatNeedsNothingElse) {
  const auto finished = run_program({"review", "-", "--nodes", "300", "--html"}, kGame);
  ASSERT_EQ(finished.status, 0) << finished.err;
  const std::string& page = finished.out;
  EXPECT_EQ(unbalanced(page), "");
  EXPECT_TRUE(page.starts_with("<!DOCTYPE html>"));
  for (const char* forbidden : {"http:", "https:", "//www", "@import", "url(", "<link", "src="}) {
    EXPECT_EQ(page.find(forbidden), std::string::npos) << forbidden;
  }
  EXPECT_EQ(count_of(page, "<script>"), 1u) << "a name must not become a script";
  EXPECT_EQ(page.find("<b>x"), std::string::npos);
  EXPECT_NE(page.find("&lt;script&gt;alert(1)&lt;/script&gt;"), std::string::npos);
  EXPECT_NE(page.find("A &amp; &quot;B&quot; &#39;C&#39;"), std::string::npos);
  EXPECT_EQ(count_of(page, "class=\"position\""), 6u) << "the start and five turns";
  EXPECT_EQ(count_of(page, "<tr data-position="), 5u);
  for (const char* part : {"prefers-reduced-motion", "prefers-color-scheme:dark", "lang=\"en\"",
                           "aria-label=\"Next turn\"", "<caption>", "role=\"status\"", "<polygon",
                           "class=\"graph\""}) {
    EXPECT_NE(page.find(part), std::string::npos) << part;
  }
}

TEST(ReviewCommand, DrawsEveryGameInBothLanguages) {
  for (const Record& record : sample_records()) {
    for (const char* language : {"en", "pt"}) {
      const auto finished = run_program(
          {"review", "-", "--nodes", "100", "--html", "--lang", language}, games::to_json(record));
      ASSERT_EQ(finished.status, 0) << finished.err;
      EXPECT_EQ(finished.err, "");
      EXPECT_EQ(unbalanced(finished.out), "") << record.game;
      EXPECT_EQ(count_of(finished.out, "<svg class=\"board\""), record.turns.size() + 1);
      if (record.game == "eigenstate") {
        EXPECT_NE(finished.out.find("class=\"peg\""), std::string::npos);
      }
    }
  }
}

TEST(ReviewCommand, ReportsForPeople) {
  const auto finished = run_program({"review", "-", "--nodes", "500"}, kGame);
  ASSERT_EQ(finished.status, 0) << finished.err;
  EXPECT_EQ(finished.err, "") << "progress is for terminals";
  for (const char* part : {"the opponent made three in a line", "500 nodes a turn", "e3 ??",
                           "accuracy of", "not calibrated", "better: "}) {
    EXPECT_NE(finished.out.find(part), std::string::npos) << part << '\n' << finished.out;
  }
  const auto portuguese = run_program({"review", "-", "--nodes", "500", "--lang", "pt"}, kGame);
  EXPECT_NE(portuguese.out.find("precisão de"), std::string::npos) << portuguese.out;
}

TEST(ReviewCommand, PlayersOfOneNameAreToldApartAndTheTableFitsTheScreen) {
  const std::string game =
      "[Game \"eigenstate\"]\n[White \"a person of a rather long name\"]\n"
      "[Black \"a person of a rather long name\"]\n\n1. a1-a2,a2+a4,a2+b4 *\n";
  const auto finished = run_program({"review", "-", "--nodes", "200"}, game);
  ASSERT_EQ(finished.status, 0) << finished.err;
  EXPECT_NE(finished.out.find("player 1 (a person"), std::string::npos) << finished.out;
  EXPECT_EQ(finished.out.find("1111"), std::string::npos) << "no room for bars\n" << finished.out;
}

TEST(ReviewCommand, WritesTheRecordWithTheReviewInIt) {
  const auto pgn = run_program({"review", "-", "--nodes", "500", "--pgn"}, kGame);
  const auto read = games::parse_pgn(pgn.out);
  ASSERT_TRUE(read) << pgn.out;
  EXPECT_EQ(read->turns[4].glyphs, std::vector<int>{4});
  EXPECT_EQ(read->turns[4].win, (std::vector<double>{0, 1}));
  EXPECT_NE(read->turns[4].comment.find("review: "), std::string::npos);
  ASSERT_FALSE(read->turns[4].variations.empty());
  const auto json = run_program({"review", "-", "--nodes", "500", "--json"}, kGame);
  EXPECT_EQ(*games::parse_record_json(json.out), *read);
  const auto object = nlohmann::json::parse(json.out);
  EXPECT_TRUE(object["tags"].contains("Accuracy1"));
  EXPECT_TRUE(object["turns"][4].contains("variations"));
  EXPECT_EQ(run_program({"review", "-", "--nodes", "500", "--pgn"}, pgn.out).out, pgn.out)
      << "a review of the reviewed game is the same";
}

TEST(ReviewCommand, RefusesWhatItCannotReview) {
  expect_refused({"review"}, "FILE is missing");
  expect_refused({"review", "/nowhere/at/all"}, "cannot be read");
  expect_refused({"review", "/"}, "cannot be read");
  expect_refused({"review", "-"}, "names no game");
  expect_refused({"review", "-"}, "game", "{}");
  expect_refused({"review", "-"}, "", "\x01\xff\x00");
  expect_refused({"review", "-"}, "no turns", "[Game \"yavalath\"]\n\n*\n");
  expect_refused({"review", "-"}, "turn 2", "[Game \"yavalath\"]\n\n1. e5 2. z9 *\n");
  expect_refused({"review", "-", "--json", "--pgn"}, "exclude", kGame);
  expect_refused({"review", "-", "--time", "5", "--nodes", "500"}, "exclude", kGame);
  expect_refused({"review", "-", "--nodes", "1"}, "--nodes must be", kGame);
  expect_refused({"review", "-", "--time", "x"}, "--time must be", kGame);
}

TEST(ReviewCommand, NamesCannotSteerATerminal) {
  std::string game = kGame;
  game.replace(game.find("<script>"), 8, "\x1b[2J\xc2\x9b");
  const auto finished = run_program({"review", "-", "--nodes", "100"}, game);
  ASSERT_EQ(finished.status, 0) << finished.err;
  EXPECT_EQ(finished.out.find('\x1b'), std::string::npos);
  EXPECT_EQ(finished.out.find("\xc2\x9b"), std::string::npos);
}

}  // namespace
}  // namespace tests
