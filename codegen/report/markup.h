// Text as it stands in HTML that is well-formed XML too, and the links of a page.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "codegen/report/report.h"

namespace codegen {

// What has a meaning in markup is escaped; what no text may have (control characters, bytes that are no UTF-8) is U+FFFD.
std::string escaped_html(std::string_view text);

// The place, as a link to its line where the page has it; "-" where there is none.
std::string link_to(const Spot& spot);
std::string links_to(const std::vector<Spot>& spots);

// A table with a caption, whose first cell of each row names it.
class Table {
 public:
  Table(std::string id, std::string caption, std::vector<std::string> columns);
  // Cells are markup. `id`: of the row, or empty.
  void row(const std::string& id, const std::vector<std::string>& cells);
  // In a box that scrolls where the table is wider than the page.
  std::string text() const;

 private:
  std::string id_, caption_;
  std::vector<std::string> columns_;
  std::string rows_;
};

}  // namespace codegen
