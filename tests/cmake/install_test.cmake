# Installs the build tree twice: under a prefix, and through DESTDIR, whose tree is then moved: nothing in it may know
# where it was meant to be.
#
#   cmake -D BUILD=... -D PREFIX=... -D MOVED=... -P install_test.cmake
cmake_minimum_required(VERSION 3.21)

function(check_tree root)
  foreach(file bin/gradc include/gradc/gradc.h include/gradc/adapt/ceres.h include/gradc/parsed/std/map include/gradc/parsed/libraries/blas.h lib/libgradc_runtime.a
               lib/gradc/clang/19/include/stddef.h
               lib/cmake/gradc/gradcConfig.cmake lib/cmake/gradc/gradcConfigVersion.cmake
               lib/cmake/gradc/gradcTargets.cmake lib/cmake/gradc/gradcGenerate.cmake)
    if(NOT EXISTS "${root}/${file}")
      message(FATAL_ERROR "${file} is not installed under ${root}")
    endif()
  endforeach()
  file(GLOB texts "${root}/lib/cmake/gradc/*.cmake")
  foreach(text IN LISTS texts)
    file(READ "${text}" content)
    foreach(path "${BUILD}" "${PREFIX}" "/meant/to/be")
      string(FIND "${content}" "${path}" found)
      if(NOT found EQUAL -1)
        message(FATAL_ERROR "${text} names the folder ${path}")
      endif()
    endforeach()
  endforeach()
endfunction()

file(REMOVE_RECURSE "${PREFIX}" "${MOVED}" "${MOVED}.stage")
execute_process(COMMAND "${CMAKE_COMMAND}" --install "${BUILD}" --prefix "${PREFIX}" COMMAND_ERROR_IS_FATAL ANY
                OUTPUT_QUIET)
check_tree("${PREFIX}")

execute_process(COMMAND "${CMAKE_COMMAND}" -E env "DESTDIR=${MOVED}.stage" "${CMAKE_COMMAND}" --install "${BUILD}"
                        --prefix "/meant/to/be" COMMAND_ERROR_IS_FATAL ANY OUTPUT_QUIET)
file(RENAME "${MOVED}.stage/meant/to/be" "${MOVED}")
file(REMOVE_RECURSE "${MOVED}.stage")
check_tree("${MOVED}")
