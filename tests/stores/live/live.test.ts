import { and, desc, eq, gt } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { drawEntries } from '../../../src/db/tables/draw.ts'
import { liveClasses, liveQuestions } from '../../../src/db/tables/live.ts'
import { readyContent } from '../ready.ts'
import { signedIn } from '../demands/signed-in.ts'

test('a draw with a lost response is fetched, not charged again', async () => {
  const page = await signedIn('buyer')
  const store = await import('../../../src/stores/live/draw.ts')
  await store.loadDraw()
  const { round, own } = readyContent(store.drawState.get())
  const roundId = round?.roundId ?? 0
  const before = await page.app.db.select().from(drawEntries).where(eq(drawEntries.roundId, roundId))
  page.network.losesAnswers = true
  await store.takeDraw(roundId)
  expect(store.drawAttempt.get()).toMatchObject({ at: 'failed', failure: { code: 0 } })
  page.network.losesAnswers = false
  await Promise.all([store.takeDraw(roundId), store.takeDraw(roundId)])
  expect(store.drawAttempt.get()).toMatchObject({ at: 'drawn', taken: { entryNo: before.length + 1 } })
  const after = await page.app.db.select().from(drawEntries).where(eq(drawEntries.roundId, roundId))
  expect(after).toHaveLength(before.length + 1)
  expect(readyContent(store.drawState.get()).own).toMatchObject({
    used: own.used + 1,
    balance: own.balance - (round?.cost ?? 0),
  })
}, 60_000)

test('an ended round is verified from the published data', async () => {
  await signedIn('buyer')
  const { checkPublishedRound } = await import('../../../src/stores/live/check-round.ts')
  expect(await checkPublishedRound(1)).toEqual({ at: 'right', entries: 30 })
  expect(await checkPublishedRound(2)).toMatchObject({ at: 'failed' })
}, 60_000)

test('a question is sent once, and the input survives network failures', async () => {
  const page = await signedIn('buyer')
  const store = await import('../../../src/stores/live/questions.ts')
  const stop = store.startQuestions(2)
  await store.loadQuestions()
  store.setQuestionText('恢复期多长？')
  page.network.losesAnswers = true
  expect(await store.submitQuestion()).toBe(false)
  expect(store.questionDraft.get()).toMatchObject({ text: '恢复期多长？', failure: { code: 0 } })
  page.network.losesAnswers = false
  expect(await Promise.all([store.submitQuestion(), store.submitQuestion()])).toEqual([true, false])
  expect(store.questionDraft.get().text).toBe('')
  const kept = await page.app.db.select().from(liveQuestions).where(eq(liveQuestions.text, '恢复期多长？'))
  expect(kept).toHaveLength(1)
  expect(readyContent(store.questions.get())[0]?.text).toBe('恢复期多长？')
  stop()
}, 60_000)

test('a read that began before a booking and ends after it does not show the class as not booked', async () => {
  const page = await signedIn('buyer')
  const store = await import('../../../src/stores/live/own-class.ts')
  const [bookable] = await page.app.db
    .select({ id: liveClasses.id })
    .from(liveClasses)
    .where(and(gt(liveClasses.startsAt, new Date()), eq(liveClasses.status, 'published')))
    .orderBy(desc(liveClasses.startsAt))
  const classId = bookable?.id ?? 0
  const direct = fetch
  let answer = (): void => undefined
  const mayAnswer = new Promise<void>((resolve) => (answer = resolve))
  vi.stubGlobal('fetch', async (input: Request) => {
    const response = await direct(input)
    await mayAnswer
    return response
  })
  const slowRead = store.loadOwnClass(classId)
  await expect.poll(() => page.calls.length).toBeGreaterThan(0)
  vi.stubGlobal('fetch', direct)
  expect(await store.markClass(classId, 'booked', true)).toMatchObject({ good: true })
  answer()
  await slowRead
  expect(store.ownClass.get()).toMatchObject({ booked: true })
}, 60_000)
