// What servers say to each other, in JSON.
#pragma once

#include "tables/node_messages.h"

namespace api {

class JsonNodeFormat : public tables::NodeFormat {
 public:
  std::string write(const tables::ActRequest& request) const override;
  std::optional<tables::ActRequest> read_act(std::string_view bytes) const override;
  std::string write(const text::Expected<int>& answer) const override;
  std::optional<text::Expected<int>> read_answer(std::string_view bytes) const override;
  std::string write(const tables::News& news) const override;
  std::optional<tables::News> read_news(std::string_view bytes) const override;
  std::string write(const tables::FollowRequest& request) const override;
  std::optional<tables::FollowRequest> read_follow(std::string_view bytes) const override;
  std::string write(const tables::FollowAnswer& answer) const override;
  std::optional<tables::FollowAnswer> read_states(std::string_view bytes) const override;
  std::string write(const tables::Sightings& sightings) const override;
  std::optional<tables::Sightings> read_sightings(std::string_view bytes) const override;
};

}  // namespace api
