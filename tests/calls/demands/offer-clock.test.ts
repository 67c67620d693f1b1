import { and, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demands, offers, offerVersions } from '../../../src/db/tables/demands.ts'
import { notices, stateChanges } from '../../../src/db/tables/operations.ts'
import { closeDueDemands } from '../../../src/server/demands/public.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { as, type Client } from '../../support/client.ts'
import { openDemand, setDeadline } from './scene.ts'
import { passDeadline, secret, submitOffer, versionsOf } from './sealed-scene.ts'

let app: TestApp
let buyer: Client
let seller: Client
let seller3: Client
beforeAll(async () => {
  app = await startApp()
  buyer = await as(app, 'buyer')
  seller = await as(app, 'seller')
  seller3 = await as(app, 'seller3')
})
afterAll(() => app.close())

test('seals that an award left shut are opened once the deadline is over', async () => {
  const demandId = await openDemand(app, buyer)
  const { offerId } = await submitOffer(seller, demandId, { ...secret, sealed: true })
  // As after an order that came to nothing before the deadline.
  await app.db.update(demands).set({ status: 'evaluating' }).where(eq(demands.id, demandId))
  await closeDueDemands(app.db)
  expect((await versionsOf(app, offerId))[0]?.openedAt).toBeNull()
  await passDeadline(app, demandId)
  expect((await versionsOf(app, offerId))[0]?.openedAt).not.toBeNull()
})

test('the buyer is told how many seals were opened, and suppliers of lapsed offers hear of it', async () => {
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

test('a day before the deadline the buyer is reminded once, and again when it was put off', async () => {
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
