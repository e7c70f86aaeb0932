#include "arena/selfplay_file.h"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>
#include <nlohmann/json.hpp>

#include "core/file.h"
#include "core/mapped_file.h"
#include "core/scan.h"
#include "core/sha256.h"
#include "text/file.h"

namespace arena {

using text::Error;
using text::Message;

namespace {

constexpr std::size_t kLengthBytes = 4, kChecksumBytes = 4;
constexpr std::size_t kMostBytes = 1 << 20;  // of one game

// The first lines of a file: what games depend on.
std::string header_of(const SelfplaySettings& settings) {
  nlohmann::json said = {{"game", settings.game->name},
                         {"options", settings.options},
                         {"nodes", settings.nodes},
                         {"seed", settings.seed},
                         {"net", settings.net}};
  said.update(more_of(settings));
  return "tabuleiro selfplay 1\n" + said.dump() + '\n';
}

std::string length_of(std::size_t length) {
  std::string bytes;
  for (std::size_t i = 0; i < kLengthBytes; ++i) {
    bytes.push_back(static_cast<char>(length >> (8 * i)));
  }
  return bytes;
}

std::string checksum_of(std::string_view bytes) {
  const auto sum = core::sha256(bytes);
  return {sum.begin(), sum.begin() + kChecksumBytes};
}

// One game after the other; nothing at the end, or where the rest is torn.
class Games {
 public:
  explicit Games(std::string_view bytes) : bytes_(bytes) {}

  std::optional<SelfplayGame> next() {
    if (bytes_.size() < kLengthBytes) return std::nullopt;
    std::size_t length = 0;
    for (std::size_t i = 0; i < kLengthBytes; ++i) {
      length |= static_cast<std::size_t>(static_cast<unsigned char>(bytes_[i])) << (8 * i);
    }
    if (length > kMostBytes || bytes_.size() < kLengthBytes + length + kChecksumBytes) {
      return std::nullopt;
    }
    const auto content = bytes_.substr(kLengthBytes, length);
    if (bytes_.substr(kLengthBytes + length, kChecksumBytes) != checksum_of(content)) {
      return std::nullopt;
    }
    const auto game = read_selfplay_game(content);
    if (!game || game->number != read_) return std::nullopt;
    const std::size_t all = kLengthBytes + length + kChecksumBytes;
    bytes_.remove_prefix(all);
    bytes_read_ += all;
    ++read_;
    return *game;
  }
  int read() const { return read_; }
  std::size_t bytes_read() const { return bytes_read_; }

 private:
  std::string_view bytes_;
  int read_ = 0;
  std::size_t bytes_read_ = 0;
};

std::string_view text_of(const core::MappedFile& file) {
  return {reinterpret_cast<const char*>(file.bytes().data()), file.bytes().size()};
}

}  // namespace

games::Parsed<SelfplayFile> SelfplayFile::open(const std::string& path,
                                               const SelfplaySettings& settings) {
  core::Descriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  if (!file.open()) return text::file_unwritable(path, errno);
  if (::flock(file.get(), LOCK_EX | LOCK_NB) != 0) {
    return Error(Message::kSelfplayBusy, {core::quoted(path)});
  }
  const std::string header = header_of(settings);
  std::size_t kept = 0;
  int games = 0;
  if (const auto mapped = core::MappedFile::open(path); mapped && !mapped->bytes().empty()) {
    const auto bytes = text_of(*mapped);
    // A file that was ended while its first lines were written begins anew.
    if (!bytes.starts_with(header) && !header.starts_with(bytes)) {
      return Error(Message::kSelfplayOther, {core::quoted(path)});
    }
    if (bytes.starts_with(header)) {
      Games reader(bytes.substr(header.size()));
      while (reader.next()) {
      }
      kept = header.size() + reader.bytes_read();
      games = reader.read();
    }
  }
  if (::ftruncate(file.get(), static_cast<off_t>(kept)) != 0 ||
      ::lseek(file.get(), 0, SEEK_END) < 0 || (kept == 0 && !core::write_all(file.get(), header))) {
    return text::file_unwritable(path, errno);
  }
  return SelfplayFile(std::move(file), games);
}

bool SelfplayFile::append(const SelfplayGame& game) {
  const std::string content = selfplay_bytes(game);
  if (!core::write_all(file_.get(), length_of(content.size()) + content + checksum_of(content))) {
    return false;
  }
  ++games_;
  return true;
}

games::Parsed<int> for_each_selfplay_game(const std::string& path, const SelfplaySettings& settings,
                                          const std::function<void(const SelfplayGame&)>& visit) {
  const auto mapped = core::MappedFile::open(path);
  if (!mapped) return text::file_unreadable(path, errno);
  const auto bytes = text_of(*mapped);
  const std::string header = header_of(settings);
  if (!bytes.starts_with(header)) return Error(Message::kSelfplayOther, {core::quoted(path)});
  Games reader(bytes.substr(header.size()));
  while (const auto game = reader.next()) visit(*game);
  return reader.read();
}

}  // namespace arena
