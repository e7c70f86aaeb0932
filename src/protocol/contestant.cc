#include "protocol/contestant.h"

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

}  // namespace

games::Parsed<std::unique_ptr<Contestant>> make_contestant(std::string_view who,
                                                           const ContestantSetup& setup) {
  const auto parsed = engine::parse_who(who);
  if (!parsed) return parsed.error();
  return make_contestant(who, *parsed, setup);
}

std::unique_ptr<Contestant> make_contestant(std::string_view name, const engine::Who& who,
                                            const ContestantSetup& setup) {
  return std::make_unique<OwnPlayer>(name, who, setup);
}

}  // namespace protocol
