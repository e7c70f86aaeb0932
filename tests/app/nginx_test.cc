// The configuration of nginx that comes with the program, with the program behind it.
#include <signal.h>
#include <unistd.h>

#include <fstream>

#include "core/file.h"
#include "process.h"
#include "served.h"
#include "stores.h"
#include "support.h"
#include "tls_client.h"

namespace tests {
namespace {

using namespace std::chrono_literals;

void replace(std::string& text, const std::string& part, const std::string& by) {
  ASSERT_NE(text.find(part), std::string::npos) << part;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + by.size())) {
    text.replace(at, part.size(), by);
  }
}

// nginx with our configuration, on ports of its own and for this test alone.
class Nginx {
 public:
  Nginx(const std::string& folder, int server_port) : port_(free_port()) {
    const auto made = new_certificate(folder);
    auto ours = *core::read_file(source_path("packaging/nginx/tabuleiro.conf"));
    replace(ours, "127.0.0.1:8080", "127.0.0.1:" + std::to_string(server_port));
    replace(ours, "    listen [::]:443 ssl http2;\n", "");
    replace(ours, "    listen [::]:80;\n", "");
    replace(ours, "listen 443", "listen 127.0.0.1:" + std::to_string(port_));
    replace(ours, "listen 80", "listen 127.0.0.1:" + std::to_string(free_port()));
    const std::string live = "/etc/letsencrypt/live/play.example.org/";
    replace(ours, live + "fullchain.pem", made.certificate);
    replace(ours, live + "privkey.pem", made.key);
    std::string all = "daemon off;\npid " + folder + "/pid;\nerror_log " + folder +
                      "/error.log;\nevents {}\nhttp {\naccess_log off;\n";
    for (const char* kind : {"client_body", "proxy", "fastcgi", "uwsgi", "scgi"}) {
      all += std::string(kind) + "_temp_path " + folder + '/' + kind + ";\n";
    }
    const std::string file = folder + "/nginx.conf";
    std::ofstream(file) << all << ours << "}\n";
    process_ = fork();
    if (process_ == 0) {
      execlp("/usr/sbin/nginx", "nginx", "-e", (folder + "/error.log").c_str(), "-c", file.c_str(),
             nullptr);
      _exit(127);
    }
    await([&] { return is_listening() || !is_running(process_); });
    EXPECT_TRUE(is_running(process_)) << core::read_file(folder + "/error.log").value_or("no log");
  }
  ~Nginx() {
    kill(process_, SIGTERM);
    wait_for(process_);
  }
  Nginx(const Nginx&) = delete;
  Nginx& operator=(const Nginx&) = delete;

  int port() const { return port_; }

 private:
  bool is_listening() const {
    try {
      return SocketClient(port_).file() >= 0;
    } catch (const std::runtime_error&) {
      return false;
    }
  }

  int port_;
  int process_ = -1;
};

// This machine is a proxy that is trusted, so that the test can be several visitors.
std::string as(const std::string& address) { return "X-Forwarded-For: " + address + "\r\n"; }

std::string posted_as(const std::string& address, const std::string& path,
                      const nlohmann::json& body) {
  auto request = Served::posted(path, body, "");
  return request.insert(request.find("\r\n") + 2, as(address));
}

class BehindNginx : public ::testing::Test {
 protected:
  void SetUp() override {
    server_port_ = free_port();
    served_ = start();
    nginx_ = std::make_unique<Nginx>(folder_.path(), server_port_);
  }

  std::unique_ptr<Served> start() const {
    return std::make_unique<Served>(folder_.path() + "/games.db",
                                    std::vector<std::string>{"--port", std::to_string(server_port_),
                                                             "--trusted-proxy", "127.0.0.0/8"});
  }
  TlsClient client() const { return TlsClient(nginx_->port()); }

  TempFolder folder_;
  int server_port_ = 0;
  std::unique_ptr<Served> served_;
  std::unique_ptr<Nginx> nginx_;
};

TEST_F(BehindNginx, EachVisitorHasHisOwnLimits) {
  auto tls = client();
  const auto new_table = [&](const std::string& address) {
    tls.send(posted_as(address, "/api/tables",
                       {{"game", "yavalath"}, {"seats", {{{"who", "me"}}, {{"who", "me"}}}}}));
    return tls.answer().status;
  };
  // Whoever claims to be somebody else spends what is his own: asking by turns with both names ends
  // when one budget is spent, not two. A budget is 30 tables, and one more every five seconds.
  const std::string names[] = {"192.0.2.1", "192.0.2.77, 192.0.2.1"};
  const auto begin = std::chrono::steady_clock::now();
  int last = 0, made = 0;
  while ((last = new_table(names[made % 2])) == 201) ++made;
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
  EXPECT_EQ(last, 429);
  EXPECT_GE(made, 30);
  EXPECT_LE(made, 30 + passed.count() / 5 + 1);
  EXPECT_EQ(new_table("192.0.2.2"), 201);
  EXPECT_EQ(new_table("2001:db8::1"), 201);
}

// One long analysis each: neither waits for the other.
TEST_F(BehindNginx, TwoVisitorsAnalyseAtTheSameTime) {
  auto first = client(), second = client();
  const nlohmann::json wish = {
      {"type", "analyse"}, {"request", 1}, {"game", "yavalath"}, {"time", 10'000}};
  int number = 0;
  for (auto* socket : {&first, &second}) {
    ASSERT_EQ(socket->upgrade(as("192.0.2." + std::to_string(++number))), 101);
    socket->send(frame_bytes({1, wish.dump()}));
  }
  // Both tell what they have found so far, before either is done.
  for (auto* socket : {&first, &second}) {
    auto news = nlohmann::json::parse(socket->frame().payload);
    while (news["analysis"].is_null()) news = nlohmann::json::parse(socket->frame().payload);
    EXPECT_EQ(news["done"], false);
  }
}

TEST_F(BehindNginx, WebSocketsAndCompressionWork) {
  auto tls = client();
  EXPECT_EQ(tls.server_name(), "localhost");
  const auto page = tls.get("/");
  EXPECT_EQ(page.status, 200);
  EXPECT_TRUE(page.headers.contains("strict-transport-security"));
  const auto packed = tls.get("/api/games", "Accept-Encoding: gzip\r\n");
  EXPECT_EQ(packed.headers.at("content-encoding"), "gzip");
  EXPECT_EQ(packed.headers.at("vary"), "Accept-Encoding");
  EXPECT_FALSE(tls.get("/api/games").headers.contains("content-encoding"));
  auto wish = posted_as("192.0.2.1", "/api/tables",
                        {{"game", "yavalath"}, {"seats", {{{"who", "me"}}, {{"who", "me"}}}}});
  tls.send(wish.insert(wish.find("\r\n") + 2, "Accept-Encoding: gzip\r\n"));
  const auto made = tls.answer();
  EXPECT_EQ(made.status, 201);
  EXPECT_FALSE(made.headers.contains("content-encoding")) << "it holds a token";
  EXPECT_EQ(tls.get("/api/games", "Origin: https://localhost\r\n").status, 200);
  EXPECT_EQ(tls.get("/api/games", "Origin: http://localhost\r\n").status, 403);
  auto socket = client();
  ASSERT_EQ(socket.upgrade(), 101);
  socket.send(frame_bytes({1, R"({"type":"ping","request":1})"}));
  EXPECT_NE(socket.frame().payload.find("\"ok\""), std::string::npos);
}

TEST_F(BehindNginx, TheServerMayBeStartedAgain) {
  auto socket = client();
  ASSERT_EQ(socket.upgrade(), 101);
  const auto table = served_->table("yavalath", {"me", "me"}).json;
  EXPECT_EQ(served_->stop(), 0);
  // Told by a message, then by the end of the socket.
  EXPECT_NE(socket.frame().payload.find("notice"), std::string::npos);
  EXPECT_EQ(socket.frame().opcode, 8);
  EXPECT_EQ(client().get("/api/games").status, 502);
  served_ = start();
  await([&] { return client().get("/api/games").status == 200; });
  EXPECT_EQ(served_->turn(table, "e5", 0).status, 200);
  auto again = client();
  EXPECT_EQ(again.upgrade(), 101);
}

}  // namespace
}  // namespace tests
