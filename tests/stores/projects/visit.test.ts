import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookings } from '../../../src/db/tables/drug.ts'
import { shanghaiDay } from '../../../src/domain/projects/booking-states.ts'
import { signedIn } from '../demands/signed-in.ts'

const weekday = (from: number): string => {
  const day = shanghaiDay(new Date(), from)
  return [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay()) ? weekday(from + 1) : day
}

test('a visit is asked for once, whatever becomes of the line; what is wrong stands at its field, what is typed stays', async () => {
  const page = await signedIn('person')
  const store = await import('../../../src/stores/projects/visit.ts')
  const visitOn = weekday(30)
  const typed = {
    ...{ parkId: '2', visitOn, visitPart: 'pm', people: '3' },
    ...{ contact: ' 林工 ', mobile: '139 0000 4321', purpose: '' },
  }
  expect(store.draft.read()).toBeUndefined()
  store.draft.keep(typed)
  expect(store.draft.read()).toEqual(typed)
  expect(await store.lastVisit()).toBeUndefined()

  expect(await store.askVisit({ ...typed, visitOn: '', people: '0', contact: ' ', mobile: '12' })).toBe(false)
  expect(store.visitSending.get()).toMatchObject({
    at: 'refused',
    faults: [{ field: 'visitOn' }, { field: 'people' }, { field: 'contact' }, { field: 'mobile' }],
  })
  expect(page.made).not.toContain('/mall/booking/order')

  // The first sending arrives, its answer does not.
  page.line.deaf = true
  expect(await store.askVisit(typed)).toBe(false)
  page.line.deaf = false
  expect(store.draft.read()).toEqual(typed)
  expect(await Promise.all([store.askVisit(typed), store.askVisit(typed)])).toEqual([true, false])
  expect(store.visitSending.get().at).toBe('done')
  expect(store.draft.read()).toBeUndefined()
  const stored = await page.app.db.select().from(bookings).where(eq(bookings.mobile, '13900004321'))
  expect(stored.map((row) => [row.contact, row.visitPart, row.people])).toEqual([['林工', 'pm', 3]])
  expect(await store.lastVisit()).toEqual({ contact: '林工', mobile: '13900004321' })

  store.startAgain()
  expect(await store.askVisit({ ...typed, visitPart: 'am' })).toBe(false)
  expect(store.visitSending.get()).toMatchObject({ faults: [{ field: 'visitOn' }] })
})

test('operators answer: a reason is asked for, and a list that somebody else was quicker in is read again', async () => {
  const page = await signedIn('ops')
  const store = await import('../../../src/stores/projects/bookings.ts')
  const stop = store.bookings.start()
  await store.bookings.load()
  const now = store.bookings.state.get()
  const first = now.at === 'ready' ? now.content.data[0] : undefined
  if (first === undefined) throw new Error('The demo has no visit that waits')
  expect(first.status).toBe('waiting')
  store.answering.open({ booking: first, event: 'decline' })
  expect(await store.answering.decide('')).toBe(false)
  expect(store.answering.state.get()?.failure).toMatchObject({ code: 400, content: [{ field: 'note' }] })
  await page.app.db.update(bookings).set({ status: 'cancelled' }).where(eq(bookings.id, first.bookingId))
  expect(await store.answering.decide('当天有会')).toBe(false)
  expect(store.answering.state.get()).toMatchObject({ sending: false, failure: { code: 1020 } })
  await page.app.db.update(bookings).set({ status: 'waiting' }).where(eq(bookings.id, first.bookingId))
  const both = [store.answering.decide('当天有会'), store.answering.decide('当天有会')]
  expect(await Promise.all(both)).toEqual([true, false])
  const after = store.bookings.state.get()
  const row =
    after.at === 'ready' ? after.content.data.find(({ bookingId }) => bookingId === first.bookingId) : undefined
  expect(row).toMatchObject({ status: 'declined', note: '当天有会' })
  stop()
})
