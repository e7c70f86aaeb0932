// TLS of our own.
#include <csignal>
#include <filesystem>
#include <fstream>
#include <future>

#include "listener_support.h"
#include "tls_client.h"

namespace tests {
namespace {

class Tls : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = std::filesystem::temp_directory_path() / "tabuleiro-tls-XXXXXX";
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
    certificate_ = new_certificate(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  ListenerSettings settings() const {
    ListenerSettings settings;
    settings.tls_certificate = certificate_.certificate;
    settings.tls_key = certificate_.key;
    return settings;
  }

  std::string folder_;
  Certificate certificate_;
};

TEST_F(Tls, SpeaksHttpAndWebSocketsThroughIt) {
  Running running(settings());
  TlsClient client(running.listener->port());
  EXPECT_EQ(client.server_name(), "localhost");
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(client.get("/api/x").body, "GET /api/x?  127.0.0.1 ");
  }
  EXPECT_EQ(client.get("/api/later").body, "later");
  EXPECT_EQ(client.get("/api/big").body, std::string(5'000'000, 'x'));
  EXPECT_EQ(client.get("/api/x", "Connection: close\r\n").status, 200);
  EXPECT_TRUE(client.ends_in_order());
  TlsClient socket(running.listener->port());
  ASSERT_EQ(socket.upgrade(), 101);
  const std::string parts = frame_bytes({1, "on", false}) + frame_bytes({0, "e"});
  for (const char c : parts) socket.send({&c, 1});
  EXPECT_EQ(socket.frame().payload, "echo one");
  socket.send(frame_bytes({1, std::string(1'000'000, 'x')}));
  EXPECT_EQ(socket.frame().payload, "echo 1000000");
  socket.send(frame_bytes({1, "close"}));
  EXPECT_EQ(socket.frame().payload, "bye");
  EXPECT_EQ(socket.frame().opcode, 8);
  socket.send(frame_bytes({8, "\x03\xe8"}));
  EXPECT_TRUE(socket.ends_in_order());
}

// It is charged to the address, which could else have as many as it likes.
TEST_F(Tls, AHandshakeHasItsPrice) {
  std::signal(SIGPIPE, SIG_IGN);  // the client may still speak when it is closed
  auto limited = settings();
  limited.limits.loopback.burst = 5;
  HandTime time;
  Running running(limited, time);
  const int port = running.listener->port();
  EXPECT_TRUE(TlsClient(port).connected());
  EXPECT_TRUE(TlsClient(port).connected());
  EXPECT_FALSE(TlsClient(port).connected());
  EXPECT_TRUE(TlsClient(port, "127.0.0.2").connected());
  time.pass(1s);
  EXPECT_TRUE(TlsClient(port).connected());
}

TEST_F(Tls, PagesWithoutItMayNotAsk) {
  Running running(settings());
  TlsClient client(running.listener->port());
  EXPECT_EQ(client.get("/api/x", "Origin: https://localhost\r\n").status, 200);
  EXPECT_EQ(client.get("/api/x", "Origin: http://localhost\r\n").status, 403);
}

TEST_F(Tls, SurvivesThoseWhoDoNotSpeakIt) {
  HandTime time;
  Running running(settings(), time);
  auto plain = running.client(), silent = running.client(), half = running.client();
  plain.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  half.send(std::string("\x16\x03\x01\x02\x00\x01\x00\x01", 8));
  EXPECT_TRUE(plain.closes());
  for (auto* client : {&silent, &half}) {
    await([&] {
      time.pass(1s);
      return client->closes(1ms);
    });
  }
  EXPECT_EQ(TlsClient(running.listener->port()).get("/api/x").status, 200);
}

TEST_F(Tls, WhoIsTooManyIsToldThroughItToo) {
  auto wanted = settings();
  wanted.max_connections = 1;
  HandTime time;  // who is one too many has only so much to ask
  Running running(wanted, time);
  TlsClient first(running.listener->port());
  EXPECT_EQ(first.get("/api/x").status, 200);
  TlsClient second(running.listener->port());
  EXPECT_EQ(second.get("/api/x").status, 503);
  EXPECT_TRUE(second.ends_in_order());
}

TEST_F(Tls, NoticesWhoHangsUpBeforeTheAnswer) {
  Running running(settings());
  TlsClient leaves(running.listener->port());
  leaves.send("GET /api/never?mine HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await([&] { return running.service.asked == 1; });
  leaves.hang_up();
  await([&] { return running.service.left.stop_requested(); });
}

TEST_F(Tls, StopsWithEverybodyStillThere) {
  HandTime time;
  Running running(settings(), time);
  TlsClient idle(running.listener->port()), socket(running.listener->port());
  auto silent = running.client();
  EXPECT_EQ(idle.get("/api/x").status, 200);
  ASSERT_EQ(socket.upgrade(), 101);
  auto stopping = std::async(std::launch::async, [&] { running.stop(); });
  EXPECT_EQ(socket.frame().opcode, 8);
  await([&] {
    time.pass(1s);
    return stopping.wait_for(0s) == std::future_status::ready;
  });
}

TEST_F(Tls, ANewCertificateIsReadWhileItRuns) {
  Running running(settings());
  TlsClient before(running.listener->port());
  EXPECT_EQ(before.get("/api/x").status, 200);
  const auto renewed = new_certificate(folder_, "renewed");
  std::filesystem::copy_file(renewed.certificate, certificate_.certificate,
                             std::filesystem::copy_options::overwrite_existing);
  EXPECT_TRUE(running.listener->read_certificate_again()) << "its key is still the old one";
  EXPECT_EQ(TlsClient(running.listener->port()).server_name(), "localhost");
  std::filesystem::copy_file(renewed.key, certificate_.key,
                             std::filesystem::copy_options::overwrite_existing);
  EXPECT_FALSE(running.listener->read_certificate_again());
  EXPECT_EQ(TlsClient(running.listener->port()).server_name(), "renewed");
  EXPECT_EQ(before.get("/api/x").status, 200);
}

TEST_F(Tls, SaysWhatIsWrongWithItsFiles) {
  const auto other = new_certificate(folder_, "other");
  const std::string none = folder_ + "/none", empty = folder_ + "/empty";
  std::ofstream(empty).close();
  const auto problem = [](const std::string& certificate, const std::string& key) {
    EchoService service;
    ListenerSettings wrong;
    wrong.tls_certificate = certificate;
    wrong.tls_key = key;
    const auto opened = net::Listener::open(wrong, service);
    return opened ? "" : text::render(opened.error(), text::Language::kEnglish);
  };
  const auto expect = [&](const std::string& certificate, const std::string& key,
                          const std::string& part) {
    EXPECT_NE(problem(certificate, key).find(part), std::string::npos) << problem(certificate, key);
  };
  expect(none, certificate_.key, "no such file");
  expect(certificate_.certificate, none, "no such file");
  expect(empty, certificate_.key, "no certificate");
  expect(certificate_.key, certificate_.key, "no certificate");
  expect(certificate_.certificate, empty, "no key");
  expect(certificate_.certificate, certificate_.certificate, "no key");
  expect(certificate_.certificate, other.key, "is not that of the certificate");
}

}  // namespace
}  // namespace tests
