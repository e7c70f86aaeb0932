#include "terminal/theme.h"

#include <algorithm>
#include <cmath>

#include "core/lower.h"
#include "games/colours.h"

namespace terminal {

using text::Message;

namespace {

constexpr int kBlackInk = 16, kWhiteInk = 231;

// Without accents: what people type where their keyboard has none.
std::string without_accents(std::string_view text) { return core::lower(ascii_of(text)); }

// Red, green and blue from 0 to 255.
std::array<int, 3> channels(int colour) {
  if (colour >= 232) {
    const int grey = 8 + 10 * (colour - 232);
    return {grey, grey, grey};
  }
  const auto step = [](int value) { return value == 0 ? 0 : 55 + 40 * value; };
  const int cube = std::max(colour - 16, 0);
  return {step(cube / 36), step(cube / 6 % 6), step(cube % 6)};
}

// Relative luminance as the same guidelines define it, from 0 to 1.
double luminance(int colour) {
  constexpr std::array kShares = {0.2126, 0.7152, 0.0722};
  const auto parts = channels(colour);
  double sum = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const double part = parts[i] / 255.0;
    sum += kShares[i] * (part <= 0.03928 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4));
  }
  return sum;
}

}  // namespace

const std::vector<Theme>& all_themes() {
  static const std::vector<Theme> themes = {
      {.name = "wood",
       .label = Message::kThemeWood,
       .ground = {137, 138, 246},
       .last = 103,
       .target = 69,
       .chosen = 202,
       .line = 170,
       .reason = 171,
       .mark = 236,
       .basic_ground = 3},
      {.name = "slate",
       .label = Message::kThemeSlate,
       .ground = {246, 103, 139},
       .last = 137,
       .target = 69,
       .chosen = 202,
       .line = 170,
       .reason = 171,
       .mark = 236,
       .basic_ground = 6},
      {.name = "ink", .label = Message::kThemeInk, .ground = {kNoColour, kNoColour, kNoColour}},
  };
  return themes;
}

const Theme* find_theme(std::string_view name) {
  const std::string wanted = without_accents(name);
  if (wanted.empty()) return nullptr;
  for (const Theme& theme : all_themes()) {
    if (wanted == theme.name) return &theme;
    for (const auto language : {text::Language::kEnglish, text::Language::kPortuguese}) {
      if (wanted == without_accents(text::render(theme.label, language))) return &theme;
    }
  }
  return nullptr;
}

int basic_colour(int colour) {
  for (const games::Colour& named : games::all_colours()) {
    if (named.on_board == colour || named.in_text == colour) return named.basic;
  }
  // Sixteen colours have few shades: one ground for all cells, light ones for what is pointed out.
  for (const Theme& theme : all_themes()) {
    if (!theme.has_ground()) continue;
    if (std::find(theme.ground.begin(), theme.ground.end(), colour) != theme.ground.end()) {
      return theme.basic_ground;
    }
    if (colour == theme.last) return 7;
    if (colour == theme.target) return 10;
    if (colour == theme.line || colour == theme.reason) return 13;
    if (colour == theme.chosen) return 9;
    if (colour == theme.mark) return 0;
  }
  if (colour < 16) return colour;
  if (colour >= 232) return colour < 240 ? 8 : colour < 250 ? 7 : 15;
  const int cube = colour - 16, red = cube / 36, green = cube / 6 % 6, blue = cube % 6;
  return (red > 2 ? 1 : 0) | (green > 2 ? 2 : 0) | (blue > 2 ? 4 : 0);
}

int ink_on(int colour) {
  const auto [red, green, blue] = channels(colour);
  // As bright as people see it, in thousandths; the middle lies where both inks are read as well.
  const int bright = 299 * red + 587 * green + 114 * blue;
  return bright > 140'000 ? kBlackInk : kWhiteInk;
}

double contrast(int one, int other) {
  const double a = luminance(one), b = luminance(other);
  return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05);
}

}  // namespace terminal
