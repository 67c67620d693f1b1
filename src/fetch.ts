import { FetchState, astro } from 'astro/fetch'
import { Hono } from 'hono'
import { serveCard } from './server/cards/serve-card.ts'
import { icons, serveIcon } from './server/cards/serve-icon.ts'
import { serveManifest } from './server/cards/serve-manifest.ts'
import { drawPage } from './server/http/page-drawing.ts'
import { runtime } from './server/runtime.ts'

/** The way in for HTTP: calls, health and files, then Astro's pages. Before it, with the headers of all responses: listener.ts. */
const app = new Hono()
const served = (path: string) =>
  path.startsWith('/api/') ||
  path.startsWith('/files/') ||
  path.startsWith('/pay/notify/') ||
  path === '/visits' ||
  path === '/healthz' ||
  path === '/readyz' ||
  path === '/metrics' ||
  path === '/robots.txt' ||
  /^\/sitemap-[\w-]+\.xml$/.test(path)
const drawn = (request: Request) => {
  const state = new FetchState(request)
  // Pages go to the cache whole, and one string is drawn faster than a stream of pieces.
  state.streaming = false
  return astro(state)
}
runtime().drawing.draw = (request) => drawPage(request, drawn)
/** A public page as anyone sees it, from the cache where it is there. */
const publicPage = async (path: string): Promise<string | undefined> => {
  const { config, pages } = runtime()
  const known = pages.get(path)
  if (known !== undefined) return known.body.toString('utf8')
  const answer = await drawn(new Request(config.siteUrl + path))
  return answer.status === 200 ? answer.text() : undefined
}
for (const [path, icon] of Object.entries(icons)) app.get(path, () => serveIcon(icon))
app.get('/manifest.webmanifest', serveManifest)
app.get('/cards/*', (c) => serveCard(c.req.raw, publicPage))
app.all('*', (c) => (served(c.req.path) ? runtime().app.fetch(c.req.raw) : drawn(c.req.raw)))

export default app
