// The verbs of `tabuleiro admin`, wherever they are carried out: in the running server, or in the
// program itself where none runs.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "api/game_service.h"
#include "core/result.h"
#include "store/administration.h"
#include "text/text.h"

namespace app {

struct AdminRequest {
  std::vector<std::string> words;            // the verb and what it is about
  std::map<std::string, std::string> flags;  // "--days": "30"; "" of a switch
  text::Language language = text::Language::kEnglish;

  // One line, and back; nothing where it is none.
  std::string to_line() const;
  static std::optional<AdminRequest> parse(const std::string& line);

  std::string word(std::size_t at) const { return at < words.size() ? words[at] : ""; }
  bool has(const std::string& flag) const { return flags.contains(flag); }
};

class AdminHandler {
 public:
  // `service`: nothing where no server runs. `place`: the database, as messages name it.
  AdminHandler(store::Store& store, api::GameService* service, std::string place)
      : store_(store), service_(service), place_(std::move(place)) {}

  // What is to be printed, or what is wrong. May take long.
  using Result = core::Result<std::string, text::Error>;
  Result handle(const AdminRequest& request);
  // What takes long ends soon, with an error. From any thread.
  void stop() { stop_.request_stop(); }

 private:
  Result games(const AdminRequest& request);
  Result list(const AdminRequest& request);
  Result show(const AdminRequest& request);
  Result export_game(const AdminRequest& request);
  Result remove(const AdminRequest& request);
  Result retention(const AdminRequest& request);
  Result stats(const AdminRequest& request);
  Result close(const AdminRequest& request);
  Result message(const AdminRequest& request);
  Result backup(const AdminRequest& request);
  Result check(const AdminRequest& request);
  core::Result<std::size_t, text::Error> forget(const std::vector<std::string>& ids,
                                                const store::Removable& removable);
  core::Result<store::Game, text::Error> load(const std::string& id);

  store::Store& store_;
  api::GameService* service_;
  const std::string place_;
  std::stop_source stop_;
};

// Which folder it is that a file lies in, for two programs that may see different folders by one
// name, as with a /tmp of one's own; "" where it cannot be told.
std::string identity_of_folder(const std::string& file);
// Of a backup: the flag by which who asks says which folder he means.
inline constexpr const char* kFolderFlag = "folder";

// The words that a request may begin with.
const std::vector<std::string>& admin_verbs();

}  // namespace app
