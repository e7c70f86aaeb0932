// The messages of WebSockets: watching tables, acting, analysing.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include "server/service.h"
#include "server/study.h"
#include "server/tables.h"

namespace server {

class Sockets {
 public:
  Sockets(Tables& tables, Study& study, std::function<std::int64_t()> now)
      : tables_(tables), study_(study), now_(std::move(now)) {}

  void opened(const std::shared_ptr<Connection>& connection, const Request& request);
  void message(const std::shared_ptr<Connection>& connection, const std::string& text);
  void closed(const std::shared_ptr<Connection>& connection);
  // Tells everybody something, each in his language.
  void notice(text::Message message) const;

 private:
  struct Watched {
    std::shared_ptr<Room> room;
    std::string token_hash;
  };
  // What is known of a connection.
  struct Peer {
    std::shared_ptr<Connection> connection;
    std::string address;
    text::Language language = text::Language::kEnglish;
    std::mutex mutex;  // guards what follows
    bool open = true;
    std::map<std::string, Watched> watched;
    std::map<std::string, std::shared_ptr<Job>> jobs;  // by the request's number
  };
  using PeerPtr = std::shared_ptr<Peer>;

  PeerPtr peer_of(const Connection* connection) const;
  void dispatch(const PeerPtr& peer, const std::string& request, const std::string& type,
                Fields& fields);
  void watch(const PeerPtr& peer, const std::string& request, Fields& fields);
  void unwatch(const PeerPtr& peer, const std::string& request, Fields& fields);
  void act_at(const PeerPtr& peer, const std::string& request, const std::string& name,
              Fields& fields);
  void analyse(const PeerPtr& peer, const std::string& request, Fields& fields);
  void review(const PeerPtr& peer, const std::string& request, Fields& fields);
  void stop(const PeerPtr& peer, const std::string& request, Fields& fields);
  // Makes room for a job; false where it was refused.
  static bool begin_job(const PeerPtr& peer, const std::string& request);
  static void begun(const PeerPtr& peer, const std::string& request,
                    const std::shared_ptr<Job>& job);
  static void ended(const PeerPtr& peer, const std::string& request);
  // Tells the one who asked, once the work has ended.
  static Study::Asking asking_of(const PeerPtr& peer, const std::string& request,
                                 std::function<void(const Json&)> tell);
  // A message about a request, with these fields.
  static void tell_of(const PeerPtr& peer, const std::string& type, const std::string& request,
                      const Json& fields);
  static void ok(const PeerPtr& peer, const std::string& request, const Json& fields);
  static void refuse(const PeerPtr& peer, const std::string& request, const Refusal& refusal);

  Tables& tables_;
  Study& study_;
  std::function<std::int64_t()> now_;
  mutable std::mutex mutex_;
  std::unordered_map<const Connection*, PeerPtr> peers_;
};

}  // namespace server
