// The full screen: the first byte chooses game and options, the rest is what a terminal sends. Also
// read as the settings that the menu remembers.
#include "support.h"
#include "terminal/game_screen.h"
#include "terminal/menu.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const auto& variant = fuzz::choose_variant(data[0]);
  const auto bytes = fuzz::text_of(data + 1, size - 1);
  auto settings = terminal::read_settings(std::string(bytes));
  fuzz::require(terminal::read_settings(terminal::settings_text(settings)) == settings,
                "settings come back as they were read");
  terminal::SessionSetup setup;
  setup.game = variant.game;
  setup.options = variant.options;
  terminal::GameScreen screen(
      terminal::Session(setup),
      {.looks = {}, .settings = &settings, .unfinished = nullptr, .wake = [] {}});
  terminal::Menu menu(settings, text::Language::kPortuguese, 1);
  terminal::KeyReader keys;
  keys.feed(bytes);
  keys.settle();
  screen.draw(24, 80);
  while (const auto key = keys.next()) {
    // Files, seats of other programs and long thoughts are not what is looked for here: nothing
    // that is typed is sent off.
    if (key->kind != terminal::Key::Kind::kEnter) {
      screen.press(*key);
      menu.press(*key);
    }
  }
  terminal::Canvas canvas(12, 40);
  menu.draw(canvas);
  fuzz::require(screen.draw(24, 80).rows() == 24, "a screen is drawn");
  return 0;
}
