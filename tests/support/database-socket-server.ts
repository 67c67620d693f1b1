import { rmSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { isMainThread } from 'node:worker_threads'
import { z } from 'zod'

/**
 * Gives tests access to the database of a running site, over a Unix socket in the site's data folder, since the
 * embedded database belongs to one process. Loaded with `node --import` by tests; not part of the product.
 */

const statementSchema = z.object({ text: z.string(), values: z.array(z.unknown()) })
const socketPath = process.env['TEST_DATABASE_SOCKET'] ?? ''

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  return body
}

const server = createServer((request, response) => {
  const answer = async () => {
    const { text, values } = statementSchema.parse(JSON.parse(await bodyOf(request)))
    if (globalThis.portalRuntime === undefined) throw new Error('The site is not ready')
    return globalThis.portalRuntime.database.execute(text, values)
  }
  answer().then(
    ({ rows }) => response.end(JSON.stringify(rows)),
    (error: unknown) => response.writeHead(500).end(String(error)),
  )
})
// Worker threads of the site inherit the command line.
if (isMainThread) {
  rmSync(socketPath, { force: true })
  server.listen(socketPath).unref()
}
