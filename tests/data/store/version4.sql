-- A store as version 4 left it: two games, the second one that of a server of several, one of them
-- finished and reviewed, the other with an open seat. BYTES and CLUSTERED stand for what each database
-- calls them. Never changed; a new version gets a file of its own.
CREATE TABLE schema(version BIGINT NOT NULL);
INSERT INTO schema(version) VALUES(4);
CREATE TABLE games(
  id BYTES NOT NULL PRIMARY KEY,
  created_ms BIGINT NOT NULL,
  setup BYTES NOT NULL,
  finished BIGINT NOT NULL,
  events BIGINT NOT NULL,
  changed BIGINT NOT NULL,
  owner BYTES NOT NULL DEFAULT '',
  epoch BIGINT NOT NULL DEFAULT 0);
CREATE TABLE nodes(
  id BYTES NOT NULL PRIMARY KEY,
  seen_ms BIGINT NOT NULL,
  until_ms BIGINT NOT NULL);
CREATE TABLE seats(
  game BYTES NOT NULL REFERENCES games(id),
  player BIGINT NOT NULL,
  who BYTES NOT NULL,
  name BYTES NOT NULL,
  token_hash BYTES NOT NULL,
  invite_hash BYTES NOT NULL,
  shown BIGINT NOT NULL DEFAULT 0,
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
INSERT INTO games VALUES('aaaaaaaaaaaa', 1700000000000, '{"clock":null,"exploration":true,"game":"yavalath","options":{"size":"5"},"position":"","turns":[]}', 1, 3, 0, '', 0);
INSERT INTO games VALUES('bbbbbbbbbbbb', 1700000001000, '{"clock":{"initial":60000,"kind":"turn"},"game":"epaminondas","options":{},"position":"","turns":[]}', 0, 0, 7, 'c0ffee', 3);
INSERT INTO nodes VALUES('c0ffee', 1700000001000, 1700000004000);
INSERT INTO seats VALUES('aaaaaaaaaaaa', 0, 'human', 'Ana', '00ff', '', 0);
INSERT INTO seats VALUES('aaaaaaaaaaaa', 1, 'level:3', '', '', '', 0);
INSERT INTO seats VALUES('bbbbbbbbbbbb', 0, 'human', 'Rui', '11ee', '', 0);
INSERT INTO seats VALUES('bbbbbbbbbbbb', 1, 'human', '', '', '22dd', 0);
INSERT INTO events VALUES('aaaaaaaaaaaa', 1, 1700000002000, 'turn', '{"player":1,"turn":"e5"}');
INSERT INTO events VALUES('aaaaaaaaaaaa', 2, 1700000003000, 'turn', '{"player":2,"turn":"d4"}');
INSERT INTO events VALUES('aaaaaaaaaaaa', 3, 1700000004000, 'end', '{"cause":"resignation","player":1,"result":"p2win"}');
INSERT INTO reviews VALUES('aaaaaaaaaaaa', '{"effort":1}');
INSERT INTO archive VALUES('aaaaaaaaaaaa', 1700000004000, 'yavalath', 'players=2,size=5,swap=on', 'p2win', 'resigned', 2, '{}');
INSERT INTO found VALUES('', 1700000004000, 'aaaaaaaaaaaa', 'yavalath', 'players=2,size=5,swap=on', 'p2win', 'resigned');
INSERT INTO found VALUES('ana', 1700000004000, 'aaaaaaaaaaaa', 'yavalath', 'players=2,size=5,swap=on', 'p2win', 'resigned');
INSERT INTO explorer VALUES(-5, 7, 'e5', 0, 1, 0, 0);
INSERT INTO explored VALUES('aaaaaaaaaaaa', -5, 7, 1700000004000);
