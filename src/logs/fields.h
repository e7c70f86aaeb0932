// The fields of one line, spelled as text or as JSON.
#pragma once

#include <string>
#include <string_view>

#include "logs/logs.h"

namespace logs {

class Line {
 public:
  Line(std::string_view event, bool json);
  void add(const Field& field);
  // `request method=GET path="/a b"`, or `"event":"request","method":"GET"`.
  const std::string& text() const { return text_; }

 private:
  const bool json_;
  std::string text_;
};

}  // namespace logs
