import { FetchState, astro } from 'astro/fetch'
import { Hono } from 'hono'
import { databaseFailure } from './db/errors.ts'
import { serveSocialImage } from './server/social-images/serve-social-image.ts'
import { appIcons, serveIcon, serveManifest } from './server/social-images/app-icons.ts'
import { serveDrawing } from './server/http/drawing-route.ts'
import { isServerPath } from './server/http/server-paths.ts'
import { pageBody } from './server/page-cache.ts'
import { pageTextOf, renderPage } from './server/http/page-rendering.ts'
import { runtime } from './server/runtime.ts'
import { cacheControl } from './domain/shell/cache-control.ts'

/** HTTP entry behind listener.ts: calls, health and files, then Astro's pages. */
const app = new Hono()
const renderWithAstro = async (request: Request) => {
  const state = new FetchState(request)
  // Pages are cached whole, and one string renders faster than a stream of chunks.
  state.streaming = false
  return checkComplete(await astro(state))
}
/**
 * A page with failed database queries must not be cached or indexed: 503, with the rendered parts where there are any.
 */
async function checkComplete(answer: Response): Promise<Response> {
  const { renderer, errorPages } = runtime()
  if (!renderer.isFaulty() || (answer.status !== 200 && answer.status < 500)) return answer
  if (answer.status !== 200) return errorPages.response(503)
  const headers = new Headers(answer.headers)
  headers.set('retry-after', '5')
  headers.set('cache-control', cacheControl.none)
  return new Response(await pageTextOf(answer), { status: 503, headers })
}
runtime().renderer.render = (request) => renderPage(request, renderWithAstro)
/** Renders a page within the limit; the 503 page when the queue is full. */
const renderQueued = (request: Request): Promise<Response> =>
  runtime()
    .renderer.admit(() => renderWithAstro(request))
    .catch((err: unknown) => {
      if (databaseFailure(err) === undefined) throw err
      return runtime().errorPages.response(503)
    })
/** HTML of a public page, from the cache where available. */
const publicPage = async (path: string): Promise<string | undefined> => {
  const { config, pages } = runtime()
  const known = pages.get(path)
  if (known !== undefined) return pageBody(known).toString('utf8')
  const answer = await renderQueued(new Request(config.siteUrl + path))
  return answer.status === 200 ? answer.text() : undefined
}
for (const [path, icon] of Object.entries(appIcons)) app.get(path, () => serveIcon(icon))
app.get('/manifest.webmanifest', serveManifest)
app.get('/figures/:file', (c) => serveDrawing(c.req.param('file'), c.req.raw.headers))
app.get('/cards/*', (c) => serveSocialImage(c.req.raw, publicPage))
app.all('*', (c) => (isServerPath(c.req.path) ? runtime().app.fetch(c.req.raw) : renderQueued(c.req.raw)))

export default app
