import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { demands } from '../../../src/db/tables/demands.ts'
import { startAppForTest } from '../../support/app.ts'
import { signInAs } from '../../support/client.ts'
import { demandStatus, openDemand } from '../../support/scenes/demands/demand.ts'
import { readyContent } from '../ready.ts'
import { signedIn } from './signed-in.ts'

test('an operator reviews a demand once, then the next one opens; conflicts are shown', async () => {
  const app = await startAppForTest({ REVIEW: 'manual' })
  const buyer = await signInAs(app, 'buyer')
  const [first, second] = [await openDemand(app, buyer), await openDemand(app, buyer)]
  const page = await signedIn('ops', '', app)
  const store = await import('../../../src/stores/demands/demand-reviews.ts')
  store.demandReviews.start()
  await store.demandReviews.load()
  const row = readyContent(store.demandReviews.state.get()).data.find(({ demandId }) => demandId === first)
  if (row === undefined) throw new Error('It does not wait')
  await store.demandReviewing.openRow(row)
  await app.db
    .update(demands)
    .set({ version: sql`${demands.version} + 1` })
    .where(eq(demands.id, first))
  expect(await store.demandReviewing.decide('pass', '')).toBe(false)
  expect(store.demandReviewing.open.get()?.failure?.code).toBe(409)
  await store.demandReviewing.openRow(row)
  const before = page.calls.length
  expect(
    await Promise.all([
      store.demandReviewing.decide('reject', '请补充'),
      store.demandReviewing.decide('reject', '请补充'),
    ]),
  ).toEqual([true, false])
  expect(page.calls.slice(before).filter((path) => path === '/mall/demand/review')).toHaveLength(1)
  expect(await demandStatus(app, first)).toBe('rejected')
  expect(store.demandReviewing.open.get()?.row.demandId).toBe(second)
  store.demandReviewing.close()
  expect(store.demandReviewing.open.get()).toBeNull()
})
