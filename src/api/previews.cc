#include "api/previews.h"

#include "api/board_picture.h"
#include "core/scan.h"
#include "games/list.h"
#include "games/scene_svg.h"
#include "net/language.h"
#include "registry/registry.h"

namespace api {

namespace {

std::string tag_of_head(std::string_view property, std::string_view content) {
  return "<meta property=\"" + std::string(property) + "\" content=\"" +
         games::html_escaped(content) + "\">";
}

// `picture` is a path on this server.
std::string head_of_game(const net::Request& request, std::string_view game,
                         const std::string& picture) {
  const auto language = net::accepted_language(request.accept_language);
  const auto words = text::render(text::Note{registry::entry_of(game).page.tag, {}}, language);
  return tag_of_head("og:type", "website") + tag_of_head("og:site_name", "Tabuleiro") +
         tag_of_head("og:title", games::game_title(game)) + tag_of_head("og:description", words) +
         tag_of_head("og:url", request.origin + request.path) +
         tag_of_head("og:image", request.origin + picture) +
         tag_of_head("og:image:type", "image/png") +
         tag_of_head("og:image:width", std::to_string(kPreviewWidth)) +
         tag_of_head("og:image:height", std::to_string(kPreviewHeight)) +
         "<meta name=\"twitter:card\" content=\"summary_large_image\">";
}

}  // namespace

void tell_preview(tables::TableRegistry& registry, const net::Request& request,
                  const std::function<void(std::string)>& told) {
  auto parts = core::split(std::string_view(request.path), '/');
  std::erase(parts, "");
  if (!parts.empty() && parts[0] == "embed") parts.erase(parts.begin());
  if (parts.empty()) return told("");
  const std::string name(parts.back());
  if (parts[0] != "g") {
    if (games::find_game(name) == nullptr) return told("");
    return told(head_of_game(request, name, "/api/picture.png?game=" + name));
  }
  registry.find(name, request.address,
                [request, name, told](const tables::Expected<tables::LiveTablePtr>& live) {
                  if (!live) return told("");
                  const auto snapshot = (*live)->snapshot();
                  const auto& table = snapshot->table();
                  // Those who keep pictures see a new address after every turn.
                  told(head_of_game(request, table.history().position().game().name,
                                    "/api/tables/" + name + "/picture.png?after=" +
                                        std::to_string(table.turn_count())));
                });
}

}  // namespace api
