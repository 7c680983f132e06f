// A strict check that a text is well-formed XML after `<!DOCTYPE html>`: one element, tags that nest and are closed, quoted
// attributes of which none is there twice, known entities, ids that are unique.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

struct Element {
  std::string name;
  std::map<std::string, std::string> attributes;
};

struct Markup {
  std::string fault;               // empty: none
  std::vector<Element> elements;   // in the order in which they begin
  std::string text;                // of all, with entities replaced
};

Markup read_markup(const std::string& page);
