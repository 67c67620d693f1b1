import cluster from 'node:cluster'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { enableCompileCache } from 'node:module'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { builtFor } from '../areas/current.ts'
import { installation, readConfig, type Config } from './config.ts'

enableCompileCache()
const started = performance.now()

/** Ends a failed start with a message instead of a stack. */
function exitWithError(cause: unknown): never {
  process.stderr.write(`${cause instanceof Error ? cause.message : String(cause)}\n`)
  process.exit(1)
}

/** Message for a failed listen, which names the setting. */
function listenErrorMessage(
  { port, host }: Pick<Config, 'port' | 'host'>,
  { code = '', message }: Error & { code?: string },
): string {
  if (code === 'EADDRINUSE') return `PORT: ${port} is in use by another program. Stop it, or set another PORT.`
  if (code === 'EACCES') return `PORT: this user may not listen on ${port}. Set a PORT above 1023.`
  return `HOST: nobody can listen on ${host} (${message}). Set an address of this machine, or leave HOST out.`
}

/** Settings with the area of the build; AREA must be the same or unset. */
function settingsOfBuild(): Config {
  const { AREA } = process.env
  const config = readConfig({ ...process.env, AREA: AREA === undefined || AREA === '' ? builtFor : AREA })
  if (builtFor === undefined || config.area === builtFor) return config
  throw new Error(
    `AREA: this build is of ${builtFor}, not of ${config.area}. Leave AREA out, or build again with AREA=${config.area}.`,
  )
}

const config = await Promise.try(settingsOfBuild).catch(exitWithError)

if (config.workers > 1 && cluster.isPrimary) {
  const { createLog } = await import('./server/log.ts')
  const { memoryTickets } = await import('./server/push/tickets.ts')
  const { runWorkers } = await import('./server/workers/primary.ts')
  const log = createLog(config)
  const { workers, siteUrl: url, area } = config
  const whenReady = () => log.info({ url, area, workers, ms: Math.round(performance.now() - started) }, 'ready')
  process.exit(await runWorkers({ workers, log, tickets: memoryTickets(), whenReady }))
}

const { startRuntime } = await import('./server/start.ts')
const { createListener } = await import('./server/http/listener.ts')
const { answerUnparsed } = await import('./server/http/methods.ts')
const { securityHeaders } = await import('./server/http/security-headers.ts')
const { guardSlowClients } = await import('./server/http/slow-client-guard.ts')
const { capRequests } = await import('./server/http/request-cap.ts')
const { warmUpSearch } = await import('./server/processes/warm-up-search.ts')

const runtime = await startRuntime(config).catch(exitWithError)
const pages = pathToFileURL(join(installation, 'dist/server/entry.mjs')).href
const { handler } = (await import(pages)) as {
  handler: (request: IncomingMessage, response: ServerResponse) => void
}
const server = createServer(
  {
    headersTimeout: 10_000,
    // Long uploads over slow networks are allowed; slow clients are closed earlier (guardSlowClients).
    requestTimeout: 300_000,
    connectionsCheckingInterval: 2_000,
    keepAliveTimeout: 65_000,
    maxHeaderSize: 16_384,
  },
  capRequests(createListener(runtime, handler)),
)
guardSlowClients(server)
answerUnparsed(server, securityHeaders(config))
const sockets = new Set<Socket>()
server.on('connection', (socket) => {
  sockets.add(socket)
  socket.once('close', () => sockets.delete(socket))
})
runtime.push.attach(server)
server.once('error', (cause: Error & { code?: string }) => {
  const said = new Error(listenErrorMessage(config, cause), { cause })
  runtime.close().finally(() => exitWithError(said))
})
server.listen(config.port, config.host, () => {
  const ms = Math.round(performance.now() - started)
  runtime.log.info(
    { url: config.siteUrl, area: config.area, engine: runtime.database.engine, ms },
    runtime.bus === undefined ? 'ready' : 'worker ready',
  )
  runtime.bus?.reportReady()
  // Rendered now: under load there may be no capacity.
  for (const status of [503, 404] as const) void runtime.errorPages.page(status)
  void warmUpSearch(runtime)
})

let stopping = false
async function stop(signal: string): Promise<void> {
  if (stopping) return
  stopping = true
  runtime.log.info({ signal }, 'stopping')
  setTimeout(() => process.exit(1), 9_500).unref()
  const closed = new Promise((resolve) => server.close(resolve))
  // Node leaves connections open that become idle later, and those that a browser opened in advance.
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
// The primary process of the workers is gone.
process.on('disconnect', () => void stop('disconnect'))
