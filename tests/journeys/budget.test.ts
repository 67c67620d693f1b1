import { expect, inject, test } from 'vitest'
import { routes } from '../../src/domain/routes.ts'
import { publicAddresses } from '../support/public-pages.ts'
import { measurePageWeight } from '../support/page-weight.ts'

const site = inject('site')
const scriptBudget = 20 * 1024
const pageBudget = 60 * 1024

test('public pages load little script and few bytes before any interaction', async () => {
  const heavy: string[] = []
  for (const address of await publicAddresses(site)) {
    const { script, page, scripts } = measurePageWeight(await (await fetch(site + address)).text())
    if (script > scriptBudget) heavy.push(`${address}: ${script} bytes of script: ${scripts.join(', ')}`)
    if (page > pageBudget) heavy.push(`${address}: ${page} bytes of HTML and CSS`)
  }
  expect(heavy).toEqual([])
})

test('every route responds: public ones with a page, the others with a redirect to the login', async () => {
  const wrong: string[] = []
  for (const [path, route] of Object.entries(routes)) {
    const response = await fetch(site + path, { redirect: 'manual' })
    const to = response.headers.get('location') ?? ''
    const asked =
      route.who !== 'all' && response.status === 302 && to === `/login/login?redirect=${encodeURIComponent(path)}`
    // Pages that need an id may redirect to their list or return 404 without one.
    const shown = route.who === 'all' && [200, 301, 302, 404].includes(response.status)
    if (!asked && !shown) wrong.push(`${path}: ${response.status} ${to}`)
  }
  expect(wrong).toEqual([])
})

test('public pages contain no personal data and are served from the cache the second time', async () => {
  const wrong: string[] = []
  for (const address of await publicAddresses(site)) {
    await (await fetch(site + address)).arrayBuffer()
    const again = await fetch(site + address)
    if (again.headers.get('etag') === null) wrong.push(`${address}: not cached. Mend: Astro.cache.set in the page`)
    if (again.headers.getSetCookie().length > 0) wrong.push(`${address}: sets a cookie`)
    await again.arrayBuffer()
  }
  expect(wrong).toEqual([])
})
