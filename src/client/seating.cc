#include "client/seating.h"

#include <algorithm>
#include <array>

#include "client/json.h"
#include "core/scan.h"
#include "core/system_random.h"

namespace client {

using text::Error;
using text::Message;

namespace {

constexpr std::size_t kTokenLetters = 22;
constexpr int kFound = 200, kNoRight = 401;

// The guest makes the token himself and keeps it before he asks: where the answer is lost on its
// way, asking again with it gives the same seat.
std::string new_token() {
  constexpr std::string_view kLetters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  std::array<unsigned char, kTokenLetters> bytes{};
  core::fill_with_system_random(bytes);
  std::string token;
  for (const auto byte : bytes) token += kLetters[byte % kLetters.size()];
  return token;
}

// What the server said why not, or that it is no such server.
Error refusal_of(const TableLink& link, const net::ServerAnswer& answer) {
  const auto message = text_at(value_at(read_json(answer.body), "error"), "message");
  if (message.empty()) return Error(Message::kOnlineStrange, {link.server.origin()});
  return Error(Message::kOnlineRefused, {core::printable(message)});
}

core::Result<net::ServerAnswer, Error> get_table(const TableLink& link, const Guest& guest,
                                                 const std::string& token) {
  return net::ask_server(
      link.server, {"GET", "/api/tables/" + link.table, token, language_code(guest.language), ""});
}

bool has_own_seat(const Json& table) {
  const Json& seats = value_at(table, "seats");
  return seats.is_array() && std::any_of(seats.begin(), seats.end(),
                                         [](const Json& seat) { return flag_at(seat, "yours"); });
}

bool has_open_seat(const Json& table) {
  const Json& seats = value_at(table, "seats");
  return seats.is_array() && std::any_of(seats.begin(), seats.end(),
                                         [](const Json& seat) { return !flag_at(seat, "taken"); });
}

games::Parsed<std::string> join(const TableLink& link, const Guest& guest, const KeptSeats& seats,
                                const std::string& token) {
  if (auto error = seats.keep(link, token)) return error->in(Message::kOnlineSeatNotKept);
  Json body = {{"token", token}};
  if (!guest.name.empty()) body["name"] = guest.name;
  const auto text = body.dump(-1, ' ', false, Json::error_handler_t::replace);
  const auto answer =
      net::ask_server(link.server, {"POST", "/api/tables/" + link.table + "/join", link.token,
                                    language_code(guest.language), text});
  // Without an answer nobody knows whether the seat was given: the token stays for the next try.
  if (!answer) return answer.error();
  if (answer->status == kFound) return token;
  seats.forget(link);
  return refusal_of(link, *answer);
}

}  // namespace

std::string language_code(text::Language language) {
  return language == text::Language::kPortuguese ? "pt" : "en";
}

games::Parsed<std::string> sit_down(const TableLink& link, const Guest& guest,
                                    const KeptSeats& seats) {
  const auto kept = seats.find(link);
  const auto& known = kept ? *kept : link.token;
  const auto answer = get_table(link, guest, known);
  if (!answer) return answer.error();
  const Json table = read_json(answer->body);
  if (answer->status == kFound && has_own_seat(table)) return known;
  if (answer->status != kFound && answer->status != kNoRight) return refusal_of(link, *answer);
  // What was kept may be of a try whose answer got lost: the same token is asked for again.
  if (!link.token.empty()) return join(link, guest, seats, kept ? *kept : new_token());
  const bool open = flag_at(table, "public") && has_open_seat(table);
  if (answer->status == kFound && !open) return Error(Message::kOnlineNoSeat);
  return join(link, guest, seats, kept ? *kept : new_token());
}

std::optional<Error> look_up(const TableLink& link, const Guest& guest) {
  const auto answer = get_table(link, guest, "");
  if (!answer) return answer.error();
  if (answer->status != kFound) return refusal_of(link, *answer);
  return std::nullopt;
}

}  // namespace client
