#include "codegen/report/graph.h"

#include <algorithm>
#include <map>

namespace codegen {
namespace {

class Grapher {
 public:
  explicit Grapher(Words& words) : words_(words), f_(words.planned().function) {}

  Graph block(ir::BlockId id, ir::LocId loc) {
    Graph graph;
    std::map<ir::ValueId, std::size_t> node_of;
    for (ir::ValueId parameter : f_[id].parameters) {
      node_of[parameter] = graph.nodes.size();
      graph.nodes.push_back(
          {GraphNode::Role::argument, words_.value(parameter), "", words_.type(f_[parameter].type), words_.spot(loc), {}, {}});
    }
    for (ir::OpId op_id : f_[id].ops) {
      const ir::Op& op = f_[op_id];
      if (op.results.empty() || ir::definition(op.kind).info.trait == ir::Trait::constant) continue;
      GraphNode node{
          op.derived ? GraphNode::Role::backward : GraphNode::Role::forward, "", op_text(op), "", words_.spot(op.loc), {}, {}};
      for (ir::ValueId result : op.results) {
        node.name += (node.name.empty() ? "" : ", ") + words_.value(result);
        node.type += (node.type.empty() ? "" : ", ") + words_.type(f_[result].type);
        node_of[result] = graph.nodes.size();
      }
      node.inputs = inputs(op.operands, node_of);
      for (std::size_t b = 0; b < op.blocks.size(); ++b) node.regions.push_back({block_name(op, b), block(op.blocks[b], op.loc)});
      graph.nodes.push_back(std::move(node));
    }
    for (std::size_t k = 0; k < f_[id].results.size(); ++k)
      graph.nodes.push_back({GraphNode::Role::result,
                             words_.value(f_[id].results[k]),
                             "",
                             words_.type(f_[f_[id].results[k]].type),
                             {},
                             inputs({f_[id].results[k]}, node_of),
                             {}});
    return graph;
  }

 private:
  std::string op_text(const ir::Op& op) const { return is_iteration(op) ? "loop" : is_branch(op) ? "branch" : words_.op(op); }

  static std::vector<std::size_t> inputs(const std::vector<ir::ValueId>& operands,
                                         const std::map<ir::ValueId, std::size_t>& node_of) {
    std::vector<std::size_t> out;
    for (ir::ValueId operand : operands)
      if (const auto found = node_of.find(operand);
          found != node_of.end() && std::find(out.begin(), out.end(), found->second) == out.end())
        out.push_back(found->second);
    return out;
  }

  // "then", "body".
  static std::string block_name(const ir::Op& op, std::size_t block) {
    std::string_view names = ir::definition(op.kind).info.blocks;
    for (; block > 0; --block) names.remove_prefix(names.find(' ') + 1);
    return std::string(names.substr(0, names.find(' ')));
  }

  Words& words_;
  const ir::Function& f_;
};

}  // namespace

Graph graph_of(Words& words) { return Grapher(words).block(words.planned().function.body, {}); }

}  // namespace codegen
