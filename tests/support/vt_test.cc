// The tests' own terminal shows what a real one would.
#include "vt.h"

#include <gtest/gtest.h>

#include <random>

namespace tests {
namespace {

Vt fed(std::string_view bytes, int rows = 5, int columns = 10) {
  Vt vt(rows, columns);
  vt.feed(bytes);
  return vt;
}

std::string text_of(std::string_view bytes) {
  const Vt vt = fed(bytes);
  EXPECT_EQ(vt.unknown(), std::vector<std::string>());
  return vt.text();
}

TEST(Vt, LinesTabsAndBackspaces) {
  EXPECT_EQ(text_of("ab\r\ncd"), "ab\ncd");
  EXPECT_EQ(text_of("ab\ncd"), "ab\n  cd");
  EXPECT_EQ(text_of("ab\bc"), "ac");
  EXPECT_EQ(text_of("ab\rc"), "cb");
  EXPECT_EQ(text_of("a\tb"), "a       b");
  EXPECT_EQ(text_of("a\t\t\tb"), "a        b");  // not beyond the last column
  EXPECT_EQ(fed("\a").bells(), 1);
}

TEST(Vt, WrapsWhenTheNextCharacterComes) {
  EXPECT_EQ(fed("0123456789").cursor(), (Place{0, 9}));
  EXPECT_EQ(text_of("0123456789a"), "0123456789\na");
  EXPECT_EQ(text_of("0123456789\r\na"), "0123456789\na");
  EXPECT_EQ(text_of("\x1b[?7l0123456789ab"), "012345678b");
}

TEST(Vt, ScrollsAtTheBottom) {
  EXPECT_EQ(text_of("1\r\n2\r\n3\r\n4\r\n5\r\n6"), "2\n3\n4\n5\n6");
  EXPECT_EQ(text_of("\x1b[2;4r\x1b[1;1H1\r\n2\r\n3\r\n4\r\n5"), "1\n3\n4\n5");
  EXPECT_EQ(text_of("1\r\n2\x1b[H\x1bMx"), "x\n1\n2");
  EXPECT_EQ(text_of("1\r\n2\r\n3\x1b[S"), "2\n3");
  EXPECT_EQ(text_of("1\r\n2\x1b[2T"), "\n\n1\n2");
  EXPECT_EQ(text_of("1\r\n2\x1b[9999999S"), "");
}

TEST(Vt, MovesTheCursor) {
  EXPECT_EQ(fed("\x1b[3;4H").cursor(), (Place{2, 3}));
  EXPECT_EQ(fed("\x1b[;4f").cursor(), (Place{0, 3}));
  EXPECT_EQ(fed("\x1b[99;99H").cursor(), (Place{4, 9}));
  EXPECT_EQ(fed("\x1b[3;4H\x1b[A\x1b[2C").cursor(), (Place{1, 5}));
  EXPECT_EQ(fed("\x1b[3;4H\x1b[B\x1b[2D").cursor(), (Place{3, 1}));
  EXPECT_EQ(fed("\x1b[3;4H\x1b[E").cursor(), (Place{3, 0}));
  EXPECT_EQ(fed("\x1b[3;4H\x1b[2F").cursor(), (Place{0, 0}));
  EXPECT_EQ(fed("\x1b[3;4H\x1b[7G\x1b[2d").cursor(), (Place{1, 6}));
  EXPECT_EQ(fed("\x1b[3;4H\x1b\x37\x1b[H\x1b\x38").cursor(), (Place{2, 3}));
  EXPECT_EQ(fed("\x1b[2;4r\x1b[3;1H\x1b[9A").cursor(), (Place{1, 0}));
  EXPECT_EQ(fed("\x1b[2;4r\x1b[3;1H\x1b[9B").cursor(), (Place{3, 0}));
}

TEST(Vt, Erases) {
  const std::string full = "aaa\r\nbbb\r\nccc\x1b[2;2H";
  EXPECT_EQ(text_of(full + "\x1b[K"), "aaa\nb\nccc");
  EXPECT_EQ(text_of(full + "\x1b[1K"), "aaa\n  b\nccc");
  EXPECT_EQ(text_of(full + "\x1b[2K"), "aaa\n\nccc");
  EXPECT_EQ(text_of(full + "\x1b[J"), "aaa\nb");
  EXPECT_EQ(text_of(full + "\x1b[1J"), "\n  b\nccc");
  EXPECT_EQ(text_of(full + "\x1b[2J"), "");
  EXPECT_EQ(text_of(full + "\x1b[3J"), "aaa\nbbb\nccc");
  EXPECT_EQ(text_of(full + "\x1b[X"), "aaa\nb b\nccc");
  EXPECT_EQ(text_of(full + "\x1b[99X"), "aaa\nb\nccc");
  EXPECT_EQ(text_of(full + "\x1b" + "c"), "");
  EXPECT_EQ(fed("\x1b[44m\x1b[2J").style_at(3, 3).bg, Colour::palette(4));
}

TEST(Vt, ShiftsLinesAndCharacters) {
  const std::string full = "abc\r\ndef\r\nghi\x1b[2;2H";
  EXPECT_EQ(text_of(full + "\x1b[L"), "abc\n\ndef\nghi");
  EXPECT_EQ(text_of(full + "\x1b[M"), "abc\nghi");
  EXPECT_EQ(text_of(full + "\x1b[P"), "abc\ndf\nghi");
  EXPECT_EQ(text_of(full + "\x1b[99P"), "abc\nd\nghi");
  EXPECT_EQ(text_of(full + "\x1b[2@"), "abc\nd  ef\nghi");
  EXPECT_EQ(text_of(full + "\x1b[99@"), "abc\nd\nghi");
  EXPECT_EQ(text_of(full + "\x1b[3;5r\x1b[2;2H\x1b[L"), "abc\ndef\nghi");
}

Style style_of(const std::string& sgr) {
  const Vt vt = fed("\x1b[" + sgr + "mx");
  EXPECT_EQ(vt.unknown(), std::vector<std::string>()) << sgr;
  return vt.style_at(0, 0);
}

TEST(Vt, Styles) {
  EXPECT_EQ(style_of("31").fg, Colour::palette(1));
  EXPECT_EQ(style_of("97;104").fg, Colour::palette(15));
  EXPECT_EQ(style_of("97;104").bg, Colour::palette(12));
  EXPECT_EQ(style_of("38;5;208").fg, Colour::palette(208));
  EXPECT_EQ(style_of("48;5;17;1").bg, Colour::palette(17));
  EXPECT_TRUE(style_of("48;5;17;1").bold);
  EXPECT_EQ(style_of("38;2;1;2;3").fg, Colour::rgb(0x010203));
  EXPECT_EQ(style_of("48:2::255:128:0").bg, Colour::rgb(0xff8000));
  EXPECT_EQ(style_of("48:2:255:128:0").bg, Colour::rgb(0xff8000));
  EXPECT_EQ(style_of("38:5:7").fg, Colour::palette(7));
  const Style all = style_of("1;2;3;4;7");
  EXPECT_TRUE(all.bold && all.dim && all.italic && all.underline && all.reverse);
  for (const char* off : {"", "0", "22;23;24;27;39;49", ";"}) {
    EXPECT_EQ(style_of(std::string("1;2;3;4;7;31;42m\x1b[") + off), Style{}) << off;
  }
}

TEST(Vt, OddStylesAreSkippedAndKept) {
  for (const char* odd :
       {"38", "38;5", "38;5;256", "38;2;1;2", "38;9;1", "5", "58", "4:3", "110"}) {
    const std::string sequence = std::string("\x1b[") + odd + "m";
    EXPECT_EQ(fed(sequence).unknown(), std::vector<std::string>{sequence});
  }
}

TEST(Vt, Modes) {
  const Vt fresh(5, 10);
  EXPECT_TRUE(fresh.cursor_visible());
  EXPECT_FALSE(fresh.mouse() || fresh.bracketed_paste() || fresh.updating());
  EXPECT_FALSE(fed("\x1b[?25l").cursor_visible());
  EXPECT_TRUE(fed("\x1b[?1000h").mouse());
  EXPECT_TRUE(fed("\x1b[?1002;1006h").mouse());
  EXPECT_TRUE(fed("\x1b[?1002;1006h").mode(1006));
  EXPECT_FALSE(fed("\x1b[?1002;1006h\x1b[?1006;1002l").mouse());
  EXPECT_TRUE(fed("\x1b[?2004h").bracketed_paste());
  EXPECT_TRUE(fed("\x1b[?2026h").updating());
  EXPECT_FALSE(fed("\x1b[?2026h\x1b[?2026l").updating());
  EXPECT_EQ(fed("\x1b[?4711h").unknown().size(), 1u);
  EXPECT_EQ(fed("\x1b]0;Yavalath\a").title(), "Yavalath");
  EXPECT_EQ(fed("\x1b]2;Yavalath\x1b\\x").title(), "Yavalath");
  EXPECT_EQ(fed("\x1b]2;Yavalath\x1b\\x").text(), "x");
}

TEST(Vt, AlternateScreenLeavesTheMainOneAlone) {
  Vt vt = fed("main\x1b[?1049h");
  EXPECT_TRUE(vt.alternate_screen());
  EXPECT_EQ(vt.text(), "");
  vt.feed("\x1b[3;3H\x1b[31mother");
  EXPECT_EQ(vt.text(), "\n\n  other");
  vt.feed("\x1b[?1049l");
  EXPECT_FALSE(vt.alternate_screen());
  EXPECT_EQ(vt.text(), "main");
  EXPECT_EQ(vt.cursor(), (Place{0, 4}));
  EXPECT_EQ(vt.pen(), Style{});
  vt.feed("\x1b[?1049h");
  EXPECT_EQ(vt.text(), "") << "it starts empty each time";
}

TEST(Vt, CharactersOfAllWidths) {
  const Vt vt = fed("●○⣿│\x1b[2;1He\u0301x\x1b[3;1H棋x");
  EXPECT_EQ(vt.text(), "●○⣿│\ne\u0301x\n棋x");
  EXPECT_EQ(vt.find("⣿"), (Place{0, 2}));
  EXPECT_EQ(vt.find("x"), (Place{1, 1}));
  EXPECT_EQ(vt.find("x", {1, 2}), (Place{2, 2}));
  EXPECT_EQ(vt.find("y"), std::nullopt);
  EXPECT_EQ(text_of("12345678\x1b[1;9H9棋"), "123456789\n棋");
  EXPECT_EQ(text_of("棋\x1b[1;2Hx"), " x") << "half a character does not stay";
  EXPECT_EQ(text_of("棋x\x1b[Hy"), "y x");
}

TEST(Vt, MalformedCharactersAreReplaced) {
  EXPECT_EQ(text_of("a\xff"
                    "b"),
            "a\uFFFDb");
  EXPECT_EQ(text_of("a\x80"
                    "b"),
            "a\uFFFDb");
  EXPECT_EQ(text_of("a\xe2\x97"
                    "b"),
            "a\uFFFDb");
  EXPECT_EQ(text_of("\xe2\x97\xe2\x97\x8f"), "\uFFFD●");
  EXPECT_EQ(text_of("\xc0\xaf"), "\uFFFD\uFFFD");                 // overlong
  EXPECT_EQ(text_of("\xed\xa0\x80"), "\uFFFD\uFFFD\uFFFD");       // surrogate
  EXPECT_EQ(text_of("\xf4\x90\x80\x80").substr(0, 3), "\uFFFD");  // too large
  EXPECT_EQ(text_of("\xe2\x1b[31mb"), "\uFFFDb");
}

TEST(Vt, UnknownSequencesAreSkippedAndKept) {
  const std::vector<std::string> odd = {"\x1b[5t",    "\x1b[ q",
                                        "\x1b(0",     "\x1b[>c",
                                        "\x1b[?6n",   "\x1b[!p",
                                        "\x1b#8",     "\x1b[4h",
                                        "\x0e",       "\x1b[5;2r",
                                        "\x1b]52;c;", "\x1bP+q544e",
                                        "\u0085",     "\x1b[99999999999999999999z"};
  for (const auto& sequence : odd) {
    const bool is_string = sequence[1] == ']' || sequence[1] == 'P';
    const Vt vt = fed("a" + sequence + (is_string ? "\x1b\\" : "") + "b");
    EXPECT_EQ(vt.text(), "ab") << sequence.substr(1);
    EXPECT_EQ(vt.unknown(), std::vector<std::string>{sequence}) << sequence.substr(1);
  }
}

TEST(Vt, SequencesCanBeBrokenOff) {
  EXPECT_EQ(fed("\x1b[31\x1b[1mx").style_at(0, 0).bold, true);
  EXPECT_EQ(fed("\x1b[31\x1b[1mx").style_at(0, 0).fg, Colour{});
  EXPECT_EQ(fed("\x1b[31\x18mx").text(), "mx");
  EXPECT_EQ(fed("a\x1b[3\r1mx").text(), "x") << "a control character inside acts at once";
  EXPECT_EQ(fed("\x1b]0;never ends\x1b[1mx").style_at(0, 0).bold, true);
  std::string title = "\x1b]0;", style = "\x1b[";
  title.append(100'000, 'x');
  style.append(100'000, ';');
  EXPECT_EQ(fed(title + "\ay").text(), "y");
  EXPECT_EQ(fed(style + "my").text(), "y");
}

TEST(Vt, AnswersQuestions) {
  Vt vt = fed("\x1b[2;3H\x1b[6n\x1b[5n");
  EXPECT_EQ(vt.take_replies(), "\x1b[2;3R\x1b[0n");
  EXPECT_EQ(vt.take_replies(), "");
  vt.feed("\x1b[c");
  EXPECT_EQ(vt.take_replies().substr(0, 3), "\x1b[?");
}

TEST(Vt, Resizes) {
  Vt vt = fed("1\r\n2\r\n3\r\n4\r\n5abcdefghi");
  vt.resize(3, 4);
  EXPECT_EQ(vt.text(), "3\n4\n5abc");
  EXPECT_EQ(vt.cursor(), (Place{2, 3}));
  vt.resize(4, 6);
  EXPECT_EQ(vt.text(), "3\n4\n5abc");
  vt.feed("\x1b[4;6Hx");
  EXPECT_EQ(vt.text(), "3\n4\n5abc\n     x");
  Vt alternate = fed("main\r\n\n\n\nend\x1b[?1049h\x1b[Hother");
  alternate.resize(2, 10);
  EXPECT_EQ(alternate.text(), "other");
  alternate.feed("\x1b[?1049l");
  EXPECT_EQ(alternate.text(), "\nend");
  EXPECT_EQ(alternate.cursor(), (Place{1, 3}));
}

// Noise made of pieces of sequences does no harm, and where it is cut makes no difference.
TEST(Vt, NoiseInAnyPieces) {
  const std::vector<std::string> pieces = {
      "\x1b", "[",  "?",  "]",  ";",  ":",    "1", "25", "99",     "999999", "h",    "l",
      "m",    "H",  "J",  "K",  "L",  "M",    "P", "@",  "X",      "S",      "T",    "r",
      "A",    "B",  "s",  "u",  "7",  "8",    "c", "38", "48",     "2",      "5",    "1049",
      "\n",   "\r", "\b", "\t", "\a", "\x18", "●", "棋", "\u0301", "\xe2",   "\xff", "text"};
  std::mt19937 random(1);
  for (int round = 0; round < 300; ++round) {
    std::string noise;
    for (int i = 0; i < 100; ++i) {
      noise += random() % 2 == 0 ? "\x1b[" : "";
      noise += pieces[random() % pieces.size()];
    }
    Vt whole(4, 7), cut(4, 7);
    whole.feed(noise);
    for (const char byte : noise) cut.feed({&byte, 1});
    ASSERT_EQ(whole.text(), cut.text());
    ASSERT_EQ(whole.cursor(), cut.cursor());
    ASSERT_EQ(whole.unknown(), cut.unknown());
    whole.resize(1 + static_cast<int>(random() % 6), 1 + static_cast<int>(random() % 9));
    whole.feed(noise);
    const auto [row, column] = whole.cursor();
    ASSERT_TRUE(row >= 0 && row < whole.rows() && column >= 0 && column < whole.columns());
  }
}

}  // namespace
}  // namespace tests
