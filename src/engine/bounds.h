// The most that commands and the protocol take: further than anybody needs, and nothing overflows.
#pragma once

namespace engine {

inline constexpr long long kMaxSeed = 1'000'000'000'000'000;
inline constexpr long long kMaxNodes = 1'000'000'000'000;
inline constexpr long long kMaxHash = 65'536;  // megabytes
inline constexpr long long kMaxThreads = 256;
inline constexpr long long kMaxTurnTime = 3'600'000;  // milliseconds

}  // namespace engine
