import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { products } from '../../../src/db/tables/catalogue.ts'
import { cartItems } from '../../../src/db/tables/cart.ts'
import { at, companyOf, ref, someService, soldSpecs } from '../../support/scenes/orders/cart.ts'
import { signInAs, contentOf } from '../../support/client.ts'
import { signedIn } from '../demands/signed-in.ts'

async function scene() {
  const page = await signedIn('buyer')
  await page.app.db.delete(cartItems)
  const own = await companyOf(page.app, 'buyer')
  const spec = at(
    (await soldSpecs(page.app)).filter(({ companyId }) => companyId !== own),
    0,
  )
  const store = await import('../../../src/stores/orders/cart/add-to-cart.ts')
  const { counts } = await import('../../../src/stores/accounts/session.ts')
  const count = await import('../../../src/stores/orders/cart/cart-count.ts')
  return { ...page, spec, store, count, counts }
}

test('a double click adds once, and other tabs are notified', async () => {
  const { spec, store, calls, app, persisted } = await scene()
  const wish = { ...ref(spec), quantity: spec.minOrder }
  const [one, two] = await Promise.all([store.addToCart(wish), store.addToCart(wish)])
  expect(one).toEqual({ at: 'joined', count: 1, say: '已加入购物车' })
  expect(two).toEqual({ at: 'quiet' })
  expect(calls).toEqual(['/fmall/shopping-cart/join'])
  expect(await app.db.$count(cartItems)).toBe(1)
  expect(persisted['shopCartCount']).toBe('1')
  expect(persisted['cartChange']).not.toBe('')
})

test('the default quantity is the minimum order quantity', async () => {
  const { spec, store, app } = await scene()
  await app.db.update(products).set({ minOrder: 4 }).where(eq(products.id, spec.listingId))
  expect(await store.addToCart({ ...ref(spec), quantity: null })).toMatchObject({ at: 'joined', count: 1 })
  expect(await app.db.select({ quantity: cartItems.quantity }).from(cartItems)).toEqual([{ quantity: 4 }])
  const few = await store.addToCart({ ...ref(spec), quantity: spec.stock })
  expect(few).toMatchObject({ at: 'refused', say: `库存仅 ${spec.stock} 件，购物车中已有 4 件，请减少数量` })
  const { kind, listingId } = await someService(app, 2)
  expect(await store.addToCart({ kind, listingId, specId: null, quantity: 1 })).toMatchObject({ at: 'refused' })
})

test('adds a cart request from before sign-in once, with expiry', async () => {
  const { spec, store } = await scene()
  const wish = { ...ref(spec), quantity: 2 }
  store.saveCartRequest(wish)
  expect(store.takeCartRequest()).toEqual(wish)
  expect(store.takeCartRequest()).toBeUndefined()
  store.saveCartRequest(wish)
  vi.useFakeTimers({ now: Date.now() + 3_600_000, toFake: ['Date'] })
  expect(store.takeCartRequest()).toBeUndefined()
  vi.useRealTimers()
})

test('the badge shows the cart of the signed-in user and is reset on sign-out', async () => {
  const { spec, app, counts, count } = await scene()
  contentOf(await (await signInAs(app, 'buyer')).api.orders.cartJoin({ ...ref(spec), quantity: spec.minOrder }))
  const { completeLogin, session, watchSession } = await import('../../../src/stores/accounts/session.ts')
  const { headerApi } = await import('../../../src/client/browser.ts')
  watchSession()
  count.watchCartCount()
  completeLogin(contentOf(await headerApi.accounts.profile({})))
  await expect.poll(() => counts.get().cart).toBe(1)
  const { emitClientEvent } = await import('../../../src/client/events.ts')
  emitClientEvent({ is: 'sessionInvalid', openLogin: false })
  expect(session.get().at).toBe('out')
  expect(counts.get().cart).toBe(0)
})
