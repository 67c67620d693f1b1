import { beforeAll, describe, expect, test } from 'vitest'
import { signInAs, contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'
import { subscribe, withoutSubscriptions } from '../../support/scenes/demands/matching.ts'
import { openDemand } from '../../support/scenes/demands/demand.ts'
import { matchDemands } from '../../../src/server/demands/matching/match-demands.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()
let buyer: Client
let seller: Client
let seller3: Client
let guest: Client
beforeAll(async () => {
  // The tests run the job themselves.
  await app.runtime.jobs.close()
  buyer = await signInAs(app, 'buyer')
  seller = await signInAs(app, 'seller')
  seller3 = await signInAs(app, 'seller3')
  guest = visitor(app)
})

describe('subscriptions', () => {
  test('are saved, changed and deleted by their company', async () => {
    await withoutSubscriptions(app)
    const { suggested } = contentOf(await seller.api.demands.subscriptions({}))
    expect(suggested.length).toBeGreaterThan(0)
    const [first] = suggested
    const subscriptionId = await subscribe(seller, {
      name: '毒理',
      words: ['比格犬', '比格犬'],
      districtCodes: ['510000', '510100'],
      budgetFrom: 100,
      categoryIds: [first?.categoryId ?? 0, first?.categoryId ?? 0],
    })
    const list = async () => contentOf(await seller.api.demands.subscriptions({})).subscriptions
    expect(await list()).toMatchObject([
      {
        subscriptionId,
        name: '毒理',
        words: ['比格犬'],
        categories: [first],
        budgetFrom: 100,
        isOn: true,
        districts: [{ districtName: '四川' }, { districtName: '四川 成都' }],
      },
    ])
    contentOf(await seller.api.demands.subscriptionSave({ subscriptionId, name: '停了', isOn: false }))
    expect(await list()).toMatchObject([{ subscriptionId, name: '停了', words: [], categories: [], isOn: false }])
    contentOf(await seller.api.demands.subscriptionDelete({ subscriptionId }))
    expect(await list()).toEqual([])
  })

  test('of other companies return 404; others have none', async () => {
    const subscriptionId = await subscribe(seller)
    expect(failureOf(await seller3.api.demands.subscriptionSave({ subscriptionId, name: 'x' }))).toBe('notFound')
    expect(failureOf(await seller3.api.demands.subscriptionDelete({ subscriptionId }))).toBe('notFound')
    expect(failureOf(await guest.api.demands.subscriptions({}))).toBe('sessionInvalid')
    expect(failureOf(await buyer.api.demands.subscriptions({}))).toBe('notSeller')
    expect(failureOf(await buyer.api.demands.matchedDemands({}))).toBe('notSeller')
    await withoutSubscriptions(app)
  })

  test('accept only service categories and existing districts', async () => {
    const save = seller.api.demands.subscriptionSave
    expect(fieldsWithErrors(await save({ name: 'x', categoryIds: [missingId] }))).toEqual(['categoryIds'])
    expect(fieldsWithErrors(await save({ name: 'x', districtCodes: ['999999'] }))).toEqual(['districtCodes'])
    expect(fieldsWithErrors(await save({ name: 'x', districtCodes: ['510104'] }))).toEqual(['districtCodes'])
    expect(fieldsWithErrors(await save({ name: '', words: ['字'.repeat(31)] }))).toEqual(['name', 'words.0'])
  })

  test('are limited to twenty, also in parallel', async () => {
    await withoutSubscriptions(app)
    for (let n = 0; n < 18; n += 1) await subscribe(seller)
    const answers = await Promise.all([1, 2, 3, 4].map(() => seller.api.demands.subscriptionSave({ name: '又一个' })))
    expect(answers.map(failureOf).toSorted()).toEqual(['none', 'none', 'tooManySubscriptions', 'tooManySubscriptions'])
    await withoutSubscriptions(app)
  })
})

describe('demands found for a supplier', () => {
  test('are listed newest first with their subscription, while they are public', async () => {
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
