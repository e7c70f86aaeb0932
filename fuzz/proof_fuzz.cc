// Proof files: what is accepted is written back the same, and checking and exporting it end.
// The last eight bytes are the checksum: it is set right, or nothing but noise would ever be tried.
#include "solve/proof_check.h"
#include "solve/proof_export.h"
#include "solve/proof_writer.h"
#include "support.h"

namespace proof = solve::proof;

namespace {

std::span<const std::uint8_t> bytes(const std::string& content) {
  return {reinterpret_cast<const std::uint8_t*>(content.data()), content.size()};
}

// With the checksum that belongs to it.
std::string repaired(std::string content) {
  if (content.size() < 8) return content;
  content.resize(content.size() - 8);
  std::uint64_t sum = 0xcbf29ce484222325;
  for (const char c : content) sum = (sum ^ static_cast<std::uint8_t>(c)) * 0x100000001b3;
  for (int i = 0; i < 8; ++i) content += static_cast<char>(sum >> (8 * i));
  return content;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string content = repaired(std::string(fuzz::text_of(data, size)));
  const auto opened = proof::Proof::over(bytes(content));
  if (!opened) {
    fuzz::require(!text::render(opened.error(), text::Language::kPortuguese).empty(), "error");
    return 0;
  }
  std::vector<proof::Record> records;
  for (std::size_t i = 0; i < opened->size(); ++i) {
    records.push_back(opened->record(i));
    const auto found = opened->find(records.back().key);
    fuzz::require(found && found->action == records.back().action, "every record is found");
  }
  fuzz::require(proof::file_content(opened->claim(), records) == content,
                "what is read is written the same");
  const auto verdict = proof::check(*opened);
  std::size_t lines = 0;
  const auto refused = proof::export_lines(*opened, [&](const std::string&) { ++lines; }, 1000);
  fuzz::require(!refused || verdict.gap, "what cannot be exported is no proof");
  fuzz::require(refused || lines >= records.size(), "every record is exported");
  return 0;
}
