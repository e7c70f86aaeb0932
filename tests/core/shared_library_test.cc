// Libraries that are loaded when they are needed.
#include "core/shared_library.h"

#include <gtest/gtest.h>

namespace tests {
namespace {

double (*cosine)(double) = nullptr;
double (*nothing)(double) = nullptr;

const core::LibraryFunction kCosine{"cos", reinterpret_cast<void**>(&cosine)};
const core::LibraryFunction kNothing{"no_such_function", reinterpret_cast<void**>(&nothing)};

TEST(SharedLibrary, ItsFunctionsAreFound) {
  ASSERT_EQ(core::load_library("libm.so.6", std::span(&kCosine, 1)), std::nullopt);
  ASSERT_NE(cosine, nullptr);
  EXPECT_EQ(cosine(0), 1);
}

TEST(SharedLibrary, WhatIsMissingIsNamed) {
  cosine = nullptr;
  const core::LibraryFunction both[] = {kCosine, kNothing};
  const auto lacking = core::load_library("libm.so.6", both);
  ASSERT_TRUE(lacking);
  EXPECT_NE(lacking->find("no_such_function"), std::string::npos) << *lacking;
  EXPECT_EQ(cosine, nullptr) << "all or nothing";
  const auto missing = core::load_library("libnowhere.so.1", std::span(&kCosine, 1));
  ASSERT_TRUE(missing);
  EXPECT_NE(missing->find("libnowhere.so.1"), std::string::npos) << *missing;
}

}  // namespace
}  // namespace tests
