# Builds a project that uses gradc_generate, and then builds it again after one change at a time: what runs and what
# is compiled must be exactly what the change calls for. Counted are the lines that the build prints for them.
#
#   cmake -D GENERATOR=... -D FROM=install|subdirectory|fetchcontent -D WORK=... -D SOURCE=... -D CONSUMER=...
#         -D OPTIONS=... -P consumer_test.cmake
cmake_minimum_required(VERSION 3.21)

set(project "${WORK}/a project")
set(build "${WORK}/a build")

function(run_or_fail output)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE text ERROR_VARIABLE text RESULT_VARIABLE status)
  if(status)
    message(FATAL_ERROR "${ARGN} ended with ${status}:\n${text}")
  endif()
  set(${output} "${text}" PARENT_SCOPE)
endfunction()

function(configure scale)
  run_or_fail(ignored "${CMAKE_COMMAND}" -G "${GENERATOR}" -S "${project}" -B "${build}" ${OPTIONS}
              -D "GRADC_FROM=${FROM}" -D "GRADC_SOURCE=${SOURCE}" -D "SCALE=${scale}")
endfunction()

# The sources whose derivatives a build's output says were written, or that it says were compiled.
function(sources_in text pattern result)
  string(REGEX MATCHALL "${pattern}" lines "${text}")
  set(sources "")
  foreach(line IN LISTS lines)
    string(REGEX REPLACE "${pattern}" "\\1" source "${line}")
    list(APPEND sources "${source}")
  endforeach()
  list(SORT sources)
  set(${result} "${sources}" PARENT_SCOPE)
endfunction()

# Builds, and checks what ran (GENERATES), what was compiled (COMPILES), and what the program prints (SLOPE).
function(build_after what)
  cmake_parse_arguments(expected "" "SLOPE" "GENERATES;COMPILES" ${ARGN})
  run_or_fail(text "${CMAKE_COMMAND}" --build "${build}")
  sources_in("${text}" "gradc: derivatives of ([a-z]+\\.cpp)" generated)
  sources_in("${text}" "Building CXX object CMakeFiles/[a-z]+\\.dir[^\n]*/([a-z.]+\\.cpp)\\.o" compiled)
  if(NOT generated STREQUAL "${expected_GENERATES}")
    message(FATAL_ERROR "after ${what} gradc ran for '${generated}', not for '${expected_GENERATES}':\n${text}")
  endif()
  if(NOT compiled STREQUAL "${expected_COMPILES}")
    message(FATAL_ERROR "after ${what} the build compiled '${compiled}', not '${expected_COMPILES}':\n${text}")
  endif()
  run_or_fail(printed "${build}/consumer")
  if(NOT printed STREQUAL "slope ${expected_SLOPE}\n")
    message(FATAL_ERROR "after ${what} the program printed '${printed}', not 'slope ${expected_SLOPE}'")
  endif()
  message(STATUS "after ${what}: as expected")
endfunction()

# A build right after another one has nothing to do.
function(build_again)
  run_or_fail(text "${CMAKE_COMMAND}" --build "${build}")
  if(text MATCHES "gradc:|Building|Linking")
    message(FATAL_ERROR "a build with nothing to do did something:\n${text}")
  endif()
endfunction()

function(edit file from to)
  file(READ "${project}/${file}" old)
  string(REPLACE "${from}" "${to}" new "${old}")
  if(new STREQUAL old)
    message(FATAL_ERROR "'${from}' does not occur in ${file}")
  endif()
  file(WRITE "${project}/${file}" "${new}")
endfunction()

file(REMOVE_RECURSE "${WORK}")
file(MAKE_DIRECTORY "${WORK}")
file(COPY "${CONSUMER}/" DESTINATION "${project}")

configure(1)
build_after("the first configuration" GENERATES model.cpp wave.cpp SLOPE 6
            COMPILES main.cpp model.cpp model.grad.cpp wave.cpp wave.grad.cpp)
build_again()

file(TOUCH "${project}/include files/unrelated.h")
build_after("touching a header that nobody includes" SLOPE 6)

file(TOUCH "${project}/local.h")
build_after("touching a header that gradc does not read" COMPILES main.cpp SLOPE 6)

# gradc reads it and writes the same text: only the source that includes it is compiled.
file(TOUCH "${project}/include files/factor.h")
build_after("touching a header that the source includes" GENERATES model.cpp COMPILES model.cpp SLOPE 6)
build_again()

edit("include files/factor.h" "kFactor = 1" "kFactor = 2")
build_after("changing an included header" GENERATES model.cpp COMPILES model.cpp model.grad.cpp SLOPE 12)

edit(model.cpp "3.0" "5.0")
build_after("changing the function" GENERATES model.cpp COMPILES model.cpp model.grad.cpp SLOPE 20)
build_again()

configure(3)
build_after("changing a definition" GENERATES model.cpp COMPILES model.cpp model.grad.cpp SLOPE 60)
configure(3)
build_again()

# An error stops the build, every time until it is mended, and changes no output.
edit(model.cpp "gradc::square(x)" "gradc::square(missing)")
foreach(attempt 1 2)
  execute_process(COMMAND "${CMAKE_COMMAND}" --build "${build}" OUTPUT_VARIABLE text ERROR_VARIABLE text
                  RESULT_VARIABLE status)
  if(NOT status OR NOT text MATCHES "model\\.cpp:[0-9]+:[0-9]+: error:")
    message(FATAL_ERROR "a source with an error was built:\n${text}")
  endif()
endforeach()
edit(model.cpp "gradc::square(missing)" "gradc::square(x)")
build_after("mending an error" GENERATES model.cpp COMPILES model.cpp SLOPE 60)
build_again()

# The tests of the derivatives, where the project asks for them: those of the other target are none of them.
if("${OPTIONS}" MATCHES "GRADC_VERIFIES=ON")
  run_or_fail(text "${CMAKE_CTEST_COMMAND}" --test-dir "${build}" -R "^model\\.")
  if(NOT text MATCHES "model\\.[a-z]+_gradient\\.AgreesWithDifferences [ .]*Passed")
    message(FATAL_ERROR "the derivatives were not tested:\n${text}")
  endif()
endif()
