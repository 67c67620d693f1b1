import { z } from 'zod'
import { CallFailed } from '../../contract/failures.ts'
import { referrerKinds } from '../../domain/operations/visits.ts'
import { routeOf } from '../../domain/routes.ts'
import type { Runtime } from '../runtime.ts'
import { readText } from './body.ts'
import { factsOf } from './request-facts.ts'

/** Longest beacon, in bytes. */
const maxBeacon = 400
/** Views a minute that one address may bring: an office behind one, but no script that counts up. */
const most = 240

const beacon = z.object({ path: z.string().max(200), referrer: z.enum(referrerKinds) })

/** Programs that read pages; the honest ones say so. */
const isProgram = (userAgent: string) =>
  userAgent === '' || /bot\b|spider|crawl|slurp|lighthouse|headless|curl|python|httpclient/i.test(userAgent)

/**
 * POST /visits: a page was opened. Counted by path, kind of referrer and day; nothing else of the request is kept.
 * Who asks not to be followed (Do Not Track, Global Privacy Control) is not counted. Every answer is the same, so a
 * beacon learns nothing.
 */
export async function recordVisit(runtime: Runtime, request: Request): Promise<Response> {
  const { headers } = request
  const refuses = headers.get('dnt') === '1' || headers.get('sec-gpc') === '1'
  const foreign = (headers.get('sec-fetch-site') ?? 'same-origin') !== 'same-origin'
  const { ip = '', userAgent } = factsOf(headers, runtime.config)
  if (refuses || foreign || isProgram(userAgent)) return counted()
  if (!(await runtime.limits.within('visit', ip, { most, seconds: 60 }))) {
    runtime.refusals.note({ reason: 'tooMany', path: '/visits', address: ip })
    return counted()
  }
  const view = beacon.safeParse(await textOf(request))
  if (!view.success) return counted()
  const { path, referrer } = view.data
  // The platform's own people are no visitors.
  if (routeOf(path) === undefined || path.startsWith('/ops/')) return counted()
  runtime.visits.note({ path: path.length > 1 ? path.replace(/\/$/, '') : path, referrer })
  return counted()
}

const counted = () => new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })

async function textOf(request: Request): Promise<unknown> {
  try {
    return JSON.parse(await readText(request, maxBeacon))
  } catch (thrown) {
    if (thrown instanceof CallFailed || thrown instanceof SyntaxError) return undefined
    throw thrown
  }
}
