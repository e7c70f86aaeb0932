// What the files of the module share: how games and positions are held, and how errors are told.
#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>

#include "games/history.h"
#include "tensors/encoding.h"

namespace python {

namespace py = pybind11;

// A game with its options: shared by everything that is played with them. Never changes.
struct Game {
  explicit Game(games::Position start_position)
      : start(std::move(start_position)), encoding(tensors::encoding_of(start)) {}

  games::Position start;
  std::unique_ptr<const tensors::Encoding> encoding;
};
using GamePointer = std::shared_ptr<const Game>;

struct State {
  GamePointer game;
  games::Position position;
};

struct History {
  GamePointer game;
  games::History played;
};

// The language of errors and words: whatever set_language() said last.
text::Language language();

// Throws tabuleiro.Error (a ValueError) with the words of the catalogue.
[[noreturn]] void refuse(const text::Error& error);
[[noreturn]] void refuse(text::Message message, std::vector<std::string> arguments = {});

// The value, or its error as an exception.
template <class T>
T valid(games::Parsed<T> result) {
  if (!result) refuse(result.error());
  return std::move(*result);
}

// A number from Python within bounds. Larger ones, and what is no number, are refused too.
template <class T>
T within(T value, T least, T most, const char* name) {
  if (value < least || value > most) {
    refuse(text::Message::kBadNumber,
           {name, std::to_string(least), std::to_string(most), std::to_string(value)});
  }
  return value;
}

// Who is to move where nobody is, as OpenSpiel has it.
inline constexpr int kTerminalPlayer = -4;
// What a game is worth to each player, and why it ended ("" while it goes on).
std::vector<float> returns_of(const games::Outcome& outcome, int players);
std::string reason_of(const games::Outcome& outcome);

// The legal action that an index or a text names.
games::Action legal_action(const GamePointer& game, const games::Position& position,
                           const py::object& action);
// As UTF-8.
std::string text_of(const py::str& text);
// What somebody gave, for an error; not all of it where it is long.
std::string shown(const py::handle& value);
// A key and a value as a game lists them: True and False are on and off.
std::string option_text(const py::handle& value);

py::object to_python(const nlohmann::ordered_json& json);
py::dict scene_dict(const games::Scene& scene);
// One picture with its colours in it.
std::string whole_svg(const games::Scene& scene, const std::string& label);

void bind_errors(py::module_& module);
void bind_games(py::module_& module);
void bind_history(py::module_& module);
void bind_vector_env(py::module_& module);
void bind_engine(py::module_& module);
void bind_proofs(py::module_& module);
void bind_arena(py::module_& module);

}  // namespace python
