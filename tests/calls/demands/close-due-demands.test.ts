import { and, asc, eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { stateChanges } from '../../../src/db/tables/operations.ts'
import { contentOf } from '../../support/client.ts'
import { newKey } from '../../support/sentinels.ts'
import {
  demandStatus,
  offerStatus,
  openDemand,
  setDeadline,
  setLapsed,
  submittedOffer,
} from '../../support/scenes/demands/demand.ts'
import { closeDueDemands } from '../../../src/server/demands/close-due-demands.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const seller = clientForFile(app, 'seller')

const stepsOf = async (entity: 'demand' | 'offer', entityId: number) => {
  const rows = await app.db
    .select()
    .from(stateChanges)
    .where(and(eq(stateChanges.entity, entity), eq(stateChanges.entityId, entityId)))
    .orderBy(asc(stateChanges.id))
  return rows.map(
    ({ fromStatus, event, toStatus, userId }) =>
      `${fromStatus} ${event} ${toStatus}${userId === null ? '' : ' by a person'}`,
  )
}
const posted = ['draft submit pending_review by a person', 'pending_review pass open']

test('moves due demands once, with history, and leaves others unchanged', async () => {
  const [due, early, old, late] = [
    await openDemand(app, buyer),
    await openDemand(app, buyer),
    await openDemand(app, buyer),
    await openDemand(app, buyer),
  ]
  await setDeadline(app, due, -0.01)
  await setDeadline(app, old, -24 * 31)
  await setDeadline(app, late, -24 * 29)
  const around = { push: app.runtime.push, pages: app.runtime.pages }
  const send = vi.spyOn(around.push, 'send')
  const invalidate = vi.spyOn(around.pages, 'invalidate')
  await Promise.all([closeDueDemands(app.db, around), closeDueDemands(app.db, around)])
  await closeDueDemands(app.db)
  expect(await Promise.all([due, early, old, late].map((id) => demandStatus(app, id)))).toEqual([
    'evaluating',
    'open',
    'expired',
    'evaluating',
  ])
  expect(await stepsOf('demand', due)).toEqual([...posted, 'open deadline evaluating'])
  expect(await stepsOf('demand', old)).toEqual([...posted, 'open expire expired'])
  expect(await stepsOf('demand', early)).toEqual(posted)
  expect(invalidate.mock.calls.flat(2)).toEqual(expect.arrayContaining([`demand:${due}`, `demand:${old}`]))
  expect(send.mock.calls.some(([, message]) => JSON.stringify(message).includes(`demandId=${due}`))).toBe(true)
  send.mockRestore()
  invalidate.mockRestore()
  await setDeadline(app, late, -24 * 31)
  await closeDueDemands(app.db)
  expect((await stepsOf('demand', late)).slice(-2)).toEqual(['open deadline evaluating', 'evaluating expire expired'])
})

test('expires only submitted offers past their validity', async () => {
  const demandId = await openDemand(app, buyer)
  const lapsed = await submittedOffer(seller, demandId)
  await setLapsed(app, lapsed)
  const won = await openDemand(app, buyer)
  const accepted = await submittedOffer(seller, won)
  contentOf(await buyer.api.demands.deal({ offerId: accepted }, { idempotencyKey: newKey() }))
  await setLapsed(app, accepted)
  await closeDueDemands(app.db)
  await closeDueDemands(app.db)
  expect(await offerStatus(app, lapsed)).toBe('expired')
  expect(await offerStatus(app, accepted)).toBe('accepted')
  expect(await stepsOf('offer', lapsed)).toEqual(['draft submit submitted by a person', 'submitted expire expired'])
})
