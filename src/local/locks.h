// What a lock needs of fiber.h. By itself, because the library's own headers include <mutex>.
#pragma once

namespace local {

// A fiber that holds a lock does not pause for the others' sake.
void note_locks(int change);

}  // namespace local
