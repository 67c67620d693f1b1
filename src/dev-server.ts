import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AstroIntegration } from 'astro'
import { createServerModuleRunner, normalizePath, type ViteDevServer } from 'vite'
import type { Database } from './db/open.ts'
import type { Runtime } from './server/runtime.ts'

/**
 * `npm run dev`: the API and push in the process of Astro's development server, on its port. Their modules are loaded
 * through Vite: after an edit only the changed modules and what imports them are evaluated again, and the runtime is
 * started again around the open database, while requests wait. An edit of what opens the database opens it again.
 */
export const developmentServer: AstroIntegration = {
  name: 'portal-server',
  hooks: {
    'astro:server:setup': async ({ server, logger }) => {
      const served = serveRuntime(server)
      await served.restart()
      let restarting = Promise.resolve()
      server.watcher.on('all', (_event, file) => {
        if (!served.forget(normalizePath(file))) return
        const started = performance.now()
        restarting = restarting
          .then(served.restart)
          .then(() => logger.info(`server started again in ${Math.round(performance.now() - started)} ms`))
          // Requests get the failure until the next edit.
          .catch((cause: unknown) => logger.error(cause instanceof Error ? (cause.stack ?? cause.message) : `${cause}`))
      })
      server.middlewares.use((request, response, next) => {
        void restarting.then(() => served.prepare(request, response)).then(() => next(), next)
      })
      const stop = () => void served.close().then(() => process.exit(0))
      process.once('SIGTERM', stop)
      process.once('SIGINT', stop)
    },
  },
}

const main = '/src/dev-runtime.ts'
type DevRuntime = typeof import('./dev-runtime.ts')

function serveRuntime(server: ViteDevServer) {
  const environment = server.environments['ssr']
  if (environment === undefined) throw new Error('Vite has no environment for the server')
  // A runner of its own: hot updates of pages must leave the modules of the running server alone.
  const runner = createServerModuleRunner(environment, { hmr: false })
  const opening = `${normalizePath(server.config.root)}/src/db/open.ts`
  let database: Database | undefined
  let runtime: Runtime | undefined
  let detach = () => {}
  let isDatabaseKept = true

  async function closeRuntime(): Promise<void> {
    detach()
    const last = runtime
    runtime = undefined
    await last?.close()
  }

  async function close(): Promise<void> {
    await closeRuntime()
    const last = database
    database = undefined
    await last?.close()
  }

  return {
    close,
    prepare: async (request: IncomingMessage, response: ServerResponse) => {
      const { prepareRequest } = await runner.import<DevRuntime>(main)
      if (runtime === undefined) throw new Error('The server did not start: see the log')
      prepareRequest(runtime, request, response)
    },
    restart: async () => {
      const render = runtime?.renderer.render
      await (isDatabaseKept ? closeRuntime() : close())
      isDatabaseKept = true
      const { openDevDatabase, startDevRuntime } = await runner.import<DevRuntime>(main)
      database ??= await openDevDatabase()
      runtime = await startDevRuntime(database)
      if (render !== undefined) runtime.renderer.render = render
      if (server.httpServer !== null) detach = runtime.push.attach(server.httpServer)
    },
    /** Forgets the modules of a changed file and all that import them; false where none is loaded. */
    forget: (file: string): boolean => {
      const { evaluatedModules } = runner
      const changed = new Set(evaluatedModules.getModulesByFile(file))
      environment.moduleGraph.onFileChange(file)
      for (const node of changed) {
        for (const id of node.importers) {
          const importer = evaluatedModules.getModuleById(id)
          if (importer !== undefined) changed.add(importer)
        }
      }
      for (const node of changed) {
        if (node.file === opening) isDatabaseKept = false
        evaluatedModules.invalidateModule(node)
      }
      return changed.size > 0
    },
  }
}
