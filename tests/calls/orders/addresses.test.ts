import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { userAddresses } from '../../../src/db/tables/orders.ts'
import { maxAddresses } from '../../../src/domain/orders/address.ts'
import { contentOf, failureOf, fieldsWithErrors, visitor } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const other = clientForFile(app, 'buyer2')
beforeAll(async () => {
  // Removes the addresses of the demo people.
  await app.db.delete(userAddresses)
})
afterEach(() => app.db.delete(userAddresses))

const suzhou = { receiver: '廖思齐', mobile: '138 8070-2046', districtCode: '320505', street: '科技城学森路 9 号' }
const save = async (more: object = {}, client = buyer) =>
  contentOf(await client.api.orders.addressSave({ ...suzhou, ...more })).addressId
const book = async (client = buyer) => contentOf(await client.api.orders.addresses({}))
const defaults = async () =>
  (await app.db.select().from(userAddresses).where(eq(userAddresses.isDefault, true))).map(({ id }) => id)

describe('addressSave', () => {
  test('saves an address; the first is the default, a new default replaces it', async () => {
    const first = await save()
    const second = await save({ districtCode: '120116', street: '第三大街 1 号' })
    expect(await book()).toEqual([
      { ...suzhou, addressId: first, mobile: '13880702046', districtName: '江苏省 苏州市 虎丘区', isDefault: true },
      expect.objectContaining({ addressId: second, districtName: '天津市 滨海新区', isDefault: false }),
    ])
    const third = await save({ isDefault: true })
    expect((await book()).map(({ addressId }) => addressId)).toEqual([third, second, first])
    expect(await defaults()).toEqual([third])
  })

  test('reports invalid fields; a city or an unknown county is not a valid district', async () => {
    const empty = { receiver: ' ', mobile: '12', districtCode: '', street: '' }
    const answer = await buyer.api.orders.addressSave(empty)
    expect(fieldsWithErrors(answer)).toEqual(['receiver', 'mobile', 'districtCode', 'street'])
    for (const districtCode of ['320500', '320000', '329999']) {
      expect(fieldsWithErrors(await buyer.api.orders.addressSave({ ...suzhou, districtCode }))).toEqual([
        'districtCode',
      ])
    }
  })

  test('accepts 50 addresses and no more, also in parallel', async () => {
    const row = { ...suzhou, mobile: '13880702046', userId: 3 }
    await app.db.insert(userAddresses).values(Array.from({ length: maxAddresses - 2 }, () => row))
    const answers = await Promise.all(Array.from({ length: 6 }, () => buyer.api.orders.addressSave(suzhou)))
    expect(answers.map(failureOf).filter((name) => name === 'none')).toHaveLength(2)
    expect(answers.map(failureOf).filter((name) => name === 'tooManyAddresses')).toHaveLength(4)
    expect(await book()).toHaveLength(maxAddresses)
  })

  test('leaves one default after parallel changes of the default', async () => {
    await Promise.all(Array.from({ length: 8 }, () => save({ isDefault: true })))
    expect(await defaults()).toHaveLength(1)
    expect((await book()).filter(({ isDefault }) => isDefault)).toHaveLength(1)
  })

  test('requires a session', async () => {
    expect(failureOf(await visitor(app).api.orders.addressSave(suzhou))).toBe('sessionInvalid')
  })
})

describe('addressUpdate', () => {
  test('updates an address; the default stays until another becomes it', async () => {
    const [first, second] = [await save(), await save()]
    const change = { ...suzhou, addressId: first, receiver: '温时雨', isDefault: false }
    contentOf(await buyer.api.orders.addressUpdate(change))
    expect(contentOf(await buyer.api.orders.address({ addressId: first }))).toMatchObject({
      receiver: '温时雨',
      isDefault: true,
    })
    contentOf(await buyer.api.orders.addressUpdate({ ...suzhou, addressId: second, isDefault: true }))
    expect(await defaults()).toEqual([second])
  })

  test('reports invalid fields of an update', async () => {
    const addressId = await save()
    const answer = await buyer.api.orders.addressUpdate({ ...suzhou, addressId, districtCode: '320500' })
    expect(fieldsWithErrors(answer)).toEqual(['districtCode'])
  })

  test('returns 404 for addresses of others and unknown ids, and moves no default', async () => {
    const addressId = await save()
    await save({}, other)
    for (const one of [addressId, missingId]) {
      const answer = await other.api.orders.addressUpdate({ ...suzhou, addressId: one, isDefault: true })
      expect(failureOf(answer)).toBe('notFound')
    }
    expect(await defaults()).toHaveLength(2)
    const answer = await visitor(app).api.orders.addressUpdate({ ...suzhou, addressId })
    expect(failureOf(answer)).toBe('sessionInvalid')
  })
})

describe('addressDelete', () => {
  test('deletes an address; the newest remaining one becomes the default', async () => {
    const [first, second, third] = [await save(), await save(), await save()]
    contentOf(await buyer.api.orders.addressDelete({ addressId: second }))
    expect(await defaults()).toEqual([first])
    contentOf(await buyer.api.orders.addressDelete({ addressId: first }))
    expect(await defaults()).toEqual([third])
    contentOf(await buyer.api.orders.addressDelete({ addressId: third }))
    expect(await book()).toEqual([])
  })

  test('requires an id, the owner and a session', async () => {
    const addressId = await save()
    expect(fieldsWithErrors(await buyer.api.orders.addressDelete({ addressId: 0 }))).toEqual(['addressId'])
    expect(failureOf(await other.api.orders.addressDelete({ addressId }))).toBe('notFound')
    expect(failureOf(await visitor(app).api.orders.addressDelete({ addressId }))).toBe('sessionInvalid')
    expect(await book()).toHaveLength(1)
  })
})

describe('addresses and address', () => {
  test('return the caller’s own addresses only', async () => {
    const addressId = await save()
    expect(await book(other)).toEqual([])
    expect(contentOf(await buyer.api.orders.address({ addressId }))).toMatchObject({ addressId, isDefault: true })
    expect(failureOf(await other.api.orders.address({ addressId }))).toBe('notFound')
    expect(fieldsWithErrors(await buyer.api.orders.address({ addressId: -1 }))).toEqual(['addressId'])
    expect(failureOf(await visitor(app).api.orders.address({ addressId }))).toBe('sessionInvalid')
    expect(failureOf(await visitor(app).api.orders.addresses({}))).toBe('sessionInvalid')
  })
})
