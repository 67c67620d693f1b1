import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { services } from '../../../src/db/tables/catalogue.ts'
import { favourites } from '../../../src/db/tables/interest.ts'
import { shopFollows } from '../../../src/db/tables/shops.ts'
import { contentOf } from '../../support/client.ts'
import { readyContent } from '../ready.ts'
import { signedIn } from '../demands/signed-in.ts'

test('favourites are listed by kind, selected, and removed once', async () => {
  const page = await signedIn('buyer', '?tab=1&part=service')
  await page.app.db.delete(favourites)
  const rows = await page.app.db
    .select({ id: services.id })
    .from(services)
    .where(eq(services.status, 'published'))
    .limit(3)
  for (const { id } of rows) contentOf(await page.client.api.shops.favouriteSave({ kind: 'service', listingId: id }))
  const store = await import('../../../src/stores/shops/favourites.ts')
  store.startFavourites()
  await store.loadFavourites()
  expect(store.favouritesQuery.get()).toEqual({ part: 'service', keyword: '', current: 1 })
  expect(readyContent(store.favourites.get())).toMatchObject({ total: 3, counts: { service: 3, product: 0, gone: 0 } })

  store.toggleAllFavourites(true)
  const [first] = readyContent(store.favourites.get()).data
  store.toggleFavourite(first?.favouriteId ?? 0, false)
  expect(store.chosenFavourites.get().size).toBe(2)
  store.removeChosenFavourites()
  page.network.cut = true
  expect(await store.removeFavourites()).toBeUndefined()
  expect(store.favouriteRemoval.get()).toMatchObject({ at: 'asking', sending: false, failure: { code: 0 } })
  page.network.cut = false
  const answers = await Promise.all([store.removeFavourites(), store.removeFavourites()])
  expect(answers).toEqual([2, undefined])
  expect(readyContent(store.favourites.get()).data.map(({ favouriteId }) => favouriteId)).toEqual([first?.favouriteId])
  expect(store.chosenFavourites.get().size).toBe(0)

  store.updateFavouritesQuery({ part: 'gone' })
  await store.loadFavourites()
  expect(readyContent(store.favourites.get()).data).toEqual([])
  store.updateFavouritesQuery({ part: 'all', keyword: '没有这样的收藏' })
  await store.loadFavourites()
  expect(readyContent(store.favourites.get()).total).toBe(0)
}, 60_000)

test('a shop is unfollowed once, and the list is updated', async () => {
  const page = await signedIn('buyer', '?tab=2')
  await page.app.db.delete(shopFollows)
  const [shop] = contentOf(await page.client.api.shops.shopsByKeywords({ pageSize: 1 })).data
  contentOf(await page.client.api.shops.followSave({ shopId: shop?.shopId ?? 0 }))
  const store = await import('../../../src/stores/shops/follows.ts')
  store.startFollows()
  await store.loadFollows()
  const [followed] = readyContent(store.follows.get()).data
  if (followed === undefined) throw new Error('The shop is not listed')
  store.openUnfollow(followed)
  page.network.cut = true
  expect(await store.unfollowShop()).toBe(false)
  page.network.cut = false
  expect(await Promise.all([store.unfollowShop(), store.unfollowShop()])).toEqual([true, false])
  expect(readyContent(store.follows.get()).total).toBe(0)
  expect(store.unfollowing.get()).toEqual({ at: 'none' })
}, 60_000)
