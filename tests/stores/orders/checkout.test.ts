import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { failures } from '../../../src/contract/failures.ts'
import { productSpecs } from '../../../src/db/tables/catalogue.ts'
import { orders } from '../../../src/db/tables/orders.ts'
import { contentOf } from '../../support/client.ts'
import { at, ref } from '../../support/scenes/orders/cart.ts'
import { addressOf, othersGoods } from '../../support/scenes/orders/checkout.ts'
import { signedIn } from '../demands/signed-in.ts'
import { readyContent } from '../ready.ts'

/** Checkout of a direct purchase of one item. */
async function scene() {
  const page = await signedIn('buyer')
  const spec = at(await othersGoods(page.app, 'buyer'), 0)
  await addressOf(page.app, page.client, 'buyer')
  const wish = { ...ref(spec), quantity: spec.minOrder }
  const store = await import('../../../src/stores/orders/checkout/checkout.ts')
  const { submitCheckout } = await import('../../../src/stores/orders/checkout/checkout-submit.ts')
  await store.startCheckout(wish)
  const shown = () => {
    const content = readyContent(store.confirmation.get())
    if (content === null) throw new Error('Nothing is shown')
    return content
  }
  const before = await page.app.db.$count(orders)
  const made = async () => (await page.app.db.$count(orders)) - before
  return { ...page, store, submit: submitCheckout, spec, wish, shown, orders: made }
}

test('two clicks create one order, and the stored checkout is cleared', async () => {
  const { store, submit, shown, orders: made, wish } = await scene()
  store.setCheckoutRemark(at(shown().shops, 0).shopId, '请附检验报告')
  const [first, second] = await Promise.all([submit(), submit()])
  expect([typeof first, second]).toEqual(['number', undefined])
  expect(await made()).toBe(1)
  expect(store.checkoutSubmitState.get()).toMatchObject({ at: 'sent', groupId: first })
  await store.startCheckout(wish)
  expect(store.checkoutValues.get().remarks).toEqual({})
})

test('the input survives a reload', async () => {
  const { store, shown, wish } = await scene()
  const { shopId } = at(shown().shops, 0)
  store.setCheckoutRemark(shopId, '工作日送货')
  store.chooseCheckoutInvoice('none')
  await store.startCheckout(wish)
  expect(store.checkoutValues.get()).toMatchObject({ remarks: { [shopId]: '工作日送货' }, invoice: 'none' })
})

test('after a lost response the next click repeats the same submit before anything new', async () => {
  const { store, submit, network, shown, orders: made } = await scene()
  network.losesAnswers = true
  expect(await submit()).toBeUndefined()
  expect(store.checkoutSubmitState.get()).toMatchObject({ at: 'refused', failure: { code: 0 } })
  network.losesAnswers = false
  store.setCheckoutRemark(at(shown().shops, 0).shopId, '改了主意')
  expect(await submit()).toBeTypeOf('number')
  expect(await made()).toBe(1)
})

test('a changed price is shown, old and new, and needs another click to order', async () => {
  const { app, store, submit, spec, shown, orders: made } = await scene()
  const price = spec.price + 500
  await app.db.update(productSpecs).set({ price }).where(eq(productSpecs.id, spec.specId))
  expect(await submit()).toBeUndefined()
  const now = store.checkoutSubmitState.get()
  if (now.at !== 'refused') throw new Error('It was not refused')
  expect(now.changed.map(({ subject }) => subject)).toContain('订单总额')
  expect(shown().orderAmount).toBe(price * spec.minOrder)
  expect(await made()).toBe(0)
  expect(await submit()).toBeTypeOf('number')
  expect(await made()).toBe(1)
})

test('lets the buyer fix a stock shortage on the page', async () => {
  const { app, store, submit, spec, shown } = await scene()
  await app.db.update(productSpecs).set({ stock: spec.minOrder }).where(eq(productSpecs.id, spec.specId))
  await store.startCheckout({ ...ref(spec), quantity: spec.minOrder + 3 })
  const [item] = at(shown().shops, 0).products
  expect(item?.fault).toBe('stockShort')
  if (item !== undefined) expect(await store.acceptItemChange(item, { quantity: spec.minOrder })).toBeNull()
  expect(at(shown().shops, 0).products[0]?.fault).toBeNull()
  expect(await submit()).toBeTypeOf('number')
})

test('a chosen research programme is sent before the choices are loaded; a refused one can be changed', async () => {
  const { app, client, store, submit, wish } = await scene()
  const { programmeChoices } = await import('../../../src/stores/projects/programmes/programme-choices.ts')
  const { projects } = client.api
  const form = { code: 'B-1', name: '下单项目' }
  const { programmeId } = contentOf(await projects.programmeSave(form, { idempotencyKey: crypto.randomUUID() }))
  await vi.waitFor(() => expect(programmeChoices.get()).not.toBeNull())
  programmeChoices.set(null)
  store.chooseCheckoutProgramme(programmeId)
  expect(await submit()).toBeTypeOf('number')
  expect(await app.db.$count(orders, eq(orders.projectId, programmeId))).toBe(1)

  await store.startCheckout(wish)
  store.chooseCheckoutProgramme(programmeId)
  await vi.waitFor(() => expect(programmeChoices.get()?.map((each) => each.programmeId)).toContain(programmeId))
  contentOf(await projects.programmeMove({ programmeId, event: 'close', version: 1 }))
  expect(await submit()).toBeUndefined()
  expect(store.checkoutSubmitState.get()).toMatchObject({ failure: { code: failures.programmeGone.code } })
  await vi.waitFor(() => expect(programmeChoices.get()?.map((each) => each.programmeId)).not.toContain(programmeId))
  store.chooseCheckoutProgramme(null)
  await vi.waitFor(() => expect(store.confirmation.get()).toMatchObject({ at: 'ready', refreshing: false }))
  expect(await submit()).toBeTypeOf('number')
  expect(await app.db.$count(orders, eq(orders.projectId, programmeId))).toBe(1)
})
