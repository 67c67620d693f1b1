import { expect, test } from 'vitest'
import { stateChanges } from '../../../src/db/tables/operations.ts'
import { signInAs, contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { missingId, newKey } from '../../support/sentinels.ts'
import { openDemand, setDeadline, submittedOffer, terms } from '../../support/scenes/demands/demand.ts'
import { closeDueDemands } from '../../../src/server/demands/close-due-demands.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const other = clientForFile(app, 'buyer2')
const seller = clientForFile(app, 'seller')
const seller3 = clientForFile(app, 'seller3')

const read = async (client: Client, demandId: number) =>
  contentOf(await client.api.demands.demandHistory({ demandId })).data
const events = (steps: Awaited<ReturnType<typeof read>>) => steps.map(({ entity, event }) => `${entity} ${event}`)

test('the buyer reads every step of demand and offers; of sealed ones that they are there, the total once opened', async () => {
  const demandId = await openDemand(app, buyer)
  const offerId = await submittedOffer(seller, demandId)
  const sealed = { ...terms({ note: '第二版' }), demandId, submit: true, sealed: true }
  contentOf(await seller3.api.demands.offerSave(sealed))
  const before = await read(buyer, demandId)
  expect(events(before)).toEqual(['demand submit', 'demand pass', 'offer submit', 'offer submit'])
  expect(before.map(({ total }) => total)).toEqual([null, null, 1_000_001, null])
  await setDeadline(app, demandId, -0.001)
  await closeDueDemands(app.db)
  contentOf(await buyer.api.demands.deal({ offerId }, { idempotencyKey: newKey() }))
  const after = await read(buyer, demandId)
  expect(events(after).slice(4).toSorted()).toEqual(
    ['demand award', 'demand deadline', 'offer accept', 'offer lose', 'offer open'].toSorted(),
  )
  expect(after[3]).toMatchObject({ total: 1_000_001 })
  expect(after[3]?.supplier).not.toBe('')
})

test('a supplier reads the public steps and its own offer’s, without the buyer’s name or the others', async () => {
  const demandId = await openDemand(app, buyer)
  await submittedOffer(seller, demandId)
  const theirs = await submittedOffer(seller3, demandId)
  contentOf(await buyer.api.demands.demandEditStatus({ demandId, event: 'close', reason: '项目暂停' }))
  const steps = await read(seller, demandId)
  expect(events(steps)).toEqual(['demand pass', 'offer submit', 'demand close'])
  expect(steps.some(({ offerId }) => offerId === theirs)).toBe(false)
  expect(steps.at(-1)).toMatchObject({ reason: '项目暂停', by: expect.stringContaining('**') })
})

test('is paged, with totals of each page’s steps', async () => {
  const demandId = await openDemand(app, buyer)
  const offerId = await submittedOffer(seller, demandId)
  const step = { fromStatus: 'submitted', toStatus: 'submitted', userId: null, companyId: null, reason: '' }
  const again = { ...step, entity: 'offer' as const, entityId: offerId, event: 'open' }
  await app.db.insert(stateChanges).values(Array.from({ length: 130 }, () => again))
  const items = [{ name: '检测', unit: '项', quantity: 1, unitPrice: 2_000_002 }]
  contentOf(await seller.api.demands.offerSave({ ...terms({ items }), demandId, submit: true }))
  const page = async (client: Client, current: number, pageSize = 100) =>
    contentOf(await client.api.demands.demandHistory({ demandId, current, pageSize }))
  const [first, second] = [await page(buyer, 1), await page(buyer, 2)]
  expect([first.total, first.data.length, second.data.length]).toEqual([134, 100, 34])
  expect(first.data[2]).toMatchObject({ event: 'submit', total: 1_000_001 })
  expect(second.data.at(-1)).toMatchObject({ event: 'submit', total: 2_000_002 })
  expect((await page(seller, 2)).total).toBe(133)
  expect(await page(buyer, 3)).toEqual({ total: 134, data: [] })
})

test('drafts are invisible to the buyer', async () => {
  const demandId = await openDemand(app, buyer)
  contentOf(await seller.api.demands.offerSave({ ...terms(), demandId, submit: false }))
  expect(events(await read(buyer, demandId))).toEqual(['demand submit', 'demand pass'])
})

test('returns 404 for other companies', async () => {
  const demandId = await openDemand(app, buyer)
  await submittedOffer(seller, demandId)
  const history = (client: Client, id = demandId) => client.api.demands.demandHistory({ demandId: id })
  expect(failureOf(await history(other))).toBe('notFound')
  expect(failureOf(await history(seller3))).toBe('notFound')
  expect(failureOf(await history(await signInAs(app, 'sub')))).toBe('notFound')
  expect(failureOf(await history(visitor(app)))).toBe('sessionInvalid')
  expect(failureOf(await history(buyer, missingId))).toBe('notFound')
  expect(fieldsWithErrors(await history(buyer, 0))).toEqual(['demandId'])
})
