// Errors with the words of the catalogue, in the language that was chosen.
#include <atomic>

#include "common.h"
#include "docs.h"

namespace python {

namespace {

std::atomic<text::Language> chosen = text::Language::kEnglish;

// Kept for the life of the program: exceptions may outlive the module.
PyObject* error_type = nullptr;

void set_language(const std::string& name) {
  const auto language = text::parse_language(name);
  if (!language) refuse(text::Message::kBadLanguage, {name});
  chosen = *language;
}

}  // namespace

text::Language language() { return chosen; }

void refuse(const text::Error& error) {
  PyErr_SetString(error_type, text::render(error, language()).c_str());
  throw py::error_already_set();
}
void refuse(text::Message message, std::vector<std::string> arguments) {
  refuse(text::Error(message, std::move(arguments)));
}

void bind_errors(py::module_& module) {
  error_type = PyErr_NewExceptionWithDoc("tabuleiro.Error",
                                         "What was wrong with an argument, in words for people.",
                                         PyExc_ValueError, nullptr);
  module.attr("Error") = py::reinterpret_borrow<py::object>(error_type);
  module.def("set_language", &set_language, py::arg("name"), docs::kSetLanguage);
}

}  // namespace python
