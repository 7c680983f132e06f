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

// Four classes to each power of two.
int Arena::class_of(std::int64_t bytes) {
  const int power = power_of(bytes);
  return 4 * (power - kSmallestPower) + static_cast<int>(bytes >> (power - 2) & 3);
}

bool Arena::has_free(int place) const { return (free_ >> (place / 4) & 1) != 0 && pieces_[place] != nullptr; }

void Arena::give_back_part(void* part, std::int64_t bytes) noexcept {
  if (bytes < 16) return;
  const std::int64_t step = step_of(power_of(bytes));
  add_free(part, bytes / step * step);
}

void Arena::add_free(void* piece, std::int64_t size) noexcept {
  if (piece == nullptr) return;
  const int place = class_of(size);
  const std::uint64_t bit = std::uint64_t{1} << (place / 4);
  if ((free_ & bit) == 0) {
    std::fill_n(pieces_ + place / 4 * 4, 4, nullptr);
    free_ |= bit;
  }
  pieces_[place] = new (piece) Free{pieces_[place], size};
}

// What leads to the least free piece that is large enough and not twice as large. What a piece has beyond is cut off and may
// never be one with it again: were the first that fits taken, loops over tensors of several sizes would take ever more.
Arena::Free** Arena::find(std::int64_t bytes) {
  const int first = class_of(bytes), last = bytes < kLarge ? first : std::min(first + 4, kPowers * 4 - 1);
  Free** best = nullptr;
  for (int place = first; place <= last && best == nullptr; ++place) {
    if (!has_free(place)) continue;
    Free** link = &pieces_[place];
    for (int tries = 0; *link != nullptr && tries < kTries; ++tries, link = &(*link)->next) {
      const std::int64_t size = (*link)->bytes;
      if (size == bytes) return link;
      if (size > bytes && size <= 2 * bytes && (best == nullptr || size < (*best)->bytes)) best = link;
    }
  }
  return best;
}

void* Arena::reuse(std::int64_t bytes) {
  Free** const link = find(bytes);
  if (link == nullptr) return nullptr;
  Free* const piece = *link;
  *link = piece->next;
  const int power = class_of(piece->bytes) / 4;
  if (std::all_of(pieces_ + 4 * power, pieces_ + 4 * power + 4, [](const Free* each) { return each == nullptr; }))
    free_ &= ~(std::uint64_t{1} << power);
  if (piece->bytes > bytes) give_back_part(reinterpret_cast<unsigned char*>(piece) + bytes, piece->bytes - bytes);
  return piece;
}

}  // namespace gradc
