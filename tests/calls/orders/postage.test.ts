import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../support/app.ts'
import { as, contentOf, failureOf, faultyFields, visitor, type Client } from '../../support/client.ts'

let app: TestApp
let seller: Client
beforeAll(async () => {
  app = await startApp()
  seller = await as(app, 'seller')
})
afterAll(() => app.close())

const rule = {
  zones: [{ districts: ['51', '3205'], first: 800, further: 200 }],
  elsewhere: { first: 1_500, further: 500 },
  freeFrom: 50_000,
  notTo: ['54'],
}

test('a shop without a rule sends free; a saved one is read as it was written', async () => {
  const before = contentOf(await seller.api.orders.shopPostage({}))
  expect(before).toEqual({
    saved: false,
    rule: { zones: [], elsewhere: { first: 0, further: 0 }, freeFrom: null, notTo: [] },
  })
  contentOf(await seller.api.orders.shopPostageSave(rule))
  expect(contentOf(await seller.api.orders.shopPostage({}))).toEqual({ saved: true, rule })
})

test('refuses places that do not exist, one place in two zones, and sums without sense', async () => {
  const unknown = { ...rule, zones: [{ districts: ['99'], first: 0, further: 0 }], notTo: ['98'] }
  expect(faultyFields(await seller.api.orders.shopPostageSave(unknown))).toEqual(['zones.0.districts', 'notTo'])
  const twice = { ...rule, zones: [...rule.zones, { districts: ['51'], first: 1, further: 1 }] }
  expect(failureOf(await seller.api.orders.shopPostageSave(twice))).toBe('invalidInput')
  const dear = { ...rule, elsewhere: { first: -1, further: 2_000_000 } }
  expect(failureOf(await seller.api.orders.shopPostageSave(dear))).toBe('invalidInput')
})

test('only whoever manages the goods of a shop may read or change it', async () => {
  expect(failureOf(await visitor(app).api.orders.shopPostage({}))).toBe('sessionInvalid')
  expect(failureOf(await (await as(app, 'buyer')).api.orders.shopPostageSave(rule))).toBe('notSeller')
  const other = contentOf(await (await as(app, 'seller2')).api.orders.shopPostage({}))
  expect(other.saved).toBe(false)
})
