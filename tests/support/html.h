// What tests ask of the pages that the program writes.
#pragma once

#include <string>

namespace tests {

// What is wrong with the tags of a page: those that are open must be closed in their order, quotes
// too; what stands in style and script is skipped. "" where nothing is.
std::string unbalanced(const std::string& page);

}  // namespace tests
