// A board as a picture for those who cannot draw one: link previews, messengers.
#pragma once

#include <string>

#include "api/bitmap.h"
#include "games/history.h"

namespace api {

// The position with its last turn, as large as fits into the middle of so many pixels.
Bitmap board_picture(const games::Scene& scene, int width, int height);

// The size that link previews show.
inline constexpr int kPreviewWidth = 1200;
inline constexpr int kPreviewHeight = 630;
std::string preview_png(const games::Scene& scene);

// The whole game, a picture a turn; of very long ones every second, third … turn.
std::string game_gif(const games::History& history);

}  // namespace api
