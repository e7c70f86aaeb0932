// Requests as Beast reads them. Included by listener.cc alone.
#pragma once

#include <algorithm>
#include <boost/beast/core/string.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>
#include <optional>
#include <string>

#include "net/checks.h"
#include "net/forwarded.h"
#include "net/http.h"
#include "net/listener.h"
#include "text/http_error.h"

namespace net {

namespace beast = boost::beast;
namespace http = beast::http;

using HttpMessage = http::request<http::string_body>;

// What is wrong with the head of a request that Beast lets pass. Where a proxy and we disagree on
// where a request ends or whom it is for, its sender speaks in the name of the next one.
inline std::optional<text::HttpError> head_problem(const HttpMessage& message) {
  using http::field;
  text::HttpError broken = {400, "bad_request", text::Message::kHttpBroken};
  for (const auto name : {field::host, field::content_length, field::transfer_encoding,
                          field::origin, field::authorization}) {
    if (message.count(name) > 1) return broken;
  }
  // Beast takes `3, 3` too.
  if (message[field::content_length].find(',') != beast::string_view::npos) return broken;
  if (message.count(field::transfer_encoding) == 0) return std::nullopt;
  if (message.count(field::content_length) > 0 || message.version() < 11) return broken;
  if (beast::iequals(message[field::transfer_encoding], "chunked")) return std::nullopt;
  return text::HttpError{501, "unknown_coding", text::Message::kHttpCoding};
}

// Why Beast could not read a request.
inline text::HttpError parse_problem(boost::system::error_code error,
                                     const ListenerSettings& settings) {
  if (error == http::error::body_limit) return text::too_large(settings.max_body);
  if (error == http::error::header_limit) {
    return {
        431, "headers_too_large",
        text::Error(text::Message::kHttpHeadersTooLarge, {std::to_string(settings.max_header)})};
  }
  return {400, "bad_request", text::Message::kHttpBroken};
}

// Whatever came under this name, joined.
inline std::string all_of(const HttpMessage& message, beast::string_view name) {
  std::string all;
  const auto [first, last] = message.equal_range(name);
  for (auto at = first; at != last; ++at) {
    if (!all.empty()) all += ", ";
    all += std::string(at->value());
  }
  return all;
}

inline ProxyHeaders proxy_headers(const HttpMessage& message) {
  return {all_of(message, "Forwarded"), all_of(message, "X-Forwarded-For"),
          all_of(message, "X-Forwarded-Proto")};
}

// The address is for whoever knows the connection. Takes the body.
inline Request request_of(HttpMessage& message, const Target& target) {
  using http::field;
  const auto text = [&](field name) { return std::string(message[name]); };
  Request request;
  request.method =
      message.method() == http::verb::head ? "GET" : std::string(message.method_string());
  request.path = target.path;
  request.query = target.query;
  request.body = std::move(message.body());
  request.authorization = text(field::authorization);
  request.accept_language = text(field::accept_language);
  request.accept_encoding = text(field::accept_encoding);
  request.content_type = text(field::content_type);
  request.if_none_match = text(field::if_none_match);
  return request;
}

}  // namespace net
