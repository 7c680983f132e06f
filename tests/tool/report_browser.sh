#!/bin/sh
# A report in a headless browser, light and dark, in a wide and a narrow window: colours, focus, overflow (report_browser.js).
# report_browser.sh GRADC BROWSER FOLDER; exit status 77: the browser does not start.
set -eu
gradc=$1 browser=$2 work=$3
here=$(cd "$(dirname "$0")" && pwd)
"$browser" --version > /dev/null 2>&1 || { echo "skipped: $browser does not start"; exit 77; }
rm -rf "$work"
mkdir -p "$work/profile"
cat > "$work/model.cpp" <<'SOURCE'
#include <gradc/gradc.h>

// A sum that keeps its order, and a loop of which nobody knows the length.
GRADC_DIFFERENTIATE(gradient, wrt(x, w))
double energy(const gradc::Vector<double>& x, const gradc::Vector<double>& w) {
  double s = 0;
  for (int i = 0; i < x.size(); ++i) s += x(i) * x(i) * w(i);
  double y = s;
  while (y > 1) y = y > 2 ? 0.5 * y : y - 0.25;
  return s * y;
}

GRADC_DIFFERENTIATE(gradient, vjp, wrt(w), checkpoint(auto))
float loss(const gradc::Matrix<float>& x, const gradc::Matrix<float>& w) {
  const auto h = gradc::tanh(gradc::matmul(x, w));
  return gradc::sum(gradc::exp(h) * h);
}
SOURCE
"$gradc" "$work/model.cpp" --emit=report -o "$work"

failed=0
# look SCHEME WIDTH BREAK: BREAK is a line of CSS that must be found at fault, or nothing.
look() {
  scheme=$1 width=$2 break=$3
  number=1
  [ "$scheme" = dark ] && number=0
  page="$work/$scheme$width.html"
  { sed -e "s|<html |<html data-expects=\"$scheme\" |" -e "s|</style>|$break</style>|" -e '/<\/body>/,$d' "$work/model.report.html"
    printf '<script>\n'
    cat "$here/report_browser.js"
    printf '</script>\n</body>\n</html>\n'
  } > "$page"
  timeout 90 "$browser" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --user-data-dir="$work/profile" \
    --blink-settings=preferredColorScheme=$number --window-size="$width,900" --dump-dom "file://$page" > "$page.dom" 2> "$page.log" ||
    { echo "the browser failed:"; tail -n 5 "$page.log"; exit 1; }
  sed -n 's|.*<title>\(F[AI][^<]*\)</title>.*|\1|p' "$page.dom" | head -n 1
}
expect() {
  found=$(look "$1" "$2" "$4")
  echo "$1, $2 wide${4:+, with $4}: $found"
  case $found in
    "$3"*) ;;
    *) failed=1 ;;
  esac
}
expect light 1200 FINE ''
expect dark 1200 FINE ''
expect light 500 FINE ''
expect dark 500 FINE ''
# What must be found does get found.
expect light 1200 'FAULTS contrast' '.quiet { color: #999999; }'
expect dark 1200 'FAULTS contrast' 'svg text { fill: #555555; }'
expect light 500 'FAULTS the page is' 'table { min-width: 2000px; } .scroll { overflow: visible; }'
exit $failed
