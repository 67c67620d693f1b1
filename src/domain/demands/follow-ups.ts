/** Entities that can have follow-up records. */
export const followUpEntities = ['demand', 'offer'] as const
export type FollowUpEntity = (typeof followUpEntities)[number]

const day = 86_400_000
/** Maximum number of days a reminder may lie ahead. */
export const maxReminderDays = 366

/** Validation error of a reminder time, or null. */
export function nextAtError(nextAt: Date | null, now: Date): string | null {
  if (nextAt === null) return null
  if (nextAt <= now) return '提醒时间须晚于现在'
  return nextAt.getTime() > now.getTime() + maxReminderDays * day ? '提醒时间最晚为一年内' : null
}
