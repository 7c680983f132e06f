# Each wrong call of gradc_generate stops the configuration, with a text that says what is wrong.
#
#   cmake -D MODULE=.../gradcGenerate.cmake -D WORK=... -P mistakes_test.cmake
cmake_minimum_required(VERSION 3.21)

# Configures a project that ends with `call`; it must fail with a text that matches `expected`.
function(refuses call expected)
  file(WRITE "${WORK}/CMakeLists.txt" "
    cmake_minimum_required(VERSION 3.21)
    project(mistakes LANGUAGES NONE)
    include([[${MODULE}]])
    set(GRADC_EXECUTABLE [[${CMAKE_COMMAND}]])
    add_library(model STATIC model.cpp)
    add_library(headers INTERFACE)
    add_library(other::model ALIAS model)
    ${call}
  ")
  execute_process(COMMAND "${CMAKE_COMMAND}" -S "${WORK}" -B "${WORK}/build" OUTPUT_VARIABLE text ERROR_VARIABLE text
                  RESULT_VARIABLE status)
  string(REGEX REPLACE "[ \n]+" " " text "${text}")  # CMake breaks lines
  if(NOT status OR NOT text MATCHES "${expected}")
    message(SEND_ERROR "${call}\nshould be refused with '${expected}', but:\n${text}")
  endif()
endfunction()

file(REMOVE_RECURSE "${WORK}")
file(WRITE "${WORK}/model.cpp" "")
file(WRITE "${WORK}/sub/model.cpp" "")

refuses("gradc_generate(SOURCES model.cpp)" "needs TARGET")
refuses("gradc_generate(TARGET nobody SOURCES model.cpp)" "there is no target 'nobody'")
refuses("gradc_generate(TARGET headers SOURCES model.cpp)" "'headers' compiles nothing")
refuses("gradc_generate(TARGET other::model SOURCES model.cpp)" "under its own name")
refuses("gradc_generate(TARGET model)" "needs SOURCES")
refuses("gradc_generate(TARGET model SOURCES)" "needs SOURCES")
refuses("gradc_generate(TARGET model SOURCES missing.cpp)" "there is no source .*/missing.cpp")
refuses("gradc_generate(TARGET model SOURCES sub)" "there is no source .*/sub")
refuses("gradc_generate(TARGET model SOURCES model.cpp sub/model.cpp)" "would both be written to .*/model.grad.h")
refuses("gradc_generate(TARGET model SOURCES model.cpp)\ngradc_generate(TARGET model SOURCES sub/model.cpp)"
        "would both be written to .*/model.grad.h")
refuses("set(GRADC_CUDA device)\ngradc_generate(TARGET model SOURCES model.cpp BACKEND cuda)" "BACKEND cuda needs")
refuses("gradc_generate(TARGET model SOURCES model.cpp BACKEND cuda VERIFY)" "VERIFY tests the forms for the CPU")
refuses("gradc_generate(TARGET model SOURCES model.cpp BACKEND tpu)" "BACKEND is cpu, cuda or both, not 'tpu'")
refuses("gradc_generate(TARGET model SOURCES model.cpp VERIFY_SOURCES inputs.cpp)" "sources of the tests that VERIFY adds")
refuses("gradc_generate(model SOURCES model.cpp TARGET model)" "does not know the arguments: model")
refuses("set(GRADC_EXECUTABLE /nowhere/gradc)\ngradc_generate(TARGET model SOURCES model.cpp)"
        "/nowhere/gradc, which is not there")
refuses("set(GRADC_EXECUTABLE)\ngradc_generate(TARGET model SOURCES model.cpp)" "built without its compiler")
