#include "tls_client.h"

#include <openssl/x509.h>
#include <sys/socket.h>

#include <cstdlib>
#include <stdexcept>

namespace tests {

Certificate new_certificate(const std::string& folder, const std::string& name) {
  const Certificate made = {folder + '/' + name + ".crt", folder + '/' + name + ".key"};
  const std::string command =
      "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj "
      "/CN=" +
      name + " -keyout " + made.key + " -out " + made.certificate + " 2>/dev/null";
  if (std::system(command.c_str()) != 0) throw std::runtime_error("openssl made no certificate");
  return made;
}

TlsClient::TlsClient(int port, const std::string& from)
    : socket_(port, from),
      context_(SSL_CTX_new(TLS_client_method()), SSL_CTX_free),
      tls_(SSL_new(context_.get()), SSL_free) {
  SSL_set_fd(tls_.get(), socket_.file());
  connected_ = SSL_connect(tls_.get()) == 1;
}

std::string TlsClient::server_name() const {
  const std::unique_ptr<X509, void (*)(X509*)> certificate(SSL_get1_peer_certificate(tls_.get()),
                                                           X509_free);
  if (!certificate) return "";
  char name[100] = "";
  X509_NAME_get_text_by_NID(X509_get_subject_name(certificate.get()), NID_commonName, name,
                            sizeof name);
  return name;
}

bool TlsClient::send(std::string_view bytes) {
  return SSL_write(tls_.get(), bytes.data(), static_cast<int>(bytes.size())) > 0;
}

bool TlsClient::read_more() {
  char bytes[16384];
  const int got = SSL_read(tls_.get(), bytes, sizeof bytes);
  if (got > 0) buffer_.append(bytes, static_cast<std::size_t>(got));
  return got > 0;
}

HttpAnswer TlsClient::answer() {
  while (true) {
    if (auto answer = take_answer(buffer_)) return *std::move(answer);
    if (!read_more()) return {};
  }
}

HttpAnswer TlsClient::get(std::string_view path, std::string_view more_headers) {
  send("GET " + std::string(path) + " HTTP/1.1\r\nHost: localhost\r\n" + std::string(more_headers) +
       "\r\n");
  return answer();
}

int TlsClient::upgrade(std::string_view more_headers) {
  send(upgrade_text("/api/socket", more_headers));
  return answer().status;
}

Frame TlsClient::frame() {
  while (true) {
    if (auto frame = take_frame(buffer_)) return *std::move(frame);
    if (!read_more()) return {-1, "", true};
  }
}

bool TlsClient::ends_in_order() {
  while (read_more()) {
  }
  return (SSL_get_shutdown(tls_.get()) & SSL_RECEIVED_SHUTDOWN) != 0;
}

void TlsClient::hang_up() {
  SSL_shutdown(tls_.get());
  socket_.shut_writing();
}

}  // namespace tests
