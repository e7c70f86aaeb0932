// SQLite's own troubles: files that are no databases, damaged, locked, on a full disk.
#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

#include "core/file.h"
#include "core/random.h"
#include "driven_time.h"
#include "store/administration.h"
#include "store/sqlite_store.h"
#include "stores.h"

namespace tests {
namespace {

constexpr const char* kDamaged = "the file is damaged; a backup can replace it";

// Another program's connection to a file.
class ForeignConnection {
 public:
  explicit ForeignConnection(const std::string& path) { sqlite3_open(path.c_str(), &connection_); }
  ~ForeignConnection() { sqlite3_close(connection_); }
  ForeignConnection(const ForeignConnection&) = delete;
  ForeignConnection& operator=(const ForeignConnection&) = delete;
  void run(const char* statement) {
    EXPECT_EQ(sqlite3_exec(connection_, statement, nullptr, nullptr, nullptr), SQLITE_OK);
  }

 private:
  sqlite3* connection_ = nullptr;
};

// Pages behind the middle that no start looks at, changed behind the back of whoever compares
// times. Several, because what was written last stands in the log beside the file and hides its
// page.
void damage_quietly(const std::string& path) {
  struct stat before{};
  ASSERT_EQ(stat(path.c_str(), &before), 0);
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(before.st_size / 8192 * 4096);
  file << std::string(static_cast<std::size_t>(before.st_size) / 16384 * 4096, '\x5a');
  file.close();
  const timespec times[] = {before.st_atim, before.st_mtim};
  ASSERT_EQ(utimensat(AT_FDCWD, path.c_str(), times, 0), 0);
}

class SqliteStore : public ::testing::Test {
 protected:
  void write(const std::string& path, const std::string& content) {
    ASSERT_EQ(core::write_file(path, content), 0);
  }
  void expect_error(const std::string& path, const std::string& part) {
    const auto message = open_error(path);
    EXPECT_TRUE(message.starts_with("database '")) << message;
    EXPECT_NE(message.find(part), std::string::npos) << message << " lacks " << part;
  }
  std::unique_ptr<store::Store> open_by(core::TimeSource& time) {
    return *store::open_sqlite(path_, store::schema_steps(), {}, time);
  }
  // A closed file with some games.
  std::string filled(int games) {
    const auto store = open_store(path_);
    std::vector<store::Change> changes;
    for (int i = 0; i < games; ++i) {
      changes.push_back(creation(new_game("game" + std::to_string(i))));
      changes.push_back(addition("game" + std::to_string(i), {event(2, std::string(500, 'b'))}));
    }
    EXPECT_EQ(told(store->commit(changes)), "");
    return path_;
  }

  TempFolder folder_;
  const std::string path_ = folder_.path() + "/games.db";
};

TEST_F(SqliteStore, OneFileForItsOwnerAlone) {
  filled(1);
  struct stat file{};
  ASSERT_EQ(stat(path_.c_str(), &file), 0);
  EXPECT_EQ(file.st_mode & 0777, 0600u);
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder_.path())) {
    names.insert(entry.path().filename());
  }
  EXPECT_EQ(names, (std::set<std::string>{"games.db", "games.db-lock"}));
}

TEST_F(SqliteStore, FilesThatAreNoStore) {
  const std::string text = folder_.path() + "/text", foreign = folder_.path() + "/foreign";
  write(text, std::string(5000, 'x'));
  expect_error(text, "the file is not an SQLite database");
  EXPECT_EQ(core::read_file(text), std::string(5000, 'x'));
  ForeignConnection(foreign).run("CREATE TABLE recipes(name)");
  expect_error(foreign, "the file is a database of another program");
  expect_error(folder_.path(), "cannot be opened: it is a folder");
  EXPECT_FALSE(std::filesystem::exists(folder_.path() + "-lock"));
  expect_error(folder_.path() + "/nowhere/games.db", "cannot be opened: there is no such file");
  expect_error("", "cannot be opened");
  // An empty file is a new store; names that mean something else to SQLite are names here.
  write(path_, "");
  EXPECT_TRUE(store::open(path_));
  EXPECT_TRUE(store::open(folder_.path() + "/:memory:"));
  EXPECT_TRUE(std::filesystem::exists(folder_.path() + "/:memory:"));
}

TEST_F(SqliteStore, OneFileHasOneLockByAnyName) {
  std::filesystem::create_symlink(path_, folder_.path() + "/link");
  const auto store = open_store(path_);
  expect_error(folder_.path() + "/link", "another tabuleiro is using it");
  expect_error(folder_.path() + "/../" + folder_.path().substr(5) + "/games.db",
               "another tabuleiro is using it");
}

// SQLite goes on in a file without a name, which is gone with the program: nothing of that is
// stored.
TEST_F(SqliteStore, AFileThatWasRemovedOrReplacedTakesNothing) {
  filled(1);
  const auto store = open_store(path_);
  const std::string away = folder_.path() + "/away";
  int number = 3;
  const auto add = [&] { return told(store->commit({addition("game0", {event(number)})})); };
  for (const std::string ending : {"", "-wal", "-lock"}) {
    const auto path = path_ + ending;
    ASSERT_EQ(add(), "");
    ++number;
    std::filesystem::rename(path, away);
    EXPECT_TRUE(add().starts_with("the file or one of its companions was removed")) << path;
    EXPECT_FALSE(store->load("game0"));
    std::filesystem::copy_file(away, path);  // the same content, and yet another file
    EXPECT_NE(add(), "") << path;
    std::filesystem::rename(away, path);
    ASSERT_EQ(add(), "") << path;
    EXPECT_EQ(stored_events(*store, "game0"), number++);
  }
}

// What lies there in the end was not closed by whoever had another file open.
TEST_F(SqliteStore, AFileThatTookThePlaceOfAnotherIsChecked) {
  filled(100);
  const std::string copy = folder_.path() + "/copy.db";
  std::filesystem::copy_file(path_, copy);
  {
    const auto store = open_store(path_);
    std::filesystem::rename(copy, path_);
    damage_quietly(path_);
  }
  expect_error(path_, kDamaged);
}

constexpr std::chrono::milliseconds kStep{100};

TEST_F(SqliteStore, AStrangerWhoHoldsTheFileIsWaitedFor) {
  filled(1);
  DrivenTime time(kStep);
  const auto store = open_by(time);
  ForeignConnection foreign(path_);
  foreign.run("BEGIN IMMEDIATE");
  EXPECT_EQ(told(store->commit({addition("game0", {event(3)})})),
            "another program holds it locked");
  time.act_after(5, [&] { foreign.run("ROLLBACK"); });
  EXPECT_EQ(told(store->commit({addition("game0", {event(3)})})), "");
  EXPECT_EQ(stored_events(*store, "game0"), 3);
}

TEST_F(SqliteStore, WhoeverIsInAHurryDoesNotWaitForAStranger) {
  filled(1);
  DrivenTime time(kStep);
  const auto store = open_by(time);
  ForeignConnection foreign(path_);
  foreign.run("BEGIN IMMEDIATE");
  store->begin_shutdown();
  const auto begin = time.passed();
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(told(store->commit({addition("game0", {event(3)})})),
              "another program holds it locked");
  }
  // A second for all of them together, and one look at the clock each.
  EXPECT_LE(time.passed() - begin, std::chrono::seconds(1) + 4 * kStep);
  foreign.run("ROLLBACK");
  EXPECT_EQ(told(store->commit({addition("game0", {event(3)})})), "");
}

// Somebody changed a value by hand: that game cannot be read, and everything else goes on.
TEST_F(SqliteStore, RowsOfAnotherTypeAreOneGamesTrouble) {
  filled(2);
  const auto store = open_store(path_);
  ForeignConnection foreign(path_);
  const auto try_with = [&](const char* change, const char* undo) {
    foreign.run(change);
    const auto damaged = store->load("game0");
    ASSERT_FALSE(damaged) << change;
    EXPECT_EQ(told(damaged.error()), "the stored table 'game0' cannot be read");
    EXPECT_EQ(stored_events(*store, "game1"), 2);
    EXPECT_EQ(told(store->commit({addition("game1", {})})), "");
    foreign.run(undo);
    EXPECT_EQ(stored_events(*store, "game0"), 2);
  };
  try_with("UPDATE games SET created_ms = 'soon' WHERE id = 'game0'",
           "UPDATE games SET created_ms = 1 WHERE id = 'game0'");
  try_with("UPDATE games SET finished = 0.5 WHERE id = 'game0'",
           "UPDATE games SET finished = 0 WHERE id = 'game0'");
  try_with("UPDATE events SET at_ms = 'x' WHERE game = 'game0' AND number = 2",
           "UPDATE events SET at_ms = 2 WHERE game = 'game0' AND number = 2");
  try_with("UPDATE seats SET player = 4294967297 WHERE game = 'game0' AND player = 1",
           "UPDATE seats SET player = 1 WHERE game = 'game0' AND player = 4294967297");
  // In what tells which number is next.
  foreign.run("UPDATE games SET events = 'many' WHERE id = 'game0'");
  EXPECT_EQ(told(store->commit({addition("game0", {event(3)})})),
            "the stored table 'game0' cannot be read");
  EXPECT_EQ(told(store->commit({addition("game1", {event(3)})})), "");
}

// Opens, reads and writes; whatever the file is like, there is an answer or a clear error.
void try_out(const std::string& path, int games, std::set<std::string>& errors) {
  auto opened = store::open(path);
  if (!opened) {
    errors.insert(text::render(opened.error().notes.back(), text::Language::kEnglish));
    return;
  }
  const auto note = [&](const auto& result) {
    if (!result) errors.insert(told(result.error()));
  };
  for (int i = 0; i < games; ++i) note((*opened)->load("game" + std::to_string(i)));
  const auto problem = (*opened)->commit({creation(new_game("fresh"))});
  if (problem) errors.insert(told(problem));
}

TEST_F(SqliteStore, DamagedFilesGiveAClearError) {
  constexpr int kGames = 60;
  const auto whole = *core::read_file(filled(kGames));
  ASSERT_GT(whole.size(), 40'000u);
  core::Rng rng(5);
  std::set<std::string> errors;
  const std::string damaged = folder_.path() + "/damaged.db";
  const auto attempt = [&](const std::string& content) {
    for (const char* ending : {"", "-wal", "-shm"}) std::filesystem::remove(damaged + ending);
    write(damaged, content);
    try_out(damaged, kGames, errors);
  };
  const auto random = [&](std::size_t n) { return rng.below(static_cast<std::uint32_t>(n)); };
  for (int round = 0; round < by_tier(60, 300, 3000); ++round) {
    auto content = whole;
    // A few bytes anywhere, a page of noise, or the beginning of the file.
    if (round % 3 == 0) {
      for (int i = 0; i < 8; ++i) content[random(content.size())] = static_cast<char>(random(256));
    } else if (round % 3 == 1) {
      const auto page = random(content.size() / 4096) * 4096;
      for (std::size_t i = 0; i < 4096; ++i) content[page + i] = static_cast<char>(random(256));
    } else {
      content.resize(random(content.size()));
    }
    attempt(content);
  }
  EXPECT_TRUE(errors.contains(kDamaged));
  EXPECT_TRUE(errors.contains("the file is not an SQLite database"));
  // What else comes is SQLite's own word for it.
  for (const auto& error : errors) EXPECT_FALSE(error.empty());
  EXPECT_LT(errors.size(), 30u);
}

std::string error_when_checked(const std::string& path) {
  const auto opened = store::open(path, {.check = true});
  return opened ? "" : told(opened.error());
}

// While the store is open, and goes on.
TEST_F(SqliteStore, EveryPageIsLookedAtOnRequest) {
  filled(100);
  const auto store = open_store(path_);
  auto& admin = *store->administration();
  EXPECT_EQ(told(admin.check()), "");
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(told(admin.check(stop.get_token())), "the server is stopping");
  ASSERT_EQ(told(store->commit({addition("game0", {event(3)})})), "");
  damage_quietly(path_);
  EXPECT_EQ(told(admin.check()), kDamaged);
}

TEST_F(SqliteStore, AfterAnEndInOrderTheFileIsCheckedOnRequestOnly) {
  filled(100);
  EXPECT_EQ(error_when_checked(path_), "");
  damage_quietly(path_);
  EXPECT_TRUE(store::open(path_));
  EXPECT_TRUE(store::open(path_));
  EXPECT_NE(error_when_checked(path_).find(kDamaged), std::string::npos);
  // A file that was found damaged is not taken for whole again.
  expect_error(path_, kDamaged);
}

TEST_F(SqliteStore, AfterAKillTheFileIsChecked) {
  filled(100);
  const auto kill_a_user = [&] {
    const pid_t child = fork();
    if (child == 0) {
      const auto store = open_store(path_);
      raise(SIGKILL);
    }
    int status = 0;
    waitpid(child, &status, 0);
    ASSERT_TRUE(WIFSIGNALED(status));
  };
  kill_a_user();
  EXPECT_EQ(stored_events(*open_store(path_), "game7"), 2);
  kill_a_user();
  damage_quietly(path_);
  expect_error(path_, kDamaged);
}

TEST_F(SqliteStore, AFileThatSomebodyTouchedIsChecked) {
  const std::string copy = folder_.path() + "/copy.db";
  std::filesystem::copy_file(filled(100), copy);
  damage_quietly(copy);
  expect_error(copy, kDamaged);
  damage_quietly(path_);
  std::filesystem::last_write_time(path_, std::filesystem::file_time_type::clock::now());
  expect_error(path_, kDamaged);
}

TEST_F(SqliteStore, DamageThatIsMetIsCheckedAtTheNextStart) {
  filled(100);
  damage_quietly(path_);
  {
    const auto store = open_store(path_);
    int met = 0;
    for (int i = 0; i < 100; ++i) met += store->load("game" + std::to_string(i)) ? 0 : 1;
    EXPECT_GT(met, 0);
  }
  expect_error(path_, kDamaged);
}

// What a crash can leave of the last commits: any beginning of them, and each commit whole.
TEST_F(SqliteStore, AnyBeginningOfTheJournalIsAStore) {
  const auto store = open_store(path_);
  ASSERT_EQ(told(store->commit({creation(new_game("a")), creation(new_game("b"))})), "");
  for (int number = 2; number < 20; ++number) {
    ASSERT_EQ(told(store->commit({addition("a", {event(number)}), addition("b", {event(number)})})),
              "");
  }
  const auto file = *core::read_file(path_), journal = *core::read_file(path_ + "-wal");
  const std::string copy = folder_.path() + "/copy.db";
  core::Rng rng(9);
  std::set<int> seen;
  for (int round = 0; round < by_tier(30, 100, 1000); ++round) {
    std::filesystem::remove(copy + "-shm");
    write(copy, file);
    auto cut = journal.substr(0, rng.below(static_cast<std::uint32_t>(journal.size()) + 1));
    // Blocks of a disk need not arrive in order.
    if (round % 2 == 1 && cut.size() > 600) std::fill_n(cut.end() - 600, 512, '\0');
    write(copy + "-wal", cut);
    const auto reopened = open_store(copy);
    const int events = stored_events(*reopened, "a");
    EXPECT_EQ(stored_events(*reopened, "b"), events);
    seen.insert(events);
  }
  EXPECT_GT(seen.size(), 5u);
}

void limit_files(rlim_t bytes) {
  rlimit limit{};
  getrlimit(RLIMIT_FSIZE, &limit);
  limit.rlim_cur = std::min(bytes, limit.rlim_max);
  setrlimit(RLIMIT_FSIZE, &limit);
}

// In a process of its own, whose files cannot grow: 0, or which step went wrong.
int live_on_a_full_disk(const std::string& path) {
  signal(SIGXFSZ, SIG_IGN);
  const auto store = open_store(path);
  int stored = 2;
  const auto add = [&] {
    const auto problem =
        store->commit({addition("game0", {event(stored + 1, std::string(20'000, 'x'))})});
    if (!problem) ++stored;
    return told(problem);
  };
  limit_files(300'000);
  std::string problem;
  for (int i = 0; i < 100 && problem.empty(); ++i) problem = add();
  if (problem != "the disk is full") return 1;
  if (stored < 3 || add() != "the disk is full") return 2;
  if (stored_events(*store, "game0") != stored) return 3;
  limit_files(100);
  if (open_error(path + ".new").find("the disk is full") == std::string::npos) return 4;
  limit_files(RLIM_INFINITY);
  if (!add().empty()) return 5;
  return stored_events(*store, "game0") == stored ? 0 : 6;
}

TEST_F(SqliteStore, GoesOnWhenAFullDiskHasRoomAgain) {
  filled(1);
  const pid_t child = fork();
  if (child == 0) _exit(live_on_a_full_disk(path_));
  int status = 0;
  waitpid(child, &status, 0);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
  EXPECT_GT(stored_events(*open_store(path_), "game0"), 3);
}

}  // namespace
}  // namespace tests
