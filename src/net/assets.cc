#include "net/assets.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <optional>
#include <set>
#include <vector>

#include "core/folders.h"
#include "core/mapped_file.h"
#include "core/scan.h"
#include "net/encoding.h"
#include "net/error_response.h"
#include "net/language.h"

namespace net {

std::span<const core::EmbeddedFile> client_files();  // build/web

namespace {

// index.html for a folder that any host serves.
constexpr std::string_view kFolderPage = "folder.html";
constexpr std::string_view kPacked = ".gz";

std::string without_packed(std::string_view name) {
  return std::string(name.substr(0, name.size() - kPacked.size()));
}

std::string tag_of(std::string_view content) {
  std::uint64_t hash = 14695981039346656037u;  // FNV-1a
  for (const char c : content) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
  return "W/\"" + std::to_string(hash) + '"';
}

std::string type_of(std::string_view name) {
  static const std::map<std::string_view, std::string> types = {
      {"html", "text/html; charset=utf-8"},
      {"js", "text/javascript; charset=utf-8"},
      {"css", "text/css; charset=utf-8"},
      {"json", "application/json"},
      {"svg", "image/svg+xml"},
      {"png", "image/png"},
      {"ico", "image/x-icon"},
      {"woff2", "font/woff2"},
      {"webmanifest", "application/manifest+json"},
      {"txt", "text/plain; charset=utf-8"},
      {"wasm", "application/wasm"}};
  const auto at = types.find(name.substr(name.rfind('.') + 1));
  return at == types.end() ? "application/octet-stream" : at->second;
}

// `app-5X3K2ABC.js`: the name changes with the content, so a copy is good for ever.
bool name_has_hash(std::string_view name) {
  constexpr std::size_t kDigits = 8;
  const auto dash = name.rfind('-'), dot = name.rfind('.');
  if (dash == std::string_view::npos || dot != dash + 1 + kDigits) return false;
  const auto hash = name.substr(dash + 1, kDigits);
  return std::all_of(hash.begin(), hash.end(),
                     [](char c) { return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); });
}

bool names_tag(std::string_view if_none_match, const std::string& tag) {
  for (const auto part : core::split(if_none_match, ',')) {
    if (core::trim(part) == tag || core::trim(part) == "*") return true;
  }
  return false;
}

// /embed/GAME and /embed/g/ID: boards that other sites may frame.
bool is_embedded(std::string_view path) {
  std::vector<std::string_view> parts = core::split(path, '/');
  std::erase(parts, "");
  return !parts.empty() && parts[0] == "embed" &&
         (parts.size() == 2 || (parts.size() == 3 && parts[1] == "g"));
}

// The screens of the page, as web/src/router.ts has them.
bool is_screen(std::string_view path) {
  static const std::set<std::string_view> screens = {"new",    "g",     "analyse", "edit",
                                                     "review", "learn", "puzzles", "rules",
                                                     "games",  "help",  "embed",   "reports"};
  std::vector<std::string_view> parts = core::split(path, '/');
  std::erase(parts, "");
  if (parts.empty()) return true;
  if (is_embedded(path)) return true;
  return parts.size() <= 2 && screens.contains(parts[0]) && (parts[0] != "g" || parts.size() == 2);
}

// A program that was built without Node has everything but the page.
Response page_is_missing(text::Language language) {
  Response response;
  response.type = "text/html; charset=utf-8";
  response.body =
      "<!doctype html><meta charset=\"utf-8\"><title>Tabuleiro</title><p>" +
      text::render(text::Note{text::Message::kServeNoClient, {"<code>./tabuleiro serve</code>"}},
                   language) +
      "</p>\n";
  return response;
}

}  // namespace

Assets::Assets(std::span<const core::EmbeddedFile> files) {
  for (const auto& [name, content] : files) {
    if (name.starts_with(kFolderPage)) continue;
    if (name.ends_with(kPacked)) {
      Asset& asset = assets_[without_packed(name)];
      asset.packed = content;
      if (asset.tag.empty()) asset.tag = tag_of(content);
    } else {
      Asset& asset = assets_[std::string(name)];
      asset.content = content;
      asset.tag = tag_of(content);
    }
  }
}

const Assets::Asset* Assets::find(std::string_view name) const {
  const auto at = assets_.find(name);
  return at == assets_.end() ? nullptr : &at->second;
}

Response Assets::serve(const Asset& asset, std::string_view name, const Request& request) {
  Response response;
  response.type = type_of(name);
  response.headers = {
      {"ETag", asset.tag},
      {"Vary", "Accept-Encoding"},
      {"Cache-Control", name_has_hash(name) ? "public, max-age=31536000, immutable" : "no-cache"}};
  if (names_tag(request.if_none_match, asset.tag)) {
    response.status = 304;
  } else if (!asset.packed.empty() && accepts_gzip(request.accept_encoding)) {
    response.headers.emplace_back("Content-Encoding", "gzip");
    response.body = asset.packed;
  } else if (asset.content.empty()) {
    response.body = gunzipped(asset.packed).value_or("");
  } else {
    response.body = asset.content;
  }
  return response;
}

// The page with something more in its head is packed by whoever sends it.
Response Assets::serve_page(const Asset& index, const Request& request, std::string_view head) {
  const auto end = index.content.find("</head>");
  if (head.empty() || end == std::string_view::npos) return serve(index, "index.html", request);
  Response response;
  response.type = type_of("index.html");
  response.body = index.content.substr(0, end);
  response.body.append(head).append(index.content.substr(end));
  const auto tag = tag_of(response.body);
  response.headers = {{"ETag", tag}, {"Cache-Control", "no-cache"}};
  if (!names_tag(request.if_none_match, tag)) return response;
  response.status = 304;
  response.body.clear();
  return response;
}

Response Assets::answer(const Request& request, std::string_view head) const {
  const auto language = accepted_language(request.accept_language);
  if (request.method != "GET") return wrong_method(request, "GET, HEAD");
  const auto name = std::string_view(request.path).substr(1);
  if (const Asset* asset = find(name)) return serve(*asset, name, request);
  const bool file = name.substr(name.rfind('/') + 1).find('.') != std::string_view::npos;
  const Asset* index = find("index.html");
  if (!file && is_screen(name)) {
    auto response =
        index != nullptr ? serve_page(*index, request, head) : page_is_missing(language);
    response.framable = is_embedded(name);
    return response;
  }
  auto response = error_response(not_found(request), language);
  if (file || index == nullptr) return response;
  // A person reads this: the page says that there is nothing, and leads home.
  response.type = type_of("index.html");
  response.body = index->content;
  return response;
}

namespace {

// What lies beside an installed program.
class InstalledFiles {
 public:
  InstalledFiles() {
    for (const std::string& folder : core::shared_data_folders()) add(folder + "/page");
  }

  const std::vector<core::EmbeddedFile>& files() const { return files_; }

 private:
  // Names carry the hash of their content, so files of another version are in nobody's way.
  void add(const std::string& folder) {
    std::error_code error;
    for (std::filesystem::directory_iterator at(folder, error), end; !error && at != end;
         at.increment(error)) {
      auto mapped = core::MappedFile::open(at->path());
      if (!mapped) continue;
      const auto bytes = mapped->bytes();
      names_.push_back(at->path().filename());
      files_.push_back(
          {names_.back(), {reinterpret_cast<const char*>(bytes.data()), bytes.size()}});
      contents_.push_back(*std::move(mapped));
    }
  }

  std::deque<std::string> names_;
  std::vector<core::MappedFile> contents_;
  std::vector<core::EmbeddedFile> files_;
};

bool has_engine(std::span<const core::EmbeddedFile> files) {
  return std::any_of(files.begin(), files.end(), [](const auto& file) {
    return file.name.find(".wasm") != std::string_view::npos;
  });
}

const std::vector<core::EmbeddedFile>& page_files() {
  static const std::vector<core::EmbeddedFile> all = [] {
    const auto carried = client_files();
    std::vector<core::EmbeddedFile> files(carried.begin(), carried.end());
    if (has_engine(files)) return files;
    static const InstalledFiles installed;
    files.insert(files.end(), installed.files().begin(), installed.files().end());
    return files;
  }();
  return all;
}

}  // namespace

Response page(const Request& request, std::string_view head) {
  static const Assets assets(page_files());
  return assets.answer(request, head);
}

std::vector<PageFile> folder_page() { return folder_page(page_files()); }

std::vector<PageFile> folder_page(std::span<const core::EmbeddedFile> files) {
  if (core::content_of(files, kFolderPage).empty() || !has_engine(files)) return {};
  std::map<std::string, std::string> page;
  for (const auto& [name, content] : files) {
    if (name == "index.html" || name == "index.html.gz" || name == "folder.html.gz") continue;
    if (!name.ends_with(kPacked)) {
      page[name == kFolderPage ? "index.html" : std::string(name)] = content;
    } else if (core::content_of(files, without_packed(name)).empty()) {
      page[without_packed(name)] = gunzipped(content).value_or("");
    }
  }
  std::vector<PageFile> result;
  for (auto& [name, content] : page) result.push_back({name, std::move(content)});
  return result;
}

bool has_preview(const Request& request) {
  const auto name = std::string_view(request.path).substr(1);
  return request.method == "GET" && name.find('.') == std::string_view::npos && is_screen(name);
}

}  // namespace net
