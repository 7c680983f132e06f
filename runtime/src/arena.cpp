#include <gradc/detail/arena.h>

#include <algorithm>
#include <new>
#include <optional>
#include <utility>

namespace gradc {
namespace {

constexpr std::int64_t kSmallestFrame = 1024, kLargestFrame = 65536;  // for small pieces
constexpr std::int64_t kHead = 64;                                    // of a frame: who it is
constexpr int kLargePower = 13;                                       // of a piece with a frame of its own
constexpr std::int64_t kLarge = std::int64_t{1} << kLargePower;
constexpr int kTries = 32;  // large free pieces that are looked at

}  // namespace

struct Arena::Frame {
  std::optional<Memory> memory;  // none where it is of the arena around
  Frame* before;
  std::int64_t bytes;
};

Arena::~Arena() {
  while (last_ != nullptr) {
    const std::optional<Memory> memory(std::move(last_->memory));  // given back at the end of this turn
    Frame* const frame = last_;
    const std::int64_t bytes = frame->bytes;
    last_ = frame->before;
    frame->~Frame();
    if (around_ != nullptr) around_->give_back(frame, bytes);
  }
}

void Arena::fail_count(std::int64_t n) {
  fail_domain("memory for " + std::to_string(n) + " values was asked for");
}

unsigned char* Arena::take_frame(std::int64_t bytes) {
  static_assert(sizeof(Frame) <= kHead);
  std::optional<Memory> memory;
  if (around_ == nullptr) memory.emplace(workspace_.take(bytes + kHead));
  void* const data = memory ? memory->at<unsigned char>(0) : around_->take(bytes + kHead);
  last_ = new (data) Frame{std::move(memory), last_, bytes + kHead};
  return static_cast<unsigned char*>(data) + kHead;
}

void* Arena::take_slowly(std::int64_t bytes) {
  if (bytes < 0 || bytes > kMostBytes) fail_count(bytes);
  const std::int64_t size = rounded(bytes);
  if (free_ != 0)
    if (void* const piece = reuse(size)) return piece;
  if (size >= kLarge) return take_frame(size);
  if (size > end_ - next_) {
    std::int64_t end = wish(size);
    if (!has_frame(end)) end = around_ != nullptr ? size : std::max(size, (workspace_.room() - kHead) / 16 * 16);
    frame_ = take_frame(end);
    end_ = end;
    next_ = 0;
  }
  next_ += size;
  return frame_ + next_ - size;
}

bool Arena::has_frame(std::int64_t bytes) {
  return around_ == nullptr ? bytes + kHead <= workspace_.room() : around_->has(rounded(bytes + kHead));
}

bool Arena::has(std::int64_t size) {
  return size <= end_ - next_ || find(size) != nullptr || has_frame(size >= kLarge ? size : wish(size));
}

// The size of a frame in which a small piece is one of several.
std::int64_t Arena::wish(std::int64_t size) const {
  return std::max(size, std::clamp(2 * (end_ + kHead), kSmallestFrame, kLargestFrame) - kHead);
}

// Four classes to each power of two for small pieces, which from 16 bytes on makes 36, then one; -1 beyond.
int Arena::class_of(std::int64_t bytes) {
  const int power = power_of(bytes);
  const int place = power < kLargePower ? 4 * (power - 4) + static_cast<int>(bytes >> (power - 2) & 3)
                                        : 4 * (kLargePower - 4) + power - kLargePower;
  return place < kClasses ? place : -1;
}

void Arena::give_back_part(void* part, std::int64_t bytes) noexcept {
  if (bytes < 16) return;
  const std::int64_t step = step_of(power_of(bytes));
  add_free(part, bytes / step * step);
}

void Arena::add_free(void* piece, std::int64_t size) noexcept {
  if (piece == nullptr) return;
  const int place = class_of(size);
  if (place < 0) return;
  const std::uint64_t bit = std::uint64_t{1} << place;
  Free* const next = (free_ & bit) != 0 ? pieces_[place] : nullptr;
  pieces_[place] = new (piece) Free{next, size};
  free_ |= bit;
}

// What leads to a free piece that is large enough and not twice as large.
Arena::Free** Arena::find(std::int64_t bytes) {
  const int first = class_of(bytes);
  const int last = bytes < kLarge || first < 0 ? first : std::min(first + 1, kClasses - 1);
  for (int place = std::max(first, 0); place <= last; ++place) {
    if ((free_ >> place & 1) == 0) continue;
    Free** link = &pieces_[place];
    for (int tries = 0; *link != nullptr && tries < kTries; ++tries, link = &(*link)->next)
      if ((*link)->bytes >= bytes && (*link)->bytes <= 2 * bytes) return link;
  }
  return nullptr;
}

void* Arena::reuse(std::int64_t bytes) {
  Free** const link = find(bytes);
  if (link == nullptr) return nullptr;
  Free* const piece = *link;
  *link = piece->next;
  if (const int place = class_of(piece->bytes); pieces_[place] == nullptr) free_ &= ~(std::uint64_t{1} << place);
  if (piece->bytes > bytes) give_back_part(reinterpret_cast<unsigned char*>(piece) + bytes, piece->bytes - bytes);
  return piece;
}

}  // namespace gradc
