import { Hono } from 'hono'
import { envelopeOf, failed, statusOf, type Envelope } from '../contract/envelope.ts'
import { failedFor } from '../contract/failures.ts'
import { databaseFailure } from '../db/errors.ts'
import { dispatch, type Outcome } from './dispatch.ts'
import { entryByPath, type Entry } from './handlers.ts'
import { answerJson, answerHeaders, envelopeText, retryAfterHeader } from './http/answer-json.ts'
import { readText } from './http/body.ts'
import { thumbnailQuery } from '../domain/chat/content.ts'
import { serveEvidencePack } from './http/evidence-pack-route.ts'
import { serveDealRoots } from './http/deal-roots-route.ts'
import { dealRootsPath } from './orders/deal-record/sign-root.ts'
import { fileNotFound, serveFile } from './http/file-route.ts'
import { serveDataExport } from './http/data-export-route.ts'
import { discardForm, readForm } from './http/multipart-form.ts'
import { requestFacts } from './http/request-facts.ts'
import { apiDocs } from './http/api-docs.ts'
import { openapiDocument, type DocumentPart } from './http/open-api/document.ts'
import { serveMetrics, checkReadiness } from './http/monitoring.ts'
import { servePaymentCallback } from './http/payment-callback.ts'
import { recordPageView } from './http/record-page-view.ts'
import type { Runtime } from './runtime.ts'
import { serveRobots, serveSitemap } from './sitemap/sitemap.ts'
import { cacheControl } from '../domain/shell/cache-control.ts'

/** All of HTTP that is not a page: the calls of the contract, health, metrics, the API's description. */
export function createApp(runtime: Runtime): Hono {
  const app = new Hono()
  app.post('/api/*', async (c) => {
    const entry = entryByPath.get(c.req.path.slice('/api'.length))
    if (entry === undefined) return envelopeResponse(failed('notFound'))
    const { raw } = c.req
    const { envelope, cookies, headers } =
      entry.call.multipart === true
        ? await answerForm(runtime, entry, raw)
        : await answerJson(runtime, entry, { headers: raw.headers, text: (most) => readText(raw, most) })
    return envelopeResponse(envelope, cookies, headers)
  })
  const described = new Map<DocumentPart, object>()
  const describe = (part: DocumentPart) => {
    const known = described.get(part) ?? openapiDocument(runtime.config, part)
    described.set(part, known)
    return known
  }
  app.get('/api/openapi.json', (c) => c.json(describe('all')))
  app.get('/api/openapi-open.json', (c) => c.json(describe('open')))
  app.route('/api/docs', apiDocs)
  app.all('/api/*', () => envelopeResponse(failed('notFound')))
  app.get('/files/personal-data/:id', (c) => serveDataExport(runtime, c.req.param('id'), c.req.raw.headers))
  app.get('/files/evidence-pack/:side/:id', (c) =>
    c.req.method === 'HEAD' ? fileNotFound() : serveEvidencePack(runtime, c.req.param(), c.req.raw.headers),
  )
  app.get('/files/:id/:name', (c) =>
    serveFile(runtime, {
      ...c.req.param(),
      small: c.req.query(thumbnailQuery) !== undefined,
      headers: c.req.raw.headers,
    }),
  )
  app.all('/files/*', (c) => c.text('文件不存在，或您没有查看它的权限', 404, { 'cache-control': cacheControl.none }))
  app.get(dealRootsPath, () => serveDealRoots(runtime))
  app.all('/pay/notify/:method', (c) => servePaymentCallback(runtime, c.req.param('method'), c.req.raw))
  app.post('/visits', (c) => recordPageView(runtime, c.req.raw))
  app.get('/:file{sitemap-[\\w-]+\\.xml}', (c) =>
    serveSitemap(c.req.param('file'), c.req.header('accept-encoding'), runtime),
  )
  app.get('/robots.txt', () => serveRobots(runtime))
  app.get('/healthz', (c) => c.text('ok'))
  app.get('/readyz', async (c) => {
    const { parts, status } = await checkReadiness(runtime)
    return c.json(parts, status)
  })
  app.get('/metrics', (c) => serveMetrics(runtime, c.req.raw.headers))
  app.onError((err) => {
    const fault = databaseFailure(err)
    if (fault !== undefined) return envelopeResponse(envelopeOf(failedFor(fault, 5)))
    runtime.log.error({ err }, 'request failed')
    return envelopeResponse(failed('serverError'))
  })
  return app
}

/** Runs a call with a form; its memory stays reserved until the call is answered. */
async function answerForm(runtime: Runtime, entry: Entry, raw: Request): Promise<Outcome> {
  const received = { bytes: 0 }
  let release: () => void | Promise<void> = () => {}
  const read = async () => {
    const form = await readForm(raw, runtime.config.dataDir, received)
    release = form.release
    return form.fields
  }
  const outcome = await dispatch(runtime, entry, read, requestFacts(raw.headers, runtime.config)).finally(() =>
    release(),
  )
  if (outcome.envelope.code !== 200) await discardForm(raw, received)
  return outcome
}

function envelopeResponse(
  envelope: Envelope,
  cookies: readonly string[] = [],
  ofKey: Readonly<Record<string, string>> = {},
): Response {
  const headers = new Headers({ ...answerHeaders, ...retryAfterHeader(envelope), ...ofKey })
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  return new Response(envelopeText(envelope), { status: statusOf(envelope), headers })
}
