#include "app/admin_handler.h"

#include <sys/stat.h>

#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <ctime>
#include <filesystem>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>

#include "api/json_format.h"
#include "core/json_number.h"
#include "core/scan.h"
#include "games/record_format.h"
#include "tables/table.h"
#include "text/file.h"

namespace app {

using text::Error;
using text::Message;
using text::Note;

namespace {

using Json = nlohmann::json;

constexpr long long kListed = 50, kMaxListed = 1'000'000, kMaxDays = 100'000;
constexpr std::int64_t kDayMs = 86'400'000;

std::int64_t now_ms() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

std::string admin_date(std::int64_t ms, const char* form) {
  const auto seconds = static_cast<std::time_t>(ms / 1000);
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  char text[40];
  return {text, std::strftime(text, sizeof text, form, &parts)};
}

std::string admin_words(const AdminRequest& request, Message message,
                        const std::vector<std::string>& arguments) {
  return text::render(Note{message, arguments}, request.language) + '\n';
}

core::Result<long long, Error> admin_number(const AdminRequest& request, const std::string& flag,
                                            long long otherwise, long long max) {
  const auto at = request.flags.find(flag);
  if (at == request.flags.end()) return otherwise;
  const auto number = core::whole_number(at->second, max);
  if (number) return *number;
  return Error(Message::kBadNumber, {flag, "0", std::to_string(max), core::quoted(at->second)});
}

// Who sits there, by name where there is one.
std::string admin_players(const store::Game& game) {
  std::vector<std::string> players;
  for (const auto& seat : game.seats) {
    players.push_back(core::printable(seat.name.empty() ? seat.who : seat.name));
  }
  return core::join(players, " - ");
}

std::string admin_line(const AdminRequest& request, const store::Game& game) {
  const auto setup = Json::parse(game.setup, nullptr, false);
  const auto name = setup.is_object() && setup.contains("game") && setup["game"].is_string()
                        ? setup["game"].get<std::string>()
                        : "?";
  const auto state = text::render(game.finished ? Message::kAdminFinished : Message::kAdminRunning,
                                  request.language);
  return core::printable(game.id) + "  " + admin_date(game.created_ms, "%Y-%m-%d %H:%M") + "  " +
         core::printable(name) + "  " + state + "  " + admin_players(game) + '\n';
}

core::Result<std::string, Error> admin_record(const store::Game& game, const std::string& format) {
  const auto known = games::parse_format(format.empty() ? "pgn" : format);
  if (!known) return known.error();
  const auto table = tables::Table::load(game, api::JsonFormat(), now_ms());
  if (!table) return table.error();
  auto record = table->record();
  record.tags["Date"] = admin_date(game.created_ms, "%Y.%m.%d");
  return games::write_record(record, *known, admin_date(now_ms(), "%Y-%m-%dT%H:%M:%SZ"));
}

// What a table that is being closed says of it, perhaps when nobody waits for it any more.
class CloseAnswer {
 public:
  void give(const text::Expected<int>& event) {
    const std::lock_guard lock(mutex_);
    event_.emplace(event);
    given_.notify_all();
  }
  // Nothing where it was stopped before.
  std::optional<text::Expected<int>> wait(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    given_.wait(lock, stop, [this] { return event_.has_value(); });
    return event_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable_any given_;
  std::optional<text::Expected<int>> event_;
};

}  // namespace

std::string AdminRequest::to_line() const {
  const Json json = {{"words", words}, {"flags", flags}, {"language", static_cast<int>(language)}};
  return json.dump(-1, ' ', true, Json::error_handler_t::replace) + '\n';
}

std::optional<AdminRequest> AdminRequest::parse(const std::string& line) {
  const auto json = Json::parse(line, nullptr, false);
  AdminRequest request;
  try {
    request.words = json.at("words").get<std::vector<std::string>>();
    request.flags = json.at("flags").get<std::map<std::string, std::string>>();
    if (core::whole_number<int>(json.at("language")) == 1)
      request.language = text::Language::kPortuguese;
  } catch (const Json::exception&) {
    return std::nullopt;
  }
  return request;
}

std::string identity_of_folder(const std::string& file) {
  struct stat folder{};
  const auto name = std::filesystem::path(file).parent_path().string();
  if (::stat(name.c_str(), &folder) != 0) return "";
  return std::to_string(folder.st_dev) + ':' + std::to_string(folder.st_ino);
}

const std::vector<std::string>& admin_verbs() {
  static const std::vector<std::string> verbs = {"games",   "retention", "stats",   "close",
                                                 "message", "backup",    "restore", "check"};
  return verbs;
}

AdminHandler::Result AdminHandler::handle(const AdminRequest& request) {
  if (store_.administration() == nullptr) return Error(Message::kHttpInternal);
  const auto verb = request.word(0);
  if (verb == "games") return games(request);
  if (verb == "retention") return retention(request);
  if (verb == "stats") return stats(request);
  if (verb == "close") return close(request);
  if (verb == "message") return message(request);
  if (verb == "backup") return backup(request);
  if (verb == "check") return check(request);
  return Error(Message::kExpected, {core::join(admin_verbs(), "|"), core::quoted(verb)});
}

AdminHandler::Result AdminHandler::games(const AdminRequest& request) {
  const auto what = request.word(1);
  if (what == "list") return list(request);
  if (what == "show") return show(request);
  if (what == "export") return export_game(request);
  if (what == "delete") return remove(request);
  return Error(Message::kExpected, {"list|show|export|delete", core::quoted(what)});
}

AdminHandler::Result AdminHandler::list(const AdminRequest& request) {
  const auto limit = admin_number(request, "--limit", kListed, kMaxListed);
  if (!limit) return limit.error();
  const auto games = store_.administration()->newest(static_cast<int>(*limit));
  if (!games) return games.error();
  std::string lines;
  for (const auto& game : *games) lines += admin_line(request, game);
  return lines;
}

core::Result<store::Game, Error> AdminHandler::load(const std::string& id) {
  if (id.empty()) return Error(Message::kMissingArgument, {"ID"});
  auto game = store_.load(id);
  if (!game) return game.error();
  if (!*game) return Error(Message::kStoreNoGame, {core::quoted(id)});
  return **std::move(game);
}

AdminHandler::Result AdminHandler::show(const AdminRequest& request) {
  const auto game = load(request.word(2));
  if (!game) return game.error();
  const auto record = admin_record(*game, "pgn");
  if (!record) return record.error();
  return admin_line(request, *game) + '\n' + *record;
}

AdminHandler::Result AdminHandler::export_game(const AdminRequest& request) {
  const auto game = load(request.word(2));
  if (!game) return game.error();
  const auto format = request.flags.find("--format");
  return admin_record(*game, format == request.flags.end() ? "" : format->second);
}

core::Result<std::size_t, Error> AdminHandler::forget(const std::vector<std::string>& ids,
                                                      const store::Removable& removable) {
  const auto removed = store_.administration()->remove(ids, removable, stop_.get_token());
  if (!removed) return removed.error();
  if (service_ != nullptr) {
    for (const auto& id : *removed) service_->forget_table(id);
  }
  return removed->size();
}

AdminHandler::Result AdminHandler::remove(const AdminRequest& request) {
  const auto game = load(request.word(2));
  if (!game) return game.error();
  const bool force = request.has("--force");
  const auto removed = forget({game->id}, {.finished = !force});
  if (!removed) return removed.error();
  if (*removed == 0 && !force) {
    return Error(Message::kAdminNotFinished, {core::quoted(game->id)});
  }
  return admin_words(request, Message::kAdminDeleted, {std::to_string(*removed)});
}

AdminHandler::Result AdminHandler::retention(const AdminRequest& request) {
  if (!request.has("--days")) return Error(Message::kMissingArgument, {"--days"});
  const auto days = admin_number(request, "--days", 0, kMaxDays);
  if (!days) return days.error();
  const auto before = now_ms() - *days * kDayMs;
  const auto ids = store_.administration()->nameless(before, stop_.get_token());
  if (!ids) return ids.error();
  if (!request.has("--yes")) {
    return admin_words(request, Message::kAdminWould, {std::to_string(ids->size())});
  }
  const auto removed = forget(*ids, {.nameless_before = before});
  if (!removed) return removed.error();
  return admin_words(request, Message::kAdminDeleted, {std::to_string(*removed)});
}

AdminHandler::Result AdminHandler::stats(const AdminRequest& request) {
  const auto counts = store_.administration()->counts(stop_.get_token());
  if (!counts) return counts.error();
  return admin_words(request, Message::kAdminStats,
                     {std::to_string(counts->games), std::to_string(counts->finished),
                      std::to_string(counts->events), std::to_string(counts->reviews)});
}

AdminHandler::Result AdminHandler::close(const AdminRequest& request) {
  if (service_ == nullptr) return Error(Message::kAdminNoServer, {place_});
  const auto answer = std::make_shared<CloseAnswer>();
  service_->close_table(request.word(1),
                        [answer](const text::Expected<int>& event) { answer->give(event); });
  const auto event = answer->wait(stop_.get_token());
  if (!event) return Error(Message::kServerStops);
  if (!*event) return event->error().error;
  return admin_words(request, Message::kAdminClosed, {core::quoted(request.word(1))});
}

AdminHandler::Result AdminHandler::message(const AdminRequest& request) {
  if (service_ == nullptr) return Error(Message::kAdminNoServer, {place_});
  if (core::trim(request.word(1)).empty()) return Error(Message::kMissingArgument, {"TEXT"});
  const auto told = service_->announce(request.word(1));
  return admin_words(request, Message::kAdminTold, {std::to_string(told)});
}

AdminHandler::Result AdminHandler::backup(const AdminRequest& request) {
  const auto path = request.word(1);
  if (path.empty()) return Error(Message::kMissingArgument, {"FILE"});
  const auto meant = request.flags.find(kFolderFlag);
  const auto found = identity_of_folder(path);
  // Whoever asks would not find it there.
  if (meant != request.flags.end() && !found.empty() && found != meant->second) {
    return text::file_unwritable(path, ENOENT).in(Message::kInStore, {place_});
  }
  const auto stop = stop_.get_token();
  if (auto problem = store_.administration()->backup(path, stop)) return *std::move(problem);
  const auto counts = store_.administration()->counts(stop);
  if (!counts) return counts.error();
  return admin_words(request, Message::kAdminHolds,
                     {core::quoted(path), std::to_string(counts->games)});
}

AdminHandler::Result AdminHandler::check(const AdminRequest& request) {
  if (const auto problem = store_.administration()->check(stop_.get_token())) return *problem;
  return admin_words(request, Message::kAdminSound, {place_});
}

}  // namespace app
