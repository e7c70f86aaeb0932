#include "html.h"

#include <algorithm>
#include <cctype>
#include <vector>

namespace tests {

std::string unbalanced(const std::string& page) {
  std::vector<std::string> open;
  for (std::size_t i = page.find('<'); i != std::string::npos; i = page.find('<', i)) {
    const auto end = page.find('>', i);
    if (end == std::string::npos) return "a tag without an end";
    const std::string tag = page.substr(i + 1, end - i - 1);
    i = end + 1;
    if (tag.starts_with('!')) continue;
    std::string name;
    for (const char c : tag.starts_with('/') ? tag.substr(1) : tag) {
      if (!std::isalnum(static_cast<unsigned char>(c))) break;
      name += c;
    }
    if (name.empty()) return "a stray <: " + tag;
    if (tag.starts_with('/')) {
      if (open.empty() || open.back() != name) return "</" + name + "> closes nothing";
      open.pop_back();
    } else if (!tag.ends_with('/')) {
      open.push_back(name);
      if (name == "style" || name == "script") i = page.find("</" + name + ">", i);
    }
    if (std::count(tag.begin(), tag.end(), '"') % 2 != 0) return "an open quote: " + tag;
  }
  return open.empty() ? "" : open.back() + " is not closed";
}

}  // namespace tests
