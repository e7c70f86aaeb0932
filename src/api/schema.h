// The notation of the contract (contract/*.json) as JSON Schema.
//
//   string integer number boolean null any   as in JSON; any: whatever there is
//   'word'                                    this string
//   Name                                      a type of the contract
//   T[]  T{}                                  a list of T; an object with T under any key
//   T|U                                       either
//   T: text                                   with a description
//
// An object has its keys with their types; a key that may be missing ends in `?`. Under "" stands
// its description, under "..." the types whose keys it has too: "A, B". Other keys it has none.
#pragma once

#include <string_view>

#include "api/json.h"

namespace api {

// "T: text" taken apart.
struct Notation {
  explicit Notation(std::string_view text);

  std::string_view type;
  std::string_view description;
};

Json schema_of(std::string_view notation);

// Of a type of the contract, which has its notation or the keys of an object. `types`: all of them.
Json schema_of_type(const Json& type, const Json& types);

// The keys of an object with their notations, those of "..." first.
Json keys_of(const Json& object, const Json& types);

// "far?" is "far", which may be missing.
struct Key {
  explicit Key(std::string_view text)
      : optional(text.ends_with('?')), name(text.substr(0, text.size() - (optional ? 1 : 0))) {}

  bool optional;
  std::string name;
};

}  // namespace api
