#pragma once
// Nobody includes this.
