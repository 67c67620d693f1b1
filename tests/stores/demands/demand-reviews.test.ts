import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { demands } from '../../../src/db/tables/demands.ts'
import { startAppForTest } from '../../support/app.ts'
import { as } from '../../support/client.ts'
import { demandStatus, openDemand } from '../../calls/demands/scene.ts'
import { ready } from '../ready.ts'
import { signedIn } from './signed-in.ts'

test('an operator reads a demand, judges it once, and the next one opens; a change in between is told', async () => {
  const app = await startAppForTest({ REVIEW: 'manual' })
  const buyer = await as(app, 'buyer')
  const [first, second] = [await openDemand(app, buyer), await openDemand(app, buyer)]
  const page = await signedIn('ops', '', app)
  const store = await import('../../../src/stores/demands/demand-reviews.ts')
  store.reviews.start()
  await store.reviews.load()
  const row = ready(store.reviews.state.get()).data.find(({ demandId }) => demandId === first)
  if (row === undefined) throw new Error('It does not wait')
  await store.reviewing.read(row)
  await app.db
    .update(demands)
    .set({ version: sql`${demands.version} + 1` })
    .where(eq(demands.id, first))
  expect(await store.reviewing.decide('pass', '')).toBe(false)
  expect(store.reviewing.open.get()?.failure?.code).toBe(409)
  await store.reviewing.read(row)
  const before = page.made.length
  expect(
    await Promise.all([store.reviewing.decide('reject', '请补充'), store.reviewing.decide('reject', '请补充')]),
  ).toEqual([true, false])
  expect(page.made.slice(before).filter((path) => path === '/mall/demand/review')).toHaveLength(1)
  expect(await demandStatus(app, first)).toBe('rejected')
  expect(store.reviewing.open.get()?.row.demandId).toBe(second)
  store.reviewing.close()
  expect(store.reviewing.open.get()).toBeNull()
})
