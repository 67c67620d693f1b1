import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { enableCompileCache } from 'node:module'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { installation, readConfig, type Config } from './config.ts'

enableCompileCache()
const started = performance.now()

/** Ends a start that cannot succeed with one sentence instead of a stack. */
function giveUp(cause: unknown): never {
  process.stderr.write(`${cause instanceof Error ? cause.message : String(cause)}\n`)
  process.exit(1)
}

/** Why nobody can be listened to, by the setting that says where. */
function portFault(
  { port, host }: Pick<Config, 'port' | 'host'>,
  { code = '', message }: Error & { code?: string },
): string {
  if (code === 'EADDRINUSE') return `PORT: ${port} is in use by another program. Stop it, or set another PORT.`
  if (code === 'EACCES') return `PORT: this user may not listen on ${port}. Set a PORT above 1023.`
  return `HOST: nobody can listen on ${host} (${message}). Set an address of this machine, or leave HOST out.`
}

const config = await Promise.try(() => readConfig()).catch(giveUp)

const { startRuntime } = await import('./server/start.ts')
const { listener } = await import('./server/http/listener.ts')
const { answerUnparsed } = await import('./server/http/methods.ts')
const { securityHeaders } = await import('./server/http/security-headers.ts')
const { endSlow } = await import('./server/http/end-slow.ts')
const { fewAtOnce } = await import('./server/http/few-at-once.ts')

const runtime = await startRuntime(config).catch(giveUp)
const pages = pathToFileURL(join(installation, 'dist/server/entry.mjs')).href
const { handler } = (await import(pages)) as {
  handler: (request: IncomingMessage, response: ServerResponse) => void
}
const server = createServer(
  {
    headersTimeout: 10_000,
    // Long uploads over a poor line may take their time; who sends by drops is ended earlier (endSlow).
    requestTimeout: 300_000,
    connectionsCheckingInterval: 2_000,
    keepAliveTimeout: 65_000,
    maxHeaderSize: 16_384,
  },
  fewAtOnce(listener(runtime, handler)),
)
endSlow(server)
answerUnparsed(server, securityHeaders(config))
const sockets = new Set<Socket>()
server.on('connection', (socket) => {
  sockets.add(socket)
  socket.once('close', () => sockets.delete(socket))
})
runtime.push.attach(server)
server.once('error', (cause: Error & { code?: string }) => {
  const said = new Error(portFault(config, cause), { cause })
  runtime.close().finally(() => giveUp(said))
})
server.listen(config.port, config.host, () => {
  const ms = Math.round(performance.now() - started)
  runtime.log.info({ url: config.siteUrl, area: config.area, engine: runtime.database.engine, ms }, 'ready')
  // Drawn now: later there may be no time for it.
  for (const status of [503, 404] as const) void runtime.standing.page(status)
})

let stopping = false
async function stop(signal: string): Promise<void> {
  if (stopping) return
  stopping = true
  runtime.log.info({ signal }, 'stopping')
  setTimeout(() => process.exit(1), 9_500).unref()
  const closed = new Promise((resolve) => server.close(resolve))
  // Node keeps a connection open that falls idle only after this moment, and one that a browser opened ahead of need.
  setInterval(() => {
    server.closeIdleConnections()
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  }, 100)
  runtime.displays.close()
  await runtime.push.close()
  await closed
  await runtime.close()
  process.exit(0)
}
process.on('SIGTERM', () => void stop('SIGTERM'))
process.on('SIGINT', () => void stop('SIGINT'))
