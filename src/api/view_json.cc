#include "api/view_json.h"

#include <map>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "core/scan.h"
#include "engine/player.h"
#include "games/words.h"
#include "registry/registry.h"

namespace api {

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

// Writes one object after the other into a text. What goes to everybody with every turn is written
// so: a tree of values would cost several times as much.
class ObjectText {
 public:
  explicit ObjectText(std::string& out) : out_(out) { out_ += '{'; }
  ~ObjectText() { out_ += '}'; }
  ObjectText(const ObjectText&) = delete;
  ObjectText& operator=(const ObjectText&) = delete;

  // The text of any JSON.
  std::string& value(std::string_view key) {
    if (out_.back() != '{') out_ += ',';
    out_ += '"';
    out_ += key;
    out_ += "\":";
    return out_;
  }
  void number(std::string_view key, int number) { value(key) += std::to_string(number); }
  // Notation and names of ours, in which nothing needs an escape.
  void word(std::string_view key, std::string_view word) {
    value(key) += '"';
    out_ += word;
    out_ += '"';
  }
  void text(std::string_view key, const std::string& text) { value(key) += dumped(text); }
  void index(std::string_view key, const std::unordered_map<std::string, int>& indices,
             const std::string& name) {
    if (name.empty()) return;
    if (const auto at = indices.find(name); at != indices.end()) number(key, at->second);
  }

 private:
  std::string& out_;
};

// A list whose items `add` writes, each for one of `items`.
template <class Items, class Add>
void add_list(std::string& out, const Items& items, Add add) {
  out += '[';
  for (const auto& item : items) {
    if (out.back() != '[') out += ',';
    add(item);
  }
  out += ']';
}

void add_numbers(std::string& out, const std::vector<int>& numbers, int plus = 0) {
  add_list(out, numbers, [&](int number) { out += std::to_string(number + plus); });
}

void add_traces(std::string& out, const std::vector<games::Trace>& traces, const Indices& indices) {
  add_list(out, traces, [&](const games::Trace& trace) {
    ObjectText object(out);
    object.word("kind", games::kind_name(trace.kind));
    object.number("player", trace.player + 1);
    object.index("from", indices.cells, trace.from);
    object.index("to", indices.cells, trace.to);
    object.index("hole", indices.holes, trace.hole);
  });
}

// What Scene::last_turn tells, as a sentence.
std::string last_words(const games::History& history, const games::Scene& scene,
                       Language language) {
  const auto actions = history.turn_actions();
  if (actions.empty()) return "";
  return text::render(games::turn_words(history.turn_start(), actions, scene), language);
}

Message label_of(games::TraceKind kind) {
  switch (kind) {
    case games::TraceKind::kSwap: return Message::kLabelSwap;
    case games::TraceKind::kSacrifice: return Message::kLabelSacrifice;
    default: return Message::kLabelEnd;
  }
}

void add_step(std::string& out, const games::Position& position, games::Action action,
              const Indices& indices, Language language) {
  const auto traces = position.traces(action);
  const auto step = games::step_of(traces);
  ObjectText object(out);
  object.word("action", position.action_text(action));
  object.word("kind", games::step_kind(traces));
  object.index("from", indices.cells, step.from);
  object.index("to", indices.cells, step.to);
  object.index("hole", indices.holes, step.hole);
  const bool by_name = step == games::Step{};
  if (by_name) object.text("label", text::render(label_of(traces.front().kind), language));
  const bool tells_more = traces.size() > 1 || (by_name && !traces.front().to.empty());
  if (tells_more) add_traces(object.value("traces"), traces, indices);
}

void add_pieces(std::string& out, const games::Scene& scene) {
  add_list(out, scene.pieces, [&](const games::ScenePiece& piece) {
    ObjectText object(out);
    object.number("cell", piece.cell);
    object.number("player", piece.player + 1);
    if (!scene.holes.empty()) {
      std::vector<int> pegs;
      for (int hole = 0; hole < static_cast<int>(scene.holes.size()); ++hole) {
        if (piece.pegs >> hole & 1) pegs.push_back(hole);
      }
      add_numbers(object.value("pegs"), pegs);
    }
    if (piece.locked) object.value("locked") += "true";
  });
}

Json counters_json(const games::Scene& scene, Language language) {
  Json list = Json::array();
  for (const auto& counter : scene.counters) {
    list.push_back({{"player", counter.player + 1},
                    {"kind", games::kind_name(counter.kind)},
                    {"label", text::render(games::label_of(counter.kind), language)},
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

Json option_json(const games::OptionSpec& option, const registry::Page& page, Language language) {
  Json names = Json::array();
  for (const auto& value : option.values)
    names.push_back(registry::value_name(page, option.key, value, language));
  return {{"key", option.key},
          {"values", option.values},
          {"names", std::move(names)},
          {"default", option.default_value},
          {"description", text::render(option.description, language)}};
}

// Turns from a real game, for the small boards.
Json sample_json(const registry::Sample& sample) {
  return {{"shown", sample.shown}, {"turns", core::words(sample.turns)}};
}

// Of the levels below the top one, with two players.
Json level_nodes(const games::GameInfo& game) {
  Json nodes = Json::array();
  for (const auto& rung : registry::entry_of(game.name).ladder(2)) nodes.push_back(rung.nodes);
  return nodes;
}

Json game_json(const games::GameInfo& game, Language language) {
  const auto& page = registry::entry_of(game.name).page;
  Json options = Json::array(), rules = Json::array();
  for (const auto& option : game.options) options.push_back(option_json(option, page, language));
  for (const auto rule : page.rules) rules.push_back(text::render(rule, language));
  return {{"name", game.name},
          {"title", games::game_title(game.name)},
          {"tag", text::render(page.tag, language)},
          {"rules", std::move(rules)},
          {"options", std::move(options)},
          {"start", games::Position::start(game)->to_text()},
          {"sample", sample_json(page.sample)},
          {"multi_step", has_turns_of_several_actions(game)},
          {"level_nodes", level_nodes(game)},
          {"aids", page.aids}};
}

Json kinds_json(const games::GameInfo& game, Language language) {
  Json kinds = Json::array();
  for (const auto& [kind, label, needs] : registry::entry_of(game.name).page.kinds) {
    kinds.push_back({{"kind", kind},
                     {"label", text::render(label, language)},
                     {"needs", text::render(needs, language)}});
  }
  return kinds;
}

}  // namespace

std::vector<std::string> computer_texts() {
  auto texts = engine::player_spec_texts();
  std::erase_if(texts, engine::is_for_measuring);
  return texts;
}

Json games_json(Language language) {
  Json list = Json::array();
  for (const auto& game : games::all_games()) list.push_back(game_json(game, language));
  return {{"games", std::move(list)}, {"who", computer_texts()}};
}

Json board_json(const games::Position& position, Language language) {
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
          {"holes", std::move(holes)},
          {"kinds", kinds_json(position.game(), language)}};
}

std::string view_text(const Draft& draft, Language language, bool aids) {
  const auto& position = draft.history.position();
  const auto scene = draft.history.scene();
  const auto& indices = indices_of(position, scene);
  const auto outcome = draft.history.outcome();
  const bool complete = !draft.actions.empty() && (outcome.over() || position.at_turn_start());
  std::string out;
  {
    ObjectText view(out);
    view.word("game", position.game().name);
    view.value("options") += dumped(position.options_in_force());
    view.word("position", position.to_text());
    view.number("to_move", position.to_move() + 1);
    view.number("turn", draft.turn);
    add_pieces(view.value("pieces"), scene);
    view.value("counters") += dumped(counters_json(scene, language));
    add_numbers(view.value("out"), scene.out, 1);
    add_traces(view.value("last"), scene.last_turn, indices);
    view.text("last_words", last_words(draft.history, scene, language));
    view.value("draft") += dumped(draft.actions);
    view.value("draft_kinds") += dumped(draft.kinds);
    add_list(view.value("draft_words"), draft.words,
             [&](const text::Phrase& words) { out += dumped(text::render(words, language)); });
    view.word("draft_state", draft.actions.empty() ? "empty"
                             : complete            ? "complete"
                                                   : "incomplete");
    view.text("prompt", complete ? text::render(Message::kPromptComplete, language)
                        : scene.prompt && !outcome.over() ? text::render(*scene.prompt, language)
                                                          : "");
    const auto legal =
        complete || outcome.over() ? std::vector<games::Action>{} : position.legal_actions();
    add_list(view.value("legal"), legal,
             [&](games::Action action) { add_step(out, position, action, indices, language); });
    add_numbers(view.value("must_block"), complete ? std::vector<int>{} : scene.must_block);
    if (aids && !complete) {
      ObjectText found(view.value("aids"));
      add_numbers(found.value("wins"), scene.wins);
      add_numbers(found.value("loses"), scene.loses);
    }
    view.value("outcome") += dumped(outcome_json(outcome, scene, language));
  }
  return out;
}

}  // namespace api
