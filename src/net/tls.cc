#include "net/tls.h"

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509err.h>

#include <boost/asio/buffer.hpp>
#include <cerrno>

#include "core/file.h"
#include "core/scan.h"
#include "text/file.h"

namespace net {

namespace {

using boost::asio::ssl::context;
using boost::system::error_code;

bool is_mismatch(const error_code& error) {
  const auto code = static_cast<unsigned long>(error.value());
  return ERR_GET_LIB(code) == ERR_LIB_X509 && ERR_GET_REASON(code) == X509_R_KEY_VALUES_MISMATCH;
}

}  // namespace

core::Result<TlsContext, text::Error> read_certificate(const std::string& certificate_file,
                                                       const std::string& key_file) {
  const auto certificate = core::read_file(certificate_file);
  if (!certificate) return text::file_unreadable(certificate_file, errno);
  const auto key = core::read_file(key_file);
  if (!key) return text::file_unreadable(key_file, errno);
  auto made = std::make_shared<context>(context::tls_server);
  SSL_CTX_set_min_proto_version(made->native_handle(), TLS1_2_VERSION);
  SSL_CTX_set_options(made->native_handle(), SSL_OP_NO_RENEGOTIATION);
  error_code error;
  // Nobody is there to be asked for a password.
  made->set_password_callback([](std::size_t, context::password_purpose) { return ""; }, error);
  made->use_certificate_chain(boost::asio::buffer(*certificate), error);
  if (error)
    return text::Error(text::Message::kTlsBadCertificate, {core::quoted(certificate_file)});
  made->use_private_key(boost::asio::buffer(*key), context::pem, error);
  if (is_mismatch(error)) {
    return text::Error(text::Message::kTlsWrongKey,
                       {core::quoted(key_file), core::quoted(certificate_file)});
  }
  if (error) return text::Error(text::Message::kTlsBadKey, {core::quoted(key_file)});
  return made;
}

}  // namespace net
