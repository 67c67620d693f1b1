import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { products } from '../../../src/db/tables/catalogue.ts'
import { cartItems } from '../../../src/db/tables/cart.ts'
import { at, companyOf, ref, someService, soldSpecs } from '../../calls/orders/cart-scene.ts'
import { as, contentOf } from '../../support/client.ts'
import { signedIn } from '../demands/signed-in.ts'

async function scene() {
  const page = await signedIn('buyer')
  await page.app.db.delete(cartItems)
  const own = await companyOf(page.app, 'buyer')
  const spec = at(
    (await soldSpecs(page.app)).filter(({ companyId }) => companyId !== own),
    0,
  )
  const store = await import('../../../src/stores/orders/cart-join.ts')
  const { counts } = await import('../../../src/stores/accounts/session.ts')
  const count = await import('../../../src/stores/orders/cart-count.ts')
  return { ...page, spec, store, count, counts }
}

test('a double click joins once, and the other tabs hear of it', async () => {
  const { spec, store, made, app, kept } = await scene()
  const wish = { ...ref(spec), quantity: spec.minOrder }
  const [one, two] = await Promise.all([store.join(wish), store.join(wish)])
  expect(one).toEqual({ at: 'joined', count: 1, say: '已加入购物车' })
  expect(two).toEqual({ at: 'quiet' })
  expect(made).toEqual(['/fmall/shopping-cart/join'])
  expect(await app.db.$count(cartItems)).toBe(1)
  expect(kept['shopCartCount']).toBe('1')
  expect(kept['cartChange']).not.toBe('')
})

test('without a quantity the least that is sold goes in', async () => {
  const { spec, store, app } = await scene()
  await app.db.update(products).set({ minOrder: 4 }).where(eq(products.id, spec.listingId))
  expect(await store.join({ ...ref(spec), quantity: null })).toMatchObject({ at: 'joined', count: 1 })
  expect(await app.db.select({ quantity: cartItems.quantity }).from(cartItems)).toEqual([{ quantity: 4 }])
  const few = await store.join({ ...ref(spec), quantity: spec.stock })
  expect(few).toMatchObject({ at: 'refused', say: `库存仅 ${spec.stock} 件，购物车中已有 4 件，请减少数量` })
  const { kind, listingId } = await someService(app, 2)
  expect(await store.join({ kind, listingId, specId: null, quantity: 1 })).toMatchObject({ at: 'refused' })
})

test('what was wished before the login is taken once, and not for ever', async () => {
  const { spec, store } = await scene()
  const wish = { ...ref(spec), quantity: 2 }
  store.keepWish(wish)
  expect(store.takeWish()).toEqual(wish)
  expect(store.takeWish()).toBeUndefined()
  store.keepWish(wish)
  vi.useFakeTimers({ now: Date.now() + 3_600_000, toFake: ['Date'] })
  expect(store.takeWish()).toBeUndefined()
  vi.useRealTimers()
})

test('the badge reads the cart of whoever is signed in, and forgets it with them', async () => {
  const { spec, app, counts, count } = await scene()
  contentOf(await (await as(app, 'buyer')).api.orders.cartJoin({ ...ref(spec), quantity: spec.minOrder }))
  const { enter, session, watchSession } = await import('../../../src/stores/accounts/session.ts')
  const { headerApi } = await import('../../../src/client/browser.ts')
  watchSession()
  count.watchCartCount()
  enter(contentOf(await headerApi.accounts.profile({})))
  await expect.poll(() => counts.get().cart).toBe(1)
  const { tellClientEvent } = await import('../../../src/client/events.ts')
  tellClientEvent({ is: 'sessionInvalid', openLogin: false })
  expect(session.get().at).toBe('out')
  expect(counts.get().cart).toBe(0)
})
