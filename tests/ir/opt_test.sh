#!/bin/sh
# The statuses and streams of gradc_opt.
opt=$1
text='func @f(%x: f32) -> (f32) {
  %one = constant {element = f32, value = 1.0} : f32
  %y = multiply %x, %one : f32
  return %y
}
'
failures=0
expect() {  # status, what standard output holds, arguments
  status=$1 pattern=$2
  shift 2
  output=$(printf '%s' "$text" | "$opt" "$@" 2>/dev/null)
  actual=$?
  case "$actual:$output" in
    "$status:"*"$pattern"*) ;;
    *)
      echo "gradc_opt $*: status $actual, not $status, or no '$pattern' in:"
      echo "$output"
      failures=1
      ;;
  esac
}
expect 0 'multiply' -
expect 0 'return %x' --passes=simplify --verify-each -
expect 0 'return %x' --passes=simplify --print-after-all -
expect 2 '' --passes=simplfy -
expect 1 '' '--passes=cse(f)' -
expect 2 '' --wrong -
expect 2 '' no_such_file.gir
expect 2 ''
text='func @f('
expect 1 '' -
exit $failures
