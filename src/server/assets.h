// The page: its files are inside the program.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>

#include "core/embedded.h"
#include "server/http.h"

namespace server {

// Files by their exact names, which is why no name can lead anywhere else.
class Assets {
 public:
  // NAME.gz is NAME packed; it does not stand alone.
  explicit Assets(std::span<const core::EmbeddedFile> files);

  // The answer to anything outside /api: a file, or index.html for the addresses that the page
  // understands (/, /g/ID, /analyse: whatever has no ending).
  Response answer(const Request& request) const;

 private:
  struct Asset {
    std::string_view content;
    std::string_view packed;  // by gzip; empty where it was not
    std::string tag;
  };

  const Asset* find(std::string_view name) const;
  static Response serve(const Asset& asset, std::string_view name, const Request& request);

  std::map<std::string, Asset, std::less<>> assets_;
};

// The page that was built into this program.
Response page(const Request& request);

}  // namespace server
