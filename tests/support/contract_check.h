// Is what the server says what its contract (/api/openapi.json) promises?
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace tests {

// What of a value is not as a schema says, "" where all is. `schema` may refer to those of the
// contract.
std::string schema_problem(const nlohmann::json& schema, const nlohmann::json& value);

// What the contract does not know in an answer to a request, "" where all is well.
std::string answer_problem(const std::string& method, const std::string& path, int status,
                           const std::string& type, const std::string& body);

// The same of a message from a socket. `asked`: the type of the message that it answers; "" where
// nobody asked, or the question had no type.
std::string message_problem(const std::string& asked, const nlohmann::json& message);

// The contract's path, such as /api/tables/{id}, of a real one; "" where there is none.
std::string contract_path(const std::string& path);

}  // namespace tests
