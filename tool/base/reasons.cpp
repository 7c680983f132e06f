#include "tool/base/reasons.h"

#include <fmt/format.h>

namespace tool {
namespace {

struct Instead {
  std::string_view names;  // with blanks around each
  std::string_view text;
};

constexpr std::string_view kOutside = "read and write where the function is called, and pass the values";
constexpr std::string_view kThreads = "write the loop plainly, or with '#pragma omp parallel for'; derivatives run on threads of their own";
constexpr std::string_view kDraw = "draw the numbers where the function is called and pass them, or use std::mt19937 with a seed";
constexpr std::string_view kTime = "measure time where the function is called";
constexpr std::string_view kEnd = "throw an exception";

constexpr Instead kClasses[] = {
    {" basic_istream basic_ostream basic_iostream basic_ifstream basic_ofstream basic_fstream basic_istringstream basic_ostringstream "
     "basic_stringstream basic_streambuf basic_filebuf path ",
     kOutside},
    {" thread jthread future promise async packaged_task mutex recursive_mutex shared_mutex timed_mutex lock_guard unique_lock scoped_lock "
     "shared_lock condition_variable condition_variable_any atomic atomic_flag once_flag barrier latch counting_semaphore __atomic_float ",
     kThreads},
    {" random_device mersenne_twister_engine linear_congruential_engine subtract_with_carry_engine discard_block_engine seed_seq "
     "normal_distribution uniform_real_distribution uniform_int_distribution bernoulli_distribution poisson_distribution "
     "exponential_distribution gamma_distribution discrete_distribution lognormal_distribution student_t_distribution "
     "binomial_distribution chi_squared_distribution extreme_value_distribution fisher_f_distribution geometric_distribution "
     "negative_binomial_distribution knuth_b ranlux24 ranlux48 ranlux24_base ranlux48_base ",
     kDraw},
    {" unordered_map unordered_multimap unordered_set unordered_multiset ", "use a std::map or std::set, whose order is known"},
    {" map multimap ",
     "look up where the function is called and pass the values, or keep them in a std::vector and pass the index"},
    {" set multiset priority_queue ", "keep the values in a std::vector, sorted where that is needed"},
    {" list forward_list deque stack queue valarray ", "use a std::vector"},
    {" variant any ", "use a structure with a member for each alternative, and an integer that says which holds"},
    {" basic_string basic_string_view basic_regex match_results ",
     "do what depends on text where the function is called, and pass numbers or enumerators"},
    {" duration time_point ", kTime},
    {" bitset ", "use an integer or a std::array<bool, n>"},
    {" weak_ptr ", "use the std::shared_ptr that it is made of"},
};

constexpr Instead kFunctions[] = {
    {" abort exit quick_exit _Exit terminate longjmp _setjmp setjmp sigsetjmp __sigsetjmp raise ", kEnd},
    {" rand srand random drand48 rand_r generate_canonical ", kDraw},
    {" now time clock gettimeofday clock_gettime difftime ", kTime},
    {" strtod strtof strtol atof atoi atol stod stof stoi stol scanf fscanf sscanf getline fopen fclose fread fgets getenv from_chars get "
     "regex_match regex_search ",
     kOutside},
    {" async ", kThreads},
    {" to_string to_chars ", "do what depends on text where the function is called"},
    {" any_cast visit holds_alternative ", "use a structure with a member for each alternative, and an integer that says which holds"},
};

template <std::size_t n>
std::string_view find(const Instead (&table)[n], std::string_view name) {
  const std::string whole = fmt::format(" {} ", name);
  for (const Instead& row : table)
    if (row.names.find(whole) != std::string_view::npos) return row.text;
  return {};
}

// By the name that users know it by.
std::string shown(std::string type) {
  constexpr std::string_view kLong = "std::basic_string<char>";
  for (std::size_t at = type.find(kLong); at != std::string::npos; at = type.find(kLong, at)) type.replace(at, kLong.size(), "std::string");
  return type;
}

// A reason that doesn't say what it is about.
bool is_of_class(const std::string& why) { return why.starts_with("this class "); }

}  // namespace

std::string_view instead_of_class_by(std::string_view name) { return find(kClasses, name); }

std::string instead_of_class(std::string_view name) {
  const std::string_view instead = instead_of_class_by(name);
  return fmt::format("this class of the standard library is not understood; {}",
                     instead.empty() ? "use gradc::Tensor, std::vector, std::array, std::pair or std::tuple" : instead);
}

std::string_view instead_of_function(std::string_view name) { return find(kFunctions, name); }

std::string because_of_member(const std::string& member, const std::string& type, const std::string& why) {
  constexpr std::string_view kMember = "member '";
  if (why.starts_with(kMember)) return fmt::format("{}{}.{}", kMember, member, why.substr(kMember.size()));
  if (is_of_class(why)) return fmt::format("{}{}' has type {}: {}", kMember, member, shown(type), why);
  return fmt::format("{}{}': {}", kMember, member, why);
}

std::string because_of_base(const std::string& base, const std::string& why) {
  if (why.starts_with("base class ")) return why;
  return fmt::format("base class {}: {}", shown(base), why);
}

std::string because_of_item(const std::string& item, const std::string& why) {
  if (why.starts_with("it holds ")) return why;
  return fmt::format("it holds {}: {}", shown(item), why);
}

}  // namespace tool
