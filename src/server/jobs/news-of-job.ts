import type { Context } from '../handler.ts'

/** What telling people takes, wherever it is done: in a call, at a gateway's door, in a job. */
export type News = Pick<Context, 'after' | 'jobs' | 'push'>

/**
 * The news of a job, and their telling, which is for after its commit. Nothing is woken: the outbox and the refunds have
 * clocks of their own.
 */
export function newsOfJob(push: Context['push']): { news: News; tellAll: () => Promise<void> } {
  const later: (() => unknown)[] = []
  return {
    news: { push, jobs: { wake: async () => {} }, after: (what) => void later.push(what) },
    tellAll: async () => {
      for (const what of later.splice(0)) await what()
    },
  }
}
