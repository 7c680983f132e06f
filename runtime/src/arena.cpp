#include <gradc/arena.h>

#include <algorithm>
#include <new>
#include <utility>

namespace gradc {
namespace {

constexpr std::int64_t kSmallestFrame = 1024, kLargestFrame = 65536;  // for small pieces
constexpr std::int64_t kLarge = 8192;                                 // a piece with a frame of its own
constexpr std::int64_t kHead = 64;                                    // of a frame: who it is
constexpr int kTries = 8;  // free pieces of one class that are looked at

int class_of(std::int64_t bytes) {
  int power = 0;
  while (bytes >>= 1) ++power;
  return power;
}

}  // namespace

struct Arena::Frame {
  Memory memory;
  Frame* before;
};

Arena::~Arena() {
  while (last_ != nullptr) {
    const Memory memory(std::move(last_->memory));  // given back at the end of this turn
    Frame* const before = last_->before;
    last_->~Frame();
    last_ = before;
  }
}

void Arena::fail_count(std::int64_t n) {
  fail_domain("memory for " + std::to_string(n) + " values was asked for");
}

unsigned char* Arena::take_frame(std::int64_t bytes) {
  static_assert(sizeof(Frame) <= kHead);
  Memory memory = workspace_.take(bytes + kHead);
  unsigned char* const data = memory.at<unsigned char>(0);
  last_ = new (data) Frame{std::move(memory), last_};
  return data + kHead;
}

void* Arena::take_slowly(std::int64_t bytes) {
  if (bytes < 0 || bytes > kMostBytes) fail_count(bytes);
  const std::int64_t size = rounded(bytes);
  if (free_ != 0)
    if (void* const piece = reuse(size)) return piece;
  if (size >= kLarge) return take_frame(size);
  if (size > end_ - next_) {
    const std::int64_t wish = std::clamp(2 * (end_ + kHead), kSmallestFrame, kLargestFrame) - kHead;
    const std::int64_t room = (workspace_.room() - kHead) / 16 * 16;  // what a fixed workspace still has
    const std::int64_t end = std::max(size, std::min(wish, room));
    frame_ = take_frame(end);
    end_ = end;
    next_ = 0;
  }
  next_ += size;
  return frame_ + next_ - size;
}

void Arena::give_back(void* piece, std::int64_t bytes) noexcept {
  if (piece == nullptr) return;
  const std::int64_t size = rounded(bytes);
  const int place = class_of(size);
  const std::uint64_t bit = std::uint64_t{1} << place;
  Free* const next = (free_ & bit) != 0 ? pieces_[place] : nullptr;
  pieces_[place] = new (piece) Free{next, size};
  free_ |= bit;
}

// A free piece of the same class that is large enough, or the first of the class above, whose rest stays
// free.
void* Arena::reuse(std::int64_t bytes) {
  const int first = class_of(bytes);
  for (int place = first; place <= first + 1; ++place) {
    if ((free_ >> place & 1) == 0) continue;
    Free** link = &pieces_[place];
    for (int tries = 0; *link != nullptr && tries < kTries; ++tries, link = &(*link)->next) {
      Free* const piece = *link;
      const std::int64_t rest = piece->bytes - bytes;
      if (rest < 0) continue;
      *link = piece->next;
      if (pieces_[place] == nullptr) free_ &= ~(std::uint64_t{1} << place);
      if (rest > 0) give_back(reinterpret_cast<unsigned char*>(piece) + bytes, rest);
      return piece;
    }
  }
  return nullptr;
}

}  // namespace gradc
