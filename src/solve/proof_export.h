// A proof as text for programs that know nothing of its bytes.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "solve/proof.h"

namespace solve::proof {

// So many positions are held in memory at a time.
inline constexpr std::size_t kExportBatch = std::size_t{1} << 22;

// Calls `line` with "POSITION ACTION" for every position that the player of the claim can get into,
// sorted in byte order, those in which a four can be made at once among them (the first such cell
// in reading order is the action). Each position is its symmetric image with the smallest text.
// What does not fit into a batch costs another pass over the proof. An error where the proof has a
// record that is no position.
std::optional<text::Error> export_lines(const Proof& proof,
                                        const std::function<void(const std::string&)>& line,
                                        std::size_t batch = kExportBatch);

}  // namespace solve::proof
