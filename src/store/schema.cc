#include "store/sql_store.h"

namespace store {

namespace {

// `events` counts them; `changed` numbered changes once and is 0 in newer games. Names may hold any
// bytes.
constexpr const char* kVersion1 = R"(
CREATE TABLE games(
  id BYTES NOT NULL PRIMARY KEY,
  created_ms BIGINT NOT NULL,
  setup BYTES NOT NULL,
  finished BIGINT NOT NULL,
  events BIGINT NOT NULL,
  changed BIGINT NOT NULL);
CREATE TABLE seats(
  game BYTES NOT NULL REFERENCES games(id),
  player BIGINT NOT NULL,
  who BYTES NOT NULL,
  name BYTES NOT NULL,
  token_hash BYTES NOT NULL,
  invite_hash BYTES NOT NULL,
  PRIMARY KEY(game, player)) CLUSTERED;
CREATE TABLE events(
  game BYTES NOT NULL REFERENCES games(id),
  number BIGINT NOT NULL,
  at_ms BIGINT NOT NULL,
  kind BYTES NOT NULL,
  body BYTES NOT NULL,
  PRIMARY KEY(game, number)) CLUSTERED;
CREATE TABLE reviews(
  game BYTES NOT NULL PRIMARY KEY REFERENCES games(id),
  body BYTES NOT NULL);
)";

}  // namespace

const UpgradeSteps& schema_steps() {
  static const UpgradeSteps steps = {kVersion1};
  return steps;
}

}  // namespace store
