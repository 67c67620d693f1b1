import { expect, test } from 'vitest'
import { links } from '../../src/domain/links.ts'
import { ownRoutes, findRoute, routePaths, routes } from '../../src/domain/routes.ts'
import { opsMenu } from '../../src/components/operations/ops-menu.ts'
import { isUnknownPath } from '../../src/server/http/server-paths.ts'
import { filesOf, textOf } from '../support/sources.ts'

const specified = textOf('tests/rules/spec/routes.txt')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [path = '', layout = '', who = ''] = line.split('\t')
    return { path, layout, who }
  })

/** Paths with their own page file. */
const pages = new Set(
  filesOf('src/pages/**/*.{astro,ts}')
    .map((file) => file.replace(/^src\/pages/, '').replace(/\.(astro|ts)$/, ''))
    .map((path) => path.replace(/\/index$/, '') || '/'),
)
const catchAll = filesOf('src/pages/*.astro').includes('src/pages/[...path].astro')

test('every path of the specification is a route, with its layout and audience', () => {
  const wrong = specified.flatMap(({ path, layout, who }) => {
    const route = findRoute(path)
    if (route === undefined) return [`${path}: write it into src/domain/routes.ts`]
    return route.layout === layout && route.who === who
      ? []
      : [`${path}: ${route.layout}, ${route.who} is to be ${layout}, ${who}`]
  })
  expect(wrong).toEqual([])
  expect(routePaths.length).toBe(specified.length)
})

test('every route has a page, or the placeholder page for unbuilt ones', () => {
  const missing = Object.keys(routes).filter((path) => !pages.has(path) && !catchAll)
  expect(missing.map((path) => `${path}: make src/pages${path}.astro`)).toEqual([])
})

/**
 * Own pages for everyone: the entry for people without an account, the comparison of public listings, the search of the
 * whole site, the form of a complaint, which visitors fill in before they sign in, and the documents of the open API.
 */
const openToAll = [
  '/offline',
  '/login/invitation',
  '/compare',
  '/search',
  '/structure',
  '/platform/report',
  '/developers',
  '/developers/reference',
]
/** Allowed places for own pages: below /ops/, or in a centre where the specification has calls without a page. */
const ownPlaces = [
  '/ops',
  '/platform/buyerAccount/agreements',
  '/platform/buyerAccount/approvalRules',
  '/platform/buyerAccount/complaints',
  '/platform/buyerAccount/matching',
  '/platform/buyerAccount/openApi',
  '/platform/buyerAccount/projectDeclare',
  '/platform/buyerAccount/budgets',
  '/platform/buyerAccount/requisitions',
  '/platform/buyerAccount/programmes',
  '/platform/buyerAccount/samples',
  '/platform/buyerAccount/savedSearches',
  '/platform/buyerAccount/statistics',
  '/platform/buyerAccount/suppliers',
  '/platform/buyerAccount/visits',
  '/platform/sellerCenter/agreements',
  '/platform/sellerCenter/complaints',
  '/platform/sellerCenter/matching',
  '/platform/sellerCenter/openApi',
  '/platform/sellerCenter/samples',
  '/platform/sellerCenter/statistics',
  '/platform/scan',
  '/shop/quickOrder',
]

test('own pages are below /ops/ or in allowed places, each with its file, and not on a path of the specification', () => {
  const wrong = Object.entries(ownRoutes).flatMap(([path, { who }]) => {
    if (openToAll.includes(path) && who === 'all')
      return pages.has(path) ? [] : [`${path}: make src/pages${path}.astro`]
    if (!ownPlaces.some((start) => path.startsWith(start)) || path in routes)
      return [`${path}: our own pages stand below /ops/`]
    if (who !== 'user') return [`${path}: nobody sees it without signing in; the page itself looks for isOperator`]
    return pages.has(path) ? [] : [`${path}: make src/pages${path}.astro`]
  })
  expect(wrong).toEqual([])
})

test('every operator page is in the operator menu once, with its title', () => {
  const entries = opsMenu.flatMap((group) => group.entries).map(({ label, href }) => `${href} ${label}`)
  const operators = Object.entries(ownRoutes).filter(([path]) => path.startsWith('/ops'))
  expect(entries.toSorted()).toEqual(operators.map(([path, { title }]) => `${path} ${title}`).toSorted())
})

test('every page file has a route', () => {
  const own = [...pages].filter(
    (path) => !/^\/(404|500|503|dev\/|demo\/|\[|sitemap|robots|rss|easy$|_)/.test(path) && !path.includes('/_'),
  )
  const unknown = own.filter((path) => findRoute(path) === undefined && !path.includes('['))
  expect(unknown.map((path) => `${path}: write it into src/domain/routes.ts, or move the file`)).toEqual([])
})

test('served paths are never treated as unknown', () => {
  const never = /^\/(?:_|404$|503$|\[)|\/_/
  const wrong = [...pages, ...routePaths, ...Object.keys(ownRoutes)].filter(
    (path) => !never.test(path) && isUnknownPath(path),
  )
  expect(wrong.map((path) => `${path}: write its first part into src/server/http/server-paths.ts`)).toEqual([])
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
  expect(served.filter(isUnknownPath)).toEqual([])
  expect(['/figures/dose-417.svg', '/figures/cas-103-90-2-v12.svg'].filter(isUnknownPath)).toEqual([])
  const figures = ['dose-1000.svg', 'nothing-1.svg', 'cas-999999-99-9.svg', 'dose-417.png', 'dose-417', 'a/b']
  expect(figures.filter((name) => !isUnknownPath(`/figures/${name}`))).toEqual([])
  expect(['/nothing', '/about/nothing', '/wp-login.php', '/shop/1'].filter((path) => !isUnknownPath(path))).toEqual([])
})

/** Results of all links for the id 7, or for shop 7 of organisation 3. */
const made = Object.entries(links).map(([name, link]) => {
  const made: unknown = Reflect.apply(link, undefined, [/^shop[A-Z]/.test(name) ? { id: 7, orgId: 3 } : 7])
  return { name, url: String(made) }
})

test('every link leads to a route, to a demo page, or to a file of the web app manifest', () => {
  const lost = made.filter(({ url }) => {
    const { pathname } = new URL(url, 'http://own.invalid')
    if (pathname === links.manifest()) return false
    return findRoute(pathname) === undefined && !(pathname.startsWith('/demo/') && pages.has(pathname))
  })
  expect(lost).toEqual([])
})

test('addresses are what they were: people have them in bookmarks, others link to them', async () => {
  const lines = made.map(({ name, url }) => `${name}\t${url}\n`).join('')
  await expect(lines).toMatchFileSnapshot('spec/links.txt')
})
