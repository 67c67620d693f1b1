import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { productSpecs } from '../../../src/db/tables/catalogue.ts'
import { cartItems } from '../../../src/db/tables/cart.ts'
import { itemsOf } from '../../../src/stores/orders/cart/cart-view.ts'
import type { Account } from '../../support/accounts.ts'
import { contentOf } from '../../support/client.ts'
import { at, companyOf, ref, soldSpecs } from '../../support/scenes/orders/cart.ts'
import { signedIn } from '../demands/signed-in.ts'
import { readyContent } from '../ready.ts'

const path = '/fmall/shopping-cart/save'

/** Page of a signed-in user with two items in the cart, both in ample stock. */
async function scene(account: Account = 'buyer') {
  const page = await signedIn(account)
  const own = await companyOf(page.app, account)
  const sold = (await soldSpecs(page.app)).filter(({ companyId }) => companyId !== own).slice(0, 2)
  await page.app.db.delete(cartItems)
  const ids: number[] = []
  for (const spec of sold) {
    const joined = await page.client.api.orders.cartJoin({ ...ref(spec), quantity: spec.minOrder })
    ids.push(contentOf(joined).cartId)
  }
  const store = await import('../../../src/stores/orders/cart/cart.ts')
  await store.loadCart()
  page.calls.length = 0
  const rowOf = async (id: number) => (await page.app.db.select().from(cartItems).where(eq(cartItems.id, id))).at(0)
  const shownOf = (id: number) => itemsOf(readyContent(store.cart.get())).find(({ cartId }) => cartId === id)
  return { ...page, store, sold, first: at(ids, 0), second: at(ids, 1), least: at(sold, 0).minOrder, rowOf, shownOf }
}

test("many clicks on the stepper are one save, shown at once, with the server's total", async () => {
  const { store, first, least, calls, rowOf, shownOf } = await scene()
  for (let more = 1; more <= 5; more += 1) store.setCartQuantity(first, least + more)
  expect(shownOf(first)?.quantity).toBe(least + 5)
  expect(store.isEstimate.get()).toBe(true)
  expect(await store.flushCart()).toBe(true)
  expect(calls.filter((one) => one === path)).toHaveLength(1)
  expect((await rowOf(first))?.quantity).toBe(least + 5)
  expect(store.isEstimate.get()).toBe(false)
  const content = readyContent(store.cart.get())
  expect(content.chosenAmount).toBe(itemsOf(content).reduce((sum, { productAmount }) => sum + productAmount, 0))
})

test('a change during a save is sent afterwards: the last one wins', async () => {
  const { store, first, least, rowOf, calls } = await scene()
  store.setCartQuantity(first, least + 1)
  const saving = store.flushCart()
  store.setCartQuantity(first, least + 7)
  store.chooseCartItems([first], false)
  expect(await saving).toBe(true)
  expect(await rowOf(first)).toMatchObject({ quantity: least + 7, isChosen: false })
  expect(calls.filter((one) => one === path)).toHaveLength(2)
})

test('a network failure keeps the change: it survives a reload and is sent once online', async () => {
  const { store, first, least, network, rowOf, shownOf, reload } = await scene()
  network.cut = true
  store.setCartQuantity(first, least + 3)
  expect(await store.flushCart()).toBe(false)
  expect(store.cartSaveFailure.get()).toMatchObject({ code: 0 })
  expect(shownOf(first)?.quantity).toBe(least + 3)
  expect((await rowOf(first))?.quantity).toBe(least)
  network.cut = false
  reload()
  const anew = await import('../../../src/stores/orders/cart/cart.ts')
  const stop = anew.startCart()
  await expect.poll(async () => (await rowOf(first))?.quantity).toBe(least + 3)
  await expect.poll(() => anew.isEstimate.get()).toBe(false)
  stop()
})

test('a quantity beyond the stock is reverted with a reason, the rest of the batch is saved', async () => {
  const { store, app, sold, first, second, least, rowOf, shownOf } = await scene()
  const [one, two] = [at(sold, 0), at(sold, 1)]
  await app.db
    .update(productSpecs)
    .set({ stock: least + 1 })
    .where(eq(productSpecs.id, one.specId))
  store.setCartQuantity(first, least + 9)
  store.setCartQuantity(second, two.minOrder + 2)
  expect(await store.flushCart()).toBe(true)
  expect((await rowOf(first))?.quantity).toBe(least)
  expect((await rowOf(second))?.quantity).toBe(two.minOrder + 2)
  expect(shownOf(first)?.quantity).toBe(least)
  expect(store.quantityNotes.get()[first]).toBe(`库存仅 ${least + 1}，数量未改`)
})

test('removing can be undone; a second click meanwhile does nothing', async () => {
  const { store, app, first, second, least, shownOf, calls } = await scene()
  const actions = await import('../../../src/stores/orders/cart/cart-actions.ts')
  store.setCartQuantity(first, least + 2)
  store.chooseCartItems([first], false)
  await store.flushCart()
  const item = shownOf(first)
  if (item === undefined) throw new Error('It is not there')
  expect(await Promise.all([actions.removeCartItems([item]), actions.removeCartItems([item])])).toEqual([
    null,
    undefined,
  ])
  expect(calls.filter((one) => one === '/fmall/shopping-cart/delete')).toHaveLength(1)
  expect(shownOf(first)).toBeUndefined()
  expect(await actions.restoreCartItem(item)).toBeNull()
  const back = itemsOf(readyContent(store.cart.get())).find(({ specId }) => specId === item.specId)
  expect(back).toMatchObject({ quantity: least + 2, isChosen: false })
  const other = shownOf(second)
  if (other === undefined) throw new Error('It is not there')
  expect(await actions.moveToFavourites([other])).toBeNull()
  expect(await app.db.$count(cartItems)).toBe(1)
})

test('a changed price must be accepted; one that changed again is shown again', async () => {
  const { store, app, sold, first, shownOf } = await scene()
  const actions = await import('../../../src/stores/orders/cart/cart-actions.ts')
  const { specId, price } = at(sold, 0)
  const ask = (fen: number) => app.db.update(productSpecs).set({ price: fen }).where(eq(productSpecs.id, specId))
  await ask(price + 100)
  await store.loadCart()
  expect(readyContent(store.cart.get()).bad).toMatchObject([{ cartId: first, fault: 'priceChanged', seenPrice: price }])
  await ask(price + 200)
  expect(await actions.fixCartItem(first, { agreedPrice: price + 100 })).toMatchObject({ code: 409 })
  expect(readyContent(store.cart.get()).bad).toMatchObject([{ productPrice: price + 200 }])
  expect(await actions.fixCartItem(first, { agreedPrice: price + 200 })).toBeNull()
  expect(shownOf(first)?.productPrice).toBe(price + 200)
})

test('a change in another tab is loaded, an own one is not loaded twice', async () => {
  const { store, calls } = await scene()
  const { cartChange } = await import('../../../src/stores/orders/cart/cart-count.ts')
  const stop = store.startCart()
  await expect.poll(() => store.cart.get()).toMatchObject({ at: 'ready', refreshing: false })
  calls.length = 0
  store.notifyCartCount(2)
  await store.loadCart()
  expect(calls.filter((one) => one === '/fmall/shopping-cart/page-list')).toHaveLength(1)
  calls.length = 0
  cartChange.set('another tab')
  await expect.poll(() => calls).toContain('/fmall/shopping-cart/page-list')
  stop()
})
