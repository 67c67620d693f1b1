const hour = 3_600_000

/** A thing to do with the moment until which it is to be done, null without one. */
interface Dated {
  readonly dueAt: string | null
  readonly urgent: boolean
}

/** What is due within two days, or already late, is urgent. */
export const isUrgent = (dueAt: Date | null, now: Date): boolean =>
  dueAt !== null && dueAt.getTime() <= now.getTime() + 48 * hour

/** What waits for a day without an answer has become urgent, though it has no date. */
export const waitsLong = (since: Date, now: Date): boolean => now.getTime() - since.getTime() >= 24 * hour

/** Urgent first, then the soonest; what has no date comes last. */
export function byUrgency<T extends Dated>(todos: readonly T[]): T[] {
  const when = ({ dueAt }: Dated) => (dueAt === null ? Infinity : Date.parse(dueAt))
  return todos.toSorted((a, b) => Number(b.urgent) - Number(a.urgent) || (when(a) === when(b) ? 0 : when(a) - when(b)))
}

/** Days after delivery at which an order completes by itself: domain decisions, "Order". */
export const acceptWithinDays = 14
/** Days after a delivery in which the rest is paid, where it has no day of its own. */
export const tailDueDays = 7
/** Days that the payments of a desk look ahead. */
export const planDays = 30
