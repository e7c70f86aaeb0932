// Answers packed for those who read that, and for nobody else.
#include "net/encoding.h"

#include <zlib.h>

#include "listener_support.h"

namespace tests {
namespace {

std::string unpacked(const std::string& packed) {
  constexpr int kGzip = 16;
  z_stream stream{};
  inflateInit2(&stream, MAX_WBITS + kGzip);
  std::string out(10'000'000, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int ended = inflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  inflateEnd(&stream);
  return ended == Z_STREAM_END ? out : "not packed";
}

TEST(Encoding, KnowsWhoReadsGzip) {
  for (const char* yes :
       {"gzip", "br, gzip", "GZIP;q=0.5", "*", "identity;q=0.5, *;q=0.1", "deflate , x-gzip"}) {
    EXPECT_TRUE(net::accepts_gzip(yes)) << yes;
  }
  for (const char* no : {"", "br", "gzip;q=0", "gzip;q=0.000", "*, gzip;q=0", "*;q=0", "gzipped"}) {
    EXPECT_FALSE(net::accepts_gzip(no)) << no;
  }
}

TEST(Encoding, PacksWhatIsLongAndNoSecret) {
  const auto packed = [](std::size_t size, const std::string& type, bool secret) {
    Response response{200, type, std::string(size, 'x'), {}, secret};
    net::pack(response, "gzip");
    return response.headers.size() == 2;
  };
  EXPECT_TRUE(packed(1024, "application/json", false));
  EXPECT_TRUE(packed(5000, "text/plain; charset=utf-8", false));
  EXPECT_FALSE(packed(1023, "application/json", false));
  EXPECT_FALSE(packed(5000, "image/png", false));
  EXPECT_FALSE(packed(5000, "application/json", true));
}

TEST(Encoding, AnswersComePackedOrNot) {
  Running running;
  auto client = running.client();
  const std::string all(5'000'000, 'x');
  const auto packed = client.get("/api/big", "Accept-Encoding: gzip, deflate, br\r\n");
  EXPECT_EQ(packed.headers.at("content-encoding"), "gzip");
  EXPECT_EQ(packed.headers.at("vary"), "Accept-Encoding");
  EXPECT_LT(packed.body.size(), 100'000u);
  EXPECT_EQ(unpacked(packed.body), all);
  const auto plain = client.get("/api/big", "Accept-Encoding: br\r\n");
  EXPECT_FALSE(plain.headers.contains("content-encoding"));
  EXPECT_EQ(plain.headers.at("vary"), "Accept-Encoding");
  EXPECT_EQ(plain.body, all);
  const auto small = client.get("/api/x", "Accept-Encoding: gzip\r\n");
  EXPECT_FALSE(small.headers.contains("content-encoding"));
}

}  // namespace
}  // namespace tests
