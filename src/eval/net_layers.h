// What the layers of a net are bound to.
#pragma once

namespace eval {

inline constexpr int kBlock = 16;  // sizes of layers are multiples of this
inline constexpr int kMaxLayer = 256;

}  // namespace eval
