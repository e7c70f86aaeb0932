#include "protocol/match_player.h"

#include <utility>

#include "core/scan.h"

namespace protocol {

namespace {

class OwnPlayer : public MatchPlayer {
 public:
  OwnPlayer(std::string_view text, engine::PlayerSpec who, const MatchPlayerSetup& setup)
      : name_(text),
        seed_(setup.seed),
        player_(who, setup.seed, setup.hash_megabytes, setup.proofs) {}

  std::string name() const override { return name_; }

  void set_seed(std::uint64_t seed) override { seed_ = seed; }

  void new_game() override {
    player_.set_seed(seed_);
    player_.engine().clear_hash();
  }

  games::Parsed<std::vector<games::Action>> think(
      const games::History& history, const engine::Budget& budget,
      const engine::Engine::OnProgress& on_progress) override {
    return player_.think(history, budget, on_progress);
  }

  void stop() override { player_.engine().stop(); }
  void clear_stop() override { player_.engine().clear_stop(); }

 private:
  std::string name_;
  std::uint64_t seed_;
  engine::Player player_;
};

class ExternalEngine : public MatchPlayer {
 public:
  ExternalEngine(std::string_view command, const MatchPlayerSetup& setup)
      : client_(std::string(command), *setup.game, setup.options, setup.deadlines),
        unwanted_(setup.unwanted, GiveUp{&client_}) {
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
  void clear_stop() override { client_.clear_stop(); }

 private:
  struct GiveUp {
    UgiClient* client;
    void operator()() const { client->give_up(); }
  };

  UgiClient client_;
  std::optional<text::Error> unready_;
  std::stop_callback<GiveUp> unwanted_;  // ends before the client
};

}  // namespace

std::vector<std::string> match_player_texts() {
  auto texts = engine::player_spec_texts();
  texts.push_back(std::string(kEnginePrefix) + "COMMAND");
  return texts;
}

games::Parsed<std::unique_ptr<MatchPlayer>> make_match_player(std::string_view who,
                                                              const MatchPlayerSetup& setup) {
  if (who.starts_with(kEnginePrefix) && !core::trim(who.substr(kEnginePrefix.size())).empty()) {
    auto engine = std::make_unique<ExternalEngine>(who.substr(kEnginePrefix.size()), setup);
    if (auto problem = engine->start()) return *std::move(problem);
    return std::unique_ptr<MatchPlayer>(std::move(engine));
  }
  const auto parsed = engine::parse_player_spec(who);
  if (!parsed) {
    return text::Error(text::Message::kPlayerUnknown,
                       {core::quoted(who), core::join(match_player_texts(), ", ")});
  }
  return make_match_player(who, *parsed, setup);
}

std::unique_ptr<MatchPlayer> make_match_player(std::string_view name, const engine::PlayerSpec& who,
                                               const MatchPlayerSetup& setup) {
  return std::make_unique<OwnPlayer>(name, who, setup);
}

}  // namespace protocol
