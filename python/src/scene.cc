// What a board looks like, as a dictionary and as one picture.
#include <pybind11/stl.h>

#include <array>
#include <nlohmann/json.hpp>

#include "common.h"
#include "games/colours.h"
#include "games/scene_svg.h"

namespace python {

namespace {

py::list cells_list(const games::Scene& scene) {
  py::list cells;
  for (const auto& cell : scene.cells) {
    py::dict drawn;
    drawn["name"] = cell.name;
    drawn["x"] = cell.x;
    drawn["y"] = cell.y;
    drawn["row"] = cell.row;
    drawn["column"] = cell.column;
    drawn["neighbours"] = cell.neighbours;
    drawn["far_row_of"] = cell.far_row_of;
    cells.append(drawn);
  }
  return cells;
}

py::list pieces_list(const games::Scene& scene) {
  py::list pieces;
  for (const auto& piece : scene.pieces) {
    py::dict drawn;
    drawn["cell"] = piece.cell;
    drawn["player"] = piece.player;
    drawn["locked"] = piece.locked;
    drawn["pegs"] = piece.pegs;
    pieces.append(drawn);
  }
  return pieces;
}

py::list counters_list(const games::Scene& scene) {
  py::list counters;
  for (const auto& counter : scene.counters) {
    py::dict shown;
    shown["player"] = counter.player;
    shown["kind"] = std::string(games::kind_name(counter.kind));
    shown["value"] = counter.value;
    counters.append(shown);
  }
  return counters;
}

py::list last_turn_list(const games::Scene& scene) {
  py::list traces;
  for (const auto& trace : scene.last_turn) {
    py::dict shown;
    shown["kind"] = std::string(games::kind_name(trace.kind));
    shown["player"] = trace.player;
    shown["from"] = trace.from;
    shown["to"] = trace.to;
    shown["hole"] = trace.hole;
    traces.append(shown);
  }
  return traces;
}

// What the classes of games::draw_svg look like.
std::string style_of(const games::Scene& scene) {
  std::string style =
      ".board{fill:none}.cell{fill:#e9e1cf;stroke:#b9ab8b;stroke-width:2}.odd{fill:#e0d6c0}"
      ".label{font:600 30px sans-serif;fill:#6b6354;text-anchor:middle}"
      ".piece{stroke:#1d1d1b;stroke-width:3}.glyph{fill:none;stroke-width:7;stroke-linecap:round}"
      ".centre{fill:#fff}.hole{fill:#000;fill-opacity:.42}"
      ".peg{fill:#fff3b0;stroke:#1d1d1b;stroke-width:2}.lock{fill:#e69f00}"
      ".to{fill:#e69f00;fill-opacity:.55}.from{fill:#e69f00;fill-opacity:.2}"
      ".new{fill:none;stroke:#7a2f5b;stroke-width:4}"
      ".gone{fill:none;stroke:#d55e00;stroke-width:9;stroke-linecap:round}";
  for (std::size_t player = 0; player < scene.colours.size(); ++player) {
    const auto& colour = games::colour_of_game(scene.colours[player]);
    const std::string of = ".p" + std::to_string(player);
    style += of + "{fill:" + std::string(colour.body) + "}" + of +
             " .glyph{stroke:" + std::string(colour.ink) + "}";
  }
  return style;
}

}  // namespace

py::object to_python(const nlohmann::ordered_json& json) {
  switch (json.type()) {
    case nlohmann::ordered_json::value_t::object: {
      py::dict object;
      for (const auto& [key, value] : json.items()) object[py::str(key)] = to_python(value);
      return object;
    }
    case nlohmann::ordered_json::value_t::array: {
      py::list list;
      for (const auto& value : json) list.append(to_python(value));
      return list;
    }
    case nlohmann::ordered_json::value_t::string: return py::str(json.get<std::string>());
    case nlohmann::ordered_json::value_t::boolean: return py::bool_(json.get<bool>());
    case nlohmann::ordered_json::value_t::number_integer: return py::int_(json.get<std::int64_t>());
    case nlohmann::ordered_json::value_t::number_unsigned:
      return py::int_(json.get<std::uint64_t>());
    case nlohmann::ordered_json::value_t::number_float: return py::float_(json.get<double>());
    default: return py::none();
  }
}

py::dict scene_dict(const games::Scene& scene) {
  py::list colours;
  for (const auto colour : scene.colours) {
    colours.append(std::string(games::colour_of_game(colour).body));
  }
  py::list holes;
  for (const auto& hole : scene.holes)
    holes.append(py::make_tuple(hole.name, hole.column, hole.row));
  py::dict drawn;
  drawn["shape"] = scene.shape == games::CellShape::kHexagon ? "hexagon" : "square";
  drawn["colours"] = colours;
  drawn["cells"] = cells_list(scene);
  drawn["holes"] = holes;
  drawn["pieces"] = pieces_list(scene);
  drawn["counters"] = counters_list(scene);
  drawn["to_move"] = scene.to_move;
  drawn["out"] = scene.out;
  drawn["must_block"] = scene.must_block;
  drawn["decisive"] = scene.decisive;
  drawn["wins"] = scene.wins;
  drawn["loses"] = scene.loses;
  drawn["prompt"] = scene.prompt ? text::render(*scene.prompt, language()) : "";
  drawn["last_turn"] = last_turn_list(scene);
  return drawn;
}

std::string whole_svg(const games::Scene& scene, const std::string& label) {
  std::string picture = games::draw_svg(scene, label);
  const auto inside = picture.find('>') + 1;
  picture.insert(inside, "<style>" + style_of(scene) + "</style>" + games::svg_shapes(scene));
  if (picture.find("xmlns=") == std::string::npos) {
    picture.insert(picture.find("<svg") + 4, " xmlns=\"http://www.w3.org/2000/svg\"");
  }
  return picture;
}

}  // namespace python
