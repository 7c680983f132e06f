# gradc_generate(TARGET <target> SOURCES <source>... [HEADERS <header>...] [OPTIONS <option>...]
#                [BACKEND cpu|cuda...] [OUTPUT_DIR <dir>] [VERIFY [VERIFY_SOURCES <source>...]])
#
# Writes the derivatives that the sources ask for to <dir>/<stem>.grad.{h,cpp}, adds these and the folder to the
# target, and links gradc::runtime. A generated header includes the header that declares the function, as its source
# does, so the folders of the sources become include folders too. The sources are read as the target compiles them (include folders, definitions,
# options, language standard), all in one run of gradc, so that a function in one may call a function in another.
# gradc runs again exactly when a source, a header that one includes, a flag or gradc itself changes.
#
#   HEADERS     headers that must be there before gradc runs: those that the build generates
#   OPTIONS     more options of gradc, as on its command line
#   BACKEND     where requests that don't say so themselves (target(...)) are to run: cpu, cuda or both; cpu where nothing is said.
#               With cuda the files <dir>/<stem>.grad.cu are written too, compiled by the project's compiler of CUDA, and
#               gradc::runtime_cuda is linked; or, where GRADC_CUDA is `emulated`, compiled as C++, with gradc::runtime_cuda_emulated
#   OUTPUT_DIR  where to write; gradc/<target> in the current binary folder where nothing is said
#   VERIFY      adds an executable <target>_verify that tests the derivatives against the functions (GoogleTest), and
#               its tests, called <target>.<test>. It links the target where that is a library; of an executable it
#               compiles SOURCES once more
#   VERIFY_SOURCES  more sources of that executable: those that define functions <name>_verify_inputs
#
# A generated header is included by its name, "model.grad.h", or by the path of its source in the project or the last part
# of that, "optics/model.grad.h": what tells the headers of two libraries with a model.cpp each apart. In a target that
# gets several of one name from libraries, the name alone is an error of the compiler. The target's property GRADC_HEADERS
# names the generated headers, to install: install(FILES $<TARGET_PROPERTY:<target>,GRADC_HEADERS> DESTINATION ...).
#
# GRADC_EXECUTABLE names another gradc to run than the package's, as a cross build needs.
#
# The rule's output is a stamp and the sources are its by-products: gradc leaves the time of a file that comes out
# the same alone, so that nothing is compiled for it, and an output older than its inputs would run gradc in every
# build under Makefiles. Run as a script (cmake -P), this file makes the response file; see the end.

if(NOT CMAKE_SCRIPT_MODE_FILE)
  set(GRADC_EXECUTABLE "" CACHE FILEPATH "The gradc that gradc_generate runs; the package's own where empty")
  mark_as_advanced(GRADC_EXECUTABLE)
endif()

# CMP0116: paths in depfiles are relative to the current binary folder, and CMake rewrites them for Ninja.
cmake_policy(PUSH)
cmake_policy(VERSION 3.21...3.25)

function(gradc_generate)
  cmake_parse_arguments(PARSE_ARGV 0 arg "VERIFY" "TARGET;OUTPUT_DIR" "SOURCES;HEADERS;OPTIONS;BACKEND;VERIFY_SOURCES")
  if(NOT DEFINED arg_BACKEND)
    set(arg_BACKEND cpu)
  endif()
  _gradc_check_arguments()
  _gradc_find_tool(tool)

  get_property(multi_config GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  set(output_dir "${CMAKE_CURRENT_BINARY_DIR}/gradc/${arg_TARGET}")
  if(arg_OUTPUT_DIR)
    get_filename_component(output_dir "${arg_OUTPUT_DIR}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_BINARY_DIR}")
  endif()
  if(multi_config)
    string(APPEND output_dir "/$<CONFIG>")
  endif()

  set(sources "")
  set(outputs "")
  set(device_outputs "")
  set(tests "")
  set(by_path "${CMAKE_CURRENT_BINARY_DIR}/gradc/${arg_TARGET}.by_path")
  if(multi_config)
    string(APPEND by_path "/$<CONFIG>")
  endif()
  set(folders "${output_dir}" "${by_path}")
  foreach(source IN LISTS arg_SOURCES)
    get_filename_component(stem "${source}" NAME_WLE)
    get_filename_component(source "${source}" ABSOLUTE)
    _gradc_claim_stem("${output_dir}/${stem}" "${source}")
    _gradc_name_by_path("${source}" "${output_dir}/${stem}.grad.h" "${by_path}")
    get_filename_component(folder "${source}" DIRECTORY)
    list(APPEND sources "${source}")
    list(APPEND folders "${folder}")
    list(APPEND outputs "${output_dir}/${stem}.grad.h")
    if("cpu" IN_LIST arg_BACKEND)
      list(APPEND outputs "${output_dir}/${stem}.grad.cpp")
    endif()
    if("cuda" IN_LIST arg_BACKEND)
      list(APPEND device_outputs "${output_dir}/${stem}.grad.cu")
    endif()
    if(arg_VERIFY)
      list(APPEND tests "${output_dir}/${stem}.grad_test.cpp")
    endif()
  endforeach()
  set(headers "")
  foreach(header IN LISTS arg_HEADERS)
    get_filename_component(header "${header}" ABSOLUTE)
    list(APPEND headers "${header}")
  endforeach()

  # One run serves all sources; it is named after the first.
  list(GET arg_SOURCES 0 first)
  get_filename_component(first "${first}" NAME_WLE)
  set(stamp "${output_dir}/${first}.stamp")
  set(options -o "${output_dir}" "--depfile=${stamp}.d" "--depfile-target=${stamp}" ${arg_OPTIONS})
  if(NOT arg_BACKEND STREQUAL "cpu")
    list(JOIN arg_BACKEND "," emits)
    string(REPLACE "cpu" "cpp" emits "${emits}")
    list(APPEND options "--emit=${emits}")
  endif()
  if(arg_VERIFY)
    list(APPEND options --verify)
  endif()
  _gradc_write_arguments("${output_dir}/${first}.args" "${sources}" "${options}")

  list(JOIN arg_SOURCES " " names)
  add_custom_command(
    OUTPUT "${stamp}"
    BYPRODUCTS ${outputs} ${device_outputs} ${tests}
    COMMAND "${CMAKE_COMMAND}" -D "IN=${output_dir}/${first}.args" -D "OUT=${output_dir}/${first}.rsp"
            -P "${CMAKE_CURRENT_FUNCTION_LIST_FILE}"
    COMMAND "${tool}" "@${output_dir}/${first}.rsp"
    COMMAND "${CMAKE_COMMAND}" -E touch "${stamp}"
    DEPENDS ${sources} ${headers} "${tool}" "${output_dir}/${first}.args"
    DEPFILE "${stamp}.d"
    COMMENT "gradc: derivatives of ${names}"
    VERBATIM)

  # A target of its own, so that the rule runs once even where several targets use its outputs.
  string(MAKE_C_IDENTIFIER "${first}" id)
  set(run "${arg_TARGET}_gradc_${id}")
  add_custom_target("${run}" DEPENDS "${stamp}")
  add_dependencies("${arg_TARGET}" "${run}")
  set_property(TARGET "${arg_TARGET}" APPEND PROPERTY GRADC_RUNS "${run}")
  cmake_language(EVAL CODE "cmake_language(DEFER CALL _gradc_order_runs [[${arg_TARGET}]] [[${run}]])")
  get_property(tells GLOBAL PROPERTY GRADC_TELLS_APART)
  if(NOT tells)
    set_property(GLOBAL PROPERTY GRADC_TELLS_APART ON)
    cmake_language(DEFER DIRECTORY "${CMAKE_SOURCE_DIR}" CALL _gradc_tell_apart "${CMAKE_SOURCE_DIR}")
  endif()

  set_property(SOURCE ${outputs} ${device_outputs} PROPERTY SKIP_AUTOGEN ON)
  # Under -ffast-math too, NaN and infinities are what they are: what gradc/strict.h can't tell Clang.
  set_property(SOURCE ${outputs} APPEND PROPERTY COMPILE_OPTIONS
               "$<$<COMPILE_LANG_AND_ID:CXX,Clang,AppleClang>:-fno-finite-math-only>")
  # What gradc/detail/kernel.h asks for by pragmas, and what it can't ask for: no errno, so that std::sqrt is one instruction.
  foreach(flag -ftree-vectorize -fvect-cost-model=dynamic)
    set_property(SOURCE ${outputs} APPEND PROPERTY COMPILE_OPTIONS
                 "$<$<AND:$<NOT:$<CONFIG:Debug>>,$<COMPILE_LANG_AND_ID:CXX,GNU>>:${flag}>")
  endforeach()
  foreach(flag -ffp-contract=off -fno-math-errno -fno-trapping-math)
    set_property(SOURCE ${outputs} APPEND PROPERTY COMPILE_OPTIONS
                 "$<$<AND:$<NOT:$<CONFIG:Debug>>,$<COMPILE_LANG_AND_ID:CXX,GNU,Clang,AppleClang>>:${flag}>")
  endforeach()
  target_sources("${arg_TARGET}" PRIVATE ${outputs})
  if(device_outputs)
    _gradc_add_device_sources("${device_outputs}")
  endif()
  list(REMOVE_DUPLICATES folders)
  target_include_directories("${arg_TARGET}" PUBLIC "$<BUILD_INTERFACE:${folders}>")
  # As properties, because a target's calls of target_link_libraries must agree on having keywords or not.
  set_property(TARGET "${arg_TARGET}" APPEND PROPERTY LINK_LIBRARIES gradc::runtime)
  set_property(TARGET "${arg_TARGET}" APPEND PROPERTY INTERFACE_LINK_LIBRARIES gradc::runtime)
  if(arg_VERIFY)
    _gradc_add_verification("${run}" "${sources}" "${outputs}" "${tests}" "${folders}")
  endif()
endfunction()

# What decides between a device and its emulation: GRADC_CUDA, else whether the project has a compiler of CUDA.
function(_gradc_cuda result)
  if(GRADC_CUDA STREQUAL "device" OR GRADC_CUDA STREQUAL "emulated")
    set(${result} "${GRADC_CUDA}" PARENT_SCOPE)
  elseif(DEFINED GRADC_CUDA AND NOT GRADC_CUDA STREQUAL "" AND NOT GRADC_CUDA STREQUAL "auto")
    message(FATAL_ERROR "GRADC_CUDA is device or emulated, not '${GRADC_CUDA}'")
  elseif(CMAKE_CUDA_COMPILER AND TARGET gradc::runtime_cuda)
    set(${result} device PARENT_SCOPE)
  else()
    set(${result} emulated PARENT_SCOPE)
    get_property(is_said GLOBAL PROPERTY GRADC_SAID_EMULATED)
    if(NOT is_said)
      set_property(GLOBAL PROPERTY GRADC_SAID_EMULATED ON)
      message(STATUS "gradc: no compiler of CUDA is enabled, so that kernels are emulated (GRADC_CUDA=emulated)")
    endif()
  endif()
endfunction()

# Compiles the sources for a device into arg_TARGET.
function(_gradc_add_device_sources sources)
  _gradc_cuda(mode)
  set(library gradc::runtime_cuda)
  if(mode STREQUAL "emulated")
    set(library gradc::runtime_cuda_emulated)
  endif()
  if(NOT TARGET ${library})
    message(FATAL_ERROR "gradc_generate: BACKEND cuda needs ${library}, which this gradc was built without")
  endif()
  if(mode STREQUAL "emulated")
    set_property(SOURCE ${sources} PROPERTY LANGUAGE CXX)
    set_property(SOURCE ${sources} APPEND PROPERTY COMPILE_OPTIONS -x c++)
    set_property(SOURCE ${sources} APPEND PROPERTY COMPILE_DEFINITIONS GRADC_CUDA_EMULATED)
  elseif(NOT CMAKE_CUDA_COMPILER)
    message(FATAL_ERROR "gradc_generate: BACKEND cuda needs a compiler of CUDA: project(<name> LANGUAGES CXX CUDA), or "
                        "-DGRADC_CUDA=emulated")
  else()
    set_property(SOURCE ${sources} PROPERTY LANGUAGE CUDA)
    set_property(SOURCE ${sources} APPEND PROPERTY COMPILE_OPTIONS --expt-relaxed-constexpr -fmad=false)
  endif()
  target_sources("${arg_TARGET}" PRIVATE ${sources})
  set_property(TARGET "${arg_TARGET}" APPEND PROPERTY LINK_LIBRARIES ${library})
  set_property(TARGET "${arg_TARGET}" APPEND PROPERTY INTERFACE_LINK_LIBRARIES ${library})
endfunction()

# The executable that tests the derivatives. It has what the target has to compile with. A library is linked; of an
# executable the sources that were differentiated are compiled once more.
function(_gradc_add_verification run sources outputs tests folders)
  find_package(GTest REQUIRED)
  include(GoogleTest)
  set(verify "${arg_TARGET}_verify")
  if(TARGET "${verify}")
    message(FATAL_ERROR "gradc_generate: VERIFY makes a target '${verify}', which is there already; name all sources of "
                        "'${arg_TARGET}' in one call")
  endif()
  list(TRANSFORM arg_VERIFY_SOURCES PREPEND "${CMAKE_CURRENT_SOURCE_DIR}/" REGEX "^[^/]")
  add_executable("${verify}" ${tests} ${arg_VERIFY_SOURCES})
  set_property(SOURCE ${tests} PROPERTY SKIP_AUTOGEN ON)
  get_target_property(type "${arg_TARGET}" TYPE)
  if(type MATCHES "^(STATIC|SHARED)_LIBRARY$")
    target_link_libraries("${verify}" PRIVATE "${arg_TARGET}")
  else()
    target_sources("${verify}" PRIVATE ${sources} ${outputs})
    set_property(TARGET "${verify}" APPEND PROPERTY LINK_OPTIONS "$<TARGET_PROPERTY:${arg_TARGET},LINK_OPTIONS>")
    cmake_language(EVAL CODE "cmake_language(DEFER CALL _gradc_link_as [[${verify}]] [[${arg_TARGET}]])")
  endif()
  foreach(property COMPILE_DEFINITIONS COMPILE_OPTIONS COMPILE_FEATURES INCLUDE_DIRECTORIES)
    set_property(TARGET "${verify}" APPEND PROPERTY ${property} "$<TARGET_PROPERTY:${arg_TARGET},${property}>")
  endforeach()
  target_compile_features("${verify}" PRIVATE cxx_std_17)
  target_include_directories("${verify}" PRIVATE ${folders})
  target_link_libraries("${verify}" PRIVATE gradc::runtime GTest::gtest_main)
  add_dependencies("${verify}" "${run}")
  gtest_discover_tests("${verify}" TEST_PREFIX "${arg_TARGET}." DISCOVERY_MODE PRE_TEST PROPERTIES TIMEOUT 300)
endfunction()

# Called when the folder's targets are complete, of which `target` may have been linked with more since.
function(_gradc_link_as verify target)
  get_target_property(libraries "${target}" LINK_LIBRARIES)
  set_property(TARGET "${verify}" APPEND PROPERTY LINK_LIBRARIES ${libraries})
  foreach(property CXX_STANDARD CXX_EXTENSIONS)
    get_target_property(value "${target}" ${property})
    if(value)
      set_property(TARGET "${verify}" PROPERTY ${property} "${value}")
    endif()
  endforeach()
endfunction()

# Stops the configuration with the name of what is missing or wrong. Reads gradc_generate's arguments.
function(_gradc_check_arguments)
  if(arg_UNPARSED_ARGUMENTS)
    list(JOIN arg_UNPARSED_ARGUMENTS " " unknown)
    message(FATAL_ERROR "gradc_generate does not know the arguments: ${unknown}")
  endif()
  if(NOT arg_TARGET)
    message(FATAL_ERROR "gradc_generate needs TARGET, the target that the derivatives are compiled into")
  endif()
  if(NOT TARGET "${arg_TARGET}")
    message(FATAL_ERROR "gradc_generate: there is no target '${arg_TARGET}'; it must come after add_library or "
                        "add_executable")
  endif()
  get_target_property(type "${arg_TARGET}" TYPE)
  get_target_property(imported "${arg_TARGET}" IMPORTED)
  get_target_property(aliased "${arg_TARGET}" ALIASED_TARGET)
  if(imported OR aliased OR NOT type MATCHES "^(EXECUTABLE|(STATIC|SHARED|MODULE|OBJECT)_LIBRARY)$")
    message(FATAL_ERROR "gradc_generate: '${arg_TARGET}' compiles nothing; TARGET is a library or executable of "
                        "this project, under its own name")
  endif()
  get_target_property(folder "${arg_TARGET}" SOURCE_DIR)
  if(NOT folder STREQUAL CMAKE_CURRENT_SOURCE_DIR)
    message(FATAL_ERROR "gradc_generate: '${arg_TARGET}' is a target of ${folder}; call gradc_generate there")
  endif()
  if(arg_VERIFY_SOURCES AND NOT arg_VERIFY)
    message(FATAL_ERROR "gradc_generate: VERIFY_SOURCES are sources of the tests that VERIFY adds, which is not given")
  endif()
  if(NOT arg_SOURCES)
    message(FATAL_ERROR "gradc_generate needs SOURCES, the files that hold the functions to differentiate")
  endif()
  foreach(source IN LISTS arg_SOURCES)
    get_filename_component(source "${source}" ABSOLUTE)
    get_property(generated SOURCE "${source}" PROPERTY GENERATED)
    if(NOT generated AND (NOT EXISTS "${source}" OR IS_DIRECTORY "${source}"))
      message(FATAL_ERROR "gradc_generate: there is no source ${source}")
    endif()
  endforeach()
  foreach(backend IN LISTS arg_BACKEND)
    if(NOT backend MATCHES "^(cpu|cuda)$")
      message(FATAL_ERROR "gradc_generate: BACKEND is cpu, cuda or both, not '${backend}'")
    endif()
  endforeach()
  if(arg_VERIFY AND NOT "cpu" IN_LIST arg_BACKEND)
    message(FATAL_ERROR "gradc_generate: VERIFY tests the forms for the CPU; add cpu to BACKEND")
  endif()
endfunction()

# What to run: GRADC_EXECUTABLE, else the gradc that was built or installed with this file.
function(_gradc_find_tool result)
  if(GRADC_EXECUTABLE)
    if(NOT EXISTS "${GRADC_EXECUTABLE}")
      message(FATAL_ERROR "gradc_generate: GRADC_EXECUTABLE names ${GRADC_EXECUTABLE}, which is not there")
    endif()
    set(${result} "${GRADC_EXECUTABLE}" PARENT_SCOPE)
  elseif(TARGET gradc::gradc)
    set(${result} "$<TARGET_FILE:gradc::gradc>" PARENT_SCOPE)
  else()
    message(FATAL_ERROR "gradc_generate: this gradc was built without its compiler (GRADC_BUILD_TOOL=OFF); set "
                        "GRADC_EXECUTABLE to one that runs on this machine")
  endif()
endfunction()

# Two sources that would be written to the same files are an error, in one call and across calls.
function(_gradc_claim_stem path source)
  get_property(other GLOBAL PROPERTY "GRADC_SOURCE_OF ${path}")
  if(other)
    message(FATAL_ERROR "gradc_generate: ${other} and ${source} would both be written to ${path}.grad.h; give one "
                        "call another OUTPUT_DIR, or one file another name")
  endif()
  set_property(GLOBAL PROPERTY "GRADC_SOURCE_OF ${path}" "${source}")
endfunction()

# Writes headers `by_path`/<path>/<stem>.grad.h that include `header`, one for each last part of the source's path in the
# project, and notes the longest. The header beside the source comes first: what the generated one includes by its name
# may be another's on the include path.
function(_gradc_name_by_path source header by_path)
  get_filename_component(folder "${source}" DIRECTORY)
  file(RELATIVE_PATH path "${CMAKE_SOURCE_DIR}" "${folder}")
  if(path MATCHES "^\\.\\.(/|$)")
    file(RELATIVE_PATH path "${PROJECT_SOURCE_DIR}/.." "${folder}")
  endif()
  if(path MATCHES "^\\.\\.(/|$)")
    get_filename_component(path "${folder}" NAME)
  endif()
  set(text "")
  get_filename_component(stem "${source}" NAME_WLE)
  foreach(extension h hh hpp hxx)
    if(EXISTS "${folder}/${stem}.${extension}")
      string(APPEND text "#include \"${folder}/${stem}.${extension}\"\n")
    endif()
  endforeach()
  string(APPEND text "#include \"${header}\"\n")
  if(path STREQUAL "")
    set(path "${stem}.grad.h")
  else()
    set(path "${path}/${stem}.grad.h")
  endif()
  set_property(TARGET "${arg_TARGET}" APPEND PROPERTY GRADC_HEADERS "${header}")
  set_property(TARGET "${arg_TARGET}" APPEND PROPERTY GRADC_PATHS "${path}")
  set_property(GLOBAL PROPERTY "GRADC_TEXT_OF ${path}" "${text}")
  while(path MATCHES "/")
    file(GENERATE OUTPUT "${by_path}/${path}" CONTENT "${text}")
    string(REGEX REPLACE "^[^/]*/" "" path "${path}")
  endwhile()
endfunction()

# Called when all targets are complete: looks at those under `folder` for names of generated headers that several have of
# those that they get from libraries. A header of the target's own comes before these.
function(_gradc_tell_apart folder)
  get_property(subfolders DIRECTORY "${folder}" PROPERTY SUBDIRECTORIES)
  foreach(subfolder IN LISTS subfolders)
    _gradc_tell_apart("${subfolder}")
  endforeach()
  get_property(targets DIRECTORY "${folder}" PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target IN LISTS targets)
    get_property(type TARGET "${target}" PROPERTY TYPE)
    if(NOT type MATCHES "^(EXECUTABLE|(STATIC|SHARED|MODULE|OBJECT)_LIBRARY)$")
      continue()
    endif()
    _gradc_linked(libraries "${target}")
    set(paths "")
    foreach(library IN LISTS libraries)
      get_property(brought TARGET "${library}" PROPERTY GRADC_PATHS)
      list(APPEND paths ${brought})
    endforeach()
    list(REMOVE_DUPLICATES paths)
    get_property(own TARGET "${target}" PROPERTY GRADC_PATHS)
    _gradc_names(own_names "${own}")
    _gradc_names(names "${paths}")
    list(REMOVE_DUPLICATES names)
    foreach(name IN LISTS names)
      if(NOT name IN_LIST own_names)
        _gradc_say_which("${target}" "${name}" "${paths}")
      endif()
    endforeach()
  endforeach()
endfunction()

# Each path and all last parts of it.
function(_gradc_names result paths)
  set(names "")
  foreach(path IN LISTS paths)
    list(APPEND names "${path}")
    while(path MATCHES "/")
      string(REGEX REPLACE "^[^/]*/" "" path "${path}")
      list(APPEND names "${path}")
    endwhile()
  endforeach()
  set(${result} "${names}" PARENT_SCOPE)
endfunction()

# Where a name may be several of the paths, it is the one that it is the whole path of, and else an error: by a header that
# comes before theirs.
function(_gradc_say_which target name paths)
  set(meant "")
  foreach(path IN LISTS paths)
    _gradc_names(names "${path}")
    if(name IN_LIST names)
      list(APPEND meant "${path}")
    endif()
  endforeach()
  list(LENGTH meant count)
  if(count LESS 2)
    return()
  endif()
  list(JOIN meant " or " choices)
  get_property(folder TARGET "${target}" PROPERTY BINARY_DIR)
  string(APPEND folder "/gradc/${target}.ambiguous")
  if(name IN_LIST meant)
    get_property(text GLOBAL PROPERTY "GRADC_TEXT_OF ${name}")
  else()
    set(text "#error \"${name} may be ${choices}: include one of these\"\n")
    message(STATUS "gradc_generate: '${name}' may be several headers in the target '${target}'; there it is ${choices}")
  endif()
  file(GENERATE OUTPUT "${folder}/${name}" CONTENT "${text}")
  get_property(includes TARGET "${target}" PROPERTY INCLUDE_DIRECTORIES)
  if(NOT folder IN_LIST includes)
    target_include_directories("${target}" BEFORE PRIVATE "${folder}")
  endif()
endfunction()

# The targets that a target links, directly or through others.
function(_gradc_linked result target)
  get_target_property(waiting "${target}" LINK_LIBRARIES)
  set(seen "")
  while(NOT waiting STREQUAL "")
    list(POP_FRONT waiting library)
    if(NOT TARGET "${library}" OR library IN_LIST seen)
      continue()
    endif()
    list(APPEND seen "${library}")
    get_target_property(links "${library}" INTERFACE_LINK_LIBRARIES)
    list(APPEND waiting ${links})
  endwhile()
  set(${result} "${seen}" PARENT_SCOPE)
endfunction()

# Writes gradc's arguments to `file`, one a line: what is known now, and what the target's properties say once all of
# them are set. A changed flag changes the file, and with it the rule's input.
function(_gradc_write_arguments file sources options)
  set(target "${arg_TARGET}")
  set(includes "$<FILTER:$<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>,INCLUDE,.>")
  set(definitions "$<FILTER:$<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>,INCLUDE,.>")
  set(compile_options "$<FILTER:$<TARGET_PROPERTY:${target},COMPILE_OPTIONS>,INCLUDE,.>")

  set(lines ${sources} ${options} --)
  if(CMAKE_CXX_COMPILER_TARGET)
    list(APPEND lines "--target=${CMAKE_CXX_COMPILER_TARGET}")
  endif()
  if(CMAKE_SYSROOT)
    list(APPEND lines "--sysroot=${CMAKE_SYSROOT}")
  endif()
  list(JOIN lines "\n" text)
  string(APPEND text "\nSHELL:${CMAKE_CXX_FLAGS}\n")
  set(configs "${CMAKE_BUILD_TYPE}")
  if(CMAKE_CONFIGURATION_TYPES)
    set(configs "${CMAKE_CONFIGURATION_TYPES}")
  endif()
  foreach(config IN LISTS configs)
    string(TOUPPER "${config}" upper)
    string(APPEND text "$<$<CONFIG:${config}>:SHELL:${CMAKE_CXX_FLAGS_${upper}}\n>")
  endforeach()
  string(APPEND text
    "$<$<NOT:$<STREQUAL:${definitions},>>:-D$<JOIN:${definitions},\n-D>\n>"
    "$<$<NOT:$<STREQUAL:${includes},>>:-I$<JOIN:${includes},\n-I>\n>"
    "$<$<NOT:$<STREQUAL:${compile_options},>>:$<JOIN:${compile_options},\n>\n>")
  _gradc_standard(standard)
  string(APPEND text "${standard}\n")
  # Where a project has several languages, properties that depend on the language are C++'s.
  file(GENERATE OUTPUT "${file}" CONTENT "${text}" CONDITION "$<COMPILE_LANGUAGE:CXX>")
endfunction()

# -std= as CMake will choose it: the greatest of CXX_STANDARD (where it is not set, of what the compiler speaks by
# itself) and what the compile features of the target and of what it links ask for.
function(_gradc_standard result)
  set(own "$<TARGET_PROPERTY:${arg_TARGET},CXX_STANDARD>")
  set(features "$<TARGET_PROPERTY:${arg_TARGET},COMPILE_FEATURES>")
  set(number 17)
  foreach(candidate 20 23 26)
    set(asked "$<STREQUAL:${own},${candidate}>,$<IN_LIST:cxx_std_${candidate},${features}>")
    if("${CMAKE_CXX_STANDARD_DEFAULT}" STREQUAL candidate)
      string(APPEND asked ",$<STREQUAL:${own},>")
    endif()
    set(number "$<IF:$<OR:${asked}>,${candidate},${number}>")
  endforeach()
  set(extensions "$<TARGET_PROPERTY:${arg_TARGET},CXX_EXTENSIONS>")
  set(dialect "$<IF:$<OR:$<STREQUAL:${extensions},>,$<BOOL:${extensions}>>,gnu++,c++>")
  set(${result} "-std=${dialect}${number}" PARENT_SCOPE)
endfunction()

# Called when the folder's targets are complete: gradc reads headers, and those that other runs or rules make must
# be there first.
function(_gradc_order_runs target run)
  get_target_property(before "${target}" MANUALLY_ADDED_DEPENDENCIES)
  _gradc_linked(libraries "${target}")
  foreach(library IN LISTS libraries)
    get_target_property(runs "${library}" GRADC_RUNS)
    list(APPEND before ${runs})
  endforeach()
  get_target_property(own_runs "${target}" GRADC_RUNS)
  foreach(dependency IN LISTS before)
    if(TARGET "${dependency}" AND NOT dependency IN_LIST own_runs)
      add_dependencies("${run}" "${dependency}")
    endif()
  endforeach()
endfunction()

cmake_policy(POP)

# Run as a script: quotes the arguments in IN, one a line, for the response file OUT. A line that starts with SHELL:
# is quoted already, as for a shell. Lines are cut off the text one by one: a list would eat semicolons and brackets.
if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  file(READ "${IN}" text)
  set(quoted "")
  while(NOT text STREQUAL "")
    string(FIND "${text}" "\n" end)
    string(SUBSTRING "${text}" 0 ${end} line)
    math(EXPR next "${end} + 1")
    string(SUBSTRING "${text}" ${next} -1 text)
    if(line MATCHES "^SHELL:(.*)$")
      string(APPEND quoted "${CMAKE_MATCH_1}\n")
    elseif(NOT line STREQUAL "")
      string(REGEX REPLACE "([\\\"])" "\\\\\\1" line "${line}")
      string(APPEND quoted "\"${line}\"\n")
    endif()
  endwhile()
  file(WRITE "${OUT}" "${quoted}")
endif()
