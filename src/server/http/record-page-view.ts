import { z } from 'zod'
import { CallFailed } from '../../contract/failures.ts'
import { referrerKinds } from '../../domain/operations/page-views.ts'
import { findRoute } from '../../domain/routes.ts'
import type { Runtime } from '../runtime.ts'
import { readText } from './body.ts'
import { requestFacts } from './request-facts.ts'
import { cacheControl } from '../../domain/shell/cache-control.ts'

/** Maximum bytes of a beacon. */
const maxBeaconBytes = 400
/** Page views per address and minute: enough for an office behind one address. */
const maxViewsPerMinute = 240

const beacon = z.object({ path: z.string().max(200), referrer: z.enum(referrerKinds) })

/** Crawlers that identify themselves. */
const isCrawler = (userAgent: string) =>
  userAgent === '' || /bot\b|spider|crawl|slurp|lighthouse|headless|curl|python|httpclient/i.test(userAgent)

/**
 * POST /visits: counts a page view by path, kind of referrer and day; nothing else of the request is stored. Do Not
 * Track and Global Privacy Control are respected. Every response is the same.
 */
export async function recordPageView(runtime: Runtime, request: Request): Promise<Response> {
  const { headers } = request
  const refuses = headers.get('dnt') === '1' || headers.get('sec-gpc') === '1'
  const foreign = (headers.get('sec-fetch-site') ?? 'same-origin') !== 'same-origin'
  const { ip = '', userAgent } = requestFacts(headers, runtime.config)
  if (refuses || foreign || isCrawler(userAgent)) return noContent()
  if (!(await runtime.limits.within('visit', ip, { max: maxViewsPerMinute, seconds: 60 }))) {
    runtime.refusals.note({ reason: 'tooMany', path: '/visits', address: ip })
    return noContent()
  }
  const view = beacon.safeParse(await readBeacon(request))
  if (!view.success) return noContent()
  const { path, referrer } = view.data
  // Views of operators are not counted.
  if (findRoute(path) === undefined || path.startsWith('/ops/')) return noContent()
  runtime.pageViews.record({ path: path.length > 1 ? path.replace(/\/$/, '') : path, referrer })
  return noContent()
}

const noContent = () => new Response(null, { status: 204, headers: { 'cache-control': cacheControl.none } })

async function readBeacon(request: Request): Promise<unknown> {
  try {
    return JSON.parse(await readText(request, maxBeaconBytes))
  } catch (thrown) {
    if (thrown instanceof CallFailed || thrown instanceof SyntaxError) return undefined
    throw thrown
  }
}
