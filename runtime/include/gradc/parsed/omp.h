// What gradc reads where a source includes <omp.h> and Clang has none: the routines of OpenMP 5.0, sections 3.2 to 3.4, for C++.
// It is on no include path of a program. The routines are declared alone; a function that is differentiated can't call them.
#pragma once

extern "C" {

enum omp_sched_t { omp_sched_static = 1, omp_sched_dynamic = 2, omp_sched_guided = 3, omp_sched_auto = 4 };
enum omp_proc_bind_t {
  omp_proc_bind_false = 0,
  omp_proc_bind_true = 1,
  omp_proc_bind_master = 2,
  omp_proc_bind_close = 3,
  omp_proc_bind_spread = 4
};
struct omp_lock_t {
  void* state;
};
struct omp_nest_lock_t {
  void* state;
};

void omp_set_num_threads(int);
int omp_get_num_threads();
int omp_get_max_threads();
int omp_get_thread_num();
int omp_get_num_procs();
int omp_in_parallel();
void omp_set_dynamic(int);
int omp_get_dynamic();
int omp_get_cancellation();
void omp_set_nested(int);
int omp_get_nested();
void omp_set_schedule(omp_sched_t, int);
void omp_get_schedule(omp_sched_t*, int*);
int omp_get_thread_limit();
int omp_get_supported_active_levels();
void omp_set_max_active_levels(int);
int omp_get_max_active_levels();
int omp_get_level();
int omp_get_ancestor_thread_num(int);
int omp_get_team_size(int);
int omp_get_active_level();
int omp_in_final();
omp_proc_bind_t omp_get_proc_bind();
int omp_get_num_places();
int omp_get_place_num_procs(int);
int omp_get_place_num();
int omp_get_default_device();
void omp_set_default_device(int);
int omp_get_num_devices();
int omp_get_num_teams();
int omp_get_team_num();
int omp_is_initial_device();

void omp_init_lock(omp_lock_t*);
void omp_destroy_lock(omp_lock_t*);
void omp_set_lock(omp_lock_t*);
void omp_unset_lock(omp_lock_t*);
int omp_test_lock(omp_lock_t*);
void omp_init_nest_lock(omp_nest_lock_t*);
void omp_destroy_nest_lock(omp_nest_lock_t*);
void omp_set_nest_lock(omp_nest_lock_t*);
void omp_unset_nest_lock(omp_nest_lock_t*);
int omp_test_nest_lock(omp_nest_lock_t*);

double omp_get_wtime();
double omp_get_wtick();

}  // extern "C"
