#include "lab/plot.h"

#include <algorithm>

#include "core/scan.h"
#include "games/scene_svg.h"

namespace lab {

using core::fixed;
using games::html_escaped;

namespace {

constexpr double kWide = 1000;

std::string plot_number(double value) { return fixed(value, 1); }

std::string opened(double high, std::string_view label) {
  return "<svg class=\"plot\" role=\"img\" viewBox=\"0 0 1000 " + plot_number(high) +
         "\" aria-label=\"" + html_escaped(label) + "\">";
}

std::string text_at(double x, double y, std::string_view anchor, std::string_view text) {
  return "<text x=\"" + plot_number(x) + "\" y=\"" + plot_number(y) + "\" text-anchor=\"" +
         std::string(anchor) + "\">" + html_escaped(text) + "</text>";
}

std::string line(std::string_view kind, double x1, double y1, double x2, double y2) {
  return "<path class=\"" + std::string(kind) + "\" d=\"M" + plot_number(x1) + ' ' +
         plot_number(y1) + 'L' + plot_number(x2) + ' ' + plot_number(y2) + "\"/>";
}

// 0, 50 and 100 % at the left of a plot of shares.
std::string share_axis(double left, double top, double bottom) {
  std::string out;
  for (const int share : {0, 50, 100}) {
    const double y = bottom - share / 100.0 * (bottom - top);
    out += line("axis", left, y, kWide, y) +
           text_at(left - 6, y + 5, "end", std::to_string(share) + " %");
  }
  return out;
}

}  // namespace

std::string bar_plot(const std::vector<PlotBar>& bars, std::string_view label) {
  constexpr double kHigh = 240, kBottom = 210, kTop = 10, kGap = 2;
  double most = 1;
  for (const auto& bar : bars) most = std::max(most, bar.height);
  std::string out = opened(kHigh, label) + line("axis", 0, kBottom, kWide, kBottom);
  const double step = kWide / static_cast<double>(std::max<std::size_t>(1, bars.size()));
  for (std::size_t i = 0; i < bars.size(); ++i) {
    const double x = static_cast<double>(i) * step;
    const double high = bars[i].height / most * (kBottom - kTop);
    out += "<rect class=\"bar\" x=\"" + plot_number(x + kGap) + "\" y=\"" +
           plot_number(kBottom - high) + "\" width=\"" + plot_number(step - 2 * kGap) +
           "\" height=\"" + plot_number(high) + "\"><title>" + html_escaped(bars[i].title) +
           "</title></rect>";
    if (!bars[i].below.empty()) {
      out += text_at(x + step / 2, kBottom + 20, "middle", bars[i].below);
    }
  }
  return out + "</svg>";
}

std::string band_plot(const std::vector<Estimate>& points, std::string_view label) {
  constexpr double kLeft = 60, kTop = 10, kBottom = 230, kHigh = 245;
  const auto x_of = [&](std::size_t i) {
    const auto parts = static_cast<double>(std::max<std::size_t>(1, points.size()));
    return kLeft + (kWide - kLeft) * (static_cast<double>(i) + 0.5) / parts;
  };
  const auto y_of = [](double share) { return kBottom - share * (kBottom - kTop); };
  std::string middle, band, back;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto at = [&](double share) {
      return plot_number(x_of(i)) + ' ' + plot_number(y_of(share));
    };
    middle += (i == 0 ? "M" : "L") + at(points[i].value);
    band += (i == 0 ? "M" : "L") + at(points[i].high);
    back = "L" + at(points[i].low) + back;
  }
  return opened(kHigh, label) + share_axis(kLeft, kTop, kBottom) + "<path class=\"band\" d=\"" +
         band + back + "Z\"/><path class=\"line\" d=\"" + middle + "\"/></svg>";
}

std::string interval_plot(const std::vector<PlotRow>& rows, std::string_view label) {
  constexpr double kLeft = 330, kRight = 780, kRow = 28, kTop = 24;
  const double bottom = kTop + kRow * static_cast<double>(rows.size());
  const auto x_of = [](double share) { return kLeft + share * (kRight - kLeft); };
  std::string out = opened(bottom + 6, label);
  for (const int share : {0, 50, 100}) {
    const double x = x_of(share / 100.0);
    out += line(share == 50 ? "guide" : "axis", x, kTop - 4, x, bottom) +
           text_at(x, kTop - 9, "middle", std::to_string(share) + " %");
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double y = kTop + kRow * (static_cast<double>(i) + 0.5);
    const auto& row = rows[i];
    out += text_at(kLeft - 12, y + 5, "end", row.name) +
           line("whisker", x_of(row.share.low), y, x_of(row.share.high), y) +
           "<circle class=\"dot\" cx=\"" + plot_number(x_of(row.share.value)) + "\" cy=\"" +
           plot_number(y) + "\" r=\"5\"/>" + text_at(kRight + 12, y + 5, "start", row.said);
  }
  return out + "</svg>";
}

}  // namespace lab
