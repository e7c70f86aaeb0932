#include "table_maker.h"

#include <sys/eventfd.h>
#include <unistd.h>

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

namespace tests {

namespace {

using nlohmann::json;

std::string post_text(const std::string& path, const std::string& token, const json& body) {
  const std::string text = body.dump();
  return "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" +
         (token.empty() ? "" : "Authorization: Seat " + token + "\r\n") +
         "Content-Length: " + std::to_string(text.size()) + "\r\n\r\n" + text;
}

std::string new_token(core::Rng& rng) {
  std::string token;
  for (int i = 0; i < 22; ++i) token += static_cast<char>('a' + rng.below(26));
  return token;
}

struct Ending {};

}  // namespace

std::map<std::string, std::string> table_options(const std::string& game) {
  // A turn that changes sides would make two people of one.
  if (game == "yavalath") return {{"swap", "off"}};
  return {};
}

// Asks one server after the other, until an answer comes where that is wanted.
class TableMaker::Caller {
 public:
  Caller(TableMaker& maker, std::uint64_t seed) : maker_(maker), rng_(seed) {}

  NewTable make(const Wish& wish) {
    NewTable table;
    table.number = wish.number;
    table.game = wish.game;
    const auto time = maker_.settings_.clock.count();
    const json clock = time == 0 ? json() : json{{"kind", "game"}, {"initial", time}};
    const json made = post("/api/tables", "",
                           {{"game", wish.game},
                            {"options", table_options(wish.game)},
                            {"seats", {{{"who", "me"}, {"name", "A"}}, {{"who", "open"}}}},
                            {"clock", clock}});
    table.tokens[0] = made.at("token");
    const std::string id = made.at("id");
    const std::string invite = made.at("invites").at(0).at("token");
    // With a token of his own the guest may ask again when an answer is lost.
    table.tokens[1] =
        post("/api/tables/" + id + "/join", invite, {{"name", "B"}, {"token", new_token(rng_)}})
            .at("token");
    table.id = id;
    return table;
  }

 private:
  json post(const std::string& path, const std::string& token, const json& body) {
    while (true) {
      const auto answer = once(post_text(path, token, body));
      if (answer.status == 200 || answer.status == 201) return json::parse(answer.body);
      client_.reset();
      const bool later = answer.status == 0 || answer.status >= 500;
      if (!later || !maker_.settings_.tries_again) {
        throw std::runtime_error(path + ": " + std::to_string(answer.status) + ' ' + answer.body);
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(200 + rng_.below(300)));
      if (maker_.ending()) throw Ending();
    }
  }

  HttpAnswer once(const std::string& text) {
    const auto& ports = maker_.settings_.ports;
    try {
      if (!client_) {
        client_.emplace(ports[rng_.below(static_cast<std::uint32_t>(ports.size()))]);
        client_->set_patience(maker_.settings_.patience);
      }
    } catch (const std::runtime_error&) {
      return {};
    }
    client_->send(text);
    auto answer = client_->answer();
    // The next request goes to any of them again.
    if (ports.size() > 1) client_.reset();
    return answer;
  }

  TableMaker& maker_;
  core::Rng rng_;
  std::optional<SocketClient> client_;
};

TableMaker::TableMaker(TableMakerSettings settings)
    : settings_(std::move(settings)), event_(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {
  for (int i = 0; i < settings_.threads; ++i) {
    threads_.emplace_back(
        [this, i] { work(settings_.seed + static_cast<std::uint64_t>(i) * 1'000'003); });
  }
}

TableMaker::~TableMaker() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  wake_.notify_all();
  for (auto& thread : threads_) thread.join();
  close(event_);
}

void TableMaker::ask(int number, const std::string& game) {
  {
    const std::lock_guard lock(mutex_);
    asked_.push_back({number, game});
  }
  wake_.notify_one();
}

std::optional<NewTable> TableMaker::take() {
  const std::lock_guard lock(mutex_);
  if (made_.empty()) {
    eventfd_t ignored = 0;
    eventfd_read(event_, &ignored);
    return std::nullopt;
  }
  auto table = std::move(made_.front());
  made_.pop_front();
  return table;
}

bool TableMaker::ending() {
  const std::lock_guard lock(mutex_);
  return ending_;
}

void TableMaker::work(std::uint64_t seed) {
  Caller caller(*this, seed);
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [this] { return ending_ || !asked_.empty(); });
    if (ending_) return;
    const Wish wish = std::move(asked_.front());
    asked_.pop_front();
    lock.unlock();
    NewTable table;
    try {
      table = caller.make(wish);
    } catch (const Ending&) {
      return;
    } catch (const std::exception& error) {
      table = {wish.number, wish.game, "", {}, error.what()};
    }
    lock.lock();
    made_.push_back(std::move(table));
    eventfd_write(event_, 1);
  }
}

}  // namespace tests
