// What `tabuleiro solve` does with finished proof files.
#pragma once

#include <string>

#include "games/list.h"
#include "text/text.h"

namespace app {

// --check FILE: one line on standard output. 0 where the proof holds, 1 where it has a gap (the
// line names the first one); an error where the file is none or damaged.
games::Parsed<int> check_proof(const std::string& path, text::Language language);

// --export FILE: `POSITION ACTION` lines, sorted, on standard output.
games::Parsed<int> export_proof(const std::string& path);

// One line on standard error for each proof that the engine found and could not use. Commands that
// think about this game call it before they begin.
void note_refused_proofs(const games::GameInfo& game, text::Language language);

}  // namespace app
