// The messages of WebSockets: watching tables, acting, analysing.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include "api/analysis_service.h"
#include "api/table_actions.h"
#include "net/service.h"
#include "tables/table_registry.h"

namespace api {

class Sockets {
 public:
  Sockets(const ActionContext& context, AnalysisService& analyses, const tables::Clock& clock)
      : context_(context), analyses_(analyses), clock_(clock) {}

  void opened(const std::shared_ptr<net::WebSocket>& socket, const net::Request& request);
  void message(const std::shared_ptr<net::WebSocket>& socket, const std::string& text);
  void closed(const std::shared_ptr<net::WebSocket>& socket);
  // On whose account his messages are; "" where no seat tells.
  std::string account_of(const net::WebSocket& socket) const;
  // Tells everybody something, each in his language.
  void notice(text::Message message) const;
  // Everybody is to connect again, elsewhere.
  void close_all() const;
  // Words of whoever runs the server, to everybody; to how many.
  std::size_t announce(const std::string& words) const;

 private:
  struct Watched {
    tables::LiveTablePtr live;
    std::string token_hash;
  };
  // What is known of whoever has a socket.
  struct Client {
    std::shared_ptr<tables::Subscriber> subscriber;  // his socket
    std::weak_ptr<net::WebSocket> socket;
    std::string address;
    text::Language language = text::Language::kEnglish;
    std::mutex mutex;  // guards what follows
    bool open = true;
    std::map<std::string, Watched> watched;
    std::map<std::string, std::shared_ptr<tables::Task>> tasks;  // by the request's number
  };
  using ClientPtr = std::shared_ptr<Client>;

  ClientPtr client_of(const net::WebSocket* socket) const;
  void dispatch(const ClientPtr& client, const std::string& request, const std::string& type,
                Fields& fields);
  void watch(const ClientPtr& client, const std::string& request, Fields& fields);
  // `after`: the last event that he knows.
  static void watch_as(const ClientPtr& client, const std::string& request, const Watched& watched,
                       const tables::Actor& actor, std::int64_t after);
  static void begin_watching(const ClientPtr& client, const std::string& request,
                             const tables::LiveTablePtr& live, const tables::Actor& actor,
                             std::optional<int> after);
  void unwatch(const ClientPtr& client, const std::string& request, Fields& fields);
  void act_at(const ClientPtr& client, const std::string& request, const std::string& name,
              Fields& fields);
  void analyse(const ClientPtr& client, const std::string& request, Fields& fields);
  void review(const ClientPtr& client, const std::string& request, Fields& fields);
  void stop(const ClientPtr& client, const std::string& request, Fields& fields);
  // Notes that he watches; false where it was refused, or he has left.
  static bool note_watched(const ClientPtr& client, const std::string& request,
                           const std::string& id, const Watched& watched);
  static Watched watched_by(const ClientPtr& client, const std::string& id);
  // Makes place for a task; false where it was refused.
  static bool begin_task(const ClientPtr& client, const std::string& request);
  static void begun(const ClientPtr& client, const std::string& request,
                    const std::shared_ptr<tables::Task>& task);
  static void ended(const ClientPtr& client, const std::string& request);
  // The hash of the token of a seat that he watches from; "" where there is none.
  static std::string seat_of(const ClientPtr& client);
  // Whose share of the engines' time it is: that of a seat he watches from, if there is one.
  std::string person(const ClientPtr& client) const;
  static tables::Explorer explorer(const ClientPtr& client);
  // Tells the one who asked, once the work has ended.
  AnalysisRequest request_of(const ClientPtr& client, const std::string& request,
                             std::function<void(const Json&)> tell) const;
  static void send(const ClientPtr& client, std::string text);
  // A message about a request, with these fields.
  static void tell_of(const ClientPtr& client, const std::string& type, const std::string& request,
                      const Json& fields);
  static void ok(const ClientPtr& client, const std::string& request, const Json& fields);
  static void refuse(const ClientPtr& client, const std::string& request, const HttpError& error);

  const ActionContext context_;
  AnalysisService& analyses_;
  const tables::Clock& clock_;
  mutable std::mutex mutex_;
  std::unordered_map<const net::WebSocket*, ClientPtr> clients_;
};

}  // namespace api
