// Plots as SVG, made of numbers and words alone. They hold no colours: a page gives the classes
// plot, bar, band, line, dot, whisker, axis and guide their looks.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lab/estimate.h"

namespace lab {

// Bars side by side; what each stands for, in words, and what stands below it.
struct PlotBar {
  double height = 0;
  std::string title;
  std::string below;  // may be empty
};
std::string bar_plot(const std::vector<PlotBar>& bars, std::string_view label);

// Shares from 0 to 1 along a line, with their intervals as a band.
std::string band_plot(const std::vector<Estimate>& points, std::string_view label);

// Shares from 0 to 1 under each other, each with its interval; a line at one half.
struct PlotRow {
  std::string name;
  Estimate share;
  std::string said;  // the share and its interval in words
};
std::string interval_plot(const std::vector<PlotRow>& rows, std::string_view label);

}  // namespace lab
