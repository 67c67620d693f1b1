import { FetchState, astro } from 'astro/fetch'
import { Hono } from 'hono'
import { secure } from './server/http/security-headers.ts'
import { runtime } from './server/runtime.ts'

/** The one way in for HTTP: security headers, then calls, health and files, then Astro's pages. */
const app = new Hono()
app.use(secure)
const served = (path: string) =>
  path.startsWith('/api/') ||
  path.startsWith('/files/') ||
  path.startsWith('/pay/notify/') ||
  path === '/healthz' ||
  path === '/readyz' ||
  path === '/metrics' ||
  path === '/robots.txt' ||
  /^\/sitemap-[\w-]+\.xml$/.test(path)
app.all('*', (c) => {
  if (served(c.req.path)) return runtime().app.fetch(c.req.raw)
  const state = new FetchState(c.req.raw)
  // Pages go to the cache whole, and one string is drawn faster than a stream of pieces.
  state.streaming = false
  return astro(state)
})

export default app
