#include "solve/solver_files.h"

#include <fcntl.h>
#include <sys/file.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>

#include "core/scan.h"
#include "text/file.h"

namespace solve {

using games::yavalath::State;
using search::ProofStatus;
using text::Error;

namespace {

// Puts one proof together from the strategies of replies.
class Assembly {
 public:
  Assembly(const Work& work, const std::string& folder, const State& position, int player,
           bool draw)
      : work_(work),
        folder_(folder),
        player_(player),
        writer_(proof::make_claim(position, player, draw)) {}

  // What the player needs after an opening. Turns until the end, counted after the opening.
  games::Parsed<int> add_opening(const OpeningWork& opening) {
    if (player_ == 1) return add_own_reply(opening);
    int longest = 0;
    for (const auto& reply : opening.replies) {
      const bool won = reply.value() == GameValue::kWin;
      const int question = won ? 0 : 1;
      const auto turns =
          add_reply(opening, reply, question, won ? ProofStatus::kProven : ProofStatus::kDisproven);
      if (!turns) return turns.error();
      longest = std::max(longest, *turns + 1);
    }
    return longest;
  }

  void add(const State& state, games::Action action, int turns) {
    writer_.add(state, action, turns);
  }

  std::optional<Error> write(const std::string& path, std::vector<std::string>& written) {
    if (auto error = writer_.write(path)) return error;
    written.push_back(path);
    return std::nullopt;
  }

 private:
  // The second player chooses one reply: one that wins, or else one that holds.
  games::Parsed<int> add_own_reply(const OpeningWork& opening) {
    const auto find = [&](auto is_it) {
      return std::find_if(opening.replies.begin(), opening.replies.end(), is_it);
    };
    auto reply = find([](const ReplyWork& r) { return r.value() == GameValue::kLoss; });
    const bool wins = reply != opening.replies.end();
    if (!wins) reply = find([](const ReplyWork& r) { return r.not_won(); });
    const auto turns = add_reply(opening, *reply, wins ? 1 : 0,
                                 wins ? ProofStatus::kProven : ProofStatus::kDisproven);
    if (!turns) return turns.error();
    add(opening.state, reply->reply, *turns + 1);
    return *turns + 1;
  }

  games::Parsed<int> add_reply(const OpeningWork& opening, const ReplyWork& reply, int question,
                               ProofStatus answer) {
    const auto strategy =
        proof::Proof::open(strategy_path(folder_, work_, opening, reply, question, answer));
    if (!strategy) return strategy.error();
    writer_.add_all(*strategy);
    return reply.questions[static_cast<std::size_t>(question)].turns;
  }

  const Work& work_;
  const std::string& folder_;
  int player_;
  proof::Writer writer_;
};

struct ClaimFile {
  int player;
  bool draw;
  std::string path;
};

std::vector<ClaimFile> claims(GameValue value, const std::string& path) {
  switch (value) {
    case GameValue::kWin: return {{0, false, path}};
    case GameValue::kLoss: return {{1, false, path}};
    case GameValue::kDraw: return {{0, true, path + ".p1draw"}, {1, true, path + ".p2draw"}};
    case GameValue::kOpen: break;
  }
  return {};
}

}  // namespace

games::Parsed<core::Descriptor> hold_folder(const std::string& folder) {
  core::Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!opened.open()) return text::file_unreadable(folder, errno);
  if (::flock(opened.get(), LOCK_EX | LOCK_NB) == 0) return opened;
  if (errno != EWOULDBLOCK) return text::file_unreadable(folder, errno);
  return Error(text::Message::kSolveBusy, {core::quoted(folder)});
}

std::string pairs_path(const std::string& folder) { return folder + "/pairs"; }

std::optional<Error> begin_folder(const std::string& folder, const Work& work) {
  if (folder.empty()) return std::nullopt;
  std::error_code code;
  std::filesystem::create_directories(folder, code);
  if (code) return text::file_unwritable(folder, code.value());
  return text::write_file(pairs_path(folder), work_text(work));
}

std::string strategy_path(const std::string& folder, const Work& work, const OpeningWork& opening,
                          const ReplyWork& reply, int question, ProofStatus answer) {
  const bool yes = answer == ProofStatus::kProven;
  const proof::Claim claim = proof::make_claim(reply.state, yes ? question : 1 - question, !yes);
  return folder + '/' + work.cell(opening.opening) + '-' + work.cell(reply.reply) + '.' +
         proof::claim_code(claim);
}

std::optional<Error> write_opening_proof(const Work& work, const OpeningWork& opening,
                                         const std::string& folder, const std::string& path,
                                         std::vector<std::string>& written) {
  for (const auto& [player, draw, file] : claims(opening.value(), path)) {
    Assembly assembly(work, folder, opening.state, player, draw);
    const auto turns = assembly.add_opening(opening);
    if (!turns) return turns.error();
    if (auto error = assembly.write(file, written)) return error;
  }
  return std::nullopt;
}

std::optional<Error> write_game_proof(const Work& work, const std::string& folder,
                                      const std::string& path, std::vector<std::string>& written) {
  const GameValue value = work.value();
  const State start = State::start(work.openings[0].state.options());
  for (const auto& [player, draw, file] : claims(value, path)) {
    Assembly assembly(work, folder, start, player, draw);
    for (const auto& opening : work.openings) {
      // The first player needs one opening, the second an answer to all of them.
      if (player == 0 && opening.value() != value) continue;
      const auto turns = assembly.add_opening(opening);
      if (!turns) return turns.error();
      if (player == 1) continue;
      assembly.add(start, opening.opening, *turns + 1);
      break;
    }
    if (auto error = assembly.write(file, written)) return error;
  }
  return std::nullopt;
}

}  // namespace solve
