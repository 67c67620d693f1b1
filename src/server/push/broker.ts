import type { Push, PushOptions } from './push.ts'

/** The broker in this process. */
export function createPush(_options: PushOptions): Push {
  return { send: () => {}, ticket: () => '', endSession: () => {}, attach: () => {}, close: async () => {} }
}
