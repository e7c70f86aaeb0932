// Why a request is refused: a status and a code for programs, an error for people.
#pragma once

#include <string>
#include <utility>

#include "core/result.h"
#include "server/http.h"
#include "text/text.h"

namespace server {

struct Refusal {
  int status;
  std::string code;
  text::Error error;
  int retry_after = 0;  // seconds; 0 where waiting does not help
};

template <class T>
using Answer = core::Result<T, Refusal>;

inline Refusal bad_input(std::string code, text::Error error) {
  return {400, std::move(code), std::move(error)};
}

inline Refusal internal_refusal() {
  return {500, "internal", text::Error(text::Message::kHttpInternal)};
}

// Come back in so many seconds.
inline Refusal too_many(int wait_s) {
  return {429, "too_many", text::Error(text::Message::kTooMany, {std::to_string(wait_s)}), wait_s};
}

// `{"code":…,"message":…}`.
std::string error_json(const Refusal& refusal, text::Language language);

Response refused(const Refusal& refusal, text::Language language);

// "{path} takes {allowed} only", with the header that says so.
Response wrong_method(const Request& request, const std::string& allowed);
// "there is nothing at {path}".
Refusal not_found(const Request& request);

}  // namespace server
