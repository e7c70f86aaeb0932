// Sitting down at a table by its link.
#pragma once

#include "client/kept_seats.h"

namespace client {

struct Guest {
  std::string name;  // that the others see; "" for none
  text::Language language = text::Language::kEnglish;
};

// "en", "pt": what the server is told.
std::string language_code(text::Language language);

// The token of the seat: the one that was kept, or the link's own where it is a seat's, or the one
// that an invitation (or an open seat at a public table) becomes. An error that a person
// understands where there is no such table or seat, or no such server.
games::Parsed<std::string> sit_down(const TableLink& link, const Guest& guest,
                                    const KeptSeats& seats);

// Is there such a table to look at? Nothing where there is.
std::optional<text::Error> look_up(const TableLink& link, const Guest& guest);

}  // namespace client
