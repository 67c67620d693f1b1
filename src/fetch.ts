import { astro } from 'astro/hono'
import { Hono } from 'hono'
import { secure } from './server/http/security-headers.ts'
import { runtime } from './server/runtime.ts'

/** The one way in for HTTP: security headers, then calls, health and files, then Astro's pages. */
const app = new Hono()
app.use(secure)
const served = (path: string) =>
  path.startsWith('/api/') || path === '/healthz' || path === '/readyz' || path === '/metrics'
app.use(async (c, next) => (served(c.req.path) ? runtime().app.fetch(c.req.raw) : next()))
app.use(astro())

export default app
