// The proofs that come with the program, and those in folders.
#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "core/embedded.h"
#include "core/folders.h"
#include "solve/proofs.h"

namespace solve {

// Written by tools/embed_files.cmake.
std::span<const core::EmbeddedFile> proof_files();

namespace {

// Where proofs may lie besides those that the program carries. One that carries none is an
// installed one, whose proofs lie beside it.
std::vector<std::string> proofs_folders() {
  if (const char* asked = std::getenv("TABULEIRO_PROOFS")) return {asked};
  std::vector<std::string> folders;
  if (proof_files().empty()) folders = core::shared_data_folders();
  if (const std::string own = core::data_folder(); !own.empty()) folders.push_back(own);
  for (std::string& folder : folders) folder += "/proofs";
  return folders;
}

}  // namespace

void Proofs::add_folder(const std::string& folder) {
  std::vector<std::string> paths;
  std::error_code error;
  for (std::filesystem::directory_iterator at(folder, error), end; !error && at != end;
       at.increment(error)) {
    if (at->path().extension() == ".proof") paths.push_back(at->path());
  }
  std::sort(paths.begin(), paths.end());
  for (const auto& path : paths) {
    auto opened = proof::Proof::open(path);
    if (opened) {
      add(*std::move(opened));
    } else {
      refused_.push_back(opened.error());
    }
  }
}

const Proofs& shared_proofs() {
  static const Proofs proofs = [] {
    Proofs all;
    for (const core::EmbeddedFile& file : proof_files()) {
      auto opened = proof::Proof::over(
          {reinterpret_cast<const std::uint8_t*>(file.content.data()), file.content.size()});
      if (opened) all.add(*std::move(opened));
    }
    for (const std::string& folder : proofs_folders()) all.add_folder(folder);
    return all;
  }();
  return proofs;
}

namespace {

class SharedProofBook : public engine::ProofBook {
 public:
  ProvenActions about(const games::Position& position) const override {
    return provable(position) != nullptr ? shared_proofs().about(position) : ProvenActions{};
  }
  std::vector<games::Action> line(const games::Position& position,
                                  games::Action action) const override {
    return shared_proofs().line(position, action);
  }
  void prepare(const games::Position& position) const override {
    if (provable(position) != nullptr) shared_proofs();
  }
};

}  // namespace

const engine::ProofBook& shared_proof_book() {
  static const SharedProofBook book;
  return book;
}

}  // namespace solve
