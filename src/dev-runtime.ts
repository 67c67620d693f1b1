import type { IncomingMessage, ServerResponse } from 'node:http'
import { readConfig } from './config.ts'
import { markInstalled } from './db/installed.ts'
import { openDatabase, type Database } from './db/open.ts'
import { addressHeader, directHeader } from './server/http/request-facts.ts'
import { securityHeaders } from './server/http/security-headers.ts'
import { startRuntime } from './server/start.ts'
import type { Runtime } from './server/runtime.ts'

/** What dev-server.ts loads through Vite, with all modules of the server. */

export const openDevDatabase = (): Promise<Database> => openDatabase(readConfig())

/** The runtime around an open database, which it leaves open when it is closed. */
export async function startDevRuntime(database: Database): Promise<Runtime> {
  const config = readConfig()
  const runtime = await startRuntime(config, { ...database, close: async () => {} })
  markInstalled(config)
  return runtime
}

/** Completes a request as listener.ts does for a built site. */
export function prepareRequest({ config }: Runtime, request: IncomingMessage, response: ServerResponse): void {
  for (const [name, value] of securityHeaders(config)) {
    // Vite's own scripts and styles are in the page: the content policy is that of built pages.
    if (name !== 'content-security-policy') response.setHeader(name, value)
  }
  request.headers[addressHeader] = request.socket.remoteAddress ?? ''
  request.headers[directHeader] = '1'
}
