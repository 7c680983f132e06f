# Builds two libraries whose sources have one name: their generated headers are told apart by the paths of the sources,
# the name alone is refused where it may be either, and a library is installed with its generated headers.
#
#   cmake -D GENERATOR=... -D WORK=... -D PROJECT=... -D OPTIONS=... -P libraries_test.cmake
cmake_minimum_required(VERSION 3.21)

function(run_or_fail output)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE text ERROR_VARIABLE text RESULT_VARIABLE status)
  if(status)
    message(FATAL_ERROR "${ARGN} ended with ${status}:\n${text}")
  endif()
  set(${output} "${text}" PARENT_SCOPE)
endfunction()

function(expect text pattern)
  string(REGEX REPLACE "[ \n]+" " " text "${text}")
  if(NOT text MATCHES "${pattern}")
    message(FATAL_ERROR "'${pattern}' is not in:\n${text}")
  endif()
endfunction()

set(project "${WORK}/a project")
set(build "${WORK}/a build")
file(REMOVE_RECURSE "${WORK}")
file(COPY "${PROJECT}/" DESTINATION "${project}")

run_or_fail(text "${CMAKE_COMMAND}" -G "${GENERATOR}" -S "${project}" -B "${build}" ${OPTIONS})
expect("${text}" "'model.grad.h' may be several headers in the target 'both'; there it is optics/model.grad.h or nets/model.grad.h")
if(text MATCHES "in the target '(one|nets|optics)'")
  message(FATAL_ERROR "a target in which the name is clear was named:\n${text}")
endif()
run_or_fail(text "${CMAKE_COMMAND}" --build "${build}")
foreach(program one both)
  run_or_fail(text "${build}/${program}")
endforeach()

# The name alone, in a target that gets two headers of that name.
execute_process(COMMAND "${CMAKE_COMMAND}" --build "${build}" --target mistaken OUTPUT_VARIABLE text ERROR_VARIABLE text
                RESULT_VARIABLE status)
if(NOT status)
  message(FATAL_ERROR "an ambiguous include was built:\n${text}")
endif()
expect("${text}" "model.grad.h may be nets/model.grad.h or optics/model.grad.h: include one of these")

run_or_fail(text "${CMAKE_COMMAND}" --install "${build}" --prefix "${WORK}/installed")
run_or_fail(text "${CMAKE_COMMAND}" -G "${GENERATOR}" -S "${project}/user" -B "${WORK}/user" ${OPTIONS}
            -D "optics_DIR=${WORK}/installed/lib/cmake/optics")
run_or_fail(text "${CMAKE_COMMAND}" --build "${WORK}/user")
run_or_fail(text "${WORK}/user/user")
