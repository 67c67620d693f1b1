import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookings } from '../../../src/db/tables/drug.ts'
import { shanghaiDay } from '../../../src/domain/projects/booking-states.ts'
import { signedIn } from '../demands/signed-in.ts'

const weekday = (from: number): string => {
  const day = shanghaiDay(new Date(), from)
  return [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay()) ? weekday(from + 1) : day
}

test('a visit is requested once despite network failures; field errors are shown, the input is kept', async () => {
  const page = await signedIn('person')
  const store = await import('../../../src/stores/projects/visit-form.ts')
  const visitOn = weekday(30)
  const typed = {
    parkId: '2',
    visitOn,
    visitPart: 'pm',
    people: '3',
    contact: ' 林工 ',
    mobile: '139 0000 4321',
    purpose: '',
  }
  expect(store.visitDraft.read()).toBeUndefined()
  store.visitDraft.save(typed)
  expect(store.visitDraft.read()).toEqual(typed)
  expect(await store.loadLastVisitContact()).toBeUndefined()

  expect(await store.submitVisit({ ...typed, visitOn: '', people: '0', contact: ' ', mobile: '12' })).toBe(false)
  expect(store.visitSubmit.get()).toMatchObject({
    at: 'refused',
    fieldErrors: [{ field: 'visitOn' }, { field: 'people' }, { field: 'contact' }, { field: 'mobile' }],
  })
  expect(page.calls).not.toContain('/mall/booking/order')

  // The first request arrives, its response is lost.
  page.network.losesAnswers = true
  expect(await store.submitVisit(typed)).toBe(false)
  page.network.losesAnswers = false
  expect(store.visitDraft.read()).toEqual(typed)
  expect(await Promise.all([store.submitVisit(typed), store.submitVisit(typed)])).toEqual([true, false])
  expect(store.visitSubmit.get().at).toBe('done')
  expect(store.visitDraft.read()).toBeUndefined()
  const stored = await page.app.db.select().from(bookings).where(eq(bookings.mobileHash, '13900004321'))
  expect(stored.map((row) => [row.contact, row.visitPart, row.people])).toEqual([['林工', 'pm', 3]])
  expect(await store.loadLastVisitContact()).toEqual({ contact: '林工', mobile: '13900004321' })

  store.resetVisitForm()
  expect(await store.submitVisit({ ...typed, visitPart: 'am' })).toBe(false)
  expect(store.visitSubmit.get()).toMatchObject({ fieldErrors: [{ field: 'visitOn' }] })
})

test('operators answer with a required reason; the list reloads after a concurrent answer', async () => {
  const page = await signedIn('ops')
  const store = await import('../../../src/stores/projects/bookings.ts')
  const stop = store.bookings.start()
  await store.bookings.load()
  const now = store.bookings.state.get()
  const first = now.at === 'ready' ? now.content.data[0] : undefined
  if (first === undefined) throw new Error('The demo has no visit that waits')
  expect(first.status).toBe('waiting')
  store.bookingAnswer.open({ booking: first, event: 'decline' })
  expect(await store.bookingAnswer.submit('')).toBe(false)
  expect(store.bookingAnswer.state.get()?.failure).toMatchObject({ code: 400, content: [{ field: 'note' }] })
  await page.app.db.update(bookings).set({ status: 'cancelled' }).where(eq(bookings.id, first.bookingId))
  expect(await store.bookingAnswer.submit('当天有会')).toBe(false)
  expect(store.bookingAnswer.state.get()).toMatchObject({ sending: false, failure: { code: 1020 } })
  await page.app.db.update(bookings).set({ status: 'waiting' }).where(eq(bookings.id, first.bookingId))
  const both = [store.bookingAnswer.submit('当天有会'), store.bookingAnswer.submit('当天有会')]
  expect(await Promise.all(both)).toEqual([true, false])
  const after = store.bookings.state.get()
  const row =
    after.at === 'ready' ? after.content.data.find(({ bookingId }) => bookingId === first.bookingId) : undefined
  expect(row).toMatchObject({ status: 'declined', note: '当天有会' })
  stop()
})
