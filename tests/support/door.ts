import { rmSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { isMainThread } from 'node:worker_threads'
import { z } from 'zod'

/**
 * A door to the database of a running site, for tests: the embedded one belongs to one process, and the server tells
 * nobody what stands on a captcha. Loaded into the process by the test's own command line (`node --import`), on a socket
 * in the site's own folder; the product knows nothing of it.
 */

const asked = z.object({ text: z.string(), values: z.array(z.unknown()) })
const path = process.env['TEST_DOOR'] ?? ''

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  return body
}

const server = createServer((request, response) => {
  const answer = async () => {
    const { text, values } = asked.parse(JSON.parse(await bodyOf(request)))
    if (globalThis.portalRuntime === undefined) throw new Error('The site is not ready')
    return globalThis.portalRuntime.database.execute(text, values)
  }
  answer().then(
    ({ rows }) => response.end(JSON.stringify(rows)),
    (error: unknown) => response.writeHead(500).end(String(error)),
  )
})
// Threads of the site are started with the same command line.
if (isMainThread) {
  rmSync(path, { force: true })
  server.listen(path).unref()
}
