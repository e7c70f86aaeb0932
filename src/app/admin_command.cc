// tabuleiro admin: looks after stored games. Where a server runs it does the work, because it holds
// the database; else this program does.
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>

#include "app/admin_socket.h"
#include "app/command.h"
#include "app/database_flag.h"
#include "games/record_format.h"
#include "store/administration.h"
#include "store/sqlite_backup.h"
#include "text/file.h"

namespace app {

using text::Error;
using text::Message;

namespace {

constexpr const char* kSocketFlag = "--admin-socket";

AdminRequest request_of(const Arguments& arguments) {
  AdminRequest request;
  request.language = arguments.language();
  for (std::size_t at = 0; at < 3 && !arguments.positional(at).empty(); ++at) {
    request.words.push_back(arguments.positional(at));
  }
  for (const char* flag : {"--days", "--yes", "--force", "--format", "--limit"}) {
    if (arguments.has(flag)) request.flags[flag] = arguments.value(flag);
  }
  // The server may have another folder, and see another one by the same name.
  std::error_code code;
  if (request.word(0) == "backup" && !request.word(1).empty()) {
    request.words[1] = std::filesystem::absolute(request.words[1], code).string();
    const auto folder = identity_of_folder(request.words[1]);
    if (!folder.empty()) request.flags[kFolderFlag] = folder;
  }
  return request;
}

std::string socket_of(const Arguments& arguments, const std::string& database) {
  return arguments.has(kSocketFlag) ? arguments.value(kSocketFlag) : admin_socket_of(database);
}

bool is_file(const std::string& database) { return !admin_socket_of(database).empty(); }

AdminHandler::Result restore(const AdminRequest& request, const std::string& database, bool runs) {
  if (!is_file(database)) return Error(Message::kAdminPostgres);
  if (request.word(1).empty()) return Error(Message::kMissingArgument, {"FILE"});
  if (runs) return Error(Message::kAdminServerRuns, {core::quoted(database)});
  if (auto problem = store::restore_sqlite(request.word(1), database, request.has("--force"))) {
    return *std::move(problem);
  }
  auto opened = store::open(database);
  if (!opened) return opened.error();
  const auto counts = (*opened)->administration()->counts();
  if (!counts) return counts.error();
  return text::render(text::Note{Message::kAdminHolds,
                                 {core::quoted(database), std::to_string(counts->games)}},
                      request.language) +
         '\n';
}

AdminHandler::Result by_ourselves(const AdminRequest& request, const std::string& database) {
  std::error_code code;
  // Looking at a store must not make one.
  if (is_file(database) && !std::filesystem::exists(database, code)) {
    return text::file_unreadable(database, ENOENT);
  }
  const auto opened = store::open(database);
  if (!opened) return opened.error();
  const auto place = is_file(database) ? core::quoted(database) : std::string("PostgreSQL");
  return AdminHandler(**opened, nullptr, place).handle(request);
}

AdminReply carried_out(const AdminRequest& request, const Arguments& arguments,
                       const std::string& database) {
  const auto socket = socket_of(arguments, database);
  if (request.word(0) == "restore") {
    AdminRequest stats;
    stats.words = {"stats"};
    const bool runs = ask_admin(socket, stats).has_value();
    return reply_of(restore(request, database, runs), request.language);
  }
  if (auto reply = ask_admin(socket, request)) return *std::move(reply);
  return reply_of(by_ourselves(request, database), request.language);
}

games::Parsed<int> run_admin(const Arguments& arguments) {
  const auto request = request_of(arguments);
  const auto& verbs = admin_verbs();
  if (std::find(verbs.begin(), verbs.end(), request.word(0)) == verbs.end()) {
    return Error(Message::kExpected, {core::join(verbs, "|"), core::quoted(request.word(0))});
  }
  const auto database = read_database(arguments);
  if (!database) return database.error();
  const auto reply = carried_out(request, arguments, *database);
  if (reply.fine) {
    print(reply.text);
    return 0;
  }
  std::fprintf(stderr, "tabuleiro: %s\n", reply.text.c_str());
  return 1;
}

}  // namespace

const Command& admin_command() {
  // As completion reads them: the words that may stand there, and in capitals what stands for
  // others.
  static const std::string verbs = core::join(admin_verbs(), "|");
  static const Command command = {
      "admin",
      {verbs, "[list|show|export|delete|ID|TEXT|FILE]", "[ID]"},
      {database_flag(),
       {kSocketFlag, "FILE", Message::kHelpAdminSocket},
       {"--days", "N", Message::kHelpAdminDays},
       {"--yes", "", Message::kHelpAdminYes},
       {"--force", "", Message::kHelpAdminForce},
       {"--format", "FORMAT", Message::kHelpAdminFormat, {games::format_names()}},
       {"--limit", "N", Message::kHelpAdminLimit, {"50"}}},
      Message::kHelpAdmin,
      run_admin};
  return command;
}

}  // namespace app
