import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { codeFiles, importsOf, root, type Import } from '../support/sources.ts'

/** What each layer may import besides itself, and where to go when it wants more. Design, section 2. */
const layers: Readonly<Record<string, { readonly may: readonly string[]; readonly fix: string }>> = {
  domain: { may: [], fix: 'domain knows nothing but itself: pass what it needs as an argument' },
  contract: { may: ['domain'], fix: 'declare shapes in contract, decide in domain, work in server' },
  client: { may: ['contract', 'domain'], fix: 'what reacts to an answer belongs in stores' },
  stores: { may: ['client', 'contract', 'domain'], fix: 'a store knows no markup: let the island read the store' },
  ui: {
    may: ['domain'],
    fix: 'a ui component gets everything as props: hand it in from the island or page, or move it to islands/',
  },
  islands: {
    may: ['stores', 'client', 'contract', 'domain', 'ui', 'areas'],
    fix: 'move the shared part down to ui, stores or domain',
  },
  browser: {
    may: ['islands', 'stores', 'client', 'contract', 'domain', 'ui'],
    fix: 'a script finds the markup by its data attributes: let the component import the script',
  },
  components: {
    may: ['browser', 'islands', 'stores', 'client', 'contract', 'domain', 'ui', 'areas', 'content'],
    fix: 'a component is placed in a layout by the page: pass it as a slot',
  },
  layouts: {
    may: [
      'components',
      'browser',
      'islands',
      'stores',
      'client',
      'contract',
      'domain',
      'ui',
      'styles',
      'areas',
      'content',
    ],
    fix: 'pass it as a prop or slot from the page',
  },
  pages: {
    may: [
      'layouts',
      'components',
      'browser',
      'islands',
      'stores',
      'client',
      'contract',
      'domain',
      'ui',
      'styles',
      'areas',
      'content',
      'content.config.ts',
    ],
    fix: 'ask Astro.locals.api: pages reach the server through the contract only',
  },
  db: {
    may: ['domain', 'config.ts', 'key-settings.ts', 'limit-settings.ts'],
    fix: 'tables and seeds know only domain',
  },
  server: {
    may: ['contract', 'db', 'domain', 'content', 'config.ts', 'areas'],
    fix: 'what browser and server share belongs in contract or domain',
  },
  areas: { may: ['domain', 'ui'], fix: 'an area is settings: keep logic in domain' },
  content: { may: ['domain'], fix: 'content is text and its schema' },
  styles: { may: [], fix: 'styles import styles' },
  'config.ts': {
    may: ['key-settings.ts', 'limit-settings.ts', 'pay-settings.ts'],
    fix: 'settings are read first and know nothing',
  },
  'key-settings.ts': { may: [], fix: 'settings are read first and know nothing' },
  'limit-settings.ts': { may: [], fix: 'settings are read first and know nothing' },
  'pay-settings.ts': { may: [], fix: 'settings are read first and know nothing' },
  'content.config.ts': { may: ['content', 'domain'], fix: 'it only names the collections' },
  'generate.ts': {
    may: ['config.ts', 'contract', 'domain'],
    fix: 'generated files come from the contract and the settings',
  },
  'drizzle.config.ts': { may: ['db'], fix: 'it only names the tables' },
}
/** The ways in: they may reach the server. */
const entryPoints = new Set([
  'main.ts',
  'fetch.ts',
  'middleware.ts',
  'dev-runtime.ts',
  'dev-server.ts',
  'cli.ts',
  'cli',
])
/**
 * Parts of src/server, each a folder or a file at its root, from the top down: what runs imports only what stands below
 * it. Where two domains need each other, one of them is passed what it needs, or what spans both moves to `processes`,
 * `dashboards` or the upper one of the two.
 */
const serverOrder = [
  // The process: its start, its threads, what comes in and what the clock brings.
  'start.ts',
  'work-thread.ts',
  'app.ts',
  'push',
  'http',
  'sitemap',
  'social-images',
  'jobs',
  'handlers.ts',
  'dispatch.ts',
  // What spans several domains.
  'processes',
  'dashboards',
  // Domains.
  'orders',
  'demands',
  'content',
  'live',
  'projects',
  'chat',
  'catalogue',
  'shops',
  'accounts',
  'operations',
  'reference',
  // What every domain uses.
  'session',
  'search',
  'providers',
  'response-cache.ts',
  'platform',
  'work',
  'runtime.ts',
  'handler.ts',
  'page-cache.ts',
  'cached-reads.ts',
  'json-text.ts',
  'refusals.ts',
  'dropped-fields.ts',
  'flush-on-shutdown.ts',
  'limits.ts',
  'metrics.ts',
  'cache-budget.ts',
  'workers',
  'redis.ts',
  'log.ts',
] as const

const layerOf = (file: string): string =>
  file.startsWith('src/') ? (file.split('/')[1] ?? '') : (file.split('/')[0] ?? '')
const imports: readonly Import[] = codeFiles('src', 'areas').flatMap(importsOf)

test('every relative import names a file that is there, with its extension', () => {
  // What the build makes is not there on a clean checkout.
  const written = imports.filter(({ to }) => !to.startsWith('dist/'))
  const lost = written.filter(({ to }) => !existsSync(join(root, to)) || !/\.\w+$/.test(to))
  expect(lost.map(({ from, to }) => `${from} imports ${to}: write the file’s whole name, extension included`)).toEqual(
    [],
  )
})

test('imports run one way', () => {
  const wrong = imports.flatMap(({ from, to }) => {
    const [above, below] = [layerOf(from), layerOf(to)]
    if (above === below || entryPoints.has(above)) return []
    const layer = layers[above]
    if (layer === undefined) return [`${from}: ${above} is no layer of the design. Fix: put the file into one`]
    if (layer.may.includes(below)) return []
    const allowed = layer.may.length === 0 ? 'nothing else' : layer.may.join(', ')
    return [`${from} imports ${to}: ${above} may import ${allowed}. Fix: ${layer.fix}`]
  })
  expect(wrong).toEqual([])
})

test('only the ways in touch the server', () => {
  const wrong = imports.filter(
    ({ from, to }) => layerOf(to) === 'server' && layerOf(from) !== 'server' && !entryPoints.has(layerOf(from)),
  )
  expect(wrong.map(({ from, to }) => `${from} imports ${to}. Fix: go through Astro.locals.api or src/client`)).toEqual(
    [],
  )
})

/** Runtime imports between parts of the server. */
const serverImports = imports
  .filter(({ from, to, typeOnly }) => !typeOnly && layerOf(from) === 'server' && layerOf(to) === 'server')
  .map(({ from, to }) => ({ from, to, above: from.split('/')[2] ?? '', below: to.split('/')[2] ?? '' }))
  .filter(({ above, below }) => above !== below)

test('imports of the server run down its order', () => {
  const parts = codeFiles('src/server').map((file) => file.split('/')[2] ?? '')
  expect([...new Set(parts)].toSorted(), 'every part of src/server has its place in serverOrder, once').toEqual(
    serverOrder.toSorted(),
  )
  const placeOf = new Map<string, number>(serverOrder.map((part, place) => [part, place]))
  const upward = serverImports.filter(
    ({ above, below }) => (placeOf.get(above) ?? Infinity) >= (placeOf.get(below) ?? -1),
  )
  expect(
    upward.map(
      ({ from, to, above, below }) =>
        `${from} imports ${to}: ${below} stands above ${above}. Fix: move what ${above} needs to ${above} or below it, ` +
        'pass it as an argument, or move what spans both to src/server/processes or src/server/dashboards',
    ),
  ).toEqual([])
})

test('domains of the server form no circle', () => {
  const graph = new Map<string, string[]>()
  for (const { above, below } of serverImports) graph.set(above, [...(graph.get(above) ?? []), below])
  expect(circles(graph).map((circle) => `${circle.join(' → ')} import each other`)).toEqual([])
})

/** Circles of a graph: every set of files that reach each other. Tarjan's strongly connected components. */
function circles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const found: string[][] = []
  const visit = (file: string) => {
    index.set(file, index.size)
    low.set(file, index.get(file) ?? 0)
    stack.push(file)
    for (const next of graph.get(file) ?? []) {
      if (!index.has(next)) visit(next)
      if (stack.includes(next)) low.set(file, Math.min(low.get(file) ?? 0, low.get(next) ?? 0))
    }
    if (low.get(file) !== index.get(file)) return
    const circle = stack.splice(stack.indexOf(file))
    if (circle.length > 1 || graph.get(file)?.includes(file) === true) found.push(circle)
  }
  for (const file of graph.keys()) if (!index.has(file)) visit(file)
  return found
}

test('no file imports itself round a circle', () => {
  // Types are gone when the program runs, so a type may point back at what uses it.
  const graph = new Map<string, string[]>()
  for (const { from, to, typeOnly } of imports) if (!typeOnly) graph.set(from, [...(graph.get(from) ?? []), to])
  const found = circles(graph)
  expect(
    found.map((circle) => `${circle.join(' → ')}. Fix: move what they share into a file that both import`),
  ).toEqual([])
})
