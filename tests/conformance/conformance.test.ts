import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiFastPath } from '../../src/server/http/api-fast-path.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { plantCaptcha } from '../support/captchas.ts'
import { runConformance, specifiedCalls, type Verdict } from './suite.ts'

/**
 * The specification client against the product in this process, over a socket; `npm run conformance` runs against any
 * URL.
 */

let app: TestApp
let server: Server
let verdicts: ReadonlyMap<string, Verdict>
beforeAll(async () => {
  app = await startApp()
  const takesCall = apiFastPath(app.runtime)
  server = createServer((request, response) => {
    if (!takesCall(request, response)) void answerForm(app, request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const main = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/api`
  const hosts = { main, userCenter: main, cloudLocation: main }
  const run = await runConformance({ hosts, captcha: () => plantCaptcha(app) })
  verdicts = new Map(run.map((verdict) => [verdict.path, verdict]))
}, 120_000)
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await app.close()
})

/** Forms with files are passed as web requests. */
async function answerForm({ fetch }: TestApp, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) if (typeof value === 'string') headers.set(name, value)
  const asked = new Request(`http://127.0.0.1${request.url}`, { method: 'POST', headers, body: Buffer.concat(chunks) })
  const answer = await fetch(asked)
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
}

test.each(specifiedCalls)('$path responds as the specification says', ({ path }) => {
  expect(verdicts.get(path)?.faults).toEqual([])
})

test('all 183 calls of the specification are exercised', () => {
  const driven = [...verdicts.values()].filter(({ driven: count }) => count > 0)
  expect(driven).toHaveLength(183)
  // Captchas are readable here, so no refusal counts as passed.
  expect(driven.filter(({ refused }) => refused > 0)).toEqual([])
})
