import { expect, test } from 'vitest'
import { createCacheBudget } from '../../src/server/cache-budget.ts'
import { createPageCache, type CachedPage } from '../../src/server/page-cache.ts'

const megabyte = Buffer.alloc(1024 * 1024)
const page = (...tags: string[]): CachedPage => ({
  status: 200,
  headers: [],
  parts: [{ bytes: megabyte, isShared: false }],
  tags,
  etag: () => '"x"',
  encoded: new Map(),
  freshUntil: Date.now() + 60_000,
})

test('sequentially generated addresses do not evict popular pages', () => {
  const cache = createPageCache(() => {}, createCacheBudget(256 * megabyte.byteLength))
  cache.set('/demandHall', page('demands'), cache.moment())
  expect(cache.get('/demandHall')).toBeDefined()
  for (let n = 0; n < 500; n += 1) cache.set(`/demandHall?_=${n}`, page('demands'), cache.moment())
  expect(cache.get('/demandHall')).toBeDefined()
  expect(cache.get('/demandHall?_=0')).toBeUndefined()
  expect(cache.get('/demandHall?_=499')).toBeDefined()
})

test('cached content stays within its byte limit', () => {
  const cache = createPageCache(() => {}, createCacheBudget(256 * megabyte.byteLength))
  for (let n = 0; n < 400; n += 1) {
    cache.set(`/${n}`, page(), cache.moment())
    cache.get(`/${n}`)
  }
  const kept = Array.from({ length: 400 }, (_, n) => cache.get(`/${n}`)).filter((one) => one !== undefined)
  expect(kept.length).toBeLessThanOrEqual(256)
  expect(kept.length).toBeGreaterThan(150)
})

test('does not cache a page rendered before its tag was invalidated, also with many tags', () => {
  const cache = createPageCache(() => {}, createCacheBudget(256 * megabyte.byteLength))
  const before = cache.moment()
  cache.invalidate(['demand:1'])
  for (let n = 2; n < 20_100; n += 1) cache.invalidate([`demand:${n}`])
  cache.set('/a', page('demand:1'), before)
  expect(cache.get('/a')).toBeUndefined()
  cache.set('/a', page('demand:1'), cache.moment())
  expect(cache.get('/a')).toBeDefined()
  cache.invalidate(['demand:1'])
  expect(cache.get('/a')).toBeUndefined()
})

test('clearing empties the cache, and pages rendered before are not added afterwards', () => {
  const cache = createPageCache(() => {}, createCacheBudget(256 * megabyte.byteLength))
  const before = cache.moment()
  cache.set('/a', page(), before)
  cache.get('/a')
  cache.clear()
  cache.set('/b', page(), before)
  expect([cache.get('/a'), cache.get('/b')]).toEqual([undefined, undefined])
})
