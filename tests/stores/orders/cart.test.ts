import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { productSpecs } from '../../../src/db/tables/catalogue.ts'
import { cartItems } from '../../../src/db/tables/cart.ts'
import { itemsOf } from '../../../src/stores/orders/cart-view.ts'
import type { Account } from '../../support/accounts.ts'
import { contentOf } from '../../support/client.ts'
import { at, companyOf, ref, soldSpecs } from '../../calls/orders/cart-scene.ts'
import { signedIn } from '../demands/signed-in.ts'
import { ready } from '../ready.ts'

const path = '/fmall/shopping-cart/save'

/** A person’s page with two things in the cart, of which there is plenty. */
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
  const store = await import('../../../src/stores/orders/cart.ts')
  await store.load()
  page.made.length = 0
  const rowOf = async (id: number) => (await page.app.db.select().from(cartItems).where(eq(cartItems.id, id))).at(0)
  const shownOf = (id: number) => itemsOf(ready(store.cart.get())).find(({ cartId }) => cartId === id)
  return { ...page, store, sold, first: at(ids, 0), second: at(ids, 1), least: at(sold, 0).minOrder, rowOf, shownOf }
}

test('many clicks on the stepper are one write, shown at once, summed by the server', async () => {
  const { store, first, least, made, rowOf, shownOf } = await scene()
  for (let more = 1; more <= 5; more += 1) store.setQuantity(first, least + more)
  expect(shownOf(first)?.quantity).toBe(least + 5)
  expect(store.isEstimate.get()).toBe(true)
  expect(await store.flush()).toBe(true)
  expect(made.filter((one) => one === path)).toHaveLength(1)
  expect((await rowOf(first))?.quantity).toBe(least + 5)
  expect(store.isEstimate.get()).toBe(false)
  const content = ready(store.cart.get())
  expect(content.chosenAmount).toBe(itemsOf(content).reduce((sum, { amount }) => sum + amount, 0))
})

test('what is changed while a save is under way is sent after it: the last word counts', async () => {
  const { store, first, least, rowOf, made } = await scene()
  store.setQuantity(first, least + 1)
  const saving = store.flush()
  store.setQuantity(first, least + 7)
  store.choose([first], false)
  expect(await saving).toBe(true)
  expect(await rowOf(first)).toMatchObject({ quantity: least + 7, isChosen: false })
  expect(made.filter((one) => one === path)).toHaveLength(2)
})

test('a cut line loses nothing: the change stays, survives a reload, and goes when the line is back', async () => {
  const { store, first, least, line, rowOf, shownOf, reload } = await scene()
  line.cut = true
  store.setQuantity(first, least + 3)
  expect(await store.flush()).toBe(false)
  expect(store.unsaved.get()).toMatchObject({ code: 0 })
  expect(shownOf(first)?.quantity).toBe(least + 3)
  expect((await rowOf(first))?.quantity).toBe(least)
  line.cut = false
  reload()
  const anew = await import('../../../src/stores/orders/cart.ts')
  const stop = anew.start()
  await expect.poll(async () => (await rowOf(first))?.quantity).toBe(least + 3)
  await expect.poll(() => anew.isEstimate.get()).toBe(false)
  stop()
})

test('a quantity beyond the stock is put back with a reason, and the others of the batch are kept', async () => {
  const { store, app, sold, first, second, least, rowOf, shownOf } = await scene()
  const [one, two] = [at(sold, 0), at(sold, 1)]
  await app.db
    .update(productSpecs)
    .set({ stock: least + 1 })
    .where(eq(productSpecs.id, one.specId))
  store.setQuantity(first, least + 9)
  store.setQuantity(second, two.minOrder + 2)
  expect(await store.flush()).toBe(true)
  expect((await rowOf(first))?.quantity).toBe(least)
  expect((await rowOf(second))?.quantity).toBe(two.minOrder + 2)
  expect(shownOf(first)?.quantity).toBe(least)
  expect(store.notes.get()[first]).toBe(`库存仅 ${least + 1}，数量未改`)
})

test('taking out has a way back; a second click while one is under way does nothing', async () => {
  const { store, app, first, second, least, shownOf, made } = await scene()
  const actions = await import('../../../src/stores/orders/cart-actions.ts')
  store.setQuantity(first, least + 2)
  store.choose([first], false)
  await store.flush()
  const item = shownOf(first)
  if (item === undefined) throw new Error('It is not there')
  expect(await Promise.all([actions.remove([item]), actions.remove([item])])).toEqual([null, undefined])
  expect(made.filter((one) => one === '/fmall/shopping-cart/delete')).toHaveLength(1)
  expect(shownOf(first)).toBeUndefined()
  expect(await actions.restore(item)).toBeNull()
  const back = itemsOf(ready(store.cart.get())).find(({ specId }) => specId === item.specId)
  expect(back).toMatchObject({ quantity: least + 2, isChosen: false })
  const other = shownOf(second)
  if (other === undefined) throw new Error('It is not there')
  expect(await actions.moveToFavourites([other])).toBeNull()
  expect(await app.db.$count(cartItems)).toBe(1)
})

test('a new price is agreed to; one that moved again is shown anew', async () => {
  const { store, app, sold, first, shownOf } = await scene()
  const actions = await import('../../../src/stores/orders/cart-actions.ts')
  const { specId, price } = at(sold, 0)
  const ask = (fen: number) => app.db.update(productSpecs).set({ price: fen }).where(eq(productSpecs.id, specId))
  await ask(price + 100)
  await store.load()
  expect(ready(store.cart.get()).bad).toMatchObject([{ cartId: first, fault: 'priceChanged', seenPrice: price }])
  await ask(price + 200)
  expect(await actions.mend(first, { agreedPrice: price + 100 })).toMatchObject({ code: 409 })
  expect(ready(store.cart.get()).bad).toMatchObject([{ price: price + 200 }])
  expect(await actions.mend(first, { agreedPrice: price + 200 })).toBeNull()
  expect(shownOf(first)?.price).toBe(price + 200)
})

test('a change in another tab is read, one’s own is not read twice', async () => {
  const { store, made } = await scene()
  const { cartChange } = await import('../../../src/stores/orders/cart-count.ts')
  const stop = store.start()
  await expect.poll(() => store.cart.get()).toMatchObject({ at: 'ready', refreshing: false })
  made.length = 0
  store.tell(2)
  await store.load()
  expect(made.filter((one) => one === '/fmall/shopping-cart/page-list')).toHaveLength(1)
  made.length = 0
  cartChange.set('another tab')
  await expect.poll(() => made).toContain('/fmall/shopping-cart/page-list')
  stop()
})
