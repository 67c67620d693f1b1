import { expect, test } from 'vitest'
import { contract } from '../../../src/contract/contract.ts'
import { ownRoutes, routes } from '../../../src/domain/routes.ts'
import {
  assetsOf,
  cacheNames,
  importsOf,
  isStorable,
  readingPaths,
  requestKind,
  titleOf,
} from '../../../src/domain/shell/offline.ts'
import { isPersonalCache, ownListsCache } from '../../../src/domain/shell/stored-names.ts'

const everyRoute = Object.entries({ ...routes, ...ownRoutes })

test('only published texts are stored of all pages: none for people signed in, none with prices or orders', () => {
  const stored = everyRoute.flatMap(([path, { who }]) => (requestKind(path, true) === 'reading' ? [{ path, who }] : []))
  expect(stored.map(({ path }) => path).toSorted()).toEqual([...readingPaths].toSorted())
  expect(stored.filter(({ who }) => who !== 'all')).toEqual([])
  const aboutMoney =
    /order|pay|cart|car|market|service|goods|shop|supplier\b|demand|chat|login|ops|conf|compare|search/i
  expect(readingPaths.filter((path) => aboutMoney.test(path))).toEqual([])
})

test('no call, file, payment or visit is ever touched', () => {
  const calls = Object.values(contract).flatMap((domain) => Object.values(domain).map(({ path }) => `/api${path}`))
  const others = ['/files/abc', '/files/abc?x=1', '/pay/notify/alipay', '/mqtt', '/visits', '/demo/outbox', '/demo/pay']
  for (const path of [...calls, ...others]) {
    expect([requestKind(path, false), requestKind(path, true)], path).toEqual([undefined, undefined])
  }
  expect(calls.length).toBeGreaterThan(300)
})

test.each([
  ['/_astro/Page.B1x2.js', 'asset'],
  ['/_astro/list.css', 'asset'],
  ['/pictures/help/sessions.webp', 'asset'],
  ['/pictures/upload.webp', undefined],
  ['/_astro/../api/x.js', undefined],
  ['/_astro/data.json', undefined],
  ['/icon-192.png', undefined],
  ['/platform/commonProblem/helpDetail', undefined],
  ['/sw.js', undefined],
])('%s, not opened as a page, is of kind %s', (path, kind) => {
  expect(requestKind(path, false)).toBe(kind)
})

test('an answer is stored only if its headers allow it', () => {
  expect(isStorable('public, max-age=0, must-revalidate')).toBe(true)
  for (const header of ['no-store', 'private, no-store', 'private', null]) expect(isStorable(header)).toBe(false)
})

test('what a person read or marked goes with the session; files of the build stay', () => {
  const { assets, readings, shell } = cacheNames('abc')
  expect([readings, ownListsCache].map(isPersonalCache)).toEqual([true, true])
  expect([assets, shell].map(isPersonalCache)).toEqual([false, false])
})

test('files of a page, and the modules that they import at once', () => {
  const html = `<link rel="stylesheet" href="/_astro/a.css"><script type="module" src="/_astro/b.js"></script>
    <use href="/_astro/i.svg#x"/><use href="/_astro/i.svg#y"/><astro-island component-url="/_astro/c.js"></astro-island>
    <a href="/about">x</a><img alt="" src="/pictures/help/roles.webp">`
  expect(assetsOf(html)).toEqual(['/_astro/a.css', '/_astro/b.js', '/_astro/i.svg', '/pictures/help/roles.webp'])
  const script = `import{a as b}from"./one.X-1.js";import"./two.js";const c=()=>import("./later.js");export*from"./three.js"`
  expect(importsOf('/_astro/b.js', script)).toEqual(['/_astro/one.X-1.js', '/_astro/two.js', '/_astro/three.js'])
})

test('a stored page is listed by its title without the name of the site', () => {
  expect(titleOf('<title>验收 &amp; 付款 - 药械研发服务平台</title>')).toBe('验收 & 付款')
  expect(titleOf('<p>none</p>')).toBe('')
})
