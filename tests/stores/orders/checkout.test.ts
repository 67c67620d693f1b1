import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { productSpecs } from '../../../src/db/tables/catalogue.ts'
import { orders } from '../../../src/db/tables/orders.ts'
import { at, ref } from '../../calls/orders/cart-scene.ts'
import { addressOf, othersGoods } from '../../calls/orders/checkout-scene.ts'
import { signedIn } from '../demands/signed-in.ts'
import { ready } from '../ready.ts'

/** A person on the way to an order of one thing, bought directly. */
async function scene() {
  const page = await signedIn('buyer')
  const spec = at(await othersGoods(page.app, 'buyer'), 0)
  await addressOf(page.app, page.client, 'buyer')
  const wish = { ...ref(spec), quantity: spec.minOrder }
  const store = await import('../../../src/stores/orders/checkout.ts')
  const { submit } = await import('../../../src/stores/orders/checkout-submit.ts')
  await store.start(wish)
  const shown = () => {
    const content = ready(store.confirmation.get())
    if (content === null) throw new Error('Nothing is shown')
    return content
  }
  const before = await page.app.db.$count(orders)
  const made = async () => (await page.app.db.$count(orders)) - before
  return { ...page, store, submit, spec, wish, shown, orders: made }
}

test('two clicks are one order, and what was kept of the way is gone', async () => {
  const { store, submit, shown, orders: made, wish } = await scene()
  store.writeRemark(at(shown().shops, 0).shopId, '请附检验报告')
  const [first, second] = await Promise.all([submit(), submit()])
  expect([typeof first, second]).toEqual(['number', undefined])
  expect(await made()).toBe(1)
  expect(store.sending.get()).toMatchObject({ at: 'sent', groupId: first })
  await store.start(wish)
  expect(store.values.get().remarks).toEqual({})
})

test('what was typed survives a reload', async () => {
  const { store, shown, wish } = await scene()
  const { shopId } = at(shown().shops, 0)
  store.writeRemark(shopId, '工作日送货')
  store.chooseInvoice('none')
  await store.start(wish)
  expect(store.values.get()).toMatchObject({ remarks: { [shopId]: '工作日送货' }, invoice: 'none' })
})

test('an answer that was lost: the next click sends the same submit again before anything new', async () => {
  const { store, submit, line, shown, orders: made } = await scene()
  line.deaf = true
  expect(await submit()).toBeUndefined()
  expect(store.sending.get()).toMatchObject({ at: 'refused', failure: { code: 0 } })
  line.deaf = false
  store.writeRemark(at(shown().shops, 0).shopId, '改了主意')
  expect(await submit()).toBeTypeOf('number')
  expect(await made()).toBe(1)
})

test('a price that moved is shown, old and new, and ordered by another click only', async () => {
  const { app, store, submit, spec, shown, orders: made } = await scene()
  const price = spec.price + 500
  await app.db.update(productSpecs).set({ price }).where(eq(productSpecs.id, spec.specId))
  expect(await submit()).toBeUndefined()
  const now = store.sending.get()
  if (now.at !== 'refused') throw new Error('It was not refused')
  expect(now.changed.map(({ what }) => what)).toContain('订单总额')
  expect(shown().orderAmount).toBe(price * spec.minOrder)
  expect(await made()).toBe(0)
  expect(await submit()).toBeTypeOf('number')
  expect(await made()).toBe(1)
})

test('too little stock can be mended on the page', async () => {
  const { app, store, submit, spec, shown } = await scene()
  await app.db.update(productSpecs).set({ stock: spec.minOrder }).where(eq(productSpecs.id, spec.specId))
  await store.start({ ...ref(spec), quantity: spec.minOrder + 3 })
  const [item] = at(shown().shops, 0).products
  expect(item?.fault).toBe('stockShort')
  if (item !== undefined) expect(await store.accept(item, { quantity: spec.minOrder })).toBeNull()
  expect(at(shown().shops, 0).products[0]?.fault).toBeNull()
  expect(await submit()).toBeTypeOf('number')
})
