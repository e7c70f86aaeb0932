// Tables that other servers decide about, or follow: what is wanted at them goes to whoever
// decides, and news of what happens comes back. Thread-safe.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <shared_mutex>
#include <string>
#include <vector>

#include "tables/cluster.h"
#include "tables/table_registry.h"

namespace tables {

// This server is cut off from the others: visitors are to go elsewhere.
HttpError server_cut_off();

class ClusterTables final : public Peers {
 public:
  // The alarm at which look_after() is to be called; those of tables have their ids.
  static constexpr const char* kAlarm = "cluster";

  ClusterTables(Cluster& cluster, TableRegistry& registry, const NodeFormat& format, Clock& clock);
  ~ClusterTables() override;

  void start();
  // Hears of nothing any more.
  void stop();

  bool is_cut_off() const { return cluster_.is_cut_off(); }

  // --- Peers ---
  const std::string& node() const override { return cluster_.node(); }
  store::Stored<std::optional<store::Claim>> claim(const std::string& table) override {
    return cluster_.leases().claim(table);
  }
  void tell(const std::string& node, const News& news) override;
  void follow_soon(const std::string& table) override;

  // `then` is called once its owner has told how it stands, or has not for a while.
  void begin_to_follow(const LiveTablePtr& live, std::function<void()> then);
  // It has left the memory.
  void left(const LiveTable& live);
  // Sends the act to whoever decides.
  void forward(const LiveTablePtr& live, const Act& act, const std::string& visitor,
               LiveTable::Done done);
  // Tells the owners of all tables that are followed here so, forgets servers that are not heard of
  // any more, and takes over from servers that have died.
  void look_after();

 private:
  struct Forwarded;
  // Answers may come when nobody is there any more to hear them.
  struct AnswerGate {
    std::shared_mutex mutex;  // held while an answer is heard
    bool open = true;
  };
  using Heard = std::function<void(const std::optional<std::string>& answer)>;

  // Asks another server; after stop() nobody hears the answer.
  void ask(const std::string& subject, const std::string& bytes, std::chrono::milliseconds timeout,
           Heard heard);
  void send(const std::shared_ptr<Forwarded>& forwarded);
  void answered(const std::shared_ptr<Forwarded>& forwarded,
                const std::optional<std::string>& answer);
  void follow(const std::string& owner, const std::vector<LiveTablePtr>& tables,
              std::function<void()> then);
  void hear_states(const std::vector<LiveTablePtr>& asked, const FollowAnswer& answer);
  void suspect(const std::string& owner);
  void take_over(const std::string& owner);
  // Acts under way to servers that do not decide any more need not wait for an answer.
  void give_up_acts();
  void serve_act(const bus::Message& message, bus::Reply reply);
  void serve_follow(const bus::Message& message, bus::Reply reply);
  void hear_news(const bus::Message& message);
  void forget_silent();
  void share_sightings();

  Cluster& cluster_;
  TableRegistry& registry_;
  const NodeFormat& format_;
  Clock& clock_;
  std::atomic<bool> stopping_ = false;
  const std::shared_ptr<AnswerGate> gate_ = std::make_shared<AnswerGate>();
  std::mutex mutex_;                // guards what follows
  std::set<std::string> soon_;      // tables whose owners are to hear of their watchers
  std::set<std::string> suspects_;  // servers that are being looked up
  std::set<std::shared_ptr<Forwarded>> acts_under_way_;
  std::map<std::string, std::int64_t> heard_;  // when servers were heard of that follow tables here
  std::int64_t next_look_ = 0;
  // Last, so that they end first.
  bus::Subscription acts_, follows_, news_, sightings_, connection_;
};

}  // namespace tables
