import { expect, test } from 'vitest'
import { services } from '../../../src/db/tables/catalogue.ts'
import { favourites } from '../../../src/db/tables/interest.ts'
import { favouriteKey } from '../../../src/domain/catalogue/favourites.ts'
import { contentOf } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'
import { signedIn } from '../demands/signed-in.ts'

test('favourites load once per page, change at once, and are reverted on failure', async () => {
  const page = await signedIn('buyer')
  await page.app.db.delete(favourites)
  const [first, second] = await page.app.db.select({ id: services.id }).from(services).limit(2)
  const [one, two] = [favouriteKey('service', first?.id ?? 0), favouriteKey('service', second?.id ?? 0)]
  contentOf(await page.client.api.shops.favouriteSave({ kind: 'service', listingId: second?.id ?? 0 }))
  const store = await import('../../../src/stores/shops/own-marks.ts')
  await store.loadOwnMarks([one, two, two])
  expect([store.ownMarks.get()[one]?.on, store.ownMarks.get()[two]?.on]).toEqual([false, true])

  const before = page.calls.length
  const wishing = store.toggleMark(one, true)
  expect(store.ownMarks.get()[one]).toMatchObject({ on: true, sending: true })
  expect(await store.toggleMark(one, false)).toBeUndefined()
  expect(await wishing).toMatchObject({ isDone: true })
  expect(page.calls.slice(before)).toEqual(['/user-center/follow/save'])
  expect(store.ownMarks.get()[one]).toMatchObject({ on: true, sending: false })
  expect(store.lastMarkChange.get()).toMatchObject({ key: one, on: true })

  page.network.cut = true
  expect(await store.toggleMark(one, false)).toBeUndefined()
  expect(store.ownMarks.get()[one]?.on).toBe(true)
  page.network.cut = false
  expect(await store.toggleMark(favouriteKey('service', missingId), true)).toMatchObject({ isDone: false })
  expect(store.ownMarks.get()[favouriteKey('service', missingId)]?.on).toBe(false)
  expect(await store.toggleMark(one, false)).toMatchObject({ isDone: true, message: '已取消收藏' })

  store.lastMarkChange.set({ key: two, on: false })
  expect(store.ownMarks.get()[two]?.on).toBe(false)
  store.clearOwnMarks()
  expect(store.ownMarks.get()).toEqual({})
}, 60_000)

test('an older answer does not undo a newer change', async () => {
  const page = await signedIn('buyer')
  const [shop] = contentOf(await page.client.api.shops.shopsByKeywords({ pageSize: 1 })).data
  const key = favouriteKey('shop', shop?.shopId ?? 0)
  const store = await import('../../../src/stores/shops/own-marks.ts')
  const reading = store.loadOwnMarks([key])
  const wishing = store.toggleMark(key, true)
  await Promise.all([reading, wishing])
  expect(store.ownMarks.get()[key]).toMatchObject({ on: true, count: (shop?.followCount ?? 0) + 1 })
}, 60_000)
