import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import node from '@astrojs/node'
import react from '@astrojs/react'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'astro/config'
import { build } from 'vite'
import { areaApart, areaToBuild, writeArea } from './areas/build-area.ts'
import { noteEarlyClicks } from './src/browser/shell/early-clicks.ts'
import { sharedChunkNames } from './src/islands/script-chunks.ts'
import { developmentServer } from './src/dev-server.ts'
import { gallery } from './src/pages/dev/gallery/_integration.ts'
import { iconSpriteIntegration } from './src/ui/icons/icon-sprite.ts'

/** Written in place of `__AREA__`; a name that is misspelled ends the build here. */
const area = areaToBuild(process.env.AREA)

/** The one file of a build that knows its area. */
const areaFile = {
  name: 'portal-area',
  hooks: { 'astro:build:done': () => writeArea(area, import.meta.dirname) },
}

/**
 * The process as a bundle: a few files instead of a thousand, and so a start in little more than half the time.
 * What has native parts or files of its own stays in node_modules.
 */
const processBundle = {
  name: 'portal-process',
  hooks: {
    'astro:build:done': async () => {
      await build({
        configFile: false,
        logLevel: 'warn',
        plugins: [areaApart],
        build: {
          ssr: true,
          outDir: 'dist/process',
          target: 'node24',
          minify: false,
          copyPublicDir: false,
          // Nothing may be left out for seeming useless: a call can stand there for what it throws.
          // Two entries: the process, and the threads that read foreign files (server/work/work-pool.ts).
          rolldownOptions: {
            treeshake: false,
            input: { main: 'src/main.ts', 'work-thread': 'src/server/work-thread.ts' },
          },
        },
        ssr: {
          noExternal: [
            'dayjs',
            'drizzle-orm',
            'hono',
            'pg-boss',
            'prom-client',
            'rate-limiter-flexible',
            'sirv',
            'zod',
          ],
        },
      })
      const { builtOcrData, unpackOcrData } = await import('./src/server/providers/ocr-data.ts')
      await writeFile(builtOcrData, await unpackOcrData())
    },
  },
}

/**
 * The service worker: one file without imports at the root, so that its scope is the whole site. It carries a digest of
 * what it may store: the names of the build's files, which change with their content, and the pictures of the help.
 */
const serviceWorker = {
  name: 'portal-service-worker',
  hooks: {
    'astro:build:done': async ({ dir }) => {
      const client = fileURLToPath(dir)
      const files = createHash('sha256').update((await readdir(join(client, '_astro'))).toSorted().join(' '))
      const pictures = join(client, 'pictures/help')
      for (const picture of (await readdir(pictures)).toSorted()) files.update(await readFile(join(pictures, picture)))
      const version = files.digest('hex').slice(0, 12)
      await build({
        configFile: false,
        logLevel: 'warn',
        define: { __BUILD_VERSION__: JSON.stringify(version) },
        build: {
          outDir: client,
          emptyOutDir: false,
          copyPublicDir: false,
          modulePreload: false,
          target: 'es2022',
          rolldownOptions: {
            input: join(import.meta.dirname, 'src/browser/offline/service-worker.ts'),
            output: { format: 'iife', entryFileNames: 'sw.js' },
          },
        },
      })
    },
  },
}

/** The script of the API reference shows a picture from its maker's host, which the content security policy forbids. */
const ownPicturesOnly = {
  name: 'portal-own-pictures-only',
  hooks: {
    'astro:build:done': async ({ dir }) => {
      const folder = fileURLToPath(new URL('_astro/', dir))
      for (const name of (await readdir(folder)).filter((file) => /^redoc.*\.js$/.test(file))) {
        const text = await readFile(join(folder, name), 'utf8')
        await writeFile(join(folder, name), text.replaceAll('https://cdn.redoc.ly/redoc/logo-mini.svg', 'data:,'))
      }
    },
  },
}

/** Scripts and styles get their compressed twins at build; the server only picks one. */
const compressed = {
  name: 'portal-compressed',
  hooks: {
    'astro:build:done': async ({ dir }) => {
      for (const file of await readdir(dir, { recursive: true, withFileTypes: true })) {
        if (!file.isFile() || !/\.(js|css|svg|json|txt|xml|webmanifest)$/.test(file.name)) continue
        const path = join(file.parentPath, file.name)
        const bytes = await readFile(path)
        await writeFile(`${path}.br`, brotliCompressSync(bytes))
        await writeFile(`${path}.gz`, gzipSync(bytes, { level: 9 }))
      }
    },
  },
}

/** Astro digests the same few texts for the policy of every page it draws, each by way of another thread: once is enough. */
const rememberedDigests = {
  name: 'portal-remembered-digests',
  apply: 'build',
  transform(code, id) {
    if (!/astro\/dist\/core\/encryption\.js/.test(id)) return undefined
    const was = 'async function generateCspDigest(data, algorithm) {'
    if (!code.includes(was)) throw new Error(`${id} has changed: see rememberedDigests in astro.config.mjs`)
    const remembered = `const digests = new Map();
      function generateCspDigest(data, algorithm) {
        const key = algorithm + data;
        const known = digests.get(key) ?? digestOf(data, algorithm);
        if (digests.size >= 200) digests.clear();
        digests.set(key, known);
        return known;
      }`
    return { code: `${remembered}\n${code.replace(was, 'async function digestOf(data, algorithm) {')}`, map: null }
  },
}

/** The text of a page that the page fast path asked for stays a text: see server/http/page-rendering.ts. */
const textsBesideResponses = {
  name: 'portal-texts-beside-responses',
  apply: 'build',
  transform(code, id) {
    if (!/astro\/dist\/runtime\/server\/render\/page\.js/.test(id)) return undefined
    const was = `  if (!streaming && typeof body === "string") {
    body = encoder.encode(body);`
    if (!code.includes(was)) throw new Error(`${id} has changed: see textsBesideResponses in astro.config.mjs`)
    const rendering = JSON.stringify(fileURLToPath(new URL('./src/server/http/page-rendering.ts', import.meta.url)))
    // A response without a body and with another status would be replaced by an error page.
    const kept = `  if (!streaming && typeof body === "string" && init.status === 200 && !isRoute404(route?.route ?? "") && !isRoute500(route?.route ?? "")) {
    const response = new Response(null, { ...init, headers });
    if (keepPageText(result.request, response, body)) return response;
  }
`
    return { code: `import { keepPageText } from ${rendering};\n${code.replace(was, kept + was)}`, map: null }
  },
}

/**
 * Pages are built with the packages that draw them: what only pages and islands need is no part of a production install.
 * In development Vite leaves packages where they are.
 */
const packagesOfPages = {
  name: 'portal-packages-of-pages',
  apply: 'build',
  config: () => ({ ssr: { noExternal: true, external: ['sharp'] } }),
}

/** What the browser loads is shared in few chunks: see script-chunks.ts. */
const nameSharedChunk = sharedChunkNames()
const chunksOfBrowser = {
  name: 'portal-chunks-of-browser',
  apply: 'build',
  // After Astro, which sets the signatures itself.
  configResolved(config) {
    const { rolldownOptions } = config.environments.client.build
    rolldownOptions.preserveEntrySignatures = 'allow-extension'
    rolldownOptions.output = {
      ...rolldownOptions.output,
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: [{ name: (id, bundle) => nameSharedChunk(id, (other) => bundle.getModuleInfo(other)) }],
      },
    }
  },
}

/** A text that the content policy lets in, as it names it. */
const hashOf = (text) => `sha256-${createHash('sha256').update(text).digest('base64')}`

/** The toasts' package writes its styles into the page when it loads: the policy lets in exactly that text. */
function toastStyleHash() {
  const source = readFileSync(new URL(import.meta.resolve('sonner')), 'utf8')
  const css = /__insertCSS\(("(?:[^"\\]|\\.)*")\)/.exec(source)?.[1]
  if (css === undefined) throw new Error('sonner no longer brings its styles as text: see security.csp')
  return hashOf(JSON.parse(css))
}

/** Host of the live streams, where it is not this one. */
const streamHost = URL.canParse(process.env.PUBLIC_LIVE_STREAM_URL ?? '')
  ? new URL(process.env.PUBLIC_LIVE_STREAM_URL).origin
  : ''

export default defineConfig({
  output: 'server',
  // main.ts owns the HTTP server and the static files.
  adapter: node({ mode: 'middleware' }),
  integrations: [
    react(),
    gallery(),
    developmentServer,
    iconSpriteIntegration(),
    serviceWorker,
    ownPicturesOnly,
    compressed,
    areaFile,
    processBundle,
  ],
  trailingSlash: 'never',
  devToolbar: { enabled: false },
  server: { port: Number(process.env.PORT ?? 4321), host: process.env.HOST ?? '127.0.0.1' },
  prefetch: false,
  build: { inlineStylesheets: 'never' },
  cache: {
    provider: {
      name: 'portal-pages',
      entrypoint: new URL('./src/server/http/page-cache-provider.ts', import.meta.url),
    },
  },
  security: {
    // Calls need a token header and pages change nothing, so Astro's origin check has nothing to guard.
    checkOrigin: false,
    csp: {
      directives: [
        // Style attributes (progress bars) may stand; style elements need a hash. Astro names no such directive.
        "default-src 'self'; style-src-attr 'unsafe-inline'",
        "img-src 'self' data: blob:",
        // Hosts of calls that are elsewhere are added by each page (Page.astro): they are settings of the process.
        `connect-src 'self' ${streamHost}`.trim(),
        `media-src 'self' blob: ${streamHost}`.trim(),
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
        "frame-ancestors 'self'",
      ],
      scriptDirective: { hashes: [hashOf(noteEarlyClicks)] },
      styleDirective: { hashes: [toastStyleHash()] },
    },
  },
  vite: {
    plugins: [tailwindcss(), rememberedDigests, textsBesideResponses, packagesOfPages, chunksOfBrowser, areaApart],
    define: { __AREA__: JSON.stringify(area) },
  },
})
