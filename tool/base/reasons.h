// Why a type is not understood, and what to write instead of parts of the standard library, as texts. Of a chain (a member of a
// member, a base class of a base class) the innermost link is the cause: it is what a user reads.
#pragma once

#include <string>
#include <string_view>

namespace tool {

// Of a class of the standard library, by its name without std: "map".
std::string instead_of_class(std::string_view name);
// The end of that, what to write; empty where there is nothing to say of it.
std::string_view instead_of_class_by(std::string_view name);
// Of a function that is no op, by its name without a scope; empty where there is nothing to say of it.
std::string_view instead_of_function(std::string_view name);

// Why what has such a member, base class or item is not understood; `why` is what is said of that.
std::string because_of_member(const std::string& member, const std::string& type, const std::string& why);
std::string because_of_base(const std::string& base, const std::string& why);
std::string because_of_item(const std::string& item, const std::string& why);

}  // namespace tool
