import node from '@astrojs/node'
import react from '@astrojs/react'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'astro/config'

/** In development the API and push run in the same process, on the same port. */
const portalServer = {
  name: 'portal-server',
  hooks: {
    'astro:server:setup': async ({ server }) => {
      const { readConfig } = await import('./src/config.ts')
      const { startRuntime } = await import('./src/server/start.ts')
      const { addressHeader } = await import('./src/server/http/request-facts.ts')
      const runtime = await startRuntime(readConfig())
      server.middlewares.use((request, _response, next) => {
        request.headers[addressHeader] = request.socket.remoteAddress ?? ''
        next()
      })
      if (server.httpServer !== null) runtime.push.attach(server.httpServer)
      process.once('SIGTERM', () => void runtime.close().then(() => process.exit(0)))
      process.once('SIGINT', () => void runtime.close().then(() => process.exit(0)))
    },
  },
}

export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'standalone' }),
  integrations: [react(), portalServer],
  trailingSlash: 'never',
  devToolbar: { enabled: false },
  server: { port: Number(process.env.PORT ?? 4321), host: process.env.HOST ?? '127.0.0.1' },
  prefetch: false,
  build: { inlineStylesheets: 'never' },
  cache: { provider: { name: 'portal-pages', entrypoint: new URL('./src/server/http/page-cache-provider.ts', import.meta.url) } },
  security: {
    // Calls need a token header and pages change nothing, so Astro's origin check has nothing to guard.
    checkOrigin: false,
    csp: {
      directives: [
        "default-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self' ws: wss:",
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
      ],
    },
  },
  vite: {
    plugins: [tailwindcss()],
    define: { __AREA__: JSON.stringify(process.env.AREA ?? 'standard') },
  },
})
