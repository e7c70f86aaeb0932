#include "server/view_json.h"

#include <map>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "engine/player.h"

namespace server {

using text::Language;
using text::Message;

namespace {

// Where a cell or hole stands in the BOARD, by its name.
struct Indices {
  std::unordered_map<std::string, int> cells;
  std::unordered_map<std::string, int> holes;
};

// Made once for a game and its options, of which there are few.
const Indices& indices_of(const games::Position& position, const games::Scene& scene) {
  static std::mutex mutex;
  static std::map<std::string, std::unique_ptr<Indices>> known;
  const std::string key =
      position.game().name + ' ' + games::options_text(position.options_in_force());
  const std::lock_guard lock(mutex);
  auto& indices = known[key];
  if (indices == nullptr) {
    indices = std::make_unique<Indices>();
    for (std::size_t i = 0; i < scene.cells.size(); ++i) {
      indices->cells[scene.cells[i].name] = static_cast<int>(i);
    }
    for (std::size_t i = 0; i < scene.holes.size(); ++i) {
      indices->holes[scene.holes[i].name] = static_cast<int>(i);
    }
  }
  return *indices;
}

void put(Json& object, const char* key, const std::unordered_map<std::string, int>& indices,
         const std::string& name) {
  if (const auto at = indices.find(name); at != indices.end()) object[key] = at->second;
}

Json traces_json(const std::vector<games::Trace>& traces, const Indices& indices) {
  Json list = Json::array();
  for (const auto& trace : traces) {
    Json object = {{"kind", games::kind_name(trace.kind)}, {"player", trace.player + 1}};
    put(object, "from", indices.cells, trace.from);
    put(object, "to", indices.cells, trace.to);
    put(object, "hole", indices.holes, trace.hole);
    list.push_back(std::move(object));
  }
  return list;
}

Message label_of(games::TraceKind kind) {
  switch (kind) {
    case games::TraceKind::kSwap: return Message::kLabelSwap;
    case games::TraceKind::kSacrifice: return Message::kLabelSacrifice;
    default: return Message::kLabelEnd;
  }
}

Json step_json(const games::Position& position, games::Action action, const Indices& indices,
               Language language) {
  const auto traces = position.traces(action);
  const auto step = games::step_of(traces);
  Json object = {{"action", position.action_text(action)}, {"kind", games::step_kind(traces)}};
  put(object, "from", indices.cells, step.from);
  put(object, "to", indices.cells, step.to);
  put(object, "hole", indices.holes, step.hole);
  const bool by_name = step == games::Step{};
  if (by_name) object["label"] = text::render(label_of(traces.front().kind), language);
  const bool tells_more = traces.size() > 1 || (by_name && !traces.front().to.empty());
  if (tells_more) object["traces"] = traces_json(traces, indices);
  return object;
}

Json pieces_json(const games::Scene& scene) {
  Json list = Json::array();
  for (const auto& piece : scene.pieces) {
    Json object = {{"cell", piece.cell}, {"player", piece.player + 1}};
    if (!scene.holes.empty()) {
      Json pegs = Json::array();
      for (std::size_t hole = 0; hole < scene.holes.size(); ++hole) {
        if (piece.pegs >> hole & 1) pegs.push_back(hole);
      }
      object["pegs"] = std::move(pegs);
    }
    if (piece.locked) object["locked"] = true;
    list.push_back(std::move(object));
  }
  return list;
}

Json counters_json(const games::Scene& scene, Language language) {
  Json list = Json::array();
  for (const auto& counter : scene.counters) {
    list.push_back({{"player", counter.player + 1},
                    {"label", text::render(counter.label, language)},
                    {"value", counter.value}});
  }
  return list;
}

Json outcome_json(games::Outcome outcome, const games::Scene& scene, Language language) {
  Json object = {{"result", games::result_code(outcome)}};
  if (outcome.over()) object["reason"] = text::render(outcome.reason(), language);
  if (!scene.decisive.empty()) object["line"] = scene.decisive;
  return object;
}

bool has_turns_of_several_actions(const games::GameInfo& game) {
  return !std::visit(
      []<games::Game State>(const State& state) {
        games::ActionList<State> actions;
        State after = state;
        // A game whose placement has single actions shows its turns behind it.
        for (int i = 0; i < 64 && !after.outcome().over(); ++i) {
          after.legal_actions(actions);
          after.apply(actions[0]);
          if (!after.at_turn_start()) return false;
        }
        return true;
      },
      *game.start({}));
}

Json option_json(const games::OptionSpec& option, Language language) {
  return {{"key", option.key},
          {"values", option.values},
          {"default", option.default_value},
          {"description", text::render(option.description, language)}};
}

}  // namespace

std::vector<std::string> computer_texts() {
  auto texts = engine::who_texts();
  std::erase(texts, "plain");  // for measuring only
  return texts;
}

Json games_json(Language language) {
  Json list = Json::array();
  for (const auto& game : games::all_games()) {
    Json options = Json::array();
    for (const auto& option : game.options) options.push_back(option_json(option, language));
    list.push_back({{"name", game.name},
                    {"title", games::game_title(game.name)},
                    {"options", std::move(options)},
                    {"start", games::Position::start(game)->to_text()},
                    {"multi_step", has_turns_of_several_actions(game)}});
  }
  return {{"games", std::move(list)}, {"who", computer_texts()}};
}

Json board_json(const games::Position& position) {
  const auto scene = position.scene();
  Json cells = Json::array(), holes = Json::array(), colours = Json::array();
  for (const auto& cell : scene.cells) {
    Json object = {{"name", cell.name},
                   {"x", cell.x},
                   {"y", cell.y},
                   {"row", cell.row},
                   {"column", cell.column}};
    if (cell.far_row_of >= 0) object["far"] = cell.far_row_of + 1;
    cells.push_back(std::move(object));
  }
  for (const auto& hole : scene.holes) {
    holes.push_back({{"name", hole.name}, {"column", hole.column}, {"row", hole.row}});
  }
  for (int player = 0; player < position.player_count(); ++player) {
    colours.push_back(scene.colours[static_cast<std::size_t>(player)]);
  }
  return {{"game", position.game().name},
          {"options", position.options_in_force()},
          {"shape", scene.shape == games::CellShape::kHexagon ? "hexagon" : "square"},
          {"players", position.player_count()},
          {"colours", std::move(colours)},
          {"cells", std::move(cells)},
          {"holes", std::move(holes)}};
}

Json view_json(const Draft& draft, Language language, bool aids) {
  const auto& position = draft.history.position();
  const auto scene = draft.history.scene();
  const auto& indices = indices_of(position, scene);
  const auto outcome = draft.history.outcome();
  const bool complete = !draft.actions.empty() && (outcome.over() || position.at_turn_start());
  Json legal = Json::array();
  if (!complete && !outcome.over()) {
    for (const auto action : position.legal_actions()) {
      legal.push_back(step_json(position, action, indices, language));
    }
  }
  std::string prompt;
  if (complete) {
    prompt = text::render(Message::kPromptComplete, language);
  } else if (scene.prompt && !outcome.over()) {
    prompt = text::render(*scene.prompt, language);
  }
  Json out = Json::array();
  for (const int player : scene.out) out.push_back(player + 1);
  Json view = {{"game", position.game().name},
               {"options", position.options_in_force()},
               {"position", position.to_text()},
               {"to_move", position.to_move() + 1},
               {"turn", draft.turn},
               {"pieces", pieces_json(scene)},
               {"counters", counters_json(scene, language)},
               {"out", std::move(out)},
               {"last", traces_json(scene.last_turn, indices)},
               {"draft", draft.actions},
               {"draft_state", draft.actions.empty() ? "empty"
                               : complete            ? "complete"
                                                     : "incomplete"},
               {"prompt", prompt},
               {"legal", std::move(legal)},
               {"must_block", complete ? std::vector<int>{} : scene.must_block},
               {"outcome", outcome_json(outcome, scene, language)}};
  if (aids && !complete) view["aids"] = {{"wins", scene.wins}, {"loses", scene.loses}};
  return view;
}

}  // namespace server
