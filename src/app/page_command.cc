// tabuleiro page: the page as a folder that any host serves; its engine runs in the visitors'
// browsers.
#include <algorithm>
#include <filesystem>
#include <set>

#include "app/command.h"
#include "app/out_path.h"
#include "core/file.h"
#include "net/assets.h"
#include "text/file.h"

namespace app {

using text::Error;
using text::Message;

namespace fs = std::filesystem;

namespace {

// What was written here, one name a line: a newer page takes the place of an older one, and of
// nothing else.
constexpr std::string_view kList = "files.txt";
// These name the others, so they come last: whoever visits meanwhile has the old page or the new
// one.
const std::set<std::string_view> kLast = {"index.html", "sw.js"};

std::set<std::string> listed(const fs::path& folder) {
  const auto list = core::read_file((folder / kList).string()).value_or("");
  std::set<std::string> names = {std::string(kList)};
  for (const auto line : core::split(list, '\n')) {
    if (!line.empty() && line.find('/') == line.npos) names.emplace(line);
  }
  return names;
}

// Something in the folder that is not of an earlier page.
std::optional<Error> check_folder(const std::string& path) {
  if (const auto error = check_out_path(path, OutKind::kFolder)) return error;
  std::error_code problem;
  if (!fs::exists(path, problem)) return std::nullopt;
  const auto ours = listed(path);
  fs::directory_iterator entries(path, problem);
  if (problem) return text::file_unreadable(path, problem.value());
  for (const auto& entry : entries) {
    const auto name = entry.path().filename().string();
    if (ours.contains(name) && entry.is_regular_file(problem)) continue;
    return Error(Message::kPageFolderTaken, {core::quoted(path), core::quoted(name)});
  }
  return std::nullopt;
}

std::optional<Error> write_files(const fs::path& folder, const std::vector<net::PageFile>& files,
                                 bool last) {
  for (const auto& [name, content] : files) {
    if (kLast.contains(name) != last) continue;
    if (auto error = text::write_file((folder / name).string(), std::string(content))) {
      return error;
    }
  }
  return std::nullopt;
}

std::optional<Error> write_list(const fs::path& folder, const std::set<std::string>& names) {
  std::string list;
  for (const auto& name : names) list += name + '\n';
  return text::write_file((folder / kList).string(), list);
}

std::optional<Error> write_page(const fs::path& folder, const std::vector<net::PageFile>& files) {
  std::error_code problem;
  fs::create_directory(folder, problem);
  if (problem) return text::file_unwritable(folder.string(), problem.value());
  const auto before = listed(folder);
  std::set<std::string> names;
  for (const auto& file : files) names.emplace(file.name);
  // What a disk that is full leaves behind is known for ours, too.
  auto all = names;
  all.insert(before.begin(), before.end());
  if (auto error = write_list(folder, all)) return error;
  for (const bool last : {false, true}) {
    if (auto error = write_files(folder, files, last)) return error;
  }
  for (const auto& name : before) {
    if (!names.contains(name) && name != kList) fs::remove(folder / name, problem);
  }
  return write_list(folder, names);
}

games::Parsed<int> run_page(const Arguments& arguments) {
  if (!arguments.has("--out")) return Error(Message::kMissingArgument, {"--out"});
  const auto out = arguments.value("--out");
  if (const auto error = check_folder(out)) return *error;
  const auto files = net::folder_page();
  if (files.empty()) return Error(Message::kPageNoEngine);
  if (const auto error = write_page(out, files)) return *error;
  std::size_t bytes = 0;
  for (const auto& file : files) bytes += file.content.size();
  const text::Note written = {
      Message::kPageWritten,
      {core::quoted(out), std::to_string(files.size()),
       text::decimal(static_cast<double>(bytes) / 1e6, 1, arguments.language())}};
  print(text::render(written, arguments.language()) + '\n');
  return 0;
}

}  // namespace

const Command& page_command() {
  static const Command command = {
      "page", {}, {{"--out", "DIR", Message::kHelpPageOut}}, Message::kHelpPage, run_page};
  return command;
}

}  // namespace app
