import { and, eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { users } from '../../../src/db/tables/accounts.ts'
import { bookings } from '../../../src/db/tables/drug.ts'
import { notices, stateChanges } from '../../../src/db/tables/operations.ts'
import { maxOpenBookings, shanghaiDay } from '../../../src/domain/projects/booking-states.ts'
import { signInAs, contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const person = clientForFile(app, 'person')
const seller = clientForFile(app, 'seller')
const ops = clientForFile(app, 'ops')

/** The next weekday `from` weeks ahead; distinct within a test. */
function weekday(from: number): string {
  const day = shanghaiDay(new Date(), from)
  return [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay()) ? weekday(from + 1) : day
}
const wish = (more: object = {}) => ({
  parkId: 1,
  visitOn: weekday(2),
  visitPart: 'am' as const,
  people: 2,
  contact: '林工',
  mobile: '13900001234',
  ...more,
})
const order = (client: Client, more: object = {}, idempotencyKey: string = randomUUID()) =>
  client.api.projects.bookingOrder(wish(more), { idempotencyKey })
const noticesOf = (event: 'visit.asked' | 'visit.answered') =>
  app.db.select().from(notices).where(eq(notices.event, event))

describe('bookingOrder', () => {
  test('saves a visit, notifies operators, and prefills the next one', async () => {
    const { bookingId } = contentOf(await order(person, { purpose: '看动物房' }))
    const last = contentOf(await person.api.projects.bookingLast({}))
    expect(last).toMatchObject({
      bookingId,
      contact: '林工',
      purpose: '看动物房',
      status: 'waiting',
      parkName: '锦屿生物医药园',
    })
    const told = await noticesOf('visit.asked')
    expect(told.length).toBeGreaterThan(0)
    expect(told.at(-1)?.text).toContain('锦屿生物医药园')
    expect(told.at(-1)?.text).not.toContain('13900001234')
    const [step] = await app.db
      .select()
      .from(stateChanges)
      .where(and(eq(stateChanges.entity, 'booking'), eq(stateChanges.entityId, bookingId)))
    expect(step).toMatchObject({ event: 'ask', toStatus: 'waiting' })
  })

  test('allows one visit per park and day until it is cancelled', async () => {
    const visitOn = weekday(9)
    const { bookingId } = contentOf(await order(person, { visitOn }))
    expect(failureOf(await order(person, { visitOn, visitPart: 'pm' }))).toBe('visitBooked')
    contentOf(await order(person, { visitOn, parkId: 2 }))
    contentOf(await order(seller, { visitOn }))
    contentOf(await person.api.projects.bookingCancel({ bookingId }))
    contentOf(await order(person, { visitOn }))
  })

  test('is saved once under repeated and parallel requests', async () => {
    const visitOn = weekday(16)
    const key = randomUUID()
    const first = contentOf(await order(person, { visitOn }, key))
    expect(contentOf(await order(person, { visitOn }, key))).toEqual(first)
    const both = await Promise.all([order(seller, { visitOn }), order(seller, { visitOn })])
    expect(both.map(failureOf).toSorted()).toEqual(['none', 'visitBooked'])
    expect(failureOf(await person.api.projects.bookingOrder(wish({ visitOn })))).toBe('visitBooked')
  })

  test('is limited to ten open visits per person', async () => {
    const buyer = await signInAs(app, 'buyer')
    const outcomes = []
    for (let parkId = 3; parkId < 3 + maxOpenBookings; parkId += 1) {
      outcomes.push(failureOf(await order(buyer, { parkId, visitOn: weekday(23) })))
    }
    // The seeded visit of this person counts.
    expect(outcomes.filter((each) => each === 'none')).toHaveLength(maxOpenBookings - 1)
    expect(outcomes.at(-1)).toBe('visitsFull')
  })

  test('returns field errors', async () => {
    const other = await signInAs(app, 'seller2')
    const saturday = (from: number): string => {
      const day = shanghaiDay(new Date(), from)
      return new Date(`${day}T00:00:00Z`).getUTCDay() === 6 ? day : saturday(from + 1)
    }
    for (const visitOn of [shanghaiDay(new Date()), shanghaiDay(new Date(), 61), saturday(1), '2026-02-30']) {
      expect(fieldsWithErrors(await order(other, { visitOn }))).toEqual(['visitOn'])
    }
    expect(fieldsWithErrors(await order(other, { people: 0, contact: '', mobile: '12' }))).toEqual([
      'people',
      'contact',
      'mobile',
    ])
    expect(failureOf(await order(other, { parkId: missingId }))).toBe('notFound')
    expect(failureOf(await order(visitor(app)))).toBe('sessionInvalid')
  })
})

describe('bookingLast and ownBookings', () => {
  test('return own visits only', async () => {
    const own = contentOf(await person.api.projects.ownBookings({ pageSize: 100 }))
    const [me] = await app.db.select({ id: users.id }).from(users).where(eq(users.loginName, 'person'))
    const rows = await app.db
      .select()
      .from(bookings)
      .where(eq(bookings.userId, me?.id ?? 0))
    expect(own.data.map(({ bookingId }) => bookingId).toSorted()).toEqual(rows.map(({ id }) => id).toSorted())
    expect(own.total).toBe(rows.length)
    const newcomer = await signInAs(app, 'sub')
    expect(contentOf(await newcomer.api.projects.bookingLast({}))).toBeNull()
    expect(failureOf(await visitor(app).api.projects.bookingLast({}))).toBe('sessionInvalid')
    expect(failureOf(await visitor(app).api.projects.ownBookings({}))).toBe('sessionInvalid')
  })
})

describe('bookingCancel', () => {
  test('is limited to the own visit, and works once', async () => {
    const { bookingId } = contentOf(await order(person, { parkId: 5 }))
    expect(failureOf(await seller.api.projects.bookingCancel({ bookingId }))).toBe('notFound')
    expect(contentOf(await person.api.projects.bookingCancel({ bookingId })).status).toBe('cancelled')
    expect(failureOf(await person.api.projects.bookingCancel({ bookingId }))).toBe('stepNotAllowed')
    expect(failureOf(await visitor(app).api.projects.bookingCancel({ bookingId }))).toBe('sessionInvalid')
  })
})

describe('operators', () => {
  test('list waiting bookings first with counts; others are forbidden', async () => {
    const { data, counts, total } = contentOf(await ops.api.projects.bookings({ pageSize: 100 }))
    expect(total).toBe(Object.values(counts).reduce((sum, one) => sum + one, 0))
    const waiting = data.filter(({ status }) => status === 'waiting')
    expect(data.slice(0, waiting.length)).toEqual(waiting)
    const days = waiting.map(({ visitOn }) => visitOn)
    expect(days).toEqual(days.toSorted())
    const named = contentOf(await ops.api.projects.bookings({ keyword: '锦屿', status: 'waiting' })).data
    expect(named.length).toBeGreaterThan(0)
    expect(named.every(({ parkName }) => parkName === '锦屿生物医药园')).toBe(true)
    expect(failureOf(await person.api.projects.bookings({}))).toBe('forbidden')
    expect(failureOf(await visitor(app).api.projects.bookings({}))).toBe('sessionInvalid')
  })

  test('confirm, and the person is notified', async () => {
    const { bookingId } = contentOf(await order(person, { parkId: 6 }))
    const before = (await noticesOf('visit.answered')).length
    const note = '3 号门登记。'
    expect(contentOf(await ops.api.projects.bookingStep({ bookingId, event: 'confirm', note })).status).toBe(
      'confirmed',
    )
    const told = await noticesOf('visit.answered')
    expect(told.length - before).toBe(1)
    expect(told.at(-1)?.title).toContain('已确认')
    expect(told.at(-1)?.text).toContain('3 号门登记')
    expect(contentOf(await person.api.projects.bookingLast({}))).toMatchObject({ bookingId, status: 'confirmed', note })
    expect(failureOf(await ops.api.projects.bookingStep({ bookingId, event: 'confirm' }))).toBe('stepNotAllowed')
  })

  test('decline with a reason; only one of two parallel answers succeeds', async () => {
    const { bookingId } = contentOf(await order(person, { parkId: 7 }))
    expect(fieldsWithErrors(await ops.api.projects.bookingStep({ bookingId, event: 'decline' }))).toEqual(['note'])
    const both = await Promise.all([
      ops.api.projects.bookingStep({ bookingId, event: 'decline', note: '当天有会' }),
      ops.api.projects.bookingStep({ bookingId, event: 'decline', note: '当天有会' }),
    ])
    expect(both.map(failureOf).toSorted()).toEqual(['none', 'stepNotAllowed'])
    expect(failureOf(await person.api.projects.bookingStep({ bookingId, event: 'confirm' }))).toBe('forbidden')
    expect(failureOf(await ops.api.projects.bookingStep({ bookingId: missingId, event: 'confirm' }))).toBe('notFound')
    // The day can be booked again.
    contentOf(await order(person, { parkId: 7 }))
  })
})
