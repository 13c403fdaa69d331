/* GPU time of the cards. Each process is one queue per card (its kernels run one after the other, whatever their
 * stream); processes with work share a card by time slices. Work is counted in executed nanoseconds: an item is done
 * when the executed time of its process has reached the item's end. All in the shared state, computed when asked. */
#ifndef SIM_TIMELINE_H
#define SIM_TIMELINE_H

#include <stdbool.h>
#include <stdint.h>

/* Adds a kernel of `ns` to this process's queue. False when the queue is full: wait for sim_oldest_pending. */
bool sim_submit(int card, uint64_t ns, uint64_t *end);
/* End of the newest item of this process. */
uint64_t sim_submitted(int card);
bool sim_is_done(int card, uint64_t work);
/* Waits (real clock) or lets time pass (virtual clock) until the work is done. Call without sim_lock. */
void sim_wait_done(int card, uint64_t work);
uint64_t sim_oldest_pending(int card);
/* Time at which the work was done, for work that is. `otherwise` if the record of it is gone. */
uint64_t sim_done_at(int card, uint64_t work, uint64_t otherwise);
/* Gives up what this process has queued (its context is gone). */
void sim_abandon(int card);

/* Busy nanoseconds of [from, to) on a card: of one slot, or of all for slot < 0. State lock held. */
struct sim_timeline;
uint64_t sim_busy_ns(const struct sim_timeline *timeline, int slot, uint64_t from, uint64_t to);
/* Computes the card up to now. State lock held. */
void sim_timeline_update(int card);

#endif
