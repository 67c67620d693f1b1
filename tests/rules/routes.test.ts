import { expect, test } from 'vitest'
import { links } from '../../src/domain/links.ts'
import { ownRoutes, routeOf, routePaths, routes } from '../../src/domain/routes.ts'
import { opsMenu } from '../../src/layouts/operations/ops-menu.ts'
import { isUnknownAddress } from '../../src/server/http/addresses.ts'
import { filesOf, textOf } from '../support/sources.ts'

const specified = textOf('tests/rules/spec/routes.txt')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [path = '', layout = '', who = ''] = line.split('\t')
    return { path, layout, who }
  })

/** Paths that have a page of their own. */
const pages = new Set(
  filesOf('src/pages/**/*.{astro,ts}')
    .map((file) => file.replace(/^src\/pages/, '').replace(/\.(astro|ts)$/, ''))
    .map((path) => path.replace(/\/index$/, '') || '/'),
)
const catchAll = filesOf('src/pages/*.astro').includes('src/pages/[...path].astro')

test('every path of the specification is a route, with its layout and its audience', () => {
  const wrong = specified.flatMap(({ path, layout, who }) => {
    const route = routeOf(path)
    if (route === undefined) return [`${path}: write it into src/domain/routes.ts`]
    return route.layout === layout && route.who === who
      ? []
      : [`${path}: ${route.layout}, ${route.who} is to be ${layout}, ${who}`]
  })
  expect(wrong).toEqual([])
  expect(routePaths.length).toBe(specified.length)
})

test('every route has a page, or the honest page for those that are not built', () => {
  const missing = Object.keys(routes).filter((path) => !pages.has(path) && !catchAll)
  expect(missing.map((path) => `${path}: make src/pages${path}.astro`)).toEqual([])
})

/** Where people come in who have no account yet. */
const beforeAccount = '/login/invitation'
/** Where a page of our own may stand: with the operators, or in a centre where the specification names calls without a page. */
const ownPlaces = ['/ops/', '/platform/buyerAccount/projectDeclare', '/platform/buyerAccount/visits']

test('pages of our own stand below /ops/, each with its file, where no page of the specification is', () => {
  const wrong = Object.entries(ownRoutes).flatMap(([path, { who }]) => {
    if (path === beforeAccount && who === 'all') return pages.has(path) ? [] : [`${path}: make src/pages${path}.astro`]
    if (!ownPlaces.some((start) => path.startsWith(start)) || path in routes)
      return [`${path}: our own pages stand below /ops/`]
    if (who !== 'user') return [`${path}: nobody sees it without signing in; the page itself looks for isOperator`]
    return pages.has(path) ? [] : [`${path}: make src/pages${path}.astro`]
  })
  expect(wrong).toEqual([])
})

test('every page of the operators stands in their menu once, under its title', () => {
  const entries = opsMenu.flatMap((group) => group.entries).map(({ label, href }) => `${href} ${label}`)
  const operators = Object.entries(ownRoutes).filter(([path]) => path.startsWith('/ops/'))
  expect(entries.toSorted()).toEqual(operators.map(([path, { title }]) => `${path} ${title}`).toSorted())
})

test('no page stands at a path that is no route', () => {
  const own = [...pages].filter(
    (path) =>
      !/^\/(404|500|503|dev\/|demo\/|\[|sitemap|robots|rss|help-preview$|easy$|_)/.test(path) && !path.includes('/_'),
  )
  const unknown = own.filter((path) => routeOf(path) === undefined && !path.includes('['))
  expect(unknown.map((path) => `${path}: write it into src/domain/routes.ts, or move the file`)).toEqual([])
})

test('addresses that are served are never taken for unknown ones', () => {
  const never = /^\/(?:_|404$|503$|\[)|\/_/
  const wrong = [...pages, ...routePaths, ...Object.keys(ownRoutes)].filter(
    (path) => !never.test(path) && isUnknownAddress(path),
  )
  expect(wrong.map((path) => `${path}: write its first part into src/server/http/addresses.ts`)).toEqual([])
  const served = [
    '/healthz',
    '/readyz',
    '/metrics',
    '/robots.txt',
    '/sitemap-index.xml',
    '/cards/home.png',
    '/favicon.ico',
    '/manifest.webmanifest',
    '/files/1/x',
    '/api/docs',
    '/about%2F',
    '/about/',
    '//about',
    '/./about',
    '/x/../about',
    '/about.html',
    '/_image',
  ]
  expect(served.filter(isUnknownAddress)).toEqual([])
  expect(['/nothing', '/about/nothing', '/wp-login.php', '/shop/1'].filter((path) => !isUnknownAddress(path))).toEqual(
    [],
  )
})

/** What every link makes of an id of 7, or of a shop 7 of the organisation 3. */
const made = Object.entries(links).map(([name, link]) => {
  const made: unknown = Reflect.apply(link, undefined, [/^shop[A-Z]/.test(name) ? { id: 7, orgId: 3 } : 7])
  return { name, url: String(made) }
})

test('every link leads to a route, to a page of the demo, or to what a browser installs the site by', () => {
  const lost = made.filter(({ url }) => {
    const { pathname } = new URL(url, 'http://own.invalid')
    if (pathname === links.manifest()) return false
    return routeOf(pathname) === undefined && !(pathname.startsWith('/demo/') && pages.has(pathname))
  })
  expect(lost).toEqual([])
})

test('addresses are what they were: people have them in bookmarks, others link to them', async () => {
  const lines = made.map(({ name, url }) => `${name}\t${url}\n`).join('')
  await expect(lines).toMatchFileSnapshot('spec/links.txt')
})
