#include "api/contract.h"

#include <span>

#include "core/embedded.h"

namespace api {

std::span<const core::EmbeddedFile> contract_files();  // written by tools/embed_files.cmake

namespace {

void add_refusals(const Json& list, Refusals& refusals) {
  for (const auto& item : list) {
    const auto& text = item.get_ref<const std::string&>();
    if (const auto space = text.find(' '); space != std::string::npos) {
      refusals[text.substr(0, space)].insert(text.substr(space + 1));
    } else {
      add_refusals(contract().groups.at(text), refusals);
    }
  }
}

Contract read_contract() {
  Contract contract;
  const std::pair<const char*, Json*> parts[] = {{"types", &contract.types},
                                                 {"errors", &contract.errors},
                                                 {"groups", &contract.groups},
                                                 {"routes", &contract.routes},
                                                 {"socket", &contract.socket}};
  for (const auto& file : contract_files()) {
    const auto json = Json::parse(file.content);
    for (const auto& [name, into] : parts) {
      if (json.contains(name)) into->update(json[name]);
    }
  }
  std::string codes;
  for (const auto& [code, text] : contract.errors.items()) {
    codes += (codes.empty() ? "'" : "|'") + code + '\'';
  }
  contract.types["ErrorCode"] = codes;
  return contract;
}

}  // namespace

const Contract& contract() {
  static const Contract read = read_contract();
  return read;
}

bool has_route(const std::string& name) { return contract().routes.contains(name); }

Refusals refusals_of(const Json& list) {
  Refusals refusals;
  add_refusals(list, refusals);
  return refusals;
}

Refusals refusals_of_route(const std::string& name) {
  const auto& route = contract().routes.at(name);
  Json list = Json::array({"every"});
  if (name.starts_with("POST")) list.push_back("body");
  for (const auto& item : route.value("errors", Json::array())) list.push_back(item);
  return refusals_of(list);
}

}  // namespace api
