// The check of answers against the contract finds what it should.
#include "contract_check.h"

#include "support.h"

namespace tests {
namespace {

const nlohmann::json kHole = {{"$ref", "#/components/schemas/Hole"}};

TEST(ContractCheck, FindsKeysThatAreMissingUnknownOrOfAnotherKind) {
  const nlohmann::json hole = {{"name", "c3"}, {"column", 0}, {"row", 0}};
  EXPECT_EQ(schema_problem(kHole, hole), "");
  auto odd = hole;
  odd["more"] = 1;
  EXPECT_EQ(schema_problem(kHole, odd), "it has \"more\", which the contract does not know");
  odd = hole;
  odd.erase("row");
  EXPECT_EQ(schema_problem(kHole, odd), "it has no \"row\"");
  odd = hole;
  odd["row"] = 0.5;
  EXPECT_EQ(schema_problem(kHole, odd), "it.row is 0.5, no integer");
  EXPECT_EQ(schema_problem(kHole, nlohmann::json::array({hole})).substr(0, 5), "it is");
}

TEST(ContractCheck, LooksIntoListsChoicesAndMaps) {
  const nlohmann::json list = {{"type", "array"}, {"items", kHole}};
  EXPECT_EQ(schema_problem(list, nlohmann::json::array({1})).substr(0, 8), "it[0] is");
  const nlohmann::json choice = {{"anyOf", {kHole, {{"type", "null"}}}}};
  EXPECT_EQ(schema_problem(choice, nullptr), "");
  EXPECT_NE(schema_problem(choice, 1), "");
  const nlohmann::json options = {{"$ref", "#/components/schemas/Options"}};
  EXPECT_EQ(schema_problem(options, {{"size", "5"}}), "");
  EXPECT_NE(schema_problem(options, {{"size", 5}}), "");
  EXPECT_NE(schema_problem({{"$ref", "#/components/schemas/Result"}}, "p4win"), "");
}

std::string answered(const std::string& path, int status, const std::string& body) {
  return answer_problem("GET", path, status, "application/json", body);
}

TEST(ContractCheck, KnowsWhichAnswersARequestMayHave) {
  const auto refusal = [](const std::string& code) {
    return R"({"error":{"code":")" + code + R"(","message":"no"}})";
  };
  EXPECT_EQ(contract_path("/api/tables/k3v9/record"), "/api/tables/{id}/record");
  EXPECT_EQ(contract_path("/api/table"), "");
  EXPECT_EQ(answered("/api/tables/k3v9", 404, refusal("no_such_table")), "");
  EXPECT_NE(answered("/api/tables/k3v9", 404, refusal("not_found")), "");
  EXPECT_NE(answered("/api/tables/k3v9", 418, refusal("no_such_table")), "");
  EXPECT_NE(answered("/api/tables/k3v9", 200, "{}"), "");
  EXPECT_NE(answer_problem("GET", "/api/games", 200, "text/html", "{}"), "");
  EXPECT_EQ(answered("/api/nothing", 404, refusal("not_found")), "");
  EXPECT_NE(answered("/api/nothing", 200, "{}"), "");
}

TEST(ContractCheck, KnowsWhichMessagesMayCome) {
  const nlohmann::json done = {{"type", "ok"}, {"request", 1}};
  EXPECT_EQ(message_problem("stop", done), "");
  EXPECT_NE(message_problem("ping", done), "");
  EXPECT_NE(message_problem("", done), "");
  EXPECT_EQ(message_problem("", {{"type", "notice"}, {"message", "bye"}}), "");
  nlohmann::json refused = {
      {"type", "error"}, {"request", 1}, {"error", {{"code", "no_such_work"}, {"message", ""}}}};
  EXPECT_EQ(message_problem("stop", refused), "");
  EXPECT_NE(message_problem("ping", refused), "");
}

}  // namespace
}  // namespace tests
