# A hand that slips: the derivative of sin(x) becomes that of another function.
file(READ "${IN}" text)
string(REPLACE "= std::cos(" "= 0.5 * std::cos(" broken "${text}")
if(broken STREQUAL text)
  message(FATAL_ERROR "there is no '= std::cos(' in:\n${text}")
endif()
file(WRITE "${OUT}" "${broken}")
