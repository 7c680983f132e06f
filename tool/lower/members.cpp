#include "tool/lower/members.h"

#include <clang/AST/RecordLayout.h>
#include <fmt/format.h>

#include <algorithm>

namespace tool {
namespace {

constexpr const char* kDifferentTypes = "it is a union of different types, whose members can't all be one value; use a structure";

class Gatherer {
 public:
  explicit Gatherer(const clang::ASTContext& context) : context_(context) {}

  std::vector<NamedMember> members_of(const clang::RecordDecl& record, std::uint64_t offset) {
    const clang::ASTRecordLayout& layout = context_.getASTRecordLayout(&record);
    std::vector<NamedMember> all;
    bool first = true;
    for (const clang::FieldDecl* field : record.fields()) {
      std::vector<NamedMember> inner = of_field(*field, offset + layout.getFieldOffset(field->getFieldIndex()));
      if (!record.isUnion() || std::exchange(first, false))
        all.insert(all.end(), inner.begin(), inner.end());
      else
        add_names(all, inner);
    }
    return all;
  }

  std::string why_not;  // the first reason

 private:
  std::vector<NamedMember> of_field(const clang::FieldDecl& field, std::uint64_t offset) {
    if (field.isBitField())
      say(fmt::format("member '{}' is a bit-field; make it a whole integer", field.getNameAsString()));
    else if (field.isAnonymousStructOrUnion())
      return members_of(*field.getType()->getAsRecordDecl(), offset);
    else if (field.getDeclName().isEmpty())
      say("it has a member without a name; name it");
    return {{field.getType(), {&field}, offset}};
  }

  // Members of a union that lie in the same bytes have the same value where they have the same type too.
  void add_names(std::vector<NamedMember>& known, const std::vector<NamedMember>& more) {
    const auto is_same = [&](const NamedMember& a, const NamedMember& b) {
      return a.offset == b.offset && context_.hasSameUnqualifiedType(a.type, b.type);
    };
    if (!std::equal(known.begin(), known.end(), more.begin(), more.end(), is_same)) return say(kDifferentTypes);
    for (std::size_t i = 0; i < known.size(); ++i)
      known[i].names.insert(known[i].names.end(), more[i].names.begin(), more[i].names.end());
  }

  void say(std::string why) {
    if (why_not.empty()) why_not = std::move(why);
  }

  const clang::ASTContext& context_;
};

}  // namespace

std::pair<std::vector<NamedMember>, std::string> named_members(const clang::ASTContext& context,
                                                               const clang::CXXRecordDecl& record) {
  Gatherer gatherer(context);
  std::vector<NamedMember> members = gatherer.members_of(record, 0);
  return {std::move(members), std::move(gatherer.why_not)};
}

}  // namespace tool
