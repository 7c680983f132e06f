#include "codegen/report/page.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "codegen/report/markup.h"
#include "codegen/report/picture.h"
#include "codegen/report/style.h"
#include "codegen/text/emitter.h"

namespace codegen {
namespace {

std::string code(const std::string& text) { return text.empty() ? "-" : fmt::format("<code>{}</code>", escaped_html(text)); }
std::string plain(const std::string& text) { return text.empty() ? "-" : escaped_html(text); }
std::string ordinal(std::size_t i) { return fmt::to_string(i + 1); }
std::string amount(std::size_t n, const char* what) { return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s"); }

const char* role_text(GraphNode::Role role) {
  switch (role) {
    case GraphNode::Role::argument:
      return "comes in";
    case GraphNode::Role::forward:
      return "forward";
    case GraphNode::Role::backward:
      return "backward";
    case GraphNode::Role::result:
      return "goes out";
  }
  return "";
}

const char* part_of(const KernelRow& row) { return !row.is_backward ? "forward" : row.is_forward ? "both" : "backward"; }

class Page {
 public:
  explicit Page(const Report& report) : report_(report) {}

  std::string text() {
    std::string contents, sections;
    for (std::size_t i = 0; i < report_.requests.size(); ++i) {
      const std::string id = "r" + ordinal(i);
      contents += contents_of(report_.requests[i], id);
      sections += section_of(report_.requests[i], id);
    }
    if (!report_.called.empty()) {
      contents += "<li><a href=\"#called\">Called functions</a></li>\n";
      sections += called();
    }
    if (report_.requests.empty()) sections = "<p>No function of this source has a request.</p>\n";
    Emitter out;
    out(R"(
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8"/>
        <meta name="viewport" content="width=device-width, initial-scale=1"/>
        <title>gradc: $source$</title>
        <style>$style$</style>
        </head>
        <body>
        <a class="skip" href="#main">Skip to the report</a>
        <header>
        <h1>What gradc made of $source$</h1>
        <p>Formulas are over the extents of arguments: <code>x.extent(0)</code> is that of the first axis of <code>x</code>.
        Names like <code>%7</code> are of values that the source has no name for.</p>
        </header>
        <nav aria-label="Contents">
        <ul>
        $contents$
        <li><a href="#source">Source</a></li>
        </ul>
        </nav>
        <main id="main">
        $sections$
        $lines$
        </main>
        </body>
        </html>
        )",
        {{"source", escaped_html(report_.source)},
         {"style", kStyle},
         {"contents", contents},
         {"sections", sections},
         {"lines", source()}});
    return out.text();
  }

 private:
  // --- contents

  std::string contents_of(const RequestReport& request, const std::string& id) const {
    std::string items;
    for (std::size_t d = 0; d < request.derivatives.size(); ++d)
      for (std::size_t f = 0; f < request.derivatives[d].functions.size(); ++f)
        items += fmt::format("<li><a href=\"#{0}\">{1}</a></li>\n", function_id(id, d, f),
                             escaped_html(request.derivatives[d].functions[f].name));
    Emitter out;
    out("<li><a href=\"#$id$\">$name$</a>", {{"id", id}, {"name", escaped_html(request.function)}});
    if (!items.empty()) out("<ul>\n$items$\n</ul>", {{"items", items}});
    out("</li>");
    return out.text();
  }

  static std::string function_id(const std::string& id, std::size_t derivative, std::size_t function) {
    return fmt::format("{}d{}f{}", id, derivative + 1, function + 1);
  }

  // --- a request

  std::string section_of(const RequestReport& request, const std::string& id) {
    std::string parts;
    for (std::size_t d = 0; d < request.derivatives.size(); ++d) {
      const DerivativeReport& derivative = request.derivatives[d];
      for (std::size_t f = 0; f < derivative.functions.size(); ++f)
        parts += section_of(derivative.functions[f], function_id(id, d, f));
      const std::string of = derivative.functions.empty() ? request.function : derivative.functions[0].name;
      parts += kept(derivative, fmt::format("{}d{}", id, d + 1), of) + loops(derivative, fmt::format("{}d{}", id, d + 1), of);
    }
    Emitter out;
    out(R"(
        <section aria-labelledby="$id$">
        <h2 id="$id$">$name$</h2>
        $parts$
        </section>
        )",
        {{"id", id}, {"name", escaped_html(request.function)}, {"parts", parts}});
    return out.text();
  }

  std::string called() {
    std::string parts;
    for (std::size_t f = 0; f < report_.called.size(); ++f) parts += section_of(report_.called[f], "c" + ordinal(f));
    Emitter out;
    out(R"(
        <section aria-labelledby="called">
        <h2 id="called">Called functions</h2>
        <p>Functions of the generated file alone, which those above call.</p>
        $parts$
        </section>
        )",
        {{"parts", parts}});
    return out.text();
  }

  std::string section_of(const FunctionReport& function, const std::string& id) {
    Emitter out;
    const bool is_refused = !function.refused.empty();
    out(R"(
        <section aria-labelledby="$id$">
        <h3 id="$id$">$name$</h3>
        $comment$
        $parts$
        </section>
        )",
        {{"id", id},
         {"name", escaped_html(function.name)},
         {"comment", function.comment.empty() ? "" : fmt::format("<p>{}</p>", escaped_html(function.comment))},
         {"parts", is_refused ? fmt::format("<p>There is no plan: {}.</p>", escaped_html(function.refused))
                              : graph(function, id) + kernels(function, id) + memory(function, id)}});
    return out.text();
  }

  // --- graphs

  std::string graph(const FunctionReport& function, const std::string& id) const {
    Emitter out;
    out(R"(
        <h4>Graph of $name$</h4>
        <p class="quiet">What is read stands above what reads it. Ops with a broken line are of the backward pass. An op leads to
        its line of the source, a loop or branch to what is inside of it.</p>
        $graph$
        )",
        {{"name", escaped_html(function.name)},
         {"graph", graph_with_table(function.graph, id + "g", "Graph of " + function.name)}});
    return out.text();
  }

  std::string graph_with_table(const Graph& graph, const std::string& id, const std::string& title) const {
    const bool has_picture = graph.nodes.size() <= kMostNodes;
    Table table(id + "c", title + ": values in order of evaluation", {"Value", "Op", "Part", "Type", "Reads", "Line"});
    std::string regions;
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
      const GraphNode& node = graph.nodes[i];
      std::vector<std::string> reads;
      for (std::size_t input : node.inputs) reads.push_back(graph.nodes[input].name);
      table.row(fmt::format("{}v{}", id, i), {code(node.name), plain(node.op), role_text(node.role), code(node.type),
                                              code(fmt::format("{}", fmt::join(reads, ", "))), link_to(node.at)});
      for (std::size_t b = 0; b < node.regions.size(); ++b) regions += region(node, b, fmt::format("{}n{}b{}", id, i, b));
    }
    Emitter out;
    if (has_picture)
      out("$picture$", {{"picture", graph_picture(graph, id, title)}});
    else
      out("<p>There are $count$: too many for a picture. The table has them all.</p>",
          {{"count", amount(graph.nodes.size(), "value")}});
    out(R"(
        <details$open$>
        <summary>$title$ as a table: $count$</summary>
        $table$
        </details>
        $regions$
        )",
        {{"open", has_picture ? "" : " open=\"open\""},
         {"title", escaped_html(title)},
         {"count", amount(graph.nodes.size(), "value")},
         {"table", table.text()},
         {"regions", regions}});
    return out.text();
  }

  // What is inside of a loop or branch, to be opened.
  std::string region(const GraphNode& node, std::size_t b, const std::string& id) const {
    const std::string title =
        fmt::format("{} of {}{}", node.regions[b].name, node.op, node.at.place.empty() ? "" : " at " + node.at.place);
    Emitter out;
    out(R"(
        <details>
        <summary id="$id$">$title$ ($value$)</summary>
        $graph$
        </details>
        )",
        {{"id", id},
         {"title", escaped_html(title)},
         {"value", escaped_html(node.name)},
         {"graph", graph_with_table(node.regions[b].graph, id + "g", title)}});
    return out.text();
  }

  // --- kernels

  std::string kernels(const FunctionReport& function, const std::string& id) {
    Table table(
        id + "k", "Kernels of " + function.name + ", in the order in which they run",
        {"Step", "Lines", "Ops", "Form", "Part", "Runs over", "Runs in", "Bytes read", "Bytes written", "FLOPs", "FLOPs per byte"});
    for (std::size_t k = 0; k < function.kernels.size(); ++k) {
      const KernelRow& row = function.kernels[k];
      const std::string row_id = fmt::format("{}k{}", id, k + 1);
      table.row(row_id,
                {fmt::to_string(row.step), links_to(row.at), plain(row.what), plain(row.form), part_of(row), code(row.over),
                 plain(row.within.empty() ? "the function, once" : row.within), code(row.loaded.text), code(row.stored.text),
                 row.flops.value ? code(row.flops.text) : plain(row.flops.text), plain(row.intensity)});
      for (const Spot& spot : row.at) add_use(spot, row_id, fmt::format("{}, step {}", function.name, row.step), function.name);
    }
    Emitter out;
    out("<h4>Kernels of $name$</h4>", {{"name", escaped_html(function.name)}});
    if (function.kernels.empty()) {
      out("<p>Nothing is computed.</p>");
      return out.text();
    }
    out(R"(
        <p class="quiet">Of one run. Bytes are those of distinct elements of memory. A FLOP is an addition or multiplication; a division
        or square root counts as 6, a call of another function as 20. Variables take no bytes.</p>
        $table$
        )",
        {{"table", table.text()}});
    return out.text();
  }

  // --- memory

  std::string memory(const FunctionReport& function, const std::string& id) const {
    const Memory& memory = function.memory;
    Emitter out;
    out("<h4>Memory of $name$</h4>", {{"name", escaped_html(function.name)}});
    std::string arena = fmt::format("The arena is {} bytes in {}{}.", code(memory.total.text), amount(memory.slots.size(), "slot"),
                                    memory.total.value->constant() ? "" : ", each rounded up to a multiple of 64");
    if (memory.slots.empty()) arena = "There is no arena: what is not the caller's memory is in variables.";
    out("<p>$arena$$more$</p>",
        {{"arena", arena},
         {"more", memory.takes_as_it_runs ? " More is taken as it runs, where sizes are not known before." : ""}});
    if (memory.buffers.empty()) return out.text();
    const std::string title = "Memory of " + function.name + " by step";
    if (memory.buffers.size() <= kMostRows)
      out("$picture$", {{"picture", timeline_picture(memory, id + "m", title)}});
    else
      out("<p>There are $count$: too many for a picture. The table has them all.</p>",
          {{"count", amount(memory.buffers.size(), "buffer")}});
    Table buffers(id + "mc", title + ": buffers", {"Values", "Bytes", "First step", "Last step", "Where"});
    for (const BufferRow& row : memory.buffers) {
      const bool is_slot = row.where == BufferRow::Where::slot;
      const std::string where = is_slot                                 ? fmt::format("slot {}", row.slot)
                                : row.where == BufferRow::Where::result ? "result of the caller"
                                                                        : "taken as it runs";
      buffers.row("", {code(row.values), row.bytes.value ? code(row.bytes.text) : plain(row.bytes.text), fmt::to_string(row.first),
                       fmt::to_string(row.last), where});
    }
    Table slots(id + "ms", "Slots of the arena of " + function.name + ". Each begins at a multiple of 64 bytes.",
                {"Slot", "Bytes"});
    for (std::size_t i = 0; i < memory.slots.size(); ++i) slots.row("", {fmt::to_string(i), code(memory.slots[i].text)});
    if (!memory.slots.empty()) slots.row("", {"all", code(memory.total.text)});
    out("$buffers$", {{"buffers", buffers.text()}});
    if (!memory.slots.empty()) out("$slots$", {{"slots", slots.text()}});
    return out.text();
  }

  // --- decisions

  std::string kept(const DerivativeReport& derivative, const std::string& id, const std::string& of) const {
    if (derivative.kept.empty()) return {};
    Table table(id + "kept", "What the backward pass of " + of + " reads of the forward pass",
                {"Value", "Line", "Op", "Type", "Bytes", "How", "Because", "In the loop or branch"});
    for (const KeptRow& row : derivative.kept)
      table.row("", {row.name.empty() ? "no name" : code(row.name), link_to(row.at), plain(row.op), code(row.type),
                     row.bytes.value ? code(row.bytes.text) : plain(row.bytes.text), plain(row.how), plain(row.why),
                     link_to(row.inside)});
    Emitter out;
    out(R"(
        <section>
        <h3>Kept and computed again for $of$</h3>
        <p class="quiet">As it was decided when the derivative was made. Later passes drop what turns out not to be read.</p>
        $table$
        </section>
        )",
        {{"of", escaped_html(of)}, {"table", table.text()}});
    return out.text();
  }

  std::string loops(const DerivativeReport& derivative, const std::string& id, const std::string& of) {
    if (derivative.loops.empty()) return {};
    Table table(id + "loops", "Loops of " + of + ", and whether they have become kernels",
                {"Loop", "Part", "Kernel", "Why", "What to do", "Op in the way"});
    for (std::size_t l = 0; l < derivative.loops.size(); ++l) {
      const LoopRow& row = derivative.loops[l];
      const std::string row_id = fmt::format("{}l{}", id, l + 1);
      table.row(row_id, {link_to(row.at), row.is_backward ? "backward" : "forward", row.is_raised ? "yes" : "no", plain(row.why),
                         plain(row.advice), link_to(row.culprit)});
      add_use(row.at, row_id, "loop of " + of, "loop of " + of);
    }
    Emitter out;
    out(R"(
        <section>
        <h3>Loops of $of$</h3>
        $table$
        </section>
        )",
        {{"of", escaped_html(of)}, {"table", table.text()}});
    return out.text();
  }

  // --- the source

  // A line leads to the first of what was made of it in each function.
  struct Use {
    std::string row, text, group;
    int more = 0;
  };

  void add_use(const Spot& spot, const std::string& row, const std::string& text, const std::string& group) {
    if (spot.line <= 0) return;
    std::vector<Use>& uses = uses_[spot.line];
    const auto known = std::find_if(uses.begin(), uses.end(), [&](const Use& use) { return use.group == group; });
    if (known == uses.end())
      uses.push_back({row, text, group});
    else
      ++known->more;
  }

  std::string uses_of(int line) const {
    const auto found = uses_.find(line);
    if (found == uses_.end()) return {};
    std::vector<std::string> links;
    for (const Use& use : found->second)
      links.push_back(fmt::format("<a href=\"#{}\">{}{}</a>", use.row, escaped_html(use.text),
                                  use.more > 0 ? fmt::format(" and {} more", use.more) : ""));
    return fmt::format("{}", fmt::join(links, ", "));
  }

  std::string source() const {
    Table table("sourcec", report_.source + ", with what was made of each line", {"Line", "Text", "Used by"});
    for (std::size_t i = 0; i < report_.lines.size(); ++i) {
      const std::string uses = uses_of(static_cast<int>(i) + 1);
      table.row("L" + ordinal(i), {ordinal(i), fmt::format("<code>{}</code>", escaped_html(report_.lines[i])), uses});
    }
    Emitter out;
    out(R"(
        <section class="source" aria-labelledby="source">
        <h2 id="source">Source</h2>
        $table$
        </section>
        )",
        {{"table", table.text()}});
    return out.text();
  }

  const Report& report_;
  std::map<int, std::vector<Use>> uses_;  // by line
};

}  // namespace

std::string page_of(const Report& report) { return Page(report).text(); }

}  // namespace codegen
