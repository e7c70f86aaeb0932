// The files of some work: strategies reply by reply, and the proofs put together from them.
#pragma once

#include "core/descriptor.h"
#include "solve/proof_writer.h"
#include "solve/solver_work.h"

namespace solve {

// The folder of some work for this program alone, until what comes back goes, however the program
// ends. An error where another one works there, or it cannot be opened.
games::Parsed<core::Descriptor> hold_folder(const std::string& folder);

// What is known reply by reply, in the folder of some work.
std::string pairs_path(const std::string& folder);

// Makes the folder, with what is known; nothing where there is none ("").
std::optional<text::Error> begin_folder(const std::string& folder, const Work& work);

// The strategy behind an answer: FOLDER/OPENING-REPLY.CLAIM.
std::string strategy_path(const std::string& folder, const Work& work, const OpeningWork& opening,
                          const ReplyWork& reply, int question, search::ProofStatus answer);

// Writes the strategies of a decided opening as one proof to `path`; a draw is two, `path`.p1draw
// and `path`.p2draw. The files written are added to the list. REQUIRES: the strategies are there.
std::optional<text::Error> write_opening_proof(const Work& work, const OpeningWork& opening,
                                               const std::string& folder, const std::string& path,
                                               std::vector<std::string>& written);
// The same for the game from its start. REQUIRES: the game is decided.
std::optional<text::Error> write_game_proof(const Work& work, const std::string& folder,
                                            const std::string& path,
                                            std::vector<std::string>& written);

}  // namespace solve
