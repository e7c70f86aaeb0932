#include "terminal/text_table.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>

#include "core/scan.h"
#include "terminal/glyph.h"

namespace terminal {

std::size_t output_columns() {
  winsize size{};
  const bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : kUsualColumns;
}

std::string table(const std::vector<Row>& rows, const std::vector<std::size_t>& left) {
  std::vector<std::size_t> widths(rows[0].size());
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width(row[i]));
  }
  std::string out;
  for (const Row& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string blanks(widths[i] - width(row[i]), ' ');
      const bool words = std::find(left.begin(), left.end(), i) != left.end();
      line += (i == 0 ? "" : "  ") + (words ? row[i] + blanks : blanks + row[i]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + '\n';
  }
  return out;
}

std::string percent(double chance, text::Language language) {
  return text::decimal(100 * chance, 1, language) + " %";
}

std::string player_name(std::size_t player, text::Language language) {
  return text::render(text::Note{text::Message::kColumnPlayer, {std::to_string(player + 1)}},
                      language);
}

}  // namespace terminal
