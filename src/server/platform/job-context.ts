import type { Context } from '../handler.ts'

/** Dependencies of notifications, in a call, a gateway callback or a job. */
export type NotifyContext = Pick<Context, 'after' | 'jobs' | 'push'>

/**
 * Context for notifications from a job, and the function that sends them after its commit. Wakes no jobs: outbox and
 * refunds have their own schedule.
 */
export function createJobContext(push: Context['push']): { context: NotifyContext; notifyAll: () => Promise<void> } {
  const later: (() => unknown)[] = []
  return {
    context: { push, jobs: { wake: async () => {} }, after: (what) => void later.push(what) },
    notifyAll: async () => {
      for (const what of later.splice(0)) await what()
    },
  }
}
