import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { matchDemands } from '../../../src/server/demands/public.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { as, contentOf, failureOf, faultyFields, visitor, type Client } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'
import { subscribe, withoutSubscriptions } from './matching-scene.ts'
import { openDemand } from './scene.ts'

let app: TestApp
let buyer: Client
let seller: Client
let seller3: Client
let guest: Client
beforeAll(async () => {
  app = await startApp()
  vi.spyOn(app.runtime.jobs, 'wake').mockResolvedValue()
  buyer = await as(app, 'buyer')
  seller = await as(app, 'seller')
  seller3 = await as(app, 'seller3')
  guest = visitor(app)
})
afterAll(() => app.close())

describe('subscriptions', () => {
  test('are kept, changed and taken away by their company', async () => {
    await withoutSubscriptions(app)
    const { suggested } = contentOf(await seller.api.demands.subscriptions({}))
    expect(suggested.length).toBeGreaterThan(0)
    const [first] = suggested
    const subscriptionId = await subscribe(seller, {
      ...{ name: '毒理', words: ['比格犬', '比格犬'], districtCodes: ['510000', '510100'], budgetFrom: 100 },
      categoryIds: [first?.categoryId ?? 0, first?.categoryId ?? 0],
    })
    const list = async () => contentOf(await seller.api.demands.subscriptions({})).subscriptions
    expect(await list()).toMatchObject([
      {
        ...{ subscriptionId, name: '毒理', words: ['比格犬'], categories: [first], budgetFrom: 100, isOn: true },
        districts: [{ districtName: '四川' }, { districtName: '四川 成都' }],
      },
    ])
    contentOf(await seller.api.demands.subscriptionSave({ subscriptionId, name: '停了', isOn: false }))
    expect(await list()).toMatchObject([{ subscriptionId, name: '停了', words: [], categories: [], isOn: false }])
    contentOf(await seller.api.demands.subscriptionDelete({ subscriptionId }))
    expect(await list()).toEqual([])
  })

  test('of others are not there; nobody else has any', async () => {
    const subscriptionId = await subscribe(seller)
    expect(failureOf(await seller3.api.demands.subscriptionSave({ subscriptionId, name: 'x' }))).toBe('notFound')
    expect(failureOf(await seller3.api.demands.subscriptionDelete({ subscriptionId }))).toBe('notFound')
    expect(failureOf(await guest.api.demands.subscriptions({}))).toBe('sessionInvalid')
    expect(failureOf(await buyer.api.demands.subscriptions({}))).toBe('notSeller')
    expect(failureOf(await buyer.api.demands.matchedDemands({}))).toBe('notSeller')
    await withoutSubscriptions(app)
  })

  test('know only categories of services and places there are', async () => {
    const save = seller.api.demands.subscriptionSave
    expect(faultyFields(await save({ name: 'x', categoryIds: [missingId] }))).toEqual(['categoryIds'])
    expect(faultyFields(await save({ name: 'x', districtCodes: ['999999'] }))).toEqual(['districtCodes'])
    expect(faultyFields(await save({ name: 'x', districtCodes: ['510104'] }))).toEqual(['districtCodes'])
    expect(faultyFields(await save({ name: '', words: ['字'.repeat(31)] }))).toEqual(['name', 'words.0'])
  })

  test('are twenty at most, however many are sent at once', async () => {
    await withoutSubscriptions(app)
    for (let n = 0; n < 18; n += 1) await subscribe(seller)
    const answers = await Promise.all([1, 2, 3, 4].map(() => seller.api.demands.subscriptionSave({ name: '又一个' })))
    expect(answers.map(failureOf).toSorted()).toEqual(['none', 'none', 'tooManySubscriptions', 'tooManySubscriptions'])
    await withoutSubscriptions(app)
  })
})

describe('demands found for a supplier', () => {
  test('come newest first with what found them, while everyone may see them', async () => {
    await withoutSubscriptions(app)
    const subscriptionId = await subscribe(seller3, { name: '都要' })
    const [first, second] = [await openDemand(app, buyer), await openDemand(app, buyer)]
    await matchDemands(app.db, app.runtime)
    const list = async (current = 1) => contentOf(await seller3.api.demands.matchedDemands({ current, pageSize: 2 }))
    expect((await list()).data.map((row) => [row.demandId, row.subscriptionName, row.invited, row.offered])).toEqual([
      [second, '都要', false, false],
      [first, '都要', false, false],
    ])
    contentOf(await seller3.api.demands.subscriptionDelete({ subscriptionId }))
    expect((await list()).data[0]?.subscriptionName).toBeNull()
    const before = (await list()).total
    contentOf(await buyer.api.demands.demandEditStatus({ demandId: second, event: 'close', reason: '暂停' }))
    expect((await list()).total).toBe(before - 1)
    expect((await list()).data[0]?.demandId).toBe(first)
    expect((await list(500)).data).toEqual([])
    const mine = contentOf(await seller.api.demands.matchedDemands({ pageSize: 100 })).data
    expect(mine.map((row) => row.demandId)).not.toContain(first)
  })
})
