#include "solve/proof.h"

#include <algorithm>
#include <cassert>
#include <cstring>

#include "core/scan.h"

namespace solve::proof {

using text::Error;
using text::Message;

namespace {

constexpr std::string_view kMagic = "tabuleiro-proof";
constexpr std::string_view kVersion = "1";
// No first line is longer: the texts in it are bounded.
constexpr std::size_t kMaxHeader = 400;
constexpr std::size_t kChecksumBytes = 8;
constexpr long long kMaxRecords = 1'000'000'000'000;

std::size_t stride_of(int size) { return static_cast<std::size_t>(key_bytes(size)) + 2; }

// FNV-1a. Each step can be undone, so a single changed byte always shows.
std::uint64_t checksum(std::span<const std::uint8_t> bytes) {
  std::uint64_t sum = 0xcbf29ce484222325;
  for (const std::uint8_t byte : bytes) sum = (sum ^ byte) * 0x100000001b3;
  return sum;
}

std::span<const std::uint8_t> bytes_of(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

// The lowest byte first.
std::string checksum_bytes(std::uint64_t sum) {
  std::string bytes;
  for (std::size_t i = 0; i < kChecksumBytes; ++i) bytes += static_cast<char>(sum >> (8 * i));
  return bytes;
}

std::string header(const Claim& claim, std::size_t records) {
  return std::string(kMagic) + ' ' + std::string(kVersion) +
         " yavalath size=" + std::to_string(claim.size) + ",swap=off " + claim_code(claim) + ' ' +
         std::to_string(records) + ' ' +
         position_text(claim.position.stones, claim.position.to_move, claim.size) + '\n';
}

struct Header {
  Claim claim;
  std::size_t records = 0;
};

Error bad_header(std::string_view word) {
  return Error(Message::kProofHeader, {core::quoted(word)});
}

// "size=5,swap=off"; 0 for any other text.
int size_of(std::string_view options) {
  for (int size = kSmallestSize; size <= kLargestSize; ++size) {
    if (options == "size=" + std::to_string(size) + ",swap=off") return size;
  }
  return 0;
}

// Sets what the code says; false for any other text.
bool read_code(std::string_view code, Claim& claim) {
  for (const int player : {0, 1}) {
    for (const bool draw : {false, true}) {
      claim.player = player;
      claim.draw = draw;
      if (claim_code(claim) == code) return true;
    }
  }
  return false;
}

// The first line without its end.
// There is one way to write a header: anything else was changed.
bool is_as_written(const Header& read, std::string_view line) {
  return header(read.claim, read.records) == std::string(line) + '\n';
}

Parsed<Header> read_header(std::string_view line) {
  const auto words = core::split(line, ' ');
  if (words.size() != 9) return bad_header(line);
  Header header;
  if (words[1] != kVersion) return Error(Message::kProofVersion, {core::quoted(words[1])});
  if (words[2] != "yavalath") return bad_header(words[2]);
  Claim& claim = header.claim;
  claim.size = size_of(words[3]);
  if (claim.size == 0) return bad_header(words[3]);
  if (!read_code(words[4], claim)) return bad_header(words[4]);
  const auto records = core::whole_number(words[5], kMaxRecords);
  if (!records) return bad_header(words[5]);
  header.records = static_cast<std::size_t>(*records);
  const auto at = static_cast<std::size_t>(words[6].data() - line.data());
  auto position = parse_placement(line.substr(at), claim.size);
  if (!position) return position.error().in(Message::kInPosition);
  claim.position = *position;
  if (!is_as_written(header, line)) return bad_header(line);
  return header;
}

}  // namespace

std::string claim_code(const Claim& claim) {
  return 'p' + std::to_string(claim.player + 1) + (claim.draw ? "draw" : "win");
}

Parsed<Proof> Proof::open(const std::string& path) {
  auto file = core::MappedFile::open(path);
  if (!file) return Error(Message::kFileUnreadable, {core::quoted(path)});
  const auto kept = std::make_shared<const core::MappedFile>(*std::move(file));
  auto proof = over(kept->bytes());
  if (!proof) return proof.error().in(Message::kInFile, {core::quoted(path)});
  proof->file_ = kept;
  return proof;
}

Parsed<Proof> Proof::over(std::span<const std::uint8_t> bytes) {
  const std::string_view begin(reinterpret_cast<const char*>(bytes.data()),
                               std::min(bytes.size(), kMaxHeader));
  if (!begin.starts_with(std::string(kMagic) + ' ')) return Error(Message::kProofMagic);
  const auto end = begin.find('\n');
  if (end == std::string_view::npos) return bad_header(begin);
  auto header = read_header(begin.substr(0, end));
  if (!header) return header.error();

  Proof proof;
  proof.claim_ = header->claim;
  proof.count_ = header->records;
  proof.stride_ = stride_of(proof.claim_.size);
  const std::size_t before = end + 1;
  const std::size_t wanted = before + proof.count_ * proof.stride_ + kChecksumBytes;
  if (bytes.size() != wanted) {
    return Error(Message::kProofLength, {std::to_string(wanted), std::to_string(bytes.size())});
  }
  proof.all_ = bytes;
  proof.records_ = bytes.subspan(before, proof.count_ * proof.stride_);
  const auto covered = bytes.first(bytes.size() - kChecksumBytes);
  const std::string sum = checksum_bytes(checksum(covered));
  if (std::memcmp(sum.data(), bytes.data() + covered.size(), kChecksumBytes) != 0) {
    return Error(Message::kProofChecksum);
  }
  const auto length = proof.stride_ - 2;
  for (std::size_t i = 1; i < proof.count_; ++i) {
    if (std::memcmp(proof.at(i - 1), proof.at(i), length) >= 0) {
      return Error(Message::kProofOrder, {std::to_string(i + 1)});
    }
  }
  return proof;
}

Record Proof::record(std::size_t i) const {
  Record record;
  const auto length = stride_ - 2;
  std::memcpy(record.key.bytes.data(), at(i), length);
  record.action = at(i)[length];
  record.turns = at(i)[length + 1];
  return record;
}

std::optional<Record> Proof::find(const Key& key) const {
  std::size_t low = 0, high = count_;
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (std::memcmp(at(middle), key.bytes.data(), stride_ - 2) < 0) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  if (low == count_ || std::memcmp(at(low), key.bytes.data(), stride_ - 2) != 0) {
    return std::nullopt;
  }
  return record(low);
}

std::string file_content(const Claim& claim, std::span<const Record> records) {
  std::string content = header(claim, records.size());
  const auto length = stride_of(claim.size) - 2;
  content.reserve(content.size() + records.size() * (length + 2) + kChecksumBytes);
  for (const Record& record : records) {
    content.append(reinterpret_cast<const char*>(record.key.bytes.data()), length);
    content += static_cast<char>(record.action);
    content += static_cast<char>(record.turns);
  }
  return content.append(checksum_bytes(checksum(bytes_of(content))));
}

}  // namespace solve::proof
