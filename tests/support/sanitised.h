// Is this a build for a sanitiser? Those need address space and files for themselves, so tests that
// take both away say nothing there.
#pragma once

namespace tests {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitised = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
inline constexpr bool kSanitised = true;
#else
inline constexpr bool kSanitised = false;
#endif
#else
inline constexpr bool kSanitised = false;
#endif

}  // namespace tests
