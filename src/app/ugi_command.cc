// tabuleiro ugi: the engine protocol on standard input and output.
#include <unistd.h>

#include "app/command.h"
#include "app/proof_files.h"
#include "protocol/ugi.h"
#include "solve/proofs.h"

namespace app {

namespace {

games::Parsed<int> run_ugi_command(const Arguments& arguments) {
  auto game = find_game(arguments.positional(0));
  if (!game) return game.error();
  auto options = read_options(**game, arguments);
  if (!options) return options.error();
  note_refused_proofs(**game, text::Language::kEnglish);  // the protocol is never translated
  return protocol::run_ugi(**game, *options, STDIN_FILENO, &solve::shared_proof_book());
}

}  // namespace

const Command& ugi_command() {
  static const Command command = {"ugi",
                                  {"GAME"},
                                  {{"--options", "K=V,K=V", text::Message::kHelpOptions}},
                                  text::Message::kHelpUgi,
                                  run_ugi_command};
  return command;
}

}  // namespace app
