import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  escapeText,
  foldLine,
  hasCalendarEvents,
  orderCalendar,
  type CalendarOrder,
} from '../../../src/domain/orders/order-calendar.ts'

const order: CalendarOrder = {
  orderNo: '20261120-0031',
  title: '13 周毒性试验',
  status: 'in_progress',
  side: 'buyer',
  url: 'https://portal.example/platform/buyerAccount/orderDetail?id=7',
  milestones: [
    {
      id: 3,
      seq: 1,
      name: '方案',
      deliverables: '签字方案; 附录, 含\n样品清单\\',
      plannedAt: new Date('2026-12-31T15:59:59.999Z'),
      status: 'planned',
    },
    {
      id: 4,
      seq: 2,
      name: '不做了',
      deliverables: '无',
      plannedAt: new Date('2027-01-10T15:59:59Z'),
      status: 'skipped',
    },
  ],
  payments: [
    { id: 8, name: '预付款', amount: 100_000, paid: 0, dueAt: new Date('2026-12-01T02:00:00Z'), status: 'due' },
    { id: 9, name: '已付', amount: 100, paid: 100, dueAt: new Date('2026-12-02T02:00:00Z'), status: 'confirmed' },
    { id: 10, name: '方案', amount: 200_000, paid: 0, dueAt: null, status: 'scheduled' },
  ],
}
const at = new Date('2026-11-21T08:30:00.123Z')
const unfolded = (text: string) => text.replaceAll('\r\n ', '').split('\r\n')

describe('a calendar file', () => {
  test('has a whole day for each planned milestone and open payment', () => {
    const lines = unfolded(orderCalendar(order, at))
    expect(lines.slice(0, 5)).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//order calendar//ZH-CN',
      'CALSCALE:GREGORIAN',
      'METHOD:PUBLISH',
    ])
    expect(lines.filter((line) => line.startsWith('UID:'))).toEqual([
      'UID:milestone-3-20261120-0031',
      'UID:payment-8-20261120-0031',
      'UID:payment-9-20261120-0031',
    ])
    // What is paid leaves the calendar of a newer file.
    expect(lines.filter((line) => line.startsWith('STATUS:'))).toEqual([
      'STATUS:CONFIRMED',
      'STATUS:CONFIRMED',
      'STATUS:CANCELLED',
    ])
    expect(lines).toContain('DTSTAMP:20261121T083000Z')
    // The last day of a year ends on the first of the next.
    expect(lines).toContain('DTSTART;VALUE=DATE:20261231')
    expect(lines).toContain('DTEND;VALUE=DATE:20270101')
    expect(lines).toContain(String.raw`SUMMARY:应付 ¥1\,000.00：预付款`)
    expect(lines).toContain(
      String.raw`DESCRIPTION:订单 20261120-0031：13 周毒性试验\n交付内容：签字方案\; 附录\, 含\n样品清单\\`,
    )
    expect(lines.at(-2)).toBe('END:VCALENDAR')
    expect(lines.at(-1)).toBe('')
  })

  test('cancels the events of an ended order, and tells when there is nothing', () => {
    expect(orderCalendar({ ...order, status: 'cancelled' }, at)).not.toContain('STATUS:CONFIRMED')
    expect(hasCalendarEvents(order)).toBe(true)
    expect(hasCalendarEvents({ ...order, milestones: [], payments: order.payments.slice(2) })).toBe(false)
  })

  test('folds lines to 75 octets without cutting a character, and unfolds to the same', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) => {
        const line = escapeText(text)
        const folded = foldLine(line)
        for (const part of folded.split('\r\n')) expect(new TextEncoder().encode(part).length).toBeLessThanOrEqual(75)
        expect(folded.replaceAll('\r\n ', '')).toBe(line)
      }),
    )
  })

  test('escapes every text, so that no typed line begins a property', () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        const [first] = order.milestones
        if (first === undefined) throw new Error('No milestone')
        const lines = unfolded(
          orderCalendar({ ...order, milestones: [{ ...first, name: `x\r\nATTACH:${name}\nA` }] }, at),
        )
        expect(lines.filter((line) => line.startsWith('ATTACH') || line === 'A')).toEqual([])
      }),
    )
  })
})
