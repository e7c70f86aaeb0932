// How far long work is, by a clock that the test drives.
#include "terminal/progress_line.h"

#include "support.h"

namespace tests {
namespace {

using std::chrono::milliseconds;

class ProgressTime final : public core::TimeSource {
 public:
  TimePoint now() override { return now_; }
  void pass(milliseconds time) { now_ += time; }

 private:
  TimePoint now_{};
};

class ProgressLineTest : public testing::Test {
 protected:
  ProgressTime time_;
  std::string written_;
  std::function<void(std::string_view)> write_ = [this](std::string_view text) {
    written_ += text;
  };
};

TEST_F(ProgressLineTest, ShortWorkLeavesNoTrace) {
  {
    terminal::ProgressLine progress(text::Language::kEnglish, time_, write_);
    progress.show(1, 2);
    time_.pass(milliseconds(1999));
    progress.tick();
  }
  EXPECT_EQ(written_, "");
}

TEST_F(ProgressLineTest, LongWorkHasOneLineThatIsWiped) {
  {
    terminal::ProgressLine progress(text::Language::kEnglish, time_, write_);
    time_.pass(milliseconds(2000));
    progress.show(10, 40);
    progress.tick();
    EXPECT_EQ(written_, "\r\x1b[K[#######.......................] 10 of 40, 0:02");
    written_.clear();
    time_.pass(milliseconds(63'000));
    progress.show(40, 40);
    progress.tick();
    EXPECT_EQ(written_, "\r\x1b[K[##############################] 40 of 40, 1:05");
    written_.clear();
    progress.wipe();
    EXPECT_EQ(written_, "\r\x1b[K");
    progress.wipe();
    EXPECT_EQ(written_, "\r\x1b[K");
    progress.tick();
    written_.clear();
  }
  EXPECT_EQ(written_, "\r\x1b[K");
}

TEST_F(ProgressLineTest, WorkWithATimeOfItsOwn) {
  terminal::ProgressLine progress(text::Language::kPortuguese, time_, write_);
  progress.show_time(milliseconds(10'000));
  time_.pass(milliseconds(5000));
  progress.tick();
  EXPECT_EQ(written_, "\r\x1b[K[###############...............] 5 de 10 s");
  written_.clear();
  time_.pass(milliseconds(9000));
  progress.tick();
  EXPECT_EQ(written_, "\r\x1b[K[##############################] 10 de 10 s");
}

}  // namespace
}  // namespace tests
