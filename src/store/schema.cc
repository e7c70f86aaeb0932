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

// Which server decides about a game, and until when a server counts as alive, where several share
// the database; unused where there is one.
constexpr const char* kVersion2 = R"(
ALTER TABLE games ADD COLUMN owner BYTES NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN epoch BIGINT NOT NULL DEFAULT 0;
CREATE TABLE nodes(
  id BYTES NOT NULL PRIMARY KEY,
  seen_ms BIGINT NOT NULL,
  until_ms BIGINT NOT NULL);
)";

// Games that everybody at them agreed to show. `found` has a row for each game and name of a player
// in it, and one with no name, so that every search reads one range of an index, in order;
// `explorer` counts how games went on from positions, `explored` says which games are counted
// there.
constexpr const char* kVersion3 = R"(
ALTER TABLE seats ADD COLUMN shown BIGINT NOT NULL DEFAULT 0;
CREATE TABLE archive(
  game BYTES NOT NULL PRIMARY KEY REFERENCES games(id),
  ended_ms BIGINT NOT NULL,
  kind BYTES NOT NULL,
  options BYTES NOT NULL,
  result BYTES NOT NULL,
  why BYTES NOT NULL,
  turns BIGINT NOT NULL,
  summary BYTES NOT NULL);
CREATE TABLE found(
  name BYTES NOT NULL,
  ended_ms BIGINT NOT NULL,
  game BYTES NOT NULL REFERENCES games(id),
  kind BYTES NOT NULL,
  options BYTES NOT NULL,
  result BYTES NOT NULL,
  why BYTES NOT NULL,
  PRIMARY KEY(name, ended_ms, game, kind, options, result, why)) CLUSTERED;
CREATE INDEX found_kind ON found(name, kind, ended_ms, game, options, result, why);
CREATE INDEX found_game ON found(game);
CREATE TABLE explorer(
  position BIGINT NOT NULL,
  next BIGINT NOT NULL,
  turn BYTES NOT NULL,
  p1 BIGINT NOT NULL,
  p2 BIGINT NOT NULL,
  p3 BIGINT NOT NULL,
  draws BIGINT NOT NULL,
  PRIMARY KEY(position, next)) CLUSTERED;
CREATE TABLE explored(
  game BYTES NOT NULL REFERENCES games(id),
  position BIGINT NOT NULL,
  next BIGINT NOT NULL,
  ended_ms BIGINT NOT NULL,
  PRIMARY KEY(game, position)) CLUSTERED;
CREATE INDEX explored_last ON explored(position, ended_ms, game);
)";

// Names are searched for without accents; they used to be kept with them. FOLDED is core::folded().
// A game in which two names become one has one row for it.
constexpr const char* kVersion4 = R"(
INSERT INTO found(name, ended_ms, game, kind, options, result, why)
  SELECT FOLDED(name), ended_ms, game, kind, options, result, why FROM found
  WHERE name <> FOLDED(name)
  ON CONFLICT DO NOTHING;
DELETE FROM found WHERE name <> FOLDED(name);
)";

}  // namespace

const UpgradeSteps& schema_steps() {
  static const UpgradeSteps steps = {kVersion1, kVersion2, kVersion3, kVersion4};
  return steps;
}

}  // namespace store
