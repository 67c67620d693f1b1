/** Watch time is measured on the server, from one heartbeat to the next. */

/** Interval of the player's heartbeats, in seconds. */
export const heartbeatSeconds = 10
/** Maximum seconds credited per heartbeat: slightly more than the interval. */
export const maxSecondsPerHeartbeat = 15
/** After this many seconds without a heartbeat another tab may take over; the gap is not credited. */
export const leaseSeconds = 25

/** The tab and class currently credited for a person. */
export interface Lease {
  readonly classId: number
  readonly tab: string
  readonly lastBeatAt: Date
}
export interface Heartbeat {
  readonly classId: number
  readonly tab: string
  readonly at: Date
}

/**
 * Whole seconds to credit for a heartbeat, and whether its tab holds the lease from now on. The first heartbeat of a
 * tab credits nothing; while another tab holds the lease nothing is credited or changed.
 */
export function creditHeartbeat(
  lease: Lease | undefined,
  beat: Heartbeat,
): { readonly counts: boolean; readonly seconds: number } {
  if (lease === undefined) return { counts: true, seconds: 0 }
  const since = (beat.at.getTime() - lease.lastBeatAt.getTime()) / 1000
  const same = lease.classId === beat.classId && lease.tab === beat.tab
  if (since > leaseSeconds) return { counts: true, seconds: 0 }
  if (!same) return { counts: false, seconds: 0 }
  return { counts: true, seconds: Math.max(0, Math.min(Math.floor(since), maxSecondsPerHeartbeat)) }
}
