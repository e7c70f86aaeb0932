#include "tensors/encoding.h"

#include "tensors/codecs.h"

namespace tensors {

namespace {

template <Encodable State>
class EncodingOf : public Encoding {
 public:
  explicit EncodingOf(const State& state) : codec_(state.options()) {}

  Shape shape() const override { return codec_.shape(); }
  std::vector<std::string> plane_names() const override { return codec_.plane_names(); }
  int action_count() const override { return codec_.action_count(); }
  int index_of(games::Action action) const override { return codec_.index_of(action); }
  games::Action action_at(int index) const override { return codec_.action_at(index); }
  void observe(const games::Position& position, std::uint8_t* planes) const override {
    codec_.observe(std::get<State>(position.state()), planes);
  }
  void mask(const games::Position& position, std::uint8_t* mask) const override {
    write_mask(codec_, std::get<State>(position.state()), mask);
  }

 private:
  Codec<State> codec_;
};

}  // namespace

std::unique_ptr<const Encoding> encoding_of(const games::Position& position) {
  return std::visit(
      []<Encodable State>(const State& state) -> std::unique_ptr<const Encoding> {
        return std::make_unique<EncodingOf<State>>(state);
      },
      position.state());
}

float return_of(const games::Outcome& outcome, int player, int players) {
  if (outcome.winner() < 0) return 0;
  return outcome.winner() == player ? 1.0f : -1.0f / static_cast<float>(players - 1);
}

}  // namespace tensors
