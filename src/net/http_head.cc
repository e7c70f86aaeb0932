#include "net/http_head.h"

#include <algorithm>
#include <ctime>

namespace net {

namespace {

std::string_view reason(int status) {
  switch (status) {
    case 200: return "OK";
    case 201: return "Created";
    case 204: return "No Content";
    case 304: return "Not Modified";
    case 400: return "Bad Request";
    case 401: return "Unauthorized";
    case 403: return "Forbidden";
    case 404: return "Not Found";
    case 405: return "Method Not Allowed";
    case 409: return "Conflict";
    case 413: return "Content Too Large";
    case 415: return "Unsupported Media Type";
    case 421: return "Misdirected Request";
    case 426: return "Upgrade Required";
    case 429: return "Too Many Requests";
    case 431: return "Request Header Fields Too Large";
    case 500: return "Internal Server Error";
    case 501: return "Not Implemented";
    case 503: return "Service Unavailable";
    default: return "Other";
  }
}

// The page loads nothing but its own files, runs no script that is written into it and makes none
// of text, but for the engine's WebAssembly, and tells nobody where it was.
constexpr std::string_view kProtection =
    "Content-Security-Policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src "
    "'self'; "
    "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors ";
// It can be framed by nobody, but for what is made to be framed.
constexpr std::string_view kUnframed = "'none'\r\nX-Frame-Options: DENY\r\n";
constexpr std::string_view kFramed = "*\r\n";
constexpr std::string_view kMoreProtection =
    "X-Content-Type-Options: nosniff\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "Cross-Origin-Opener-Policy: same-origin\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\n"
    "Permissions-Policy: camera=(), geolocation=(), microphone=(), payment=(), usb=()\r\n";

bool same_name(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return (x | 0x20) == (y | 0x20); });
}

bool has_body(int status) { return status != 204 && status != 304; }

}  // namespace

std::string head_text(const Response& response, bool keep_alive, std::string_view date) {
  std::string head;
  head.reserve(kProtection.size() + kMoreProtection.size() + 400);
  head.append("HTTP/1.1 ").append(std::to_string(response.status)).append(" ");
  head.append(reason(response.status)).append("\r\nDate: ").append(date).append("\r\n");
  if (has_body(response.status)) {
    head.append("Content-Type: ").append(response.type).append("\r\nContent-Length: ");
    head.append(std::to_string(response.body.size())).append("\r\n");
  }
  bool cached = false;
  for (const auto& [name, value] : response.headers) {
    head.append(name).append(": ").append(value).append("\r\n");
    cached = cached || same_name(name, "Cache-Control");
  }
  if (!cached) head.append("Cache-Control: no-store\r\n");
  if (!keep_alive) head.append("Connection: close\r\n");
  head.append(kProtection).append(response.framable ? kFramed : kUnframed);
  head.append(kMoreProtection).append("\r\n");
  return head;
}

std::string http_date() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  // No locale is ever set, so these names are English.
  char text[40];
  std::strftime(text, sizeof text, "%a, %d %b %Y %H:%M:%S GMT", &parts);
  return text;
}

}  // namespace net
