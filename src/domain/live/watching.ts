/** How watching is measured: on the server's clock, from one sign of life to the next. */

/** The player says that it plays this often, in seconds. */
export const beatEvery = 10
/** The most that one sign of life is worth, in seconds: a little more than the time between two. */
export const mostABeat = 15
/** After this many seconds without a sign another tab may count, and the time between is nobody's. */
export const leaseSeconds = 25

/** Who counts for a person at the moment: one tab on one class. */
export interface Lease {
  readonly classId: number
  readonly tab: string
  readonly lastBeatAt: Date
}
export interface Beat {
  readonly classId: number
  readonly tab: string
  readonly at: Date
}

/**
 * What a sign of life is worth in whole seconds, and whether its tab counts from now on. The first one of a tab is
 * worth nothing; while another tab counts it is worth nothing and changes nothing.
 */
export function judgeBeat(
  lease: Lease | undefined,
  beat: Beat,
): { readonly counts: boolean; readonly seconds: number } {
  if (lease === undefined) return { counts: true, seconds: 0 }
  const since = (beat.at.getTime() - lease.lastBeatAt.getTime()) / 1000
  const same = lease.classId === beat.classId && lease.tab === beat.tab
  if (since > leaseSeconds) return { counts: true, seconds: 0 }
  if (!same) return { counts: false, seconds: 0 }
  return { counts: true, seconds: Math.max(0, Math.min(Math.floor(since), mostABeat)) }
}
