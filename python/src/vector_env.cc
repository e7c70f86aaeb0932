// Many games in one call: tensors::Batch with buffers that numpy sees.
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <limits>
#include <mutex>
#include <optional>
#include <thread>

#include "common.h"
#include "docs.h"
#include "tensors/batch.h"

namespace python {

using text::Message;

namespace {

constexpr int kMostGames = 1 << 24;
constexpr int kMostThreads = 1024;
constexpr std::size_t kMostBytes = std::size_t{1} << 36;

template <class T>
using Array = py::array_t<T, py::array::c_style>;

// Memory for numpy that stays where it is for as long as any array sees it.
template <class T>
Array<T> buffer(std::vector<py::ssize_t> shape) {
  std::size_t count = 1;
  for (const auto size : shape) count *= static_cast<std::size_t>(size);
  auto* memory = new T[count]();
  return Array<T>(shape, memory, py::capsule(memory, [](void* p) { delete[] static_cast<T*>(p); }));
}

class VectorEnv {
 public:
  VectorEnv(State start, const tensors::BatchSettings& settings, bool keeps_final)
      : start_(std::move(start)), settings_(settings) {
    const auto shape = start_.game->encoding->shape();
    const py::ssize_t games = settings.games;
    const auto actions = start_.game->encoding->action_count();
    observations = buffer<std::uint8_t>({games, shape.planes, shape.rows, shape.columns});
    masks = buffer<bool>({games, actions});
    rewards = buffer<float>({games, start_.position.player_count()});
    terminated = buffer<bool>({games});
    truncated = buffer<bool>({games});
    to_play = buffer<std::int8_t>({games});
    lengths = buffer<std::int32_t>({games});
    sampled_ = buffer<std::int32_t>({games});
    tensors::Buffers buffers{
        observations.mutable_data(), reinterpret_cast<std::uint8_t*>(masks.mutable_data()),
        rewards.mutable_data(),      terminated.mutable_data(),
        truncated.mutable_data(),    to_play.mutable_data(),
        lengths.mutable_data()};
    if (keeps_final) {
      final_.emplace(Final{buffer<std::uint8_t>({games, shape.planes, shape.rows, shape.columns}),
                           buffer<bool>({games, actions}), buffer<std::int8_t>({games}),
                           buffer<bool>({games})});
      buffers.finals =
          tensors::FinalBuffers{final_->observations.mutable_data(),
                                reinterpret_cast<std::uint8_t*>(final_->masks.mutable_data()),
                                final_->to_play.mutable_data(), final_->ended.mutable_data()};
    }
    py::gil_scoped_release others;
    batch_ = tensors::make_batch(start_.position, settings, buffers);
  }

  py::tuple reset(std::optional<std::uint64_t> seed) {
    if (seed) settings_.seed = *seed;
    {
      py::gil_scoped_release others;
      const std::lock_guard lock(mutex_);
      batch_->reset(settings_.seed);
    }
    return py::make_tuple(observations, info());
  }

  // Whatever holds whole numbers is taken; what is int32 in one piece is not copied.
  py::tuple step(const py::object& given) {
    const Array<std::int32_t> actions = as_actions(given);
    if (actions.ndim() != 1 || actions.shape(0) != settings_.games) {
      refuse(Message::kExpected, {"(" + std::to_string(settings_.games) + ",)",
                                  shown(py::object(actions.attr("shape")))});
    }
    std::optional<tensors::IllegalAction> illegal;
    {
      const std::span all(actions.data(), static_cast<std::size_t>(settings_.games));
      py::gil_scoped_release others;
      const std::lock_guard lock(mutex_);
      illegal = batch_->step(all);
    }
    if (illegal) refuse_action(*illegal);
    return py::make_tuple(observations, rewards, terminated, truncated, info());
  }

  Array<std::int32_t> sample() {
    {
      auto* actions = sampled_.mutable_data();
      py::gil_scoped_release others;
      const std::lock_guard lock(mutex_);
      batch_->sample({actions, static_cast<std::size_t>(settings_.games)});
    }
    return sampled_;
  }

  State state(int i) {
    within(i, 0, settings_.games - 1, "index");
    const std::lock_guard lock(mutex_);
    const auto text = std::visit([](const auto& s) { return s.to_text(); }, batch_->state(i));
    const auto& start = start_.game->start;
    return {start_.game, valid(games::Position::parse(start.game(), text, start.options()))};
  }

  py::dict info() const {
    py::dict info;
    info["action_mask"] = masks;
    info["to_play"] = to_play;
    info["lengths"] = lengths;
    if (final_) {
      py::dict final_info;
      final_info["action_mask"] = final_->masks;
      final_info["to_play"] = final_->to_play;
      info["final_observation"] = final_->observations;
      info["final_info"] = final_info;
      info["_final_observation"] = final_->ended;
      info["_final_info"] = final_->ended;
    }
    return info;
  }

  const GamePointer& game() const { return start_.game; }
  int games() const { return settings_.games; }
  int threads() const { return settings_.threads; }

  Array<std::uint8_t> observations;
  Array<bool> masks;
  Array<float> rewards;
  Array<bool> terminated, truncated;
  Array<std::int8_t> to_play;
  Array<std::int32_t> lengths;

 private:
  static Array<std::int32_t> as_actions(const py::object& given) {
    const auto array = py::array::ensure(given);
    PyErr_Clear();
    if (!array || (array.dtype().kind() != 'i' && array.dtype().kind() != 'u')) {
      refuse(Message::kExpected, {"numpy.int32", shown(given)});
    }
    if (array.dtype().is(py::dtype::of<std::int32_t>())) return array.cast<Array<std::int32_t>>();
    // What does not fit in 32 bits must not become another action.
    const auto wide =
        array.cast<py::array_t<std::int64_t, py::array::c_style | py::array::forcecast>>();
    std::vector<py::ssize_t> shape(wide.shape(), wide.shape() + wide.ndim());
    Array<std::int32_t> narrow(shape);
    const auto* from = wide.data();
    auto* to = narrow.mutable_data();
    for (py::ssize_t i = 0; i < wide.size(); ++i) {
      const bool fits = from[i] >= 0 && from[i] <= std::numeric_limits<std::int32_t>::max();
      to[i] = fits ? static_cast<std::int32_t>(from[i]) : -1;
    }
    return narrow;
  }

  [[noreturn]] void refuse_action(const tensors::IllegalAction& illegal) {
    const State stands = state(illegal.game);
    refuse(text::Error(Message::kExpectedAction,
                       {stands.position.legal_texts().front(), std::to_string(illegal.action)})
               .in(Message::kGameOf,
                   {std::to_string(illegal.game + 1), std::to_string(settings_.games)}));
  }

  // Where games ended, for who asked for it.
  struct Final {
    Array<std::uint8_t> observations;
    Array<bool> masks;
    Array<std::int8_t> to_play;
    Array<bool> ended;
  };

  State start_;
  tensors::BatchSettings settings_;
  std::optional<Final> final_;
  Array<std::int32_t> sampled_;
  std::mutex mutex_;  // one call at a time where several threads of Python share an environment
  std::unique_ptr<tensors::Batch> batch_;
};

std::unique_ptr<VectorEnv> make(const State& start, int games, int threads, std::uint64_t seed,
                                int max_actions, bool final_observations) {
  if (start.position.outcome().over()) refuse(Message::kStartIsOver);
  tensors::BatchSettings settings;
  settings.games = within(games, 1, kMostGames, "num_envs");
  settings.threads = within(threads, 0, kMostThreads, "threads");
  if (threads == 0) {
    settings.threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  }
  settings.seed = seed;
  settings.max_actions =
      within(max_actions, 1, std::numeric_limits<std::int32_t>::max(), "max_actions");
  const auto& encoding = *start.game->encoding;
  const std::size_t each =
      (encoding.shape().size() + static_cast<std::size_t>(encoding.action_count())) *
      (final_observations ? 2 : 1);
  if (each * static_cast<std::size_t>(games) > kMostBytes) throw std::bad_alloc();
  return std::make_unique<VectorEnv>(start, settings, final_observations);
}

}  // namespace

void bind_vector_env(py::module_& module) {
  py::class_<VectorEnv>(module, "VectorEnv", docs::kVectorEnv)
      .def(py::init(&make), py::arg("start"), py::arg("num_envs"), py::arg("threads") = 1,
           py::arg("seed") = 0, py::arg("max_actions") = games::kMaxPlayoutActions,
           py::arg("final_observations") = false)
      .def("reset", &VectorEnv::reset, py::arg("seed") = py::none())
      .def("step", &VectorEnv::step, py::arg("actions"))
      .def("sample", &VectorEnv::sample)
      .def("state", &VectorEnv::state, py::arg("index"))
      .def_property_readonly("game", &VectorEnv::game)
      .def_property_readonly("num_envs", &VectorEnv::games)
      .def_property_readonly("threads", &VectorEnv::threads)
      .def_property_readonly("observations", [](const VectorEnv& e) { return e.observations; })
      .def_property_readonly("action_mask", [](const VectorEnv& e) { return e.masks; })
      .def_property_readonly("rewards", [](const VectorEnv& e) { return e.rewards; })
      .def_property_readonly("terminated", [](const VectorEnv& e) { return e.terminated; })
      .def_property_readonly("truncated", [](const VectorEnv& e) { return e.truncated; })
      .def_property_readonly("to_play", [](const VectorEnv& e) { return e.to_play; })
      .def_property_readonly("lengths", [](const VectorEnv& e) { return e.lengths; })
      .def("__len__", &VectorEnv::games);
}

}  // namespace python
