// The parts of the terminal that need no terminal: keys, canvas, lines, input, sessions, files.
#include <sys/stat.h>

#include <filesystem>

#include "core/file.h"
#include "core/scan.h"
#include "support.h"
#include "terminal/advice.h"
#include "terminal/analysis_text.h"
#include "terminal/board_view.h"
#include "terminal/canvas.h"
#include "terminal/glyph.h"
#include "terminal/input.h"
#include "terminal/keys.h"
#include "terminal/line_editor.h"
#include "terminal/markdown.h"
#include "terminal/popup.h"
#include "terminal/review_report.h"
#include "terminal/rules_pages.h"
#include "terminal/session.h"
#include "terminal/settings.h"
#include "terminal/unfinished.h"
#include "terminal/words.h"

namespace tests {
namespace {

using namespace terminal;
using Kind = Key::Kind;
using text::Language;

std::vector<Key> keys_of(const std::vector<std::string>& chunks, bool settle = true) {
  KeyReader reader;
  std::vector<Key> keys;
  for (const auto& chunk : chunks) reader.feed(chunk);
  if (settle) reader.settle();
  while (auto key = reader.next()) keys.push_back(*key);
  return keys;
}

// --- Keys ---

TEST(Keys, PlainAndControl) {
  const auto keys = keys_of({"aé\r\t\x7f\x03"});
  ASSERT_EQ(keys.size(), 6u);
  EXPECT_EQ(keys[0].text, "a");
  EXPECT_EQ(keys[1].text, "é");
  EXPECT_EQ(keys[2].kind, Kind::kEnter);
  EXPECT_EQ(keys[3].kind, Kind::kTab);
  EXPECT_EQ(keys[4].kind, Kind::kBackspace);
  EXPECT_EQ(keys[5].kind, Kind::kControl);
  EXPECT_EQ(keys[5].text, "c");
}

TEST(Keys, SequencesComeInPieces) {
  for (const auto& chunks : std::vector<std::vector<std::string>>{
           {"\x1b[A"}, {"\x1b", "[A"}, {"\x1b[", "A"}, {"\x1bOA"}, {"\x1b[1;5A"}}) {
    const auto keys = keys_of(chunks, false);
    ASSERT_EQ(keys.size(), 1u);
    EXPECT_EQ(keys[0].kind, Kind::kUp);
  }
  const auto accent = keys_of({"\xc3", "\xa9"}, false);
  ASSERT_EQ(accent.size(), 1u);
  EXPECT_EQ(accent[0].text, "é");
}

TEST(Keys, ALoneEscapeIsAKeyOnlyWhenNothingFollows) {
  EXPECT_TRUE(keys_of({"\x1b"}, false).empty());
  const auto keys = keys_of({"\x1b"});
  ASSERT_EQ(keys.size(), 1u);
  EXPECT_EQ(keys[0].kind, Kind::kEscape);
}

TEST(Keys, Mouse) {
  const auto keys = keys_of({"\x1b[<0;12;5M\x1b[<0;12;5m\x1b[<64;1;1M\x1b[<0;0;5M\x1b[<0;;5M"});
  ASSERT_EQ(keys.size(), 2u);  // releases and nonsense are dropped
  EXPECT_EQ(keys[0], (Key{Kind::kClick, "", 4, 11}));
  EXPECT_EQ(keys[1].kind, Kind::kWheelUp);
}

TEST(Keys, ClicksInTheOldFormAreNoKeys) {
  EXPECT_TRUE(keys_of({"\x1b[M !!"}).empty());
  EXPECT_TRUE(keys_of({"\x1b[M", " !!"}).empty());
  EXPECT_EQ(keys_of({"\x1bOM"})[0].kind, Kind::kEnter);
}

TEST(Keys, NoiseNeitherCrashesNorStays) {
  core::Rng rng(3);
  for (int i = 0; i < 2000; ++i) {
    KeyReader reader;
    std::string noise;
    for (int n = 0; n < 80; ++n) noise += static_cast<char>(rng.below(256));
    reader.feed("\x1b[" + noise);
    reader.settle();
    EXPECT_FALSE(reader.waits());
    while (reader.next()) {
    }
  }
  EXPECT_EQ(keys_of({std::string("\xff\xfe")})[0].text, "\uFFFD");
}

// --- Canvas ---

TEST(Canvas, CutsAndReplacesWhatWouldMoveTheRest) {
  Canvas canvas(2, 6);
  canvas.put(0, 4, "abc");
  canvas.put(1, 0, "a\x1b\n\u0E01é");
  EXPECT_EQ(canvas.text(), "    ab\na???é\n");
  canvas.put(-1, 0, "x");
  canvas.put(5, 0, "x");
  canvas.put(0, -1, "xy");
  EXPECT_EQ(canvas.line(0), "y   ab");
  EXPECT_EQ(Canvas(1, 5).put_within(0, 0, 4, "abcdef"), 4);
  Canvas narrow(1, 6);
  narrow.put_within(0, 0, 4, "abcdef");
  EXPECT_EQ(narrow.line(0), "abc…");
  Canvas ascii(1, 10);
  ascii.ascii = true;
  ascii.put(0, 0, "ação ▶…");
  EXPECT_EQ(ascii.line(0), "acao >.");
}

TEST(Canvas, AccentsStandOnTheirLetters) {
  Canvas canvas(1, 6);
  EXPECT_EQ(canvas.put(0, 0, "e\u0301\u200Bx"), 2);
  EXPECT_EQ(canvas.line(0), "e\u0301x");
  // One that has no letter is none, and a tower of them does not grow.
  canvas.put(0, 2, "\u0301y");
  EXPECT_EQ(canvas.line(0), "e\u0301xy");
  std::string tower = "z";
  for (int i = 0; i < 100; ++i) tower += "\u0301";
  EXPECT_EQ(width(tower), 1u);
  canvas.put(0, 3, tower);
  EXPECT_LT(canvas.line(0).size(), 20u);
  Canvas ascii(1, 6);
  ascii.ascii = true;
  ascii.put(0, 0, "e\u0301x");
  EXPECT_EQ(ascii.line(0), "ex");
}

TEST(Canvas, WideCharactersTakeTwoPlaces) {
  EXPECT_EQ(width("漢字é\u0E01"), 6u);
  Canvas canvas(1, 6);
  EXPECT_EQ(canvas.put(0, 0, "漢字x"), 5);
  EXPECT_EQ(canvas.line(0), "漢字x");
  // What stands behind it is placed anew, whatever the terminal thinks of it.
  EXPECT_EQ(canvas.bytes_from(Canvas(1, 6), Depth::kNone),
            "\x1b[1;1H\x1b[0m  \x1b[1;1H漢\x1b[1;3H  \x1b[1;3H字\x1b[1;5Hx");
  EXPECT_EQ(canvas.bytes_from(canvas, Depth::kNone), "");
  // Half of one is written over: nothing is left of it.
  canvas.put(0, 1, "y");
  EXPECT_EQ(canvas.line(0), " y字x");
  canvas.put(0, 2, "z");
  EXPECT_EQ(canvas.line(0), " yz x");
  // Nor does half of one stand at the edge.
  canvas.put(0, 5, "漢");
  EXPECT_EQ(canvas.line(0), " yz x?");
  Canvas within(1, 6);
  EXPECT_EQ(within.put_within(0, 0, 4, "漢字字"), 3);
  EXPECT_EQ(within.line(0), "漢…");
  EXPECT_EQ(Canvas(1, 6).put_within(0, 0, 4, "漢字"), 4);
  Canvas ascii(1, 6);
  ascii.ascii = true;
  EXPECT_EQ(ascii.put(0, 0, "漢x"), 3);
  EXPECT_EQ(ascii.line(0), "? x");
}

TEST(Canvas, NoTextWritesOutsideItsColumns) {
  core::Rng rng(7);
  const std::vector<std::string> parts = {"a",      "é",  "e\u0301", "漢",
                                          "\u200D", "😀", "\u0E01",  "\x1b"};
  for (int round = 0; round < 2000; ++round) {
    std::string text;
    for (int i = 0; i < 12; ++i) text += parts[rng.below(parts.size())];
    Canvas canvas(1, 24);
    canvas.put(0, 0, std::string(24, '.'));
    const int columns = 1 + static_cast<int>(rng.below(12));
    const int end = canvas.put_within(0, 5, columns, text);
    EXPECT_LE(end, 5 + columns) << text;
    const auto line = canvas.line(0);
    EXPECT_EQ(width(line), 24u) << line;
    EXPECT_TRUE(line.starts_with(".....") && line.ends_with(".......")) << line;
    for (const auto& wrapped_line : wrapped(text, columns)) {
      EXPECT_LE(width(wrapped_line), static_cast<std::size_t>(std::max(columns, 2))) << text;
    }
  }
}

TEST(Canvas, DrawsOnlyWhatChanged) {
  Canvas before(2, 10), after(2, 10);
  before.put(0, 0, "hello");
  after.put(0, 0, "hallo");
  EXPECT_EQ(after.bytes_from(before, Depth::kFull), "\x1b[1;2H\x1b[0ma");
  EXPECT_EQ(after.bytes_from(after, Depth::kFull), "");
  Canvas coloured(1, 3);
  coloured.put(0, 0, "x", {.foreground = 231, .bold = true});
  EXPECT_EQ(coloured.bytes_from(Canvas(1, 3), Depth::kFull), "\x1b[1;1H\x1b[0;1;38;5;231mx\x1b[0m");
  EXPECT_EQ(coloured.bytes_from(Canvas(1, 3), Depth::kBasic), "\x1b[1;1H\x1b[0;1;97mx\x1b[0m");
  EXPECT_EQ(coloured.bytes_from(Canvas(1, 3), Depth::kNone), "\x1b[1;1H\x1b[0;1mx\x1b[0m");
}

TEST(Popups, WrapKeepsWordsAndLines) {
  EXPECT_EQ(wrapped("one two three", 8), (std::vector<std::string>{"one two", "three"}));
  EXPECT_EQ(wrapped("abcdefghij", 4), (std::vector<std::string>{"abcd", "efgh", "ij"}));
  EXPECT_EQ(wrapped("a\n\n  b", 10), (std::vector<std::string>{"a", "", "  b"}));
  EXPECT_EQ(wrapped("çãé çãé", 3), (std::vector<std::string>{"çãé", "çãé"}));
  EXPECT_EQ(wrapped("漢字 漢字字", 4), (std::vector<std::string>{"漢字", "漢字", "字"}));
}

// --- The line ---

void type(LineEditor& editor, const std::string& bytes) {
  for (const Key& key : keys_of({bytes})) editor.press(key);
}

TEST(LineEditor, EditsWholeCharactersAndRemembers) {
  LineEditor editor;
  type(editor, "açb\x1b[D\x1b[D\x7f");
  EXPECT_EQ(editor.text(), "çb");
  type(editor, "\x1b[3~\x1b[Fc");
  EXPECT_EQ(editor.take(), "bc");
  type(editor, "new\x1b[A");
  EXPECT_EQ(editor.text(), "bc");
  type(editor, "\x1b[B");
  EXPECT_EQ(editor.text(), "new");
  for (int i = 0; i < 10'000; ++i) editor.press({Kind::kText, "x", 0, 0});
  EXPECT_LE(editor.text().size(), LineEditor::kMaxBytes);
}

// The cursor stands on a letter, and a long line loses whole ones.
TEST(LineEditor, DrawsAccentsAsOneColumn) {
  LineEditor editor;
  type(editor, "não\x1b[D");
  Canvas canvas(1, 8);
  editor.draw(canvas, 0, 0, 8);
  EXPECT_EQ(canvas.line(0), "não");
  EXPECT_TRUE(canvas.style_at(0, 2).reverse);
  type(editor, "\x7f");
  EXPECT_EQ(editor.text(), "no");
  editor.set("ãéíõúâêôçàü");
  Canvas narrow(1, 4);
  editor.draw(narrow, 0, 0, 4);
  EXPECT_EQ(narrow.line(0), "çàü");
  editor.set("漢字a");
  editor.draw(narrow, 0, 0, 4);
  EXPECT_EQ(narrow.line(0), "字a");
  EXPECT_TRUE(narrow.style_at(0, 3).reverse);
}

// --- Input ---

std::string refused(const games::Position& position, const std::string& line) {
  const Input input = read_input(position, line);
  const auto* no = std::get_if<Refused>(&input);
  EXPECT_NE(no, nullptr) << line;
  return no ? refusal(no->error, no->nearest, Language::kEnglish) : "";
}

Command command(const std::string& line) {
  const Input input = read_input(start("epaminondas"), line);
  const auto* found = std::get_if<CommandLine>(&input);
  EXPECT_NE(found, nullptr) << line;
  return found ? found->command : Command::kQuit;
}

TEST(Input, CommandsInBothLanguagesByUniqueBeginnings) {
  EXPECT_EQ(command("help"), Command::kHelp);
  EXPECT_EQ(command("AJUDA"), Command::kHelp);
  EXPECT_EQ(command(":hin"), Command::kHint);
  EXPECT_EQ(command("analyze"), Command::kAnalyse);
  EXPECT_EQ(command("desist"), Command::kResign);
  EXPECT_EQ(command("seat 2 level:3"), Command::kSeat);
  EXPECT_NE(refused(start("epaminondas"), "re").find("may be"), std::string::npos);
  EXPECT_NE(refused(start("epaminondas"), "zzz").find("near it: "), std::string::npos);
  for (const auto& info : all_commands()) {
    EXPECT_EQ(command(std::string(info.english)), info.command) << info.english;
    EXPECT_EQ(command(std::string(info.portuguese)), info.command) << info.portuguese;
  }
}

TEST(Input, ALegalActionIsNeverACommand) {
  const auto yavalath = after(start("yavalath"), {"e5"});
  EXPECT_TRUE(std::holds_alternative<Steps>(read_input(yavalath, " swap ")));
  for (const auto& variant : all_variants()) {
    const auto position = start(variant.game, variant.options);
    for (const auto& text : position.legal_texts()) {
      EXPECT_TRUE(std::holds_alternative<Steps>(read_input(position, text))) << text;
    }
  }
}

TEST(Input, FourNumbersOfTheReport) {
  const auto position = start("epaminondas");
  const Input input = read_input(position, "3.1.3.4.");
  const auto* steps = std::get_if<Steps>(&input);
  ASSERT_NE(steps, nullptr);
  EXPECT_EQ(games::turn_text(position, *steps), "c1-c4");
  EXPECT_TRUE(std::holds_alternative<Steps>(read_input(position, "3.1.3.4")));
  for (const auto* wrong : {"3.1.3.", "0.1.3.4.", "3.1.99.4.", "3.5.3.6."})
    refused(position, wrong);
  EXPECT_NE(refused(position, "3.1.3.9.").find("at most"), std::string::npos);
}

TEST(Input, RefusalsGiveAReasonAndWhatIsNear) {
  const auto text = refused(start("epaminondas"), "c1-c9");
  EXPECT_NE(text.find("at most"), std::string::npos) << text;
  EXPECT_NE(text.find("near it: c1-c"), std::string::npos) << text;
  refused(start("yavalath"), std::string(100'000, 'x'));
  refused(start("yavalath"), "\xff\xfe\x01");
}

TEST(Input, Completion) {
  const auto position = start("eigenstate");
  EXPECT_EQ(completions(position, "c1"), std::vector<std::string>{"c1-c2"});
  EXPECT_EQ(completions(position, "c1-c2,c2+e").size(), 5u);
  EXPECT_TRUE(completions(position, "c1-c9,").empty());
  EXPECT_EQ(completions(position, "hel"), std::vector<std::string>{"help"});
  const auto all = completions(start("yavalath"), "");
  EXPECT_EQ(all.size(), 61u);
}

TEST(Input, TypedAccentsComeBackAsLetters) {
  EXPECT_NE(refused(start("yavalath"), "não").find("'não'"), std::string::npos)
      << refused(start("yavalath"), "não");
  EXPECT_EQ(command("NÍVEL 3"), Command::kLevel);
  EXPECT_EQ(command("posição"), Command::kPosition);
}

TEST(Input, Answers) {
  for (const auto* yes : {"y", "yes", "sim", " S "}) EXPECT_EQ(read_answer(yes), true);
  for (const auto* no : {"n", "no", "não", "NÃO"}) EXPECT_EQ(read_answer(no), false);
  EXPECT_EQ(read_answer("maybe"), std::nullopt);
}

// --- Steps: what a person points at ---

TEST(Steps, PointAtWhatTheActionTextSays) {
  const auto step = [](const games::Position& position, const std::string& action) {
    return position.step(*position.parse_action(action));
  };
  using games::Step;
  EXPECT_EQ(step(start("yavalath"), "e5"), (Step{"", "e5", ""}));
  EXPECT_EQ(step(after(start("yavalath"), {"e5"}), "swap"), Step{});  // never by a slip
  EXPECT_EQ(step(start("epaminondas"), "c1-c4"), (Step{"c1", "c4", ""}));
  const auto eigenstate = start("eigenstate");
  EXPECT_EQ(step(eigenstate, "c1-c2"), (Step{"c1", "c2", ""}));
  auto pegs = eigenstate;
  pegs.apply(*pegs.parse_action("c1-c2"));
  EXPECT_EQ(step(pegs, "c2+e4"), (Step{"c2", "", "e4"}));
  const auto stones = at("sixteen-stone", "bb2r/b2b1/3br/1r3/5 r 2 1 11 mps");
  EXPECT_EQ(step(stones, "sacrifice"), Step{});
  EXPECT_EQ(step(stones, "b2-c3xd3xd4"), (Step{"b2", "c3", ""}));
}

// Every action can be pointed at: by its step alone, or with a choice among few.
TEST(Steps, LeaveFewToChooseFrom) {
  core::Rng rng(11);
  for (const auto& variant : all_variants()) {
    auto position = start(variant.game, variant.options);
    for (int i = 0; i < 200 && !position.outcome().over(); ++i) {
      std::map<std::tuple<std::string, std::string, std::string>, int> seen;
      for (const auto action : position.legal_actions()) {
        const auto step = position.step(action);
        ++seen[{step.from, step.to, step.hole}];
      }
      for (const auto& [step, count] : seen) EXPECT_LE(count, 256) << position.to_text();
      position.apply(position.random_action(rng));
    }
  }
}

// --- Sessions ---

Session session(const std::string& game, const std::vector<std::string>& seats = {},
                const std::string& options = "") {
  const auto& info = *games::find_game(game);
  SessionSetup setup;
  setup.game = &info;
  setup.options = *games::parse_options(options, info.options);
  setup.seats = seats;
  return Session(setup);
}

void play(Session& session, const std::string& turn) {
  const auto actions = games::parse_turn(session.position(), turn);
  ASSERT_TRUE(actions) << turn;
  for (const auto action : *actions) session.apply(action);
}

TEST(Session, TakesBackStepsThenTurns) {
  Session game = session("eigenstate");
  play(game, "c1-c2,c2+e4,c2+c1");
  play(game, "f6-f5,f5+d3");
  EXPECT_EQ(game.draft(), "f6-f5,f5+d3");
  EXPECT_EQ(game.turns(), 2);
  EXPECT_TRUE(game.take_back());
  EXPECT_EQ(game.draft(), "f6-f5");
  EXPECT_TRUE(game.take_back());
  EXPECT_FALSE(game.in_turn());
  EXPECT_TRUE(game.take_back());
  EXPECT_EQ(game.turns(), 0);
  EXPECT_FALSE(game.take_back());
  while (game.redo()) {
  }
  EXPECT_EQ(game.draft(), "f6-f5,f5+d3");
  EXPECT_FALSE(game.redo());
  EXPECT_TRUE(game.take_back());
  play(game, "f5+d4");
  EXPECT_FALSE(game.redo());  // another way was taken
}

TEST(Session, AgainstAComputerItsReplyGoesToo) {
  Session game = session("yavalath", {"human", "level:1"});
  play(game, "e5");
  play(game, "a1");
  EXPECT_TRUE(game.take_back());
  EXPECT_EQ(game.turns(), 0);
  EXPECT_TRUE(game.redo());
  EXPECT_EQ(game.turns(), 2);
  Session second = session("yavalath", {"level:1", "human"});
  play(second, "e5");
  EXPECT_FALSE(second.can_take_back());  // that was not the person's
}

TEST(Session, EndsByPeople) {
  Session game = session("yavalath");
  play(game, "e5");
  game.resign(game.to_move());
  EXPECT_TRUE(game.over());
  EXPECT_EQ(game.result(), "p1win");
  EXPECT_EQ(text::render(game.reason(), Language::kEnglish), "player 2 resigned");
  EXPECT_TRUE(game.take_back());  // misclicks happen
  EXPECT_FALSE(game.over());
  game.agree_draw({text::Message::kDrawAgreed, {}});
  EXPECT_EQ(game.result(), "draw");
  Session three = session("yavalath", {}, "players=3");
  three.resign(0);
  EXPECT_FALSE(three.over());
  EXPECT_FALSE(three.is_human(0));
  Session against = session("yavalath", {"human", "level:1"});
  play(against, "e5");
  EXPECT_EQ(against.who_resigns(), 0);
}

TEST(Session, SeatsAndLevels) {
  Session game = session("yavalath", {"human", "level:1"});
  EXPECT_FALSE(game.set_level("7"));
  EXPECT_EQ(game.seat(1), "level:7");
  EXPECT_TRUE(game.set_level("11"));
  EXPECT_TRUE(game.set_level("x"));
  EXPECT_TRUE(session("yavalath").set_level("3"));
  EXPECT_FALSE(set_seat(game, "1 engine:some program --with words"));
  EXPECT_EQ(game.seat(0), "engine:some program --with words");
  for (const auto* wrong : {"", "1", "0 human", "3 human", "1 nobody", "x human", "1 engine:"}) {
    EXPECT_TRUE(set_seat(game, wrong)) << wrong;
  }
  EXPECT_EQ(game.with_seats_swapped().seat(0), "level:7");
}

TEST(Session, RecordsComeBackWithDraftSeatsAndResult) {
  Session game = session("eigenstate", {"human", "level:2"}, "fill=any");
  play(game, "c1-c2,c2+e4,c2+c1");
  play(game, "f6-f5,f5+d3");
  for (const bool json : {false, true}) {
    const auto record = json ? games::parse_record_json(games::to_json(game.record()))
                             : games::parse_pgn(games::to_pgn(game.record()));
    ASSERT_TRUE(record) << text::render(record.error(), Language::kEnglish);
    const auto back = Session::from_record(*record, {}, Session::Trust::kOwn);
    ASSERT_TRUE(back);
    EXPECT_EQ(back->position().to_text(), game.position().to_text());
    EXPECT_EQ(back->draft(), game.draft());
    EXPECT_EQ(back->seat(1), "level:2");
  }
  Session resigned = session("yavalath");
  play(resigned, "e5");
  resigned.resign(1);
  const auto back = Session::from_record(*games::parse_pgn(games::to_pgn(resigned.record())), {},
                                         Session::Trust::kOwn);
  ASSERT_TRUE(back);
  EXPECT_EQ(back->result(), "p1win");
  EXPECT_EQ(ending(*back, Language::kEnglish), "player 1 has won: player 2 resigned");
}

// --- Files ---

std::string error_of(const std::optional<text::Error>& error) {
  return error ? text::render(*error, Language::kEnglish) : "";
}

TEST(Files, SaveAndLoadInBothSpellings) {
  const TempFolder folder;
  Session game = session("yavalath");
  play(game, "e5");
  for (const auto* name : {"/a.pgn", "/a.json"}) {
    const std::string path = folder.path() + name;
    EXPECT_EQ(error_of(save_game(game, path)), "");
    const auto back = load_game(session("epaminondas"), path);
    ASSERT_TRUE(back);
    EXPECT_EQ(back->session.position().to_text(), game.position().to_text());
  }
}

TEST(Files, FailuresSayWhyAndLoseNothing) {
  const TempFolder folder;
  const Session game = session("yavalath");
  EXPECT_NE(error_of(save_game(game, "/dev/full")).find("the disk is full"), std::string::npos);
  EXPECT_NE(error_of(save_game(game, folder.path() + "/no/such")).find("no such file or folder"),
            std::string::npos);
  EXPECT_NE(error_of(save_game(game, folder.path())).find("folder"), std::string::npos);
  for (const auto& path : {std::string("/dev/zero"), folder.path(), folder.path() + "/none"}) {
    EXPECT_FALSE(load_game(game, path)) << path;
  }
  core::write_file(folder.path() + "/noise", "\xff\xfe{");
  EXPECT_FALSE(load_game(game, folder.path() + "/noise"));
  EXPECT_FALSE(load_game(game, ""));
}

TEST(Files, UnfinishedGamesOutliveTheProgramThatPlayedThem) {
  const TempFolder folder;
  Session game = session("yavalath");
  play(game, "e5");
  Unfinished own(folder.path()), next(folder.path());
  EXPECT_EQ(error_of(own.keep(game)), "");
  EXPECT_TRUE(next.list().empty());  // somebody still plays it
  own.leave();
  core::write_file(folder.path() + "/unfinished-damaged.pgn", "damaged");
  auto found = next.list();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].record.turns.size(), 1u);
  EXPECT_EQ(own.list().size(), 1u);  // looking at it does not take it away from others
  // Another game begins instead: the one that was found stays for later.
  Session other = session("epaminondas");
  play(other, "c1-c4");
  EXPECT_EQ(error_of(next.keep(other)), "");
  next.forget();
  ASSERT_EQ(next.list().size(), 1u);
  ASSERT_TRUE(next.take_over(found[0]));
  EXPECT_FALSE(own.take_over(found[0]));  // it is played
  EXPECT_FALSE(own.discard(found[0]));
  EXPECT_EQ(error_of(next.keep(game)), "");
  next.forget();
  EXPECT_TRUE(own.list().empty());
  EXPECT_FALSE(own.take_over(found[0]));  // it is gone
  EXPECT_TRUE(std::filesystem::exists(folder.path() + "/unfinished-damaged.pgn"));
  // A game that was taken back to its start leaves nothing behind.
  EXPECT_EQ(error_of(own.keep(game)), "");
  game.take_back();
  EXPECT_EQ(error_of(own.keep(game)), "");
  own.leave();
  EXPECT_TRUE(next.list().empty());
}

TEST(Files, UnfinishedGamesAreListedByGameAndDeletedByNameOnly) {
  const TempFolder folder;
  Unfinished unfinished(folder.path());
  for (const auto* name : {"yavalath", "epaminondas", "yavalath"}) {
    Session game = session(name, {"human", "level:3"});
    game.apply(game.position().legal_actions().front());
    EXPECT_EQ(error_of(unfinished.keep(game)), "");
    unfinished.leave();
  }
  EXPECT_EQ(unfinished.list().size(), 3u);
  const auto yavalath = unfinished.list("yavalath");
  ASSERT_EQ(yavalath.size(), 2u);
  EXPECT_GE(yavalath[0].when, yavalath[1].when);
  const auto label = kept_label(yavalath[0], Language::kPortuguese);
  EXPECT_TRUE(label.starts_with("Yavalath  20")) << label;
  EXPECT_TRUE(label.ends_with("turnos: 1  humano - nível 3")) << label;
  EXPECT_TRUE(unfinished.discard(yavalath[1]));
  EXPECT_EQ(unfinished.list("yavalath").size(), 1u);
  EXPECT_EQ(unfinished.list().size(), 2u);
}

TEST(Files, AStrangersRecordStartsNoProgram) {
  Session game = session("yavalath");
  play(game, "e5");
  auto record = game.record();
  record.players = {"engine:touch x", "level:2"};
  const auto loaded = Session::from_record(record, {}, Session::Trust::kStranger);
  ASSERT_TRUE(loaded);
  EXPECT_TRUE(loaded->is_human(0));
  EXPECT_EQ(loaded->seat(1), "level:2");
  const auto own = Session::from_record(record, {}, Session::Trust::kOwn);
  ASSERT_TRUE(own);
  EXPECT_EQ(own->seat(0), "engine:touch x");
}

// Pipes that nobody serves are not waited for.
TEST(Files, PipesDoNotBlock) {
  const TempFolder folder;
  const std::string pipe = folder.path() + "/pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_FALSE(load_game(session("yavalath"), pipe));
  EXPECT_TRUE(save_game(session("yavalath"), pipe));
}

TEST(Files, SettingsComeBackAndDamageDoesNoHarm) {
  Settings settings;
  settings.game = "epaminondas";
  settings.options["yavalath"] = {{"size", "4"}};
  settings.seats = {"level:2", "human", "classic"};
  settings.colours["yavalath"][0] = "sky";
  settings.done = {"lesson/yavalath/four", "puzzle/yavalath-17"};
  settings.language = "pt";
  settings.pace_ms = 50;
  settings.theme = "slate";
  settings.bell = settings.title = true;
  EXPECT_EQ(read_settings(settings_text(settings)), settings);
  for (const auto* text :
       {"", "[]", "{", "null", R"({"game":"chess","seats":[1,"x"],"pace":-1})",
        R"({"options":{"yavalath":{"size":"99","players":3}},"colours":"x"})",
        R"({"language":"xx","seats":{},"pace":1e99})", R"({"theme":"x","bell":1,"title":"on"})"}) {
    EXPECT_EQ(read_settings(text), Settings()) << text;
  }
}

// A choice is of one game, and whatever a file says no two seats look the same.
TEST(Files, ColoursAreOfOneGameAndNeverTheSame) {
  const auto scene = start("yavalath", "players=3").scene();
  Settings settings;
  EXPECT_TRUE(choose_colour(settings, "yavalath", scene, 0, "sky"));
  EXPECT_FALSE(choose_colour(settings, "yavalath", scene, 1, "sky"));
  EXPECT_FALSE(choose_colour(settings, "yavalath", scene, 0, std::string(scene.colours[1])));
  EXPECT_EQ(colours_in_force(settings, "yavalath", scene)[0], "sky");
  EXPECT_EQ(colours_in_force(settings, "epaminondas", start("epaminondas").scene())[0],
            start("epaminondas").scene().colours[0]);
  // As files of earlier versions have it: one list for every game, perhaps twice the same.
  const auto old = read_settings(R"({"colours":["blue","blue","white"]})");
  for (const auto& game : games::all_games()) {
    const auto all = colours_in_force(old, game.name, scene);
    EXPECT_EQ(all[0], "blue") << game.name;
    EXPECT_EQ((std::set<std::string>(all.begin(), all.end())).size(), 3u) << game.name;
  }
}

TEST(Words, SeatsHaveTheNamesOfTheScreenInEitherLanguage) {
  for (const auto& [typed, who] :
       std::vector<std::pair<std::string, std::string>>{{"human", "human"},
                                                        {"Humano", "human"},
                                                        {"person", "human"},
                                                        {"pessoa", "human"},
                                                        {"level 3", "level:3"},
                                                        {"nível 3", "level:3"},
                                                        {"NIVEL 10", "level:10"},
                                                        {"nível:3", "level:3"},
                                                        {"level:7", "level:7"},
                                                        {"aleatório", "random"},
                                                        {"clássico", "classic"},
                                                        {"engine:./x y", "engine:./x y"}}) {
    const auto read = read_who(typed);
    ASSERT_TRUE(read) << typed;
    EXPECT_EQ(*read, who) << typed;
  }
  for (const auto* wrong : {"", "nobody", "level 11", "nível", "engine:"}) {
    EXPECT_FALSE(read_who(wrong)) << wrong;
  }
  Session game = session("yavalath");
  EXPECT_FALSE(set_seat(game, "2 nível 3"));
  EXPECT_EQ(game.seat(1), "level:3");
  EXPECT_NE(text::render(*set_seat(game, "2 ninguém"), Language::kPortuguese)
                .find("'ninguém'; existem humano, aleatório"),
            std::string::npos);
}

TEST(Words, NamesOfOurPlayersInAReview) {
  games::Record record;
  record.players = {"human", "level:3"};
  EXPECT_EQ(name_of(record, 0, Language::kPortuguese), "humano");
  EXPECT_EQ(name_of(record, 1, Language::kPortuguese), "nível 3");
  EXPECT_EQ(name_of(record, 1, Language::kEnglish), "level:3");
  record.players = {"Ana", "Rui"};
  EXPECT_EQ(name_of(record, 1, Language::kPortuguese), "Rui");
}

TEST(Words, OptionsAndNumbersAreTranslated) {
  const auto position = start("yavalath");
  EXPECT_EQ(options_words(position, Language::kEnglish), "players=2,size=5,swap=on");
  EXPECT_EQ(options_words(position, Language::kPortuguese), "jogadores=2,tamanho=5,troca=sim");
  EXPECT_EQ(percent(0.279, Language::kEnglish), "27.9 %");
  EXPECT_EQ(percent(0.279, Language::kPortuguese), "27,9 %");
}

// --- Pages ---

std::string drawn_page(const std::string& markdown, int columns = 30) {
  return page_text(markdown, columns);
}

TEST(Markdown, IsDrawnForATerminal) {
  EXPECT_EQ(drawn_page("# A *title*\n\nSome **bold** and `code` [text](x.md).\n"),
            "A title\n-------\n\nSome bold and code text.\n");
  EXPECT_EQ(drawn_page("- **[EIG-1a]** one two three four five six\n- seven", 24),
            "• [EIG-1a] one two three\n  four five six\n• seven\n");
  EXPECT_EQ(drawn_page("12. twelve"), "12. twelve\n");
  EXPECT_EQ(drawn_page("text\n```\n2 | . `*\n```\nmore"), "text\n    2 | . `*\nmore\n");
  EXPECT_EQ(drawn_page("<!-- board: x -->\nthe end"), "the end\n");
  EXPECT_EQ(drawn_page("| a | bb |\n|---|---|\n| ccc | one two three four five six |", 24),
            "a    bb\nccc  one two three four\n     five six\n");
  EXPECT_EQ(drawn_page("2 * 3 and a lone ` stay"), "2 * 3 and a lone ` stay\n");
}

TEST(Markdown, EmphasisIsAStyle) {
  const auto lines = page_lines("a **b c** *d* `e`", 40);
  ASSERT_EQ(lines.size(), 1u);
  std::string bold, underlined;
  for (const Span& span : lines[0]) {
    if (span.style.bold) bold += span.text;
    if (span.style.underline) underlined += span.text;
  }
  EXPECT_EQ(bold, "b c");
  EXPECT_EQ(underlined, "d");
}

TEST(RulesPages, AreDrawnWithoutSignsOfMarkdownAndFit) {
  for (const auto& game : games::all_games()) {
    for (const auto language : {Language::kEnglish, Language::kPortuguese}) {
      const auto text = rules_text(game.name, language);
      for (const auto* sign : {"**", "```", "## ", "<!--", "]("}) {
        EXPECT_EQ(text.find(sign), std::string::npos) << game.name << ' ' << sign;
      }
      for (const auto line : core::split(text, '\n')) EXPECT_LE(width(line), 79u) << line;
    }
  }
}

TEST(RulesPages, AreInsideTheProgramInBothLanguages) {
  for (const auto& game : games::all_games()) {
    EXPECT_EQ(rules_page(game.name, Language::kEnglish),
              *core::read_file(source_path("docs/rules/" + game.name + ".md")));
    EXPECT_EQ(rules_page(game.name, Language::kPortuguese),
              *core::read_file(source_path("docs/rules/" + game.name + ".pt.md")));
  }
}

// --- Boards ---

// Every board fits 80x24 beside its rail, every cell can be reached and pointed at, and what is
// drawn on a cell stands where a click on it would be.
TEST(BoardView, FitsAndCanBePointedAt) {
  for (const auto& variant : all_variants()) {
    for (const bool flipped : {false, true}) {
      const auto scene = start(variant.game, variant.options).scene();
      const BoardView view(scene, flipped, 19, 80, {});
      EXPECT_LE(view.rows(), 19) << variant.game << ' ' << variant.options;
      EXPECT_LE(view.columns(), 54) << variant.game << ' ' << variant.options;
      std::set<int> reached = {0};
      for (std::vector<int> open = {0}; !open.empty();) {
        const int cell = open.back();
        open.pop_back();
        for (const auto direction :
             {Direction::kUp, Direction::kDown, Direction::kLeft, Direction::kRight}) {
          const int next = view.next_cell(cell, direction);
          if (reached.insert(next).second) open.push_back(next);
        }
      }
      EXPECT_EQ(reached.size(), scene.cells.size());
      std::set<int> pointed;
      for (int row = 0; row < view.rows(); ++row) {
        for (int column = 0; column < view.columns(); ++column) {
          if (const auto cell = view.cell_at(row, column)) pointed.insert(*cell);
        }
      }
      EXPECT_EQ(pointed.size(), scene.cells.size());
    }
  }
}

std::string drawn(const games::Position& position, bool flipped = false, const Marks& marks = {}) {
  const BoardView view(position.scene(), flipped, 19, 80, {.ascii = true});
  Canvas canvas(view.rows(), view.columns());
  view.draw(canvas, 0, 0, marks);
  return canvas.text();
}

TEST(BoardView, ShowsEveryPegAtAGlance) {
  auto position = start("eigenstate");
  for (const auto* action : {"c1-c2", "c2+e4", "c2+b3"}) {
    position.apply(*position.parse_action(action));
  }
  const auto text = drawn(position);
  // c2 stands on the fifth row from above: c4 and e4 above the centre, b3 beside it.
  EXPECT_NE(text.find(". ."), std::string::npos) << text;
  EXPECT_NE(text.find("*1"), std::string::npos) << text;
  const auto turned = drawn(position, true);
  EXPECT_NE(turned.find("1*"), std::string::npos) << turned;
  EXPECT_NE(turned.find("' '"), std::string::npos) << turned;
}

TEST(BoardView, MarksNeedNoColour) {
  Marks marks;
  marks.cursor = 0;
  marks.chosen = 1;
  marks.targets = {2};
  marks.last = {3};
  marks.line = {4};
  const auto text = drawn(start("epaminondas"), false, marks);
  EXPECT_NE(text.find("[W]{W}<W>(W)=W="), std::string::npos) << text;
}

// --- The lines of an analysis ---

engine::Analysis proven_loss(int nodes) {
  engine::AnalysisLine line;
  line.value = -1000;
  line.chances = {0, 1};
  line.proven = engine::Proven{.win = false, .turns = 34, .at_most = true};
  line.depth = line.selective_depth = 32;
  line.nodes = static_cast<std::uint64_t>(nodes);
  line.turns = {"a1", "b2", "c3", "d4", "e5", "f6"};
  engine::Analysis analysis{start("yavalath"), games::Outcome::running(), {}, {line, line}};
  analysis.lines[1].rank = 2;
  analysis.lines[1].proven.reset();
  return analysis;
}

TEST(AnalysisText, LinesFitTheWindow) {
  for (const auto language : {text::Language::kEnglish, text::Language::kPortuguese}) {
    for (const std::size_t columns : {60u, 80u, 100u, 140u}) {
      for (const int nodes : {0, 123'456'789}) {
        const auto told = terminal::lines_table(proven_loss(nodes), language, columns);
        for (const auto line : core::split(told, '\n')) {
          EXPECT_LE(terminal::width(line), columns) << told;
        }
        const bool english = language == text::Language::kEnglish;
        EXPECT_NE(
            told.find(english ? "loss in at most 34 turns" : "derrota em 34 turnos no máximo"),
            std::string::npos)
            << told;
        EXPECT_NE(told.find("a1 b2"), std::string::npos) << told;
      }
    }
  }
}

}  // namespace
}  // namespace tests
