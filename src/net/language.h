// The language of whoever asks.
#pragma once

#include <string_view>

#include "text/text.h"

namespace net {

// The best of Accept-Language that we speak; English where there is none.
text::Language accepted_language(std::string_view header);

}  // namespace net
