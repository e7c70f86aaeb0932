// Where a running server listens to `tabuleiro admin`: a socket in the file system, which nobody
// but the server's own user may open. One line asks, one line answers.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <thread>

#include "app/admin_handler.h"
#include "core/descriptor.h"

namespace app {

// Beside an SQLite file; "" where nothing was said and the database is none.
std::string admin_socket_of(const std::string& database);

class AdminSocket {
 public:
  // REQUIRES: this program holds the database, so that whatever lies there is left over.
  static core::Result<std::unique_ptr<AdminSocket>, text::Error> open(const std::string& path,
                                                                      AdminHandler handler);
  ~AdminSocket();  // waits for the request under way, which stop() ends soon
  AdminSocket(const AdminSocket&) = delete;
  AdminSocket& operator=(const AdminSocket&) = delete;

  // Nobody comes in any more, and nobody is waited for: whoever says nothing is left, and what
  // takes long ends with an error. Does not wait itself. From any thread.
  void stop();

 private:
  AdminSocket(std::string path, AdminHandler handler, core::Descriptor socket,
              core::Descriptor wake);
  void work();
  void answer(const core::Descriptor& client);

  const std::string path_;
  AdminHandler handler_;
  const core::Descriptor socket_;
  const core::Descriptor wake_;  // can be read once it stops
  std::atomic<bool> stopped_ = false;
  std::thread thread_;
};

// Into the log: the server goes on without administration.
void tell_of_no_admin(const text::Error& why);

// An answer in the language that was asked for.
struct AdminReply {
  bool fine = false;
  std::string text;  // what is to be printed, or what is wrong
};
AdminReply reply_of(const AdminHandler::Result& answer, text::Language language);

// Asks the server that listens there. Nothing where none does.
std::optional<AdminReply> ask_admin(const std::string& path, const AdminRequest& request);

}  // namespace app
