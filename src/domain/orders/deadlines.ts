const hour = 3_600_000

/** A to-do item with its due date; null without one. */
interface Deadline {
  readonly dueAt: string | null
  readonly urgent: boolean
}

/** Urgent: due within 48 hours or overdue. */
export const isUrgent = (dueAt: Date | null, now: Date): boolean =>
  dueAt !== null && dueAt.getTime() <= now.getTime() + 48 * hour

/** Unanswered for 24 hours: urgent without a due date. */
export const isWaitingLong = (since: Date, now: Date): boolean => now.getTime() - since.getTime() >= 24 * hour

/** Urgent first, then by due date; items without one last. */
export function sortByUrgency<T extends Deadline>(todos: readonly T[]): T[] {
  const dueTime = ({ dueAt }: Deadline) => (dueAt === null ? Infinity : Date.parse(dueAt))
  return todos.toSorted(
    (a, b) => Number(b.urgent) - Number(a.urgent) || (dueTime(a) === dueTime(b) ? 0 : dueTime(a) - dueTime(b)),
  )
}

/** Days after delivery at which an order completes by itself: domain decisions, "Order". */
export const acceptWithinDays = 14
/** Moment at which a delivery without an answer counts as accepted. */
export const acceptanceDueAt = (deliveredAt: Date): Date =>
  new Date(deliveredAt.getTime() + acceptWithinDays * 24 * hour)
/** Days after delivery in which the final payment is due, without an agreed date. */
export const finalPaymentDays = 7
/** Days covered by the payment plan of a dashboard. */
export const paymentPlanDays = 30

/** Maximum days ahead for a promised delivery: three years. */
export const maxPromisedDays = 1_095

/** Last millisecond of a day (2026-11-21) in Shanghai. */
export const endOfDay = (day: string): Date => new Date(Date.parse(`${day}T23:59:59.999+08:00`))

/** Whole days from the Shanghai day of one moment to that of another. */
export const shanghaiDaysBetween = (from: Date, to: Date): number => {
  const dayOf = (at: Date) => Math.floor((at.getTime() + 8 * hour) / (24 * hour))
  return dayOf(to) - dayOf(from)
}

/** First millisecond of a day (2026-11-21) in Shanghai. */
export const startOfDay = (day: string): Date => new Date(Date.parse(`${day}T00:00:00.000+08:00`))
