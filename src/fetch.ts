import { FetchState, astro } from 'astro/fetch'
import { Hono } from 'hono'
import { databaseFault } from './db/faults.ts'
import { serveCard } from './server/cards/serve-card.ts'
import { icons, serveIcon } from './server/cards/serve-icon.ts'
import { serveManifest } from './server/cards/serve-manifest.ts'
import { isServed } from './server/http/addresses.ts'
import { drawPage } from './server/http/page-drawing.ts'
import { runtime } from './server/runtime.ts'

/** The way in for HTTP: calls, health and files, then Astro's pages. Before it, with the headers of all responses: listener.ts. */
const app = new Hono()
const { drawing, standing } = runtime()
const drawn = async (request: Request) => {
  const state = new FetchState(request)
  // Pages go to the cache whole, and one string is drawn faster than a stream of pieces.
  state.streaming = false
  return whole(await astro(state))
}
/**
 * What the database failed a part of is no answer to keep or to index: 503, with what could be drawn where there is
 * something.
 */
function whole(answer: Response): Response | Promise<Response> {
  if (!drawing.isFaulty() || (answer.status !== 200 && answer.status < 500)) return answer
  if (answer.status !== 200) return standing.response(503)
  const headers = new Headers(answer.headers)
  headers.set('retry-after', '5')
  headers.set('cache-control', 'no-store')
  return new Response(answer.body, { status: 503, headers })
}
drawing.draw = (request) => drawPage(request, drawn)
/** A page in its turn; the page that says to come again where too many wait. */
const drawnInTurn = (request: Request): Promise<Response> =>
  drawing
    .admit(() => drawn(request))
    .catch((err: unknown) => {
      if (databaseFault(err) === undefined) throw err
      return standing.response(503)
    })
/** A public page as anyone sees it, from the cache where it is there. */
const publicPage = async (path: string): Promise<string | undefined> => {
  const { config, pages } = runtime()
  const known = pages.get(path)
  if (known !== undefined) return known.body.toString('utf8')
  const answer = await drawnInTurn(new Request(config.siteUrl + path))
  return answer.status === 200 ? answer.text() : undefined
}
for (const [path, icon] of Object.entries(icons)) app.get(path, () => serveIcon(icon))
app.get('/manifest.webmanifest', serveManifest)
app.get('/cards/*', (c) => serveCard(c.req.raw, publicPage))
app.all('*', (c) => (isServed(c.req.path) ? runtime().app.fetch(c.req.raw) : drawnInTurn(c.req.raw)))

export default app
