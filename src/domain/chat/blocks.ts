import { date, type Iso } from '../time.ts'

/** Seconds within which messages share one block: specification section 4. */
export const blockSeconds = 600

/** Messages under one time. */
export interface Block<T> {
  /** Time of its first message. */
  readonly at: Iso
  readonly messages: readonly T[]
}

/** Groups messages in order; one joins the block whose first message is at most 600 seconds older. */
export function inBlocks<T extends { readonly at: Iso }>(messages: readonly T[]): Block<T>[] {
  const blocks: { at: Iso; messages: T[] }[] = []
  for (const message of messages) {
    const last = blocks.at(-1)
    const near = last !== undefined && Math.abs(Date.parse(message.at) - Date.parse(last.at)) <= blockSeconds * 1000
    if (near) last.messages.push(message)
    else blocks.push({ at: message.at, messages: [message] })
  }
  return blocks
}

const minuteOf = (iso: Iso) => new Date(Date.parse(iso) + 8 * 3_600_000).toISOString().slice(11, 16)
const daysBetween = (iso: Iso, now: Iso) => (Date.parse(date(now)) - Date.parse(date(iso))) / 86_400_000

/** Head of a block: `今天 10:18`, `昨天 10:18`, `11-18 10:18`, in another year with the year. */
export function blockTime(iso: Iso, now: Iso): string {
  const days = daysBetween(iso, now)
  if (days <= 0) return `今天 ${minuteOf(iso)}`
  if (days === 1) return `昨天 ${minuteOf(iso)}`
  const day = date(iso)
  return `${day.slice(0, 4) === date(now).slice(0, 4) ? day.slice(5) : day} ${minuteOf(iso)}`
}

/** In the list of conversations: 刚刚, `10:26`, 昨天, `11-18`, in another year the whole date. */
export function listTime(iso: Iso, now: Iso): string {
  if (Date.parse(now) - Date.parse(iso) < 60_000) return '刚刚'
  const days = daysBetween(iso, now)
  if (days <= 0) return minuteOf(iso)
  if (days === 1) return '昨天'
  const day = date(iso)
  return day.slice(0, 4) === date(now).slice(0, 4) ? day.slice(5) : day
}
