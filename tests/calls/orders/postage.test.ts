import { expect, test } from 'vitest'
import { signInAs, contentOf, failureOf, fieldsWithErrors, visitor } from '../../support/client.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const seller = clientForFile(app, 'seller')

const rule = {
  zones: [{ districts: ['51', '3205'], first: 800, further: 200 }],
  elsewhere: { first: 1_500, further: 500 },
  freeFrom: 50_000,
  notTo: ['54'],
}

test('a shop without a rule has free postage; a saved rule is returned unchanged', async () => {
  const before = contentOf(await seller.api.orders.shopPostage({}))
  expect(before).toEqual({
    saved: false,
    rule: { zones: [], elsewhere: { first: 0, further: 0 }, freeFrom: null, notTo: [] },
  })
  contentOf(await seller.api.orders.shopPostageSave(rule))
  expect(contentOf(await seller.api.orders.shopPostage({}))).toEqual({ saved: true, rule })
})

test('refuses unknown districts, a district in two zones, and invalid sums', async () => {
  const unknown = { ...rule, zones: [{ districts: ['99'], first: 0, further: 0 }], notTo: ['98'] }
  expect(fieldsWithErrors(await seller.api.orders.shopPostageSave(unknown))).toEqual(['zones.0.districts', 'notTo'])
  const twice = { ...rule, zones: [...rule.zones, { districts: ['51'], first: 1, further: 1 }] }
  expect(failureOf(await seller.api.orders.shopPostageSave(twice))).toBe('invalidInput')
  const dear = { ...rule, elsewhere: { first: -1, further: 2_000_000 } }
  expect(failureOf(await seller.api.orders.shopPostageSave(dear))).toBe('invalidInput')
})

test('only people who manage the products of a shop may read or change it', async () => {
  expect(failureOf(await visitor(app).api.orders.shopPostage({}))).toBe('sessionInvalid')
  expect(failureOf(await (await signInAs(app, 'buyer')).api.orders.shopPostageSave(rule))).toBe('notSeller')
  const other = contentOf(await (await signInAs(app, 'seller2')).api.orders.shopPostage({}))
  expect(other.saved).toBe(false)
})
