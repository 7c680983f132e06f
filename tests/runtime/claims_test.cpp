// What trips of loops touch, where it is compared.
#include <gradc/detail/claims.h>
#include <gradc/errors.h>
#include <gtest/gtest.h>

#include <string>

namespace {

using gradc::TripRecord;

std::string fault(void (*touch)(TripRecord&)) {
  TripRecord record("model.cpp:4", {"y", ""});
  try {
    touch(record);
  } catch (const gradc::Error& error) {
    const std::string text = error.what(), head = "model.cpp:4: the trips of this loop are not independent: ";
    return text.substr(0, head.size()) == head ? text.substr(head.size()) : text;
  }
  return "nothing";
}

void next(TripRecord& record, int trips = 1) {
  for (int i = 0; i < trips; ++i) record.next();
}

TEST(TripRecord, WhatTripsMayDo) {
  EXPECT_EQ(fault([](TripRecord& r) {
              next(r);
              r.reads(0, 5, 1);
              r.writes(0, 5, 1);  // what it has read itself
              r.reads(0, 5, 1);
              r.writes(0, 6, 2);
              r.reads(1, 5, 1);
              next(r);
              r.reads(0, 4, 1);
              r.reads(1, 5, 1);  // what another one read
              r.writes(0, 8, 0);
              r.writes(0, 3, 1, 7);
              next(r);
              r.writes(0, 3, 1, 7);  // of one kind
            }),
            "nothing");
}

TEST(TripRecord, WhatIsInTheWayOfAnother) {
  EXPECT_EQ(fault([](TripRecord& r) {
              next(r, 2);
              r.writes(0, 5, 2);
              next(r, 3);
              r.reads(0, 6, 1);
            }),
            "trip 4 reads element 6 of y, which trip 1 wrote");
  EXPECT_EQ(fault([](TripRecord& r) {
              next(r);
              r.writes(1, 0, 1);
              next(r);
              r.writes(1, 0, 1);
            }),
            "trip 1 writes element 0 of a tensor, which trip 0 wrote");
  EXPECT_EQ(fault([](TripRecord& r) {
              next(r);
              r.reads(0, 2, 1);
              next(r);
              r.writes(0, 0, 3);
            }),
            "trip 1 writes element 2 of y, which trip 0 read");
  EXPECT_EQ(fault([](TripRecord& r) {
              next(r);
              r.reads(0, 2, 1);
              next(r);
              r.reads(0, 2, 1);
              r.writes(0, 2, 1, 3);
            }),
            "trip 1 writes element 2 of y, which trip 0 read");
  EXPECT_EQ(fault([](TripRecord& r) {  // sums and products
              next(r);
              r.writes(0, 2, 1, 3);
              next(r);
              r.writes(0, 2, 1, 4);
            }),
            "trip 1 writes element 2 of y, which trip 0 wrote");
  EXPECT_EQ(fault([](TripRecord& r) {  // a sum and then another number
              next(r);
              r.writes(0, 2, 1, 3);
              r.writes(0, 2, 1);
              next(r);
              r.writes(0, 2, 1, 3);
            }),
            "trip 1 writes element 2 of y, which trip 0 wrote");
}

}  // namespace
