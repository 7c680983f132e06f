#include <gradc/detail/claims.h>
#include <gradc/errors.h>

namespace gradc {

TripRecord::TripRecord(const char* where, std::initializer_list<const char*> names)
    : where_(where), names_(names), touched_(names.size()) {}

void TripRecord::reads(std::size_t tensor, std::int64_t element, std::int64_t count) {
  for (std::int64_t i = element; i < element + count; ++i) {
    Touched& touched = at(tensor, i);
    if (touched.writer == trip_) continue;  // it reads what it wrote itself
    if (touched.writer >= 0) fail_claim(tensor, i, "reads", touched.writer, "wrote");
    if (touched.reader == trip_) continue;
    touched.other_reader = touched.reader;
    touched.reader = trip_;
  }
}

void TripRecord::writes(std::size_t tensor, std::int64_t element, std::int64_t count, int kind) {
  for (std::int64_t i = element; i < element + count; ++i) {
    Touched& touched = at(tensor, i);
    const std::int64_t reader = touched.reader == trip_ ? touched.other_reader : touched.reader;
    if (reader >= 0) fail_claim(tensor, i, "writes", reader, "read");
    const bool is_alike = kind != 0 && kind == touched.kind;
    if (touched.writer >= 0 && touched.writer != trip_ && !is_alike) fail_claim(tensor, i, "writes", touched.writer, "wrote");
    touched.kind = touched.writer < 0 || is_alike ? kind : 0;
    touched.writer = trip_;
  }
}

TripRecord::Touched& TripRecord::at(std::size_t tensor, std::int64_t element) {
  std::vector<Touched>& touched = touched_[tensor];
  const auto place = static_cast<std::size_t>(element);
  if (place >= touched.size()) touched.resize(place + 1 + touched.size() / 2);
  return touched[place];
}

void TripRecord::fail_claim(std::size_t tensor, std::int64_t element, const char* does, std::int64_t other, const char* did) const {
  const std::string name = *names_[tensor] == 0 ? "a tensor" : names_[tensor];
  fail(std::string(where_) + ": the trips of this loop are not independent: trip " + std::to_string(trip_) + " " + does + " element " +
       std::to_string(element) + " of " + name + ", which trip " + std::to_string(other) + " " + did);
}

}  // namespace gradc
