#include <gradc/detail/sequence.h>

#include <cstring>
#include <vector>

#include "allocation_count.h"
#include "expect.h"

namespace {

using gradc::Arena;
using gradc::Scratch;
using gradc::Sequence;
using gradc::View;
using gradc::Workspace;
using Views = Sequence<View<double, 1>>;

static_assert(std::is_trivially_copyable_v<Sequence<double>> && std::is_trivially_copyable_v<Views>);

template <class T>
std::vector<T> listed(const Sequence<T>& s) {
  std::vector<T> out;
  for (std::int64_t i = 0; i < s.size(); ++i) out.push_back(s[i]);
  return out;
}

View<double, 1> ones(Arena& arena, std::int64_t n, double value = 1) {
  const View<double, 1> x = arena.tensor<double, 1>({n});
  for (double& v : x) v = value;
  return x;
}

// --- arena

TEST(Arena, GivesEverythingBackToTheWorkspace) {
  Workspace workspace;
  const auto call = [&] {
    const gradc::Memory memory = workspace.take(500);
    Arena arena(workspace);
    for (int i = 0; i < 2000; ++i) std::memset(arena.take(i), i, static_cast<std::size_t>(i));
    for (int i = 0; i < 10; ++i) std::memset(arena.take(100000), i, 100000);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(arena.take(1)) % 16, 0u);
  };
  call();
  const std::int64_t before = gradc_test::allocations(), most = workspace.high_water();
  for (int i = 0; i < 3; ++i) call();
  EXPECT_EQ(gradc_test::allocations(), before);
  EXPECT_EQ(workspace.high_water(), most);
}

TEST(Arena, PiecesDoNotOverlap) {
  Workspace workspace;
  Arena arena(workspace);
  std::vector<std::pair<unsigned char*, std::int64_t>> pieces;
  std::uint64_t state = 1;
  const auto check = [&](std::size_t p) {
    for (std::int64_t i = 0; i < pieces[p].second; ++i)
      ASSERT_EQ(pieces[p].first[i], static_cast<unsigned char>(pieces[p].second));
  };
  for (int turn = 0; turn < 4000; ++turn) {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    const auto bytes = static_cast<std::int64_t>((state >> 33) % (turn % 50 == 0 ? 30000 : 300));
    if (turn % 3 == 2) {
      const std::size_t p = (state >> 40) % pieces.size();
      check(p);
      arena.give_back(pieces[p].first, pieces[p].second);
      pieces.erase(pieces.begin() + static_cast<std::ptrdiff_t>(p));
    } else {
      auto* const piece = static_cast<unsigned char*>(arena.take(bytes));
      std::memset(piece, static_cast<unsigned char>(bytes), static_cast<std::size_t>(bytes));
      pieces.emplace_back(piece, bytes);
    }
  }
  for (std::size_t p = 0; p < pieces.size(); ++p) check(p);
}

TEST(Arena, UsesAgainWhatIsGivenBack) {
  Workspace workspace;
  Arena arena(workspace);
  for (const std::int64_t bytes : {1, 1000, 70000}) {
    { const Scratch first(arena, bytes); }
    const std::int64_t most = workspace.high_water();
    for (int i = 0; i < 100; ++i) Scratch(arena, bytes).at<char>(0)[0] = 1;
    EXPECT_EQ(workspace.high_water(), most);
  }
}

// What one round took is enough for all that follow, though the sizes come in another order each time.
TEST(Arena, PiecesOfSeveralSizesAreNotCutUpEverMore) {
  Workspace workspace;
  Arena arena(workspace);
  constexpr std::int64_t sizes[] = {12800, 16000, 19200, 9600, 16384};
  std::int64_t first = 0;
  for (int round = 0; round < 1000; ++round) {
    std::vector<std::pair<void*, std::int64_t>> pieces;
    for (int i = 0; i < 20; ++i) {
      const std::int64_t bytes = sizes[(i * 3 + round + i / 5) % 5];
      pieces.emplace_back(arena.take(bytes), bytes);
    }
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      const auto& [piece, bytes] = pieces[(i * 7 + static_cast<std::size_t>(round)) % pieces.size()];
      arena.give_back(piece, bytes);
    }
    if (round == 0) first = workspace.high_water();
  }
  EXPECT_EQ(workspace.high_water(), first);
}

// Functions that call themselves: what each takes of the one around it.
void recurse(Arena& around, int depth, std::int64_t bytes) {
  Arena arena(around);
  std::memset(arena.take(bytes), depth, static_cast<std::size_t>(bytes));
  for (int i = 0; depth > 0 && i < 2; ++i) {
    recurse(arena, depth - 1, bytes + 272 * i);
    const Scratch scratch(arena, 3 * bytes);
    std::memset(arena.take(40), i, 40);
  }
}

TEST(Arena, InsideOfAnotherIsWithinWhatItTookOnce) {
  for (const int depth : {0, 1, 3, 6})
    for (const std::int64_t bytes : {16, 500, 3000}) {
      Workspace growing;
      const auto call = [&](Workspace& workspace) {
        Arena arena(workspace);
        recurse(arena, depth, bytes);
      };
      call(growing);
      std::vector<std::uint64_t> memory(static_cast<std::size_t>(growing.high_water()) / 8);
      Workspace fixed(memory.data(), growing.high_water());
      EXPECT_NO_THROW(call(fixed)) << depth << ' ' << bytes;
      EXPECT_EQ(fixed.high_water(), growing.high_water());
    }
}

TEST(Arena, OfAFixedWorkspaceTakesNoMore) {
  alignas(64) unsigned char bytes[640];
  Workspace workspace(bytes, 640);
  const std::int64_t before = gradc_test::allocations();
  {
    Arena arena(workspace);
    for (int i = 0; i < 36; ++i) arena.take(16);
    EXPECT_EQ(gradc_test::allocations(), before);
    EXPECT_ERROR(arena.take(16), gradc::Error,
                 "a workspace of 640 bytes, of which 640 are in use, cannot hold 80 bytes more");
    EXPECT_ERROR(arena.array<double>(-1), gradc::DomainError, "memory for -1 values was asked for");
    EXPECT_ERROR(arena.array<double>(std::int64_t{1} << 60), gradc::DomainError,
                 "memory for 1152921504606846976 values was asked for");
  }
  EXPECT_EQ(workspace.take(640).at<unsigned char>(0), bytes);
}

// --- numbers

TEST(Sequence, HoldsWhatIsPushed) {
  Workspace workspace;
  for (const std::int64_t n : {0, 1, 5, 8191, 8192, 8193, 200000}) {
    Arena arena(workspace);
    Sequence<double> s;
    for (std::int64_t i = 0; i < n; ++i) s.push(arena, static_cast<double>(i));
    ASSERT_EQ(s.size(), n);
    for (std::int64_t i = 0; i < n; ++i) ASSERT_EQ(s[i], static_cast<double>(i));
    std::int64_t covered = 0;
    while (covered < n) {
      ASSERT_EQ(*(&s[covered] + s.run(covered) - 1), static_cast<double>(covered + s.run(covered) - 1));
      covered += s.run(covered);
    }
    EXPECT_EQ(covered, n);
    for (std::int64_t i = n; i-- > n / 2;) s.pop();
    s.push(arena, -1);
    EXPECT_EQ(s.size(), n - (n - n / 2) + 1);
    EXPECT_EQ(s[s.size() - 1], -1);
  }
}

TEST(Sequence, CostsLittleMoreThanItsValues) {
  Workspace workspace;
  const auto call = [&](std::int64_t n) {
    Arena arena(workspace);
    Sequence<double> s;
    for (std::int64_t i = 0; i < n; ++i) s.push(arena, static_cast<double>(i));
  };
  call(1000000);
  EXPECT_LT(workspace.high_water(), 8 * 1000000 * 1.05);
  EXPECT_EQ(workspace.capacity(), workspace.high_water());
  const std::int64_t before = gradc_test::allocations();
  call(1000000);
  call(123456);
  EXPECT_EQ(gradc_test::allocations(), before);
}

TEST(Sequence, NeverWritesWhatIsBorrowed) {
  Workspace workspace;
  Arena arena(workspace);
  for (const std::int64_t n : {0, 3, 10000}) {
    const std::vector<float> values(static_cast<std::size_t>(n), 2.0f);
    const auto borrowed = Sequence<float>::borrowed(values.data(), n);
    EXPECT_EQ(listed(borrowed), values);
    Sequence<float> s = borrowed;
    if (n > 0) s.pop();
    s.push(arena, 3);
    s[0] = 4;
    s.release(arena);
    Sequence<float> copy = borrowed.copy(arena);
    if (n > 0) copy[0] = 5;
    s = borrowed;
    s.resize(arena, n + 1, 9);
    EXPECT_EQ(s[n], 9);
    EXPECT_EQ(values, std::vector<float>(static_cast<std::size_t>(n), 2.0f));
    EXPECT_EQ(listed(borrowed), values);
  }
}

TEST(Sequence, GoesBeyondPlannedAndReservedMemory) {
  Workspace workspace;
  Arena arena(workspace);
  for (const std::int64_t planned : {4, 8192, 20000}) {
    std::vector<double> memory(static_cast<std::size_t>(planned));
    auto s = Sequence<double>::in(memory.data(), planned);
    Sequence<double> r;
    r.reserve(arena, planned);
    const double* const first = planned > 0 ? &r[0] : nullptr;
    for (std::int64_t i = 0; i < planned; ++i) s.push(arena, 1), r.push(arena, 1);
    EXPECT_EQ(&s[0], memory.data());
    EXPECT_EQ(&r[planned - 1], first + planned - 1);
    for (std::int64_t i = 0; i < 3 * planned; ++i) s.push(arena, 2), r.push(arena, 2);
    for (std::int64_t i = 0; i < 4 * planned; ++i) {
      ASSERT_EQ(s[i], i < planned ? 1 : 2);
      ASSERT_EQ(r[i], i < planned ? 1 : 2);
    }
    s.release(arena);
    r.release(arena);
    EXPECT_TRUE(s.empty() && r.empty());
  }
}

TEST(Sequence, ResizesAmortised) {
  Workspace workspace;
  {
    Arena arena(workspace);
    Sequence<double> s;
    for (std::int64_t n = 1; n <= 100000; ++n) s.resize(arena, n, static_cast<double>(n));
    for (std::int64_t i = 0; i < s.size(); ++i) ASSERT_EQ(s[i], static_cast<double>(i + 1));
    s.resize(arena, 2, 0);
    EXPECT_EQ(listed(s), (std::vector<double>{1, 2}));
    s.resize(arena, 4, 7);
    EXPECT_EQ(listed(s), (std::vector<double>{1, 2, 7, 7}));
    EXPECT_ERROR(s.resize(arena, -1, 0), gradc::DomainError, "a sequence of -1 values was asked for");
  }
  EXPECT_LT(workspace.high_water(), 8 * 100000 * 1.5);
}

TEST(Sequence, Calculates) {
  Workspace workspace;
  Arena arena(workspace);
  const std::int64_t n = 20000;
  Sequence<double> a;
  for (std::int64_t i = 0; i < n; ++i) a.push(arena, 1);
  Sequence<double> b = a.copy(arena);  // side by side, where a is in chunks
  b[9000] = 5;
  a.add(b);
  EXPECT_EQ(a[0], 2);
  EXPECT_EQ(a[9000], 6);
  EXPECT_EQ(b[9000], 5);
  EXPECT_EQ(a.sum(0), 2.0 * static_cast<double>(n) + 4);
  EXPECT_EQ(a.sum(n - 1), 2);
  EXPECT_EQ(a.sum(n + 5), 0);
  EXPECT_EQ(a.zeros_like(arena).sum(0), 0);
  EXPECT_EQ(a.zeros_like(arena).size(), n);
  Sequence<double> few;
  few.push(arena, 10);
  a.splice(arena, few);
  EXPECT_EQ(a[0], 10);
  EXPECT_EQ(a[1], 2);
  EXPECT_ERROR(a.add(few), gradc::ShapeError,
               "size of one sequence is 1 but size of the other, which it is added to, is 20000");
}

TEST(Sequence, NamesWhatIsWrong) {
  gradc::require_value("v", 0, 1);
  gradc::require_not_empty("v", 1);
  gradc::require_size("d_v", 3, "v", 3);
  EXPECT_ERROR(gradc::require_value("v", 3, 3, "model.cpp:4"), gradc::IndexError,
               "model.cpp:4: index 3 is out of range for v, whose size is 3");
  EXPECT_ERROR(gradc::require_value("v", -1, 3), gradc::IndexError,
               "index -1 is out of range for v, whose size is 3");
  EXPECT_ERROR(gradc::require_not_empty("stack", 0, "model.cpp:5"), gradc::IndexError,
               "model.cpp:5: stack is empty");
  EXPECT_ERROR(gradc::require_size("d_v", 2, "v", 3), gradc::ShapeError,
               "size of d_v is 2 but size of v is 3");
}

// --- tensors and sequences

TEST(Sequence, OfTensorsOfAnyExtents) {
  Workspace workspace;
  Arena arena(workspace);
  Views s;
  for (std::int64_t i = 0; i < 4; ++i) s.push(arena, ones(arena, i));
  Views t = s.copy(arena);
  t[3](0) = 5;
  EXPECT_EQ(s[3](0), 1);
  s.add(t);
  EXPECT_EQ(s[3](0), 6);
  EXPECT_EQ(s[2](1), 2);
  const Views z = s.zeros_like(arena);
  EXPECT_EQ(z[3].extent(0), 3);
  EXPECT_EQ(z[3](2), 0);
  s.resize(arena, 6, ones(arena, 2, 4));
  s[4](0) = 0;
  EXPECT_EQ(s[5](0), 4);
  const View<double, 1> total = arena.tensor<double, 1>({2});
  s.sum(4, total);
  EXPECT_EQ(total(0), 4);
  EXPECT_EQ(total(1), 8);
  EXPECT_ERROR(s.sum(3, total), gradc::ShapeError,
               "extent 0 of the value is 3 but extent 0 of the element that it is added to is 2");
}

TEST(Sequence, OfSequences) {
  Workspace workspace;
  Arena arena(workspace);
  Sequence<Sequence<double>> s;
  for (std::int64_t i = 0; i < 3; ++i) {
    s.push(arena, {});
    s[i].resize(arena, i, 1);
  }
  Sequence<Sequence<double>> t = s.copy(arena);
  t[2][0] = 7;
  EXPECT_EQ(s[2][0], 1);
  s.add(t);
  EXPECT_EQ(listed(s[2]), (std::vector<double>{8, 2}));
  EXPECT_EQ(listed(s.zeros_like(arena)[2]), (std::vector<double>{0, 0}));
  EXPECT_TRUE(s[0].empty());
}

// What a loop makes anew in each trip takes no more memory than one trip does.
TEST(Sequence, ReusesWhatIsCleared) {
  Workspace workspace;
  Arena arena(workspace);
  Sequence<Views> s, t;
  const View<double, 1> one = ones(arena, 1);
  std::int64_t most = 0;
  for (int turn = 0; turn < 50; ++turn) {
    s.clear(arena);
    for (std::int64_t i = 0; i < 20; ++i) {
      Views inner;
      inner.resize(arena, i, gradc::View<const double, 1>(nullptr, {0}));
      for (std::int64_t k = 0; k < i; ++k) gradc::assign(arena, inner[k], one);
      s.push(arena, inner);
    }
    t.assign(arena, s);
    t.assign_zeros(arena, s);
    s.extend(arena, 30);
    EXPECT_TRUE(s[29].empty());
    EXPECT_EQ(t[19].size(), 19);
    if (turn == 2) most = workspace.high_water();
  }
  EXPECT_EQ(workspace.high_water(), most);
}

}  // namespace
