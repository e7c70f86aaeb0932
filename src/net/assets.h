// The page: its files are inside the program, but for the engine for browsers and what it reads,
// which lie beside an installed one (tools/page.cmake, TABULEIRO_EMBED_ENGINE).
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/embedded.h"
#include "net/http.h"

namespace net {

// Files by their exact names, which is why no name can lead anywhere else.
class Assets {
 public:
  // NAME.gz is NAME packed by gzip; where it stands alone it is unpacked for those who cannot read
  // that.
  explicit Assets(std::span<const core::EmbeddedFile> files);

  // The answer to anything outside /api: a file, or index.html for the addresses that the page
  // understands (/, /g/ID, /analyse …). With 404 for whatever else has no ending.
  // `head` is added to the page's own.
  Response answer(const Request& request, std::string_view head = "") const;

 private:
  struct Asset {
    std::string_view content;
    std::string_view packed;  // by gzip; empty where it was not. One of the two is there.
    std::string tag;
  };

  const Asset* find(std::string_view name) const;
  static Response serve_page(const Asset& index, const Request& request, std::string_view head);
  static Response serve(const Asset& asset, std::string_view name, const Request& request);

  std::map<std::string, Asset, std::less<>> assets_;
};

// The same page for hosts that know nothing of it, whose engine is in the browser: its files by
// their names in one folder. None where the program was built without that engine.
struct PageFile {
  std::string name;
  std::string content;
};
std::vector<PageFile> folder_page();
std::vector<PageFile> folder_page(std::span<const core::EmbeddedFile> files);

// The page that was built into this program.
Response page(const Request& request, std::string_view head = "");

// Is it an address that leads to the page, of which a preview can tell something?
bool has_preview(const Request& request);

}  // namespace net
