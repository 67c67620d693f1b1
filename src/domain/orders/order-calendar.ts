import { yuan } from '../money.ts'
import type { Side } from '../sides.ts'
import { date } from '../time.ts'
import { isMilestoneAccepted, isMilestoneSkipped, type MilestoneStatus } from './milestone-states.ts'
import { isEnded, type OrderStatus } from './order-states.ts'
import { isLineRefunded, isLineSkipped, type PaymentStatus } from './payment-states.ts'

/** Data of the calendar file of an order. Money in fen. */
export interface CalendarOrder {
  readonly orderNo: string
  readonly title: string
  readonly status: OrderStatus
  readonly side: Side
  /** Absolute address of the order's page for the side. */
  readonly url: string
  readonly milestones: readonly {
    readonly id: number
    readonly seq: number
    readonly name: string
    readonly deliverables: string
    readonly plannedAt: Date
    readonly status: MilestoneStatus
  }[]
  readonly payments: readonly {
    readonly id: number
    readonly name: string
    readonly amount: number
    readonly paid: number
    readonly dueAt: Date | null
    readonly status: PaymentStatus
  }[]
}

interface CalendarEvent {
  readonly uid: string
  /** Day in Shanghai: 2026-11-21. */
  readonly day: string
  readonly summary: string
  readonly description: string
  /** Nothing happens any more: a newer file takes the event out of the calendar. */
  readonly isCancelled: boolean
}

/** Events of an order: the planned days of its milestones, and the due dates of its payments. */
function calendarEvents({ orderNo, title, side, status: state, milestones, payments }: CalendarOrder): CalendarEvent[] {
  const hasEnded = isEnded(state)
  const pay = side === 'buyer' ? '应付' : '应收'
  return [
    ...milestones
      .filter(({ status }) => !isMilestoneSkipped(status))
      .map((milestone) => ({
        uid: `milestone-${milestone.id}-${orderNo}`,
        day: date(milestone.plannedAt.toISOString()),
        summary: `里程碑 ${milestone.seq} 计划交付：${milestone.name}${isMilestoneAccepted(milestone.status) ? '（已验收）' : ''}`,
        description: `订单 ${orderNo}：${title}\n交付内容：${milestone.deliverables}`,
        isCancelled: hasEnded,
      })),
    ...payments.flatMap(({ id, name, amount, paid, dueAt, status }) =>
      dueAt === null
        ? []
        : [
            {
              uid: `payment-${id}-${orderNo}`,
              day: date(dueAt.toISOString()),
              summary: `${pay} ¥${yuan(Math.max(0, amount - paid))}：${name}`,
              description: `订单 ${orderNo}：${title}`,
              isCancelled: hasEnded || paid >= amount || isLineRefunded(status) || isLineSkipped(status),
            },
          ],
    ),
  ]
}

/** Whether a file has events: also cancelled ones, which remove those of an earlier file from the calendar. */
export const hasCalendarEvents = (order: CalendarOrder): boolean => calendarEvents(order).length > 0

/**
 * Calendar file (RFC 5545) of an order: whole-day events without reminders. The same event keeps its UID, so a newer
 * file replaces the dates of an older one; the events of a declined or cancelled order, and of payments that are paid or refunded, are cancelled. `at` is the time
 * of the export.
 */
export function orderCalendar(order: CalendarOrder, at: Date): string {
  const stamp = at.toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//order calendar//ZH-CN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapeText(`订单 ${order.orderNo}`)}`,
    ...calendarEvents(order).flatMap(({ uid, day, summary, description, isCancelled }) => [
      'BEGIN:VEVENT',
      `UID:${uid}`,
      `DTSTAMP:${stamp}`,
      `SEQUENCE:${Math.floor(at.getTime() / 60_000) - sequenceStart}`,
      `DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`,
      `DTEND;VALUE=DATE:${nextDay(day).replaceAll('-', '')}`,
      `SUMMARY:${escapeText(summary)}`,
      `DESCRIPTION:${escapeText(description)}`,
      `URL:${order.url}`,
      `STATUS:${isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${foldLine(line)}\r\n`).join('')
}

/** Minutes of 2025-01-01, so that the number of the revision stays small. */
const sequenceStart = Math.floor(Date.UTC(2025, 0, 1) / 60_000)

const nextDay = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)

/** Value of a TEXT property: backslash, semicolon, comma and line break are escaped. */
export const escapeText = (text: string): string =>
  text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r\n|\r|\n/g, String.raw`\n`)

/** Folds a content line after at most 75 octets, never within a character; continuations begin with a space. */
export function foldLine(line: string): string {
  const encoder = new TextEncoder()
  const parts: string[] = []
  let [part, octets] = ['', 0]
  for (const character of line) {
    const size = encoder.encode(character).length
    if (octets + size > 75) {
      parts.push(part)
      // The space of the continuation counts.
      part = ''
      octets = 1
    }
    part += character
    octets += size
  }
  return [...parts, part].join('\r\n ')
}
