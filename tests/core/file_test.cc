// Files are written whole or not at all.
#include "core/file.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <set>

#include "support.h"
#include "text/file.h"

namespace tests {
namespace {

namespace fs = std::filesystem;

class WriteFile : public ::testing::Test {
 protected:
  std::string path(const std::string& name) const { return folder_.path() + '/' + name; }
  std::set<std::string> names() const {
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder_.path())) {
      names.insert(entry.path().filename());
    }
    return names;
  }

  TempFolder folder_;
};

TEST_F(WriteFile, ReplacesWhatWasThereAndLeavesNothingElse) {
  ASSERT_EQ(core::write_file(path("a"), "first, and longer"), 0);
  ASSERT_EQ(core::write_file(path("a"), "second"), 0);
  EXPECT_EQ(core::read_file(path("a")), "second");
  EXPECT_EQ(names(), std::set<std::string>{"a"});
}

TEST_F(WriteFile, KeepsPermissions) {
  ASSERT_EQ(core::write_file(path("secret"), "1"), 0);
  ASSERT_EQ(chmod(path("secret").c_str(), 0600), 0);
  ASSERT_EQ(core::write_file(path("secret"), "2"), 0);
  struct stat file{};
  ASSERT_EQ(stat(path("secret").c_str(), &file), 0);
  EXPECT_EQ(file.st_mode & 0777, 0600u);
}

TEST_F(WriteFile, WritesTheFileBehindALink) {
  fs::create_directory(path("elsewhere"));
  ASSERT_EQ(core::write_file(path("elsewhere/file"), "old"), 0);
  fs::create_symlink("elsewhere/file", path("near"));
  fs::create_symlink(path("near"), path("far"));
  ASSERT_EQ(core::write_file(path("far"), "new"), 0);
  EXPECT_EQ(core::read_file(path("elsewhere/file")), "new");
  EXPECT_TRUE(fs::is_symlink(path("near")));
  EXPECT_TRUE(fs::is_symlink(path("far")));
  // A link to what is not there yet makes it.
  fs::create_symlink("elsewhere/fresh", path("ahead"));
  ASSERT_EQ(core::write_file(path("ahead"), "made"), 0);
  EXPECT_EQ(core::read_file(path("elsewhere/fresh")), "made");
  EXPECT_TRUE(fs::is_symlink(path("ahead")));
  // Links in a circle are an error, and stay.
  fs::create_symlink("round", path("round"));
  EXPECT_EQ(core::write_file(path("round"), "x"), ELOOP);
  EXPECT_EQ(names(), (std::set<std::string>{"ahead", "elsewhere", "far", "near", "round"}));
}

TEST_F(WriteFile, TellsWhyNot) {
  ASSERT_EQ(core::write_file(path("file"), "whole"), 0);
  EXPECT_EQ(core::write_file(path("none/file"), "x"), ENOENT);
  EXPECT_EQ(core::write_file(path("file/below"), "x"), ENOTDIR);
  EXPECT_EQ(core::write_file(folder_.path(), "x"), EISDIR);
  EXPECT_EQ(core::write_file("", "x"), ENOENT);
  EXPECT_EQ(core::write_file("/dev/full", "x"), ENOSPC);
  EXPECT_EQ(core::write_file("/proc/tabuleiro", "x"), ENOENT);
  const auto error = text::write_file(path("none/file"), "x");
  ASSERT_TRUE(error);
  EXPECT_NE(text::render(*error, text::Language::kEnglish).find("no such file"), std::string::npos);
  EXPECT_EQ(core::read_file(path("file")), "whole");
}

// In a process of its own, whose files cannot grow beyond some bytes: what errno said.
int write_on_a_full_disk(const std::string& path) {
  signal(SIGXFSZ, SIG_IGN);
  const rlimit limit{1000, 1000};
  setrlimit(RLIMIT_FSIZE, &limit);
  return core::write_file(path, std::string(5000, 'x'));
}

TEST_F(WriteFile, AFullDiskLeavesWhatWasThere) {
  ASSERT_EQ(core::write_file(path("file"), "whole"), 0);
  const pid_t child = fork();
  if (child == 0) _exit(write_on_a_full_disk(path("file")));
  int status = 0;
  waitpid(child, &status, 0);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), EFBIG);
  EXPECT_EQ(core::read_file(path("file")), "whole");
  EXPECT_EQ(names(), std::set<std::string>{"file"});
}

// In a process of its own that is not root, for whom nothing is forbidden.
int write_as_nobody(const std::string& path) {
  if (getuid() == 0 && setuid(65534) != 0) return -1;
  return core::write_file(path, "x");
}

TEST_F(WriteFile, AFolderThatMayNotBeWrittenIsLeftAlone) {
  ASSERT_EQ(core::write_file(path("file"), "whole"), 0);
  ASSERT_EQ(chmod(folder_.path().c_str(), 0555), 0);
  const pid_t child = fork();
  if (child == 0) _exit(write_as_nobody(path("file")));
  int status = 0;
  waitpid(child, &status, 0);
  ASSERT_EQ(chmod(folder_.path().c_str(), 0755), 0);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), EACCES);
  EXPECT_EQ(core::read_file(path("file")), "whole");
  EXPECT_EQ(names(), std::set<std::string>{"file"});
}

}  // namespace
}  // namespace tests
