// The files of some work: strategies reply by reply, and the proofs put together from them.
#pragma once

#include "engine/solver_work.h"
#include "games/yavalath/proof_writer.h"

namespace engine {

// What is known reply by reply, in the folder of some work.
std::string pairs_path(const std::string& folder);

// The strategy behind an answer: FOLDER/OPENING-REPLY.CLAIM.
std::string strategy_path(const std::string& folder, const Work& work, const OpeningWork& opening,
                          const ReplyWork& reply, int question, search::Answer answer);

// Writes the strategies of a decided opening as one proof to `path`; a draw is two, `path`.p1draw
// and `path`.p2draw. The files written are added to the list. REQUIRES: the strategies are there.
std::optional<text::Error> write_opening_proof(const Work& work, const OpeningWork& opening,
                                               const std::string& folder, const std::string& path,
                                               std::vector<std::string>& written);
// The same for the game from its start. REQUIRES: the game is decided.
std::optional<text::Error> write_game_proof(const Work& work, const std::string& folder,
                                            const std::string& path,
                                            std::vector<std::string>& written);

}  // namespace engine
