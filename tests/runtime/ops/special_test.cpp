// Special functions against values of 60 digits (mpmath 1.3), and where they have none.
#include <gradc/gradc.h>

#include <limits>

#include "expect.h"

namespace {

namespace special = gradc::special;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

struct Unary {
  const char* name;
  double (*function)(double);
  double x, value;
};
struct Binary {
  const char* name;
  double (*function)(double, double);
  double x, y, value;
};

const Unary kUnary[] = {
    {"erfcx", &special::erfcx, 0.0, 1},
    {"i0e", &special::i0e, -0.0, 1},
    {"erfcx", &special::erfcx, -26.0, 7.657724931490568352e+293},
    {"erfcx", &special::erfcx, -3.7, 1764092.756090896301},
    {"erfcx", &special::erfcx, -1e-09, 1.000000001128379168},
    {"erfcx", &special::erfcx, 0.3, 0.7345993345676551499},
    {"erfcx", &special::erfcx, 4.0, 0.1369994576250613899},
    {"erfcx", &special::erfcx, 50.5, 0.01116988186101194006},
    {"erfcx", &special::erfcx, 1e+20, 5.641895835477562869e-21},
    {"erfinv", &special::erfinv, -0.999999, -3.458910737275498778},
    {"erfinv", &special::erfinv, -0.51, -0.4881220505159588224},
    {"erfinv", &special::erfinv, 1e-200, 8.862269254527579978e-201},
    {"erfinv", &special::erfinv, 0.1, 0.08885599049425769197},
    {"erfinv", &special::erfinv, 0.5, 0.4769362762044698734},
    {"erfinv", &special::erfinv, 0.93, 1.28121432374906281},
    {"erfinv", &special::erfinv, 0.9999999999999991, 5.68612844131039098},
    {"log_ndtr", &special::log_ndtr, -10000000000.0, -5.000000000000000002e+19},
    {"log_ndtr", &special::log_ndtr, -40.5, -824.7458492440380184},
    {"log_ndtr", &special::log_ndtr, -1.5, -2.705944400823889807},
    {"log_ndtr", &special::log_ndtr, -0.5, -1.175911761593618609},
    {"log_ndtr", &special::log_ndtr, 0.0, -0.6931471805599453094},
    {"log_ndtr", &special::log_ndtr, 0.7, -0.277023942277131263},
    {"log_ndtr", &special::log_ndtr, 6.3, -1.488228221873053829e-10},
    {"log_ndtr", &special::log_ndtr, 34.6, -1.263225759677553622e-262},
    {"ndtri", &special::ndtri, 5e-300, -37.00365943130962159},
    {"ndtri", &special::ndtri, 1e-09, -5.997807015007686861},
    {"ndtri", &special::ndtri, 0.2, -0.8416212335729141655},
    {"ndtri", &special::ndtri, 0.3, -0.524400512708040816},
    {"ndtri", &special::ndtri, 0.5001, 0.0002506628300880074924},
    {"ndtri", &special::ndtri, 0.7, 0.5244005127080406563},
    {"ndtri", &special::ndtri, 0.999, 3.090232306167813278},
    {"lgamma", &special::lgamma, -30.5, -75.22646798193337409},
    {"lgamma", &special::lgamma, -2.4570247382208006, 5.619192358950096451e-17},
    {"lgamma", &special::lgamma, 1e-300, 690.7755278982137052},
    {"lgamma", &special::lgamma, 0.3, 1.095797994818075561},
    {"lgamma", &special::lgamma, 1.5, -0.1207822376352452223},
    {"lgamma", &special::lgamma, 17.0, 30.6718601060806728},
    {"lgamma", &special::lgamma, 10000000000.0, 220258509288.8105815},
    {"digamma", &special::digamma, -7.25, 5.189977214956287888},
    {"digamma", &special::digamma, -0.3, 2.113309779635398873},
    {"digamma", &special::digamma, 1e-09, -1000000000.577215601},
    {"digamma", &special::digamma, 0.5, -1.963510026021423479},
    {"digamma", &special::digamma, 1.46, -0.001580561987083452106},
    {"digamma", &special::digamma, 1.4616321449683622, -9.241265521729427517e-17},
    {"digamma", &special::digamma, 1.9, 0.3561841611640596581},
    {"digamma", &special::digamma, 12.5, 2.485195651274912048},
    {"digamma", &special::digamma, 1e+20, 46.05170185988091368},
    {"i0e", &special::i0e, -7.0, 0.1537377446728812482},
    {"i0e", &special::i0e, 0.0, 1.0},
    {"i0e", &special::i0e, 0.001, 0.9990007495835155594},
    {"i0e", &special::i0e, 3.5, 0.2228024380107791633},
    {"i0e", &special::i0e, 8.5, 0.1390018430548475968},
    {"i0e", &special::i0e, 700.0, 0.01508129565153135759},
    {"i0e", &special::i0e, 1000000.0, 0.0003989423302692457788},
    {"i1e", &special::i1e, -7.0, -0.1422892347095986744},
    {"i1e", &special::i1e, -1e-200, -4.999999999999999911e-201},
    {"i1e", &special::i1e, 0.001, 0.0004995003123542213474},
    {"i1e", &special::i1e, 3.5, 0.1873999766030499874},
    {"i1e", &special::i1e, 8.5, 0.1305493550945958551},
    {"i1e", &special::i1e, 700.0, 0.01507051944471684695},
    {"i1e", &special::i1e, 1000000.0, 0.0003989421307980307763},
};

const Binary kBinary[] = {
    {"polygamma", &special::polygamma, 1.0, 0.3, 12.2453645461077313},
    {"polygamma", &special::polygamma, 1.0, 17.5, 0.05880658809578350745},
    {"polygamma", &special::polygamma, 2.0, -3.4, 22.2115927686089663},
    {"polygamma", &special::polygamma, 3.0, 0.001, 6000000000006.468614},
    {"polygamma", &special::polygamma, 5.0, 1000000.0, 2.400006000006e-29},
    {"polygamma", &special::polygamma, 20.0, 2.5, -10709198259.12413246},
    {"polygamma", &special::polygamma, 1.0, -100000.25, 19.73919880225371676},
    {"zeta", &special::zeta, 1.01, 0.5, 101.9770931774822698},
    {"zeta", &special::zeta, 2.0, 1.0, 1.644934066848226436},
    {"zeta", &special::zeta, 3.5, 20.0, 0.0002379894200268444718},
    {"zeta", &special::zeta, 30.0, 3.0, 4.857804189667246765e-15},
    {"zeta", &special::zeta, 2.0, 10000000000.0, 1.00000000005e-10},
    {"sinc", &special::sinc, 0.0, 0.3, 0.858393691334139785},
    {"sinc", &special::sinc, 0.0, 100000.5, 3.1830829464231746e-6},
    {"sinc", &special::sinc, 1.0, 0.4, -1.119524335664273929},
    {"sinc", &special::sinc, 1.0, 7.3, -0.07568613687999278293},
    {"sinc", &special::sinc, 2.0, 0.001, -3.289858392793072026},
    {"sinc", &special::sinc, 3.0, 2.7, 2.986272756410516085},
    {"betaln", &special::betaln, 0.3, 0.4, 1.631608565988192769},
    {"betaln", &special::betaln, 3.0, 20.0, -8.438149984075784534},
    {"betaln", &special::betaln, 10000000000.0, 1.5, -34.65955863258343048},
    {"betaln", &special::betaln, 50.0, 70.0, -82.26860396842365576},
    {"betaln", &special::betaln, 1e-10, 100000.0, 23.02585092873144319},
    {"gammainc", &special::gammainc, 0.5, 0.3, 0.5614219739190001365},
    {"gammainc", &special::gammainc, 3.0, 2.5, 0.456186884116670482},
    {"gammainc", &special::gammainc, 3.0, 30.0, 0.9999999999549898335},
    {"gammainc", &special::gammainc, 200.0, 195.0, 0.3695970050056948389},
    {"gammainc", &special::gammainc, 200.0, 260.0, 0.9999524998755569912},
    {"gammainc", &special::gammainc, 100000.0, 100030.0, 0.5382051298544901614},
};

// Units in the last place of the value.
double error(double actual, double value) {
  const double unit = std::nextafter(std::fabs(value), kInfinity) - std::fabs(value);
  return std::fabs(actual - value) / unit;
}

TEST(Special, HasItsValues) {
  for (const Unary& point : kUnary)
    EXPECT_LE(error(point.function(point.x), point.value), 5) << point.name << "(" << point.x << ")";
  for (const Binary& point : kBinary)
    EXPECT_LE(error(point.function(point.x, point.y), point.value), 16) << point.name << "(" << point.x << ", " << point.y << ")";
}

TEST(Special, AtItsEnds) {
  const auto is_nan = [](double y) { return y != y; };
  EXPECT_EQ(special::erfcx(-kInfinity), kInfinity);
  EXPECT_EQ(special::erfcx(kInfinity), 0);
  EXPECT_EQ(special::erfcx(0), 1);
  EXPECT_EQ(special::i0e(0), 1);
  EXPECT_EQ(special::erfinv(1), kInfinity);
  EXPECT_EQ(special::erfinv(-1), -kInfinity);
  EXPECT_TRUE(std::signbit(special::erfinv(-0.0)));
  EXPECT_TRUE(is_nan(special::erfinv(1.5)));
  EXPECT_EQ(special::log_ndtr(kInfinity), 0);
  EXPECT_EQ(special::log_ndtr(-kInfinity), -kInfinity);
  EXPECT_EQ(special::ndtri(0), -kInfinity);
  EXPECT_EQ(special::ndtri(1), kInfinity);
  EXPECT_EQ(special::ndtri(0.5), 0);
  EXPECT_TRUE(is_nan(special::ndtri(-0.1)));
  for (double pole : {0.0, -1.0, -7.0}) EXPECT_EQ(special::lgamma(pole), kInfinity);
  EXPECT_EQ(special::digamma(0.0), -kInfinity);
  EXPECT_EQ(special::digamma(-0.0), kInfinity);
  EXPECT_EQ(special::digamma(kInfinity), kInfinity);
  EXPECT_TRUE(is_nan(special::digamma(-3)));
  EXPECT_EQ(special::polygamma(1, -3), kInfinity);
  EXPECT_EQ(special::polygamma(1, kInfinity), 0);
  EXPECT_TRUE(is_nan(special::polygamma(2, 0)));
  EXPECT_TRUE(is_nan(special::polygamma(1.5, 2)));
  EXPECT_EQ(special::zeta(1, 2), kInfinity);
  EXPECT_EQ(special::zeta(2, 0), kInfinity);
  EXPECT_EQ(special::zeta(2, kInfinity), 0);
  EXPECT_TRUE(is_nan(special::zeta(0.5, 2)));
  EXPECT_TRUE(is_nan(special::zeta(2.5, -0.5)));
  EXPECT_EQ(special::i0e(kInfinity), 0);
  EXPECT_EQ(special::i1e(-kInfinity), 0);
  EXPECT_EQ(special::sinc(0, 0), 1);
  EXPECT_EQ(special::sinc(1, 0), 0);
  EXPECT_EQ(special::sinc(0, 3), 0);
  EXPECT_EQ(special::sinc(0, kInfinity), 0);
  EXPECT_EQ(special::gammainc(2, 0), 0);
  EXPECT_EQ(special::gammainc(2, kInfinity), 1);
  EXPECT_TRUE(is_nan(special::gammainc(-1, 1)));
  double (*const unary[])(double) = {special::erfcx,  special::erfinv,  special::log_ndtr, special::ndtri,
                                     special::lgamma, special::tgamma,  special::expint,   special::digamma,
                                     special::i0e,    special::i1e};
  double (*const binary[])(double, double) = {special::polygamma, special::zeta, special::sinc, special::betaln,
                                              special::gammainc,  special::beta};
  for (const auto f : unary) EXPECT_TRUE(is_nan(f(kNaN)));
  for (const auto f : binary) EXPECT_TRUE(is_nan(f(2, kNaN)));
}

// Numbers with 20 digits by mpmath 1.3.
TEST(Special, SlopesAndInverseOfIncompleteGammaFunction) {
  const struct {
    double a, x, order, value;
  } slopes[] = {{0.5, 0.3, 1, -1.0098019459488546473},  {0.01, 1e-30, 1, -6.8516667331952696023e-27},
                {3, 2.5, 1, -0.96336182883997331441},   {3, 2.5, 2, 0.18974462268638010628},
                {3, 9, 1, -1.7397554120638797338},      {3, 9, 3, -1.5803512526826933237},
                {0.7, 20, 2, -15.12330206799986569},    {200, 195, 1, -0.98821772755272506531},
                {200, 260, 1, -1.1378576011869399167},  {1, 1e-5, 2, 0.0014181700562704124852},
                {10000, 10030, 1, -1.001515194049826383}};
  for (const auto& row : slopes)
    EXPECT_NEAR(special::gammainc_slope(row.a, row.x, row.order) / row.value, 1, 2e-13) << row.a << ' ' << row.x;
  EXPECT_EQ(special::gammainc_slope(2, 0, 1), 0);
  for (const double order : {0.0, 1.5, 9.0}) EXPECT_TRUE(std::isnan(special::gammainc_slope(2, 1, order)));
  EXPECT_TRUE(std::isnan(special::gammainc_slope(0, 1, 1)));
  const double inverses[][3] = {{0.5, 0.3, 0.074235930916272724816},
                                {0.05, 0.2, 6.1285409041012844603e-15},
                                {3, 0.999, 11.22887224241266263},
                                {3, 1e-10, 0.00084361056248472743278},
                                {200, 0.4, 196.10874094511295826}};
  for (const auto& row : inverses) EXPECT_NEAR(special::gammaincinv(row[0], row[1]) / row[2], 1, 1e-14) << row[0] << ' ' << row[1];
  EXPECT_EQ(special::gammaincinv(2, 0), 0);
  EXPECT_EQ(special::gammaincinv(2, 1), kInfinity);
  EXPECT_EQ(special::gammaincinv(1e-4, 0.5), 0);
  for (const double p : {-0.1, 1.1, kNaN}) EXPECT_TRUE(std::isnan(special::gammaincinv(2, p)));
  EXPECT_TRUE(std::isnan(special::gammaincinv(0, 0.5)));
}

TEST(Special, OfTensors) {
  const gradc::Vector<float> x{0.5f, 2};
  gradc_test::expect_equal(gradc::lgamma(x), {static_cast<float>(special::lgamma(0.5)), 0});
  gradc_test::expect_equal(gradc::zeta(x + 2.0f, 1), {static_cast<float>(special::zeta(2.5, 1)), static_cast<float>(special::zeta(4, 1))});
  EXPECT_EQ(gradc::polygamma(1, 0.5), special::polygamma(1, 0.5));
  EXPECT_EQ(gradc::sinc(0.5, 2), special::sinc(2, 0.5));
}

}  // namespace
