#include "history_check.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace tests {

namespace {

using Fate = AskedTurn::Fate;

std::string words(const HistoryEvent& event) {
  return event.kind + " of player " + std::to_string(event.player) + " '" + event.text + "'";
}

std::string words(const AskedTurn& asked) {
  return "turn '" + asked.turn + "' of player " + std::to_string(asked.player) + " after " +
         std::to_string(asked.after);
}

std::string numbered(int number) { return "event " + std::to_string(number); }

class Check {
 public:
  explicit Check(const TableHistory& history) : history_(history) {}

  std::vector<std::string> problems() {
    check_stored();
    check_loaded();
    for (const auto& client : history_.clients) {
      check_acknowledged(client);
      check_order(client);
      check_told(client);
    }
    check_asked_once();
    check_told_alike();
    return std::move(problems_);
  }

 private:
  void wrong(const std::string& what) { problems_.push_back(history_.table + ": " + what); }
  void wrong(const ClientHistory& client, const std::string& what) {
    wrong(client.client + ": " + what);
  }

  const HistoryEvent* stored(int number) const {
    const auto at = by_number_.find(number);
    return at == by_number_.end() ? nullptr : at->second;
  }
  // How many turns there were after this event.
  std::size_t turns_at(int event) const {
    const auto after = turn_numbers_.upper_bound(event);
    return static_cast<std::size_t>(std::distance(turn_numbers_.begin(), after));
  }

  void check_stored() {
    int next = 1;
    std::set<int> seated;
    for (const auto& event : history_.stored) {
      if (event.number != next) {
        wrong(numbered(event.number) + " is stored where " + std::to_string(next) + " is due");
      }
      next = event.number + 1;
      by_number_.emplace(event.number, &event);
      if (event.kind == "turn") {
        turns_.push_back(&event);
        turn_numbers_.insert(event.number);
      }
      if (event.kind == "seated" && !seated.insert(event.player).second) {
        wrong("doubled: player " + std::to_string(event.player) + " took the seat twice");
      }
    }
  }

  // Is this how the stored table stood after that event?
  bool fits(const LoadedTable& loaded) const {
    if (loaded.event != 0 && stored(loaded.event) == nullptr) return false;
    return loaded.turns.size() == turns_at(loaded.event) &&
           std::equal(loaded.turns.begin(), loaded.turns.end(), turns_.begin(),
                      [](const std::string& turn, const HistoryEvent* event) {
                        return turn == event->text;
                      });
  }

  void check_loaded() {
    const int last = history_.stored.empty() ? 0 : history_.stored.back().number;
    for (const auto& loaded : history_.loaded) {
      if (loaded.event != last) {
        wrong(loaded.where + " ends with " + numbered(loaded.event) + ", stored are " +
              std::to_string(last));
      } else if (!fits(loaded)) {
        wrong("forked: " + loaded.where + " tells other turns than are stored");
      }
    }
  }

  void check_acknowledged(const ClientHistory& client) {
    for (const auto& asked : client.asked) {
      if (asked.fate != Fate::kAcknowledged) continue;
      const auto told = words(asked) + ", acknowledged as " + numbered(asked.event);
      if (!acknowledged_.insert(asked.event).second) {
        wrong(client, "doubled: " + told + ", as another was");
      }
      const auto* event = stored(asked.event);
      if (event == nullptr) {
        wrong(client, "lost: " + told);
      } else if (event->kind != "turn" || event->player != asked.player ||
                 event->text != asked.turn ||
                 turns_at(asked.event) != static_cast<std::size_t>(asked.after) + 1) {
        wrong(client, "lost: " + told + ", which is " + words(*event));
      }
    }
  }

  void check_order(const ClientHistory& client) {
    int last = 0;
    for (const auto& asked : client.asked) {
      if (asked.fate != Fate::kAcknowledged) continue;
      if (asked.event <= last || asked.event <= asked.known) {
        wrong(client, "reordered: " + words(asked) + " became " + numbered(asked.event) + " when " +
                          std::to_string(std::max(last, asked.known)) + " was known");
      }
      last = asked.event;
    }
  }

  // Events may be missing, which is noticed by the numbers, but none comes a second time unless it
  // was asked for.
  void check_told(const ClientHistory& client) {
    int last = 0;  // told in a row
    for (const auto& told : client.told) {
      if (const auto* from = std::get_if<ToldAfter>(&told)) {
        last = from->event;
      } else if (const auto* table = std::get_if<LoadedTable>(&told)) {
        check_told_table(client, *table);
        last = table->event;
      } else if (const auto* event = std::get_if<HistoryEvent>(&told)) {
        check_told_event(client, *event);
        if (event->number <= last) {
          wrong(client,
                "reordered: told " + numbered(event->number) + " behind " + std::to_string(last));
        }
        last = event->number;
      }
    }
  }

  void check_told_table(const ClientHistory& client, const LoadedTable& table) {
    if (!fits(table)) {
      wrong(client, "forked: the table after " + numbered(table.event) + " was never so");
    }
    if (table.event < table.asked_after) {
      wrong(client, "stale: " + table.where + " shows " + numbered(table.event) +
                        " to one who asked for what came after " +
                        std::to_string(table.asked_after));
    }
  }

  void check_told_event(const ClientHistory& client, const HistoryEvent& event) {
    const auto* kept = stored(event.number);
    if (kept == nullptr) {
      wrong(client,
            "lost: told " + numbered(event.number) + ", " + words(event) + ", which is not stored");
    } else if (kept->kind != event.kind || kept->player != event.player ||
               kept->text != event.text) {
      wrong(client, "forked: told " + numbered(event.number) + ", " + words(event) +
                        ", but stored is " + words(*kept));
    }
  }

  // Every stored turn has one who asked for it at just that place, and was not refused.
  void check_asked_once() {
    std::set<std::tuple<int, std::string, int>> open;
    for (const auto& client : history_.clients) {
      for (const auto& asked : client.asked) {
        if (asked.fate != Fate::kRefused) open.emplace(asked.player, asked.turn, asked.after);
      }
    }
    for (std::size_t i = 0; i < turns_.size(); ++i) {
      const auto& event = *turns_[i];
      if (!open.contains({event.player, event.text, static_cast<int>(i)})) {
        wrong("doubled or made up: " + numbered(event.number) + ", " + words(event) + " as turn " +
              std::to_string(i + 1) + ", was not asked for there");
      }
    }
  }

  void check_told_alike() {
    std::map<int, const HistoryEvent*> first;
    for (const auto& client : history_.clients) {
      for (const auto& told : client.told) {
        const auto* event = std::get_if<HistoryEvent>(&told);
        if (event == nullptr || event->rest.empty()) continue;
        const auto* other = first.emplace(event->number, event).first->second;
        if (other->rest == event->rest) continue;
        wrong(client, "forked: " + numbered(event->number) + " was told as " + event->rest +
                          " and as " + other->rest);
      }
    }
  }

  const TableHistory& history_;
  std::vector<std::string> problems_;
  std::map<int, const HistoryEvent*> by_number_;
  std::vector<const HistoryEvent*> turns_;
  std::set<int> turn_numbers_;
  std::set<int> acknowledged_;
};

}  // namespace

std::vector<std::string> history_problems(const TableHistory& history) {
  return Check(history).problems();
}

}  // namespace tests
