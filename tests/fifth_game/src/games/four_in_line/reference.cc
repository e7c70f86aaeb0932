#include "games/four_in_line/reference.h"

#include <algorithm>
#include <cctype>

namespace games::four_in_line {

namespace {

// Rows from the bottom up; '.' is an empty cell.
using Rows = std::vector<std::string>;

class Plain : public Reference {
 public:
  Plain(int size, const std::string& position) : rows_(size, std::string(size, '.')) {
    if (!position.empty()) read(position);
  }

  std::unique_ptr<Reference> clone() const override { return std::make_unique<Plain>(*this); }

  std::string position() const override {
    std::string text;
    for (int row = size() - 1; row >= 0; --row) {
      int empty = 0;
      for (const char cell : rows_[row] + '/') {
        if (cell == '.') {
          ++empty;
          continue;
        }
        if (empty > 0) text += std::to_string(empty);
        empty = 0;
        text += cell;
      }
    }
    text.back() = ' ';
    return text + to_move_;
  }

  int to_move() const override { return to_move_ == 'y' ? 1 : 2; }

  std::vector<std::string> legal_actions() const override {
    std::vector<std::string> actions;
    if (result() != "none") return actions;
    for (int row = 0; row < size(); ++row) {
      for (int column = 0; column < size(); ++column) {
        if (rows_[row][column] == '.') {
          actions.push_back(static_cast<char>('a' + column) + std::to_string(row + 1));
        }
      }
    }
    std::sort(actions.begin(), actions.end());
    return actions;
  }

  void apply(const std::string& action) override {
    rows_[action[1] - '1'][action[0] - 'a'] = to_move_;
    to_move_ = to_move_ == 'y' ? 'b' : 'y';
  }

  std::string result() const override {
    if (has_line('y')) return "p1win";
    if (has_line('b')) return "p2win";
    for (const auto& row : rows_) {
      if (row.find('.') != std::string::npos) return "none";
    }
    return "draw";
  }

 private:
  int size() const { return static_cast<int>(rows_.size()); }

  void read(const std::string& position) {
    int row = size() - 1, column = 0;
    for (const char c : position.substr(0, position.find(' '))) {
      if (c == '/') {
        --row;
        column = 0;
      } else if (std::isdigit(static_cast<unsigned char>(c))) {
        column += c - '0';
      } else {
        rows_[row][column++] = c;
      }
    }
    to_move_ = position.back();
  }

  bool is(int row, int column, char stone) const {
    return row >= 0 && row < size() && column >= 0 && column < size() &&
           rows_[row][column] == stone;
  }

  bool has_line(char stone) const {
    for (int row = 0; row < size(); ++row) {
      for (int column = 0; column < size(); ++column) {
        for (const auto& [up, right] : {std::pair{0, 1}, {1, 0}, {1, 1}, {1, -1}}) {
          int length = 0;
          while (length < 4 && is(row + length * up, column + length * right, stone)) ++length;
          if (length == 4) return true;
        }
      }
    }
    return false;
  }

  Rows rows_;
  char to_move_ = 'y';
};

}  // namespace

std::unique_ptr<Reference> make_reference(const ReferenceOptions& options,
                                          const std::string& position) {
  const auto size = options.find("size");
  return std::make_unique<Plain>(size == options.end() ? 5 : std::stoi(size->second), position);
}

}  // namespace games::four_in_line
