import type { Iso } from '../time.ts'

/** Seconds after sending in which a message can be taken back. */
export const recallSeconds = 120

/** Whether a message that was sent at a moment can still be taken back. The server's clock decides. */
export const mayRecall = (sentAt: Iso, now: Iso): boolean =>
  Date.parse(now) - Date.parse(sentAt) <= recallSeconds * 1000
