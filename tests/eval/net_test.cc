// Nets: their files, what they look at, and that every way of adding up gives the same.
#include "eval/net.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>

#include "core/sha256.h"
#include "games/position.h"
#include "registry/games.h"
#include "support.h"

namespace tests {
namespace {

std::string net_bytes(const std::string& game) {
  std::ifstream file(source_path("nets/" + game + ".net"), std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// With the checksum that belongs to the rest.
std::string signed_again(std::string bytes) {
  bytes.resize(bytes.size() - 32);
  const auto sum = core::sha256(bytes);
  return bytes + std::string(sum.begin(), sum.end());
}

// The same numbers added up one by one, in floating point, straight from the file.
class PlainNet {
 public:
  PlainNet(const std::string& bytes, const eval::NetInputSizes& sizes) : bytes_(bytes) {
    const auto first = bytes.find('\n'), second = bytes.find('\n', first + 1);
    const auto header = nlohmann::json::parse(bytes.substr(first + 1, second - first - 1));
    at_ = second + 1;
    const int hidden = header["hidden"], pooled = header["pooled"], outputs = header["second"];
    const int inputs = sizes.active + sizes.counted;
    active_ = sizes.active;
    hidden_bias_ = take(hidden, 4, 4096);
    first_ = take(inputs * hidden, 2, 4096);
    direct_ = take(inputs, 2, 4096);
    patterns_ = take(sizes.patterns * pooled, 2, 256);
    second_bias_ = take(outputs, 4, 512 * 256);
    second_ = take((hidden + pooled) * outputs, 2, 256);
    third_bias_ = take(1, 4, 512 * 256);
    third_ = take(outputs, 2, 256);
    EXPECT_EQ(at_ + 32, bytes.size());
  }

  double evaluate(const eval::NetInputs& inputs) const {
    const std::size_t hidden = hidden_bias_.size(), outputs = third_.size();
    const std::size_t pooled = second_.size() / outputs - hidden;
    std::vector<double> values = hidden_bias_;
    double result = third_bias_[0];
    const auto add = [&](int input, double count) {
      for (std::size_t i = 0; i < hidden; ++i) {
        values[i] += count * first_[static_cast<std::size_t>(input) * hidden + i];
      }
      result += count * direct_[static_cast<std::size_t>(input)];
    };
    for (const auto input : inputs.active) add(input, 1);
    for (int c = 0; c < inputs.counts.size(); ++c) add(active_ + c, inputs.counts[c]);
    for (double& value : values) value = std::clamp(value, 0.0, 1.0);
    values.resize(hidden + pooled);
    for (const auto& cell : inputs.cells) {
      for (std::size_t i = 0; i < pooled; ++i) {
        double sum = 0;
        for (const auto pattern : cell) sum += patterns_[pattern * pooled + i];
        values[hidden + i] += std::clamp(sum, 0.0, 1.0) / 8;
      }
    }
    for (std::size_t o = 0; o < outputs; ++o) {
      double sum = second_bias_[o];
      for (std::size_t i = 0; i < values.size(); ++i) sum += values[i] * second_[i * outputs + o];
      result += std::clamp(sum, 0.0, 1.0) * third_[o];
    }
    return 100 * result;
  }

 private:
  std::vector<double> take(int count, int size, double scale) {
    std::vector<double> numbers;
    for (int n = 0; n < count; ++n, at_ += static_cast<std::size_t>(size)) {
      std::uint32_t bits = 0;
      for (int i = 0; i < size; ++i) {
        bits |= std::uint32_t{static_cast<unsigned char>(bytes_[at_ + static_cast<std::size_t>(i)])}
                << (8 * i);
      }
      numbers.push_back(
          (size == 2 ? static_cast<std::int16_t>(bits) : static_cast<std::int32_t>(bits)) / scale);
    }
    return numbers;
  }

  const std::string& bytes_;
  std::size_t at_ = 0;
  int active_ = 0;
  std::vector<double> hidden_bias_, first_, direct_, patterns_, second_bias_, second_, third_bias_,
      third_;
};

template <class State>
class NetOf : public ::testing::Test {
 protected:
  using Evaluator = registry::EvaluatorOf<State>;

  // Positions of random games.
  static std::vector<State> positions(int count) {
    core::Rng rng(5);
    std::vector<State> list;
    while (static_cast<int>(list.size()) < count) {
      State state = State::start({});
      for (auto left = rng.below(60); left > 0 && !state.outcome().over(); --left) {
        state.apply(state.random_action(rng));
      }
      if (!state.outcome().over()) list.push_back(state);
    }
    return list;
  }
  static eval::NetInputs inputs_of(const State& state) {
    eval::NetInputs inputs;
    Evaluator::net_inputs(state, inputs);
    return inputs;
  }
};

using States = ::testing::Types<games::eigenstate::State, games::sixteen_stone::State,
                                games::yavalath::State, games::epaminondas::State>;
TYPED_TEST_SUITE(NetOf, States);

TYPED_TEST(NetOf, IsShippedAndSaysWhereItComesFrom) {
  using Judge = typename TestFixture::Evaluator;
  const auto* net = eval::shipped_net(TypeParam::kName, Judge::kNetInputs);
  ASSERT_NE(net, nullptr);
  EXPECT_NE(net->origin().find("train.py"), std::string::npos) << net->origin();
  EXPECT_LE(net_bytes(std::string(TypeParam::kName)).size(), 1'000'000u);
}

TYPED_TEST(NetOf, InputsAreWithinTheirNumbers) {
  constexpr auto sizes = TestFixture::Evaluator::kNetInputs;
  for (const auto& state : this->positions(300)) {
    const auto inputs = this->inputs_of(state);
    std::set<int> different;
    for (const auto input : inputs.active) {
      EXPECT_LT(input, sizes.active);
      different.insert(input);
    }
    EXPECT_EQ(static_cast<int>(different.size()), inputs.active.size()) << "none twice";
    EXPECT_LE(inputs.active.size(), sizes.max_active);
    EXPECT_EQ(inputs.counts.size(), sizes.counted);
    EXPECT_EQ(inputs.cells.size(), sizes.cells);
    for (const auto& cell : inputs.cells) {
      for (const auto pattern : cell) EXPECT_LT(pattern, sizes.patterns);
    }
  }
}

// Whole numbers of sixteen bits lose little: a hundredth of a logit here and there.
TYPED_TEST(NetOf, WholeNumbersAgreeWithFloatingPoint) {
  using Judge = typename TestFixture::Evaluator;
  const auto bytes = net_bytes(std::string(TypeParam::kName));
  const PlainNet plain(bytes, Judge::kNetInputs);
  const auto* net = eval::shipped_net(TypeParam::kName, Judge::kNetInputs);
  for (const auto& state : this->positions(300)) {
    const auto inputs = this->inputs_of(state);
    EXPECT_NEAR(net->evaluate(inputs), plain.evaluate(inputs), 8) << state.to_text();
  }
}

TYPED_TEST(NetOf, DamagedFilesAreRefused) {
  using Judge = typename TestFixture::Evaluator;
  const auto bytes = net_bytes(std::string(TypeParam::kName));
  const auto read = [](const std::string& content, std::string_view game = TypeParam::kName) {
    return eval::Net::read(content, game, Judge::kNetInputs);
  };
  EXPECT_TRUE(read(bytes));
  EXPECT_FALSE(read("")) << "nothing";
  EXPECT_FALSE(read(bytes.substr(0, 40)));
  EXPECT_FALSE(read(bytes.substr(0, bytes.size() - 1)));
  EXPECT_FALSE(read(bytes + '\0'));
  EXPECT_FALSE(read(bytes, "four-in-line")) << "of another game";
  core::Rng rng(3);
  for (int i = 0; i < 20; ++i) {
    auto changed = bytes;
    const auto at = rng.below(static_cast<std::uint32_t>(bytes.size()));
    changed[at] = static_cast<char>(changed[at] ^ 4);
    EXPECT_FALSE(read(changed)) << "byte " << at;
  }
  // With a right checksum: other lengths, layers and inputs.
  EXPECT_FALSE(read(signed_again(bytes.substr(0, bytes.size() - 2))));
  EXPECT_FALSE(read(signed_again("x" + bytes)));
  for (const char* key : {"\"hidden\": ", "\"second\": ", "\"active\": ", "\"counted\": "}) {
    auto changed = bytes;
    const auto at = changed.find(key) + std::string_view(key).size();
    changed.insert(at, "9");
    EXPECT_FALSE(read(signed_again(changed))) << key;
  }
}

// Yavalath's patterns read the same from either end, so its net sees no difference between images
// of a position but by the cells themselves.
TEST(NetInputs, PatternsOfYavalathTurnWithTheBoard) {
  core::Rng rng(8);
  using Evaluator = registry::EvaluatorOf<games::yavalath::State>;
  for (int i = 0; i < 50; ++i) {
    auto state = games::yavalath::State::start({});
    for (int k = 0; k < 20 && !state.outcome().over(); ++k) state.apply(state.random_action(rng));
    if (state.outcome().over()) continue;
    const auto cells_of = [](const auto& one) {
      eval::NetInputs inputs;
      Evaluator::net_inputs(one, inputs);
      std::multiset<std::multiset<int>> cells;
      for (const auto& cell : inputs.cells) cells.emplace(cell.begin(), cell.end());
      return cells;
    };
    for (int symmetry = 1; symmetry < state.symmetry_count(); ++symmetry) {
      EXPECT_EQ(cells_of(state), cells_of(state.transformed(symmetry))) << state.to_text();
    }
  }
}

// Both players see the board from their own side: at the start both see the same.
template <class State>
std::set<int> seen_by_mover(std::string text, const std::string& turn) {
  text.resize(text.size() - turn.size());
  const auto state = State::parse(text + turn, {});
  EXPECT_TRUE(state) << text << turn;
  eval::NetInputs inputs;
  registry::EvaluatorOf<State>::net_inputs(*state, inputs);
  return {inputs.active.begin(), inputs.active.end()};
}

TEST(NetInputs, PlayersSeeTheBoardFromTheirSide) {
  const auto eigenstate = games::eigenstate::State::start({}).to_text();
  EXPECT_EQ(seen_by_mover<games::eigenstate::State>(eigenstate, "1 m"),
            seen_by_mover<games::eigenstate::State>(eigenstate, "2 m"));
  const auto epaminondas = games::epaminondas::State::start({}).to_text();
  EXPECT_EQ(seen_by_mover<games::epaminondas::State>(epaminondas, "w"),
            seen_by_mover<games::epaminondas::State>(epaminondas, "b"));
}

}  // namespace
}  // namespace tests
