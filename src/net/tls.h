// The certificate of a server that speaks TLS itself.
#pragma once

#include <boost/asio/ssl/context.hpp>
#include <memory>
#include <string>

#include "core/result.h"
#include "text/text.h"

namespace net {

using TlsContext = std::shared_ptr<boost::asio::ssl::context>;

// TLS 1.2 and 1.3 with the certificates and the key of these files (PEM); what is wrong with them.
core::Result<TlsContext, text::Error> read_certificate(const std::string& certificate_file,
                                                       const std::string& key_file);

}  // namespace net
