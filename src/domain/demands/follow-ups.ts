/** What follow-up records are about. */
export const followUpEntities = ['demand', 'offer'] as const
export type FollowUpEntity = (typeof followUpEntities)[number]

const day = 86_400_000
/** Days ahead that a reminder may lie. */
export const remindWithinDays = 366

/** What is wrong with the moment of a reminder, as the form says it; null when nothing is. */
export function nextAtFault(nextAt: Date | null, now: Date): string | null {
  if (nextAt === null) return null
  if (nextAt <= now) return '提醒时间须晚于现在'
  return nextAt.getTime() > now.getTime() + remindWithinDays * day ? '提醒时间最晚为一年内' : null
}
