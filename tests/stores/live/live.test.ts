import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { drawEntries } from '../../../src/db/tables/draw.ts'
import { liveQuestions } from '../../../src/db/tables/live.ts'
import { ready } from '../ready.ts'
import { signedIn } from '../demands/signed-in.ts'

test('a draw whose answer was lost is fetched, not paid again', async () => {
  const page = await signedIn('buyer')
  const store = await import('../../../src/stores/live/draw.ts')
  await store.load()
  const { round, own } = ready(store.draw.get())
  const roundId = round?.roundId ?? 0
  const before = await page.app.db.select().from(drawEntries).where(eq(drawEntries.roundId, roundId))
  page.line.deaf = true
  await store.take(roundId)
  expect(store.taking.get()).toMatchObject({ at: 'failed', failure: { code: 0 } })
  page.line.deaf = false
  await Promise.all([store.take(roundId), store.take(roundId)])
  expect(store.taking.get()).toMatchObject({ at: 'drawn', taken: { entryNo: before.length + 1 } })
  const after = await page.app.db.select().from(drawEntries).where(eq(drawEntries.roundId, roundId))
  expect(after).toHaveLength(before.length + 1)
  expect(ready(store.draw.get()).own).toMatchObject({ used: own.used + 1, balance: own.balance - (round?.cost ?? 0) })
}, 60_000)

test('the round that is over is reckoned anew from what is published', async () => {
  await signedIn('buyer')
  const { checkPublished } = await import('../../../src/stores/live/check-round.ts')
  expect(await checkPublished(1)).toEqual({ at: 'right', entries: 30 })
  expect(await checkPublished(2)).toMatchObject({ at: 'failed' })
}, 60_000)

test('a question is asked once, and stays typed while the line is lost', async () => {
  const page = await signedIn('buyer')
  const store = await import('../../../src/stores/live/questions.ts')
  const stop = store.start(2)
  await store.load()
  store.type('恢复期多长？')
  page.line.deaf = true
  expect(await store.ask()).toBe(false)
  expect(store.asking.get()).toMatchObject({ text: '恢复期多长？', failure: { code: 0 } })
  page.line.deaf = false
  expect(await Promise.all([store.ask(), store.ask()])).toEqual([true, false])
  expect(store.asking.get().text).toBe('')
  const kept = await page.app.db.select().from(liveQuestions).where(eq(liveQuestions.text, '恢复期多长？'))
  expect(kept).toHaveLength(1)
  expect(ready(store.questions.get())[0]?.text).toBe('恢复期多长？')
  stop()
}, 60_000)
