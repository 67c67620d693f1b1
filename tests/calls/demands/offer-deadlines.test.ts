import { and, eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { demands, offers, offerVersions } from '../../../src/db/tables/demands.ts'
import { notices, stateChanges } from '../../../src/db/tables/operations.ts'
import { openDemand, setDeadline } from '../../support/scenes/demands/demand.ts'
import { passDeadline, secret, submitOffer, versionsOf } from '../../support/scenes/demands/sealed.ts'
import { closeDueDemands } from '../../../src/server/demands/close-due-demands.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const seller = clientForFile(app, 'seller')
const seller3 = clientForFile(app, 'seller3')

test('opens seals left by a reverted award after the deadline', async () => {
  const demandId = await openDemand(app, buyer)
  const { offerId } = await submitOffer(seller, demandId, { ...secret, sealed: true })
  // As after an order that failed before the deadline.
  await app.db.update(demands).set({ status: 'evaluating' }).where(eq(demands.id, demandId))
  await closeDueDemands(app.db)
  expect((await versionsOf(app, offerId))[0]?.openedAt).toBeNull()
  await passDeadline(app, demandId)
  expect((await versionsOf(app, offerId))[0]?.openedAt).not.toBeNull()
})

test('notifies the buyer of opened seals, and suppliers of expired offers', async () => {
  const around = { push: app.runtime.push, pages: app.runtime.pages }
  const demandId = await openDemand(app, buyer)
  const { offerId } = await submitOffer(seller, demandId, { sealed: true })
  await submitOffer(seller3, demandId)
  await setDeadline(app, demandId, -0.001)
  await Promise.all([closeDueDemands(app.db, around), closeDueDemands(app.db, around)])
  const path = `/platform/buyerAccount/requirementDetail?demandId=${demandId}`
  const told = await app.db
    .select()
    .from(notices)
    .where(and(eq(notices.path, path), eq(notices.event, 'demand.deadline')))
  expect(new Set(told.map(({ text }) => text))).toEqual(new Set(['共 2 份报价，其中 1 份密封报价已开启。']))
  expect(new Set(told.map(({ userId }) => userId)).size).toBe(told.length)
  const [before] = await app.db.select().from(offers).where(eq(offers.id, offerId))
  expect(before).toMatchObject({ status: 'submitted', sealed: false })
  await app.db
    .update(offerVersions)
    .set({ validUntil: new Date(Date.now() - 1000) })
    .where(eq(offerVersions.offerId, offerId))
  await closeDueDemands(app.db, around)
  const lapsed = await app.db
    .select()
    .from(notices)
    .where(inArray(notices.path, [`/platform/sellerCenter/offerDetail?id=${offerId}`]))
  expect(lapsed.map(({ title }) => title).join()).toContain('已过有效期')
})

test('reminds the buyer one day before the deadline, and again after an extension', async () => {
  const around = { push: app.runtime.push, pages: app.runtime.pages }
  const demandId = await openDemand(app, buyer)
  const posted = new Date(Date.now() - 72 * 3_600_000)
  const reminders = async () =>
    (await app.db.select().from(stateChanges).where(eq(stateChanges.entityId, demandId))).filter(
      ({ entity, event }) => entity === 'demand' && event === 'remind',
    ).length
  await closeDueDemands(app.db, around)
  expect(await reminders()).toBe(0)
  await setDeadline(app, demandId, 23)
  await app.db.update(demands).set({ publishedAt: posted }).where(eq(demands.id, demandId))
  await Promise.all([closeDueDemands(app.db, around), closeDueDemands(app.db, around)])
  await closeDueDemands(app.db, around)
  expect(await reminders()).toBe(1)
  await app.db
    .update(stateChanges)
    .set({ createdAt: new Date(Date.now() - 30 * 3_600_000) })
    .where(and(eq(stateChanges.entityId, demandId), eq(stateChanges.event, 'remind')))
  await closeDueDemands(app.db, around)
  expect(await reminders()).toBe(2)
})
