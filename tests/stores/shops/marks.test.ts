import { expect, test } from 'vitest'
import { services } from '../../../src/db/tables/catalogue.ts'
import { favourites } from '../../../src/db/tables/interest.ts'
import { markKey } from '../../../src/domain/catalogue/marks.ts'
import { contentOf } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'
import { signedIn } from '../demands/signed-in.ts'

test('marks are read once for the page, shown at once, and taken back where it fails', async () => {
  const page = await signedIn('buyer')
  await page.app.db.delete(favourites)
  const [first, second] = await page.app.db.select({ id: services.id }).from(services).limit(2)
  const [one, two] = [markKey('service', first?.id ?? 0), markKey('service', second?.id ?? 0)]
  contentOf(await page.client.api.shops.favouriteSave({ kind: 'service', listingId: second?.id ?? 0 }))
  const store = await import('../../../src/stores/shops/marks.ts')
  await store.load([one, two, two])
  expect([store.marks.get()[one]?.on, store.marks.get()[two]?.on]).toEqual([false, true])

  const before = page.made.length
  const wishing = store.wish(one, true)
  expect(store.marks.get()[one]).toMatchObject({ on: true, sending: true })
  expect(await store.wish(one, false)).toBeUndefined()
  expect(await wishing).toMatchObject({ good: true })
  expect(page.made.slice(before)).toEqual(['/user-center/follow/save'])
  expect(store.marks.get()[one]).toMatchObject({ on: true, sending: false })
  expect(store.lastChange.get()).toMatchObject({ key: one, on: true })

  page.line.cut = true
  expect(await store.wish(one, false)).toBeUndefined()
  expect(store.marks.get()[one]?.on).toBe(true)
  page.line.cut = false
  expect(await store.wish(markKey('service', missingId), true)).toMatchObject({ good: false })
  expect(store.marks.get()[markKey('service', missingId)]?.on).toBe(false)
  expect(await store.wish(one, false)).toMatchObject({ good: true, say: '已取消收藏' })

  store.lastChange.set({ key: two, on: false })
  expect(store.marks.get()[two]?.on).toBe(false)
  store.forget()
  expect(store.marks.get()).toEqual({})
}, 60_000)

test('a wish that is newer than a reading is not undone by it', async () => {
  const page = await signedIn('buyer')
  const [shop] = contentOf(await page.client.api.shops.shopsByKeywords({ pageSize: 1 })).data
  const key = markKey('shop', shop?.shopId ?? 0)
  const store = await import('../../../src/stores/shops/marks.ts')
  const reading = store.load([key])
  const wishing = store.wish(key, true)
  await Promise.all([reading, wishing])
  expect(store.marks.get()[key]).toMatchObject({ on: true, count: (shop?.followCount ?? 0) + 1 })
}, 60_000)
