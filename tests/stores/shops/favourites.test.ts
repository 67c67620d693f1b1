import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { services } from '../../../src/db/tables/catalogue.ts'
import { favourites } from '../../../src/db/tables/interest.ts'
import { shopFollows } from '../../../src/db/tables/shops.ts'
import { contentOf } from '../../support/client.ts'
import { ready } from '../ready.ts'
import { signedIn } from '../demands/signed-in.ts'

test('favourites are shown by part, chosen, and taken out once', async () => {
  const page = await signedIn('buyer', '?tab=1&part=service')
  await page.app.db.delete(favourites)
  const rows = await page.app.db
    .select({ id: services.id })
    .from(services)
    .where(eq(services.status, 'published'))
    .limit(3)
  for (const { id } of rows) contentOf(await page.client.api.shops.favouriteSave({ kind: 'service', listingId: id }))
  const store = await import('../../../src/stores/shops/favourites.ts')
  store.start()
  await store.load()
  expect(store.query.get()).toEqual({ part: 'service', keyword: '', current: 1 })
  expect(ready(store.favourites.get())).toMatchObject({ total: 3, counts: { service: 3, product: 0, gone: 0 } })

  store.pickAll(true)
  const [first] = ready(store.favourites.get()).data
  store.pick(first?.favouriteId ?? 0, false)
  expect(store.chosen.get().size).toBe(2)
  store.askChosen()
  page.line.cut = true
  expect(await store.remove()).toBeUndefined()
  expect(store.removing.get()).toMatchObject({ at: 'asking', sending: false, failure: { code: 0 } })
  page.line.cut = false
  const answers = await Promise.all([store.remove(), store.remove()])
  expect(answers).toEqual([2, undefined])
  expect(ready(store.favourites.get()).data.map(({ favouriteId }) => favouriteId)).toEqual([first?.favouriteId])
  expect(store.chosen.get().size).toBe(0)

  store.choose({ part: 'gone' })
  await store.load()
  expect(ready(store.favourites.get()).data).toEqual([])
  store.choose({ part: 'all', keyword: '没有这样的收藏' })
  await store.load()
  expect(ready(store.favourites.get()).total).toBe(0)
}, 60_000)

test('a followed shop is followed no longer, once, and the list shows it', async () => {
  const page = await signedIn('buyer', '?tab=2')
  await page.app.db.delete(shopFollows)
  const [shop] = contentOf(await page.client.api.shops.shopsByKeywords({ pageSize: 1 })).data
  contentOf(await page.client.api.shops.followSave({ shopId: shop?.shopId ?? 0 }))
  const store = await import('../../../src/stores/shops/follows.ts')
  store.start()
  await store.load()
  const [followed] = ready(store.follows.get()).data
  if (followed === undefined) throw new Error('The shop is not listed')
  store.ask(followed)
  page.line.cut = true
  expect(await store.end()).toBe(false)
  page.line.cut = false
  expect(await Promise.all([store.end(), store.end()])).toEqual([true, false])
  expect(ready(store.follows.get()).total).toBe(0)
  expect(store.ending.get()).toEqual({ at: 'none' })
}, 60_000)
