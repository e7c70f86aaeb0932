#include "app/admin_socket.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <nlohmann/json.hpp>

#include "core/guarded.h"
#include "core/scan.h"
#include "logs/logs.h"
#include "text/file.h"

namespace app {

using text::Error;
using text::Message;

namespace {

using Json = nlohmann::json;

constexpr std::size_t kMaxLine = 64 << 20;  // an answer may be a long list
constexpr std::size_t kMaxRequest = 64 << 10;
// For whoever asks to say what he wants, and then for him to take the answer.
constexpr std::chrono::seconds kPatience{10};

// Nothing where the path is too long for a socket.
std::optional<sockaddr_un> address_of(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.empty() || path.size() >= sizeof address.sun_path) return std::nullopt;
  std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
  return address;
}

core::Descriptor new_socket() {
  return core::Descriptor(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
}

// One end of a connection. The server waits for the other end so long at most, and not at all once
// `wake` can be read.
struct End {
  using Clock = std::chrono::steady_clock;

  int socket;
  int wake = -1;
  std::optional<Clock::time_point> deadline = {};

  // Until there is something to read or room to write; false where it is not waited for.
  bool wait_for(short what) const {
    while (true) {
      const int left = deadline ? left_ms() : -1;
      pollfd waits[] = {{socket, what, 0}, {wake, POLLIN, 0}};
      const int ready = ::poll(waits, 2, left);
      if (ready < 0 && errno == EINTR) continue;
      return ready > 0 && waits[1].revents == 0;
    }
  }

 private:
  int left_ms() const {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(*deadline - Clock::now());
    return std::max(0, static_cast<int>(left.count()));
  }
};

// May what failed be tried again?
bool again(const End& end, short what) {
  if (errno == EINTR) return true;
  return (errno == EAGAIN || errno == EWOULDBLOCK) && end.wait_for(what);
}

// Up to the end of the line, or of what comes.
std::string read_line(const End& from, std::size_t max) {
  std::string line;
  char part[65536];
  while (line.size() <= max && line.find('\n') == std::string::npos) {
    const auto got = ::recv(from.socket, part, sizeof part, MSG_DONTWAIT);
    if (got < 0 && again(from, POLLIN)) continue;
    if (got <= 0) break;
    line.append(part, static_cast<std::size_t>(got));
  }
  return line;
}

// What there is room for goes out whatever happens meanwhile.
bool send_all(const End& to, const std::string& text) {
  for (std::size_t sent = 0; sent < text.size();) {
    const auto wrote =
        ::send(to.socket, text.data() + sent, text.size() - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (wrote < 0 && again(to, POLLOUT)) continue;
    if (wrote <= 0) return false;
    sent += static_cast<std::size_t>(wrote);
  }
  return true;
}

std::string admin_reply_line(const AdminReply& reply) {
  const Json json = {{reply.fine ? "out" : "error", reply.text}};
  return json.dump(-1, ' ', true, Json::error_handler_t::replace) + '\n';
}

// Which game it is about; "" where it is about none or all.
std::string table_in(const AdminRequest& request) {
  if (request.word(0) == "games") return request.word(2);
  return request.word(0) == "close" ? request.word(1) : "";
}

// Not the words of a message, nor names of files: what was done, and to which game.
void note_request(const AdminRequest& request, const AdminHandler::Result& answer) {
  const auto verb = request.word(0);
  logs::write(answer ? logs::Level::kInfo : logs::Level::kWarning, "admin",
              {{"what", verb == "games" ? verb + ' ' + request.word(1) : verb},
               {"table", table_in(request)},
               {"why", answer ? "" : text::render(answer.error(), text::Language::kEnglish)}});
}

}  // namespace

std::string admin_socket_of(const std::string& database) {
  const bool url = database.starts_with("postgresql://") || database.starts_with("postgres://");
  return url ? "" : database + ".admin";
}

AdminReply reply_of(const AdminHandler::Result& answer, text::Language language) {
  if (answer) return {true, *answer};
  return {false, text::render(answer.error(), language)};
}

core::Result<std::unique_ptr<AdminSocket>, Error> AdminSocket::open(const std::string& path,
                                                                    AdminHandler handler) {
  const auto cannot = [&](int problem) {
    return text::system_error(problem).in(Message::kAdminCannotListen, {core::quoted(path)});
  };
  const auto address = address_of(path);
  if (!address) return cannot(ENAMETOOLONG);
  struct stat there{};
  if (lstat(path.c_str(), &there) == 0) {
    if (!S_ISSOCK(there.st_mode)) return cannot(EEXIST);
    ::unlink(path.c_str());
  }
  auto socket = new_socket();
  core::Descriptor wake(::eventfd(0, EFD_CLOEXEC));
  if (!socket.open() || !wake.open()) return cannot(errno);
  const auto* plain = reinterpret_cast<const sockaddr*>(&*address);
  // Nobody can come in before it listens, and by then it is for its owner alone.
  if (::bind(socket.get(), plain, sizeof *address) != 0 || ::chmod(path.c_str(), 0600) != 0 ||
      ::listen(socket.get(), 8) != 0) {
    return cannot(errno);
  }
  return std::unique_ptr<AdminSocket>(
      new AdminSocket(path, std::move(handler), std::move(socket), std::move(wake)));
}

AdminSocket::AdminSocket(std::string path, AdminHandler handler, core::Descriptor socket,
                         core::Descriptor wake)
    : path_(std::move(path)),
      handler_(std::move(handler)),
      socket_(std::move(socket)),
      wake_(std::move(wake)),
      thread_([this] { work(); }) {}

void tell_of_no_admin(const Error& why) {
  logs::write(logs::Level::kError, "admin_failed",
              {{"why", text::render(why, text::Language::kEnglish)}});
}

AdminSocket::~AdminSocket() {
  stop();
  thread_.join();
}

void AdminSocket::stop() {
  if (stopped_.exchange(true)) return;
  ::unlink(path_.c_str());
  handler_.stop();
  ::eventfd_write(wake_.get(), 1);
}

void AdminSocket::work() {
  while (true) {
    pollfd waits[] = {{wake_.get(), POLLIN, 0}, {socket_.get(), POLLIN, 0}};
    if (::poll(waits, 2, -1) < 0 && errno != EINTR)
      return tell_of_no_admin(text::system_error(errno));
    if (waits[0].revents != 0) return;
    if (waits[1].revents == 0) continue;
    const core::Descriptor client(::accept4(socket_.get(), nullptr, nullptr, SOCK_CLOEXEC));
    if (client.open()) core::guarded([&] { answer(client); });
  }
}

void AdminSocket::answer(const core::Descriptor& client) {
  End end{client.get(), wake_.get(), End::Clock::now() + kPatience};
  const auto request = AdminRequest::parse(read_line(end, kMaxRequest));
  if (!request) return;
  const auto answer = handler_.handle(*request);
  note_request(*request, answer);
  end.deadline = End::Clock::now() + kPatience;
  send_all(end, admin_reply_line(reply_of(answer, request->language)));
}

std::optional<AdminReply> ask_admin(const std::string& path, const AdminRequest& request) {
  const auto address = address_of(path);
  if (!address) return std::nullopt;
  const auto no_answer = [&](const std::optional<Error>& why) {
    const Error error = why ? why->in(Message::kAdminNoAnswer, {core::quoted(path)})
                            : Error(Message::kAdminNoAnswer, {core::quoted(path)});
    return reply_of(error, request.language);
  };
  const auto socket = new_socket();
  if (!socket.open()) return no_answer(text::system_error(errno));
  const auto* plain = reinterpret_cast<const sockaddr*>(&*address);
  if (::connect(socket.get(), plain, sizeof *address) != 0) {
    if (errno == ENOENT || errno == ECONNREFUSED) return std::nullopt;
    return no_answer(text::system_error(errno));
  }
  const End end{socket.get()};
  send_all(end, request.to_line());
  const auto json = Json::parse(read_line(end, kMaxLine), nullptr, false);
  for (const bool fine : {true, false}) {
    const char* key = fine ? "out" : "error";
    if (!json.is_object() || !json.contains(key) || !json[key].is_string()) continue;
    return AdminReply{fine, json[key].get<std::string>()};
  }
  return no_answer(std::nullopt);
}

}  // namespace app
