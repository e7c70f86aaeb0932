#include "protocol/contestant.h"

#include <utility>

#include "core/scan.h"

namespace protocol {

namespace {

class OwnPlayer : public Contestant {
 public:
  OwnPlayer(std::string_view text, engine::Who who, const ContestantSetup& setup)
      : name_(text), seed_(setup.seed), player_(who, setup.seed, setup.hash_megabytes) {}

  std::string name() const override { return name_; }

  void set_seed(std::uint64_t seed) override { seed_ = seed; }

  void new_game() override {
    player_.set_seed(seed_);
    player_.engine().forget();
  }

  games::Parsed<std::vector<games::Action>> think(
      const games::History& history, const engine::Budget& budget,
      const engine::Engine::OnProgress& on_progress) override {
    return player_.think(history, budget, on_progress);
  }

  void stop() override { player_.engine().stop(); }
  void allow() override { player_.engine().allow(); }

 private:
  std::string name_;
  std::uint64_t seed_;
  engine::Player player_;
};

class Stranger : public Contestant {
 public:
  Stranger(std::string_view command, const ContestantSetup& setup)
      : client_(std::string(command), *setup.game, setup.options, setup.deadlines) {
    client_.set_seed(setup.seed);
    client_.set_hash(setup.hash_megabytes);
  }

  std::optional<text::Error> start() { return client_.new_game(); }

  std::string name() const override { return client_.name(); }

  // What goes wrong here is told by the next think().
  void new_game() override { unready_ = client_.new_game(); }

  games::Parsed<std::vector<games::Action>> think(
      const games::History& history, const engine::Budget& budget,
      const engine::Engine::OnProgress& on_progress) override {
    if (auto problem = std::exchange(unready_, std::nullopt)) return *std::move(problem);
    return client_.think(history, budget, on_progress);
  }

  void stop() override { client_.stop(); }
  void allow() override { client_.allow(); }

 private:
  UgiClient client_;
  std::optional<text::Error> unready_;
};

}  // namespace

std::vector<std::string> contestant_texts() {
  auto texts = engine::who_texts();
  texts.push_back(std::string(kEnginePrefix) + "COMMAND");
  return texts;
}

games::Parsed<std::unique_ptr<Contestant>> make_contestant(std::string_view who,
                                                           const ContestantSetup& setup) {
  if (who.starts_with(kEnginePrefix) && !core::trim(who.substr(kEnginePrefix.size())).empty()) {
    auto stranger = std::make_unique<Stranger>(who.substr(kEnginePrefix.size()), setup);
    if (auto problem = stranger->start()) return *std::move(problem);
    return std::unique_ptr<Contestant>(std::move(stranger));
  }
  const auto parsed = engine::parse_who(who);
  if (!parsed) {
    return text::Error(text::Message::kPlayerUnknown,
                       {core::quoted(who), core::join(contestant_texts(), ", ")});
  }
  return make_contestant(who, *parsed, setup);
}

std::unique_ptr<Contestant> make_contestant(std::string_view name, const engine::Who& who,
                                            const ContestantSetup& setup) {
  return std::make_unique<OwnPlayer>(name, who, setup);
}

}  // namespace protocol
