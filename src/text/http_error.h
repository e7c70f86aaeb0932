// Why a request is refused: a status and a code for programs, an error for people. Whoever decides
// about requests gives one, and the network alone writes it down.
#pragma once

#include <cstddef>
#include <string>
#include <utility>

#include "core/result.h"
#include "text/text.h"

namespace text {

struct HttpError {
  int status;
  std::string code;
  Error error;
  int retry_after = 0;  // seconds; 0 where waiting does not help
};

template <class T>
using Expected = core::Result<T, HttpError>;

inline HttpError bad_input(std::string code, Error error) {
  return {400, std::move(code), std::move(error)};
}

inline HttpError internal_error() { return {500, "internal", Error(Message::kHttpInternal)}; }

// Come back in so many seconds.
inline HttpError too_many(int wait_s) {
  return {429, "too_many", Error(Message::kTooMany, {std::to_string(wait_s)}), wait_s};
}

inline HttpError too_large(std::size_t max_bytes) {
  return {413, "too_large", Error(Message::kBodyTooLarge, {std::to_string(max_bytes)})};
}

}  // namespace text
