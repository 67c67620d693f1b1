import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { code, importsOf, root, type Import } from '../support/sources.ts'

/** What each layer may import besides itself, and where to go when it wants more. Design, section 2. */
const layers: Readonly<Record<string, { readonly may: readonly string[]; readonly mend: string }>> = {
  domain: { may: [], mend: 'domain knows nothing but itself: pass what it needs as an argument' },
  contract: { may: ['domain'], mend: 'declare shapes in contract, decide in domain, work in server' },
  client: { may: ['contract', 'domain'], mend: 'what reacts to an answer belongs in stores' },
  stores: { may: ['client', 'contract', 'domain'], mend: 'a store knows no markup: let the island read the store' },
  ui: {
    may: ['domain'],
    mend: 'a ui component gets everything as props: hand it in from the island or page, or move it to islands/',
  },
  islands: {
    may: ['stores', 'client', 'contract', 'domain', 'ui', 'areas'],
    mend: 'move the shared part down to ui, stores or domain',
  },
  layouts: {
    may: ['islands', 'stores', 'client', 'contract', 'domain', 'ui', 'styles', 'areas', 'content'],
    mend: 'pass it as a prop or slot from the page',
  },
  pages: {
    may: [
      'layouts',
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
    mend: 'ask Astro.locals.api: pages reach the server through the contract only',
  },
  db: {
    may: ['domain', 'config.ts', 'key-settings.ts', 'limit-settings.ts'],
    mend: 'tables and seeds know only domain',
  },
  server: {
    may: ['contract', 'db', 'domain', 'content', 'config.ts', 'areas'],
    mend: 'what browser and server share belongs in contract or domain',
  },
  areas: { may: ['domain', 'ui'], mend: 'an area is settings: keep logic in domain' },
  content: { may: ['domain'], mend: 'content is text and its schema' },
  styles: { may: [], mend: 'styles import styles' },
  'config.ts': {
    may: ['key-settings.ts', 'limit-settings.ts', 'pay-settings.ts'],
    mend: 'settings are read first and know nothing',
  },
  'key-settings.ts': { may: [], mend: 'settings are read first and know nothing' },
  'limit-settings.ts': { may: [], mend: 'settings are read first and know nothing' },
  'pay-settings.ts': { may: [], mend: 'settings are read first and know nothing' },
  'content.config.ts': { may: ['content', 'domain'], mend: 'it only names the collections' },
  'generate.ts': {
    may: ['config.ts', 'contract', 'domain'],
    mend: 'generated files come from the contract and the settings',
  },
  'drizzle.config.ts': { may: ['db'], mend: 'it only names the tables' },
}
/** The ways in: they may reach the server. */
const waysIn = new Set(['main.ts', 'fetch.ts', 'middleware.ts', 'cli.ts', 'cli'])
/** Domains of the server: they meet through public.ts. */
const domains = [
  'reference',
  'accounts',
  'shops',
  'catalogue',
  'demands',
  'orders',
  'chat',
  'content',
  'live',
  'projects',
  'operations',
]

const layerOf = (file: string): string =>
  file.startsWith('src/') ? (file.split('/')[1] ?? '') : (file.split('/')[0] ?? '')
const imports: readonly Import[] = code('src', 'areas').flatMap(importsOf)

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
    if (above === below || waysIn.has(above)) return []
    const layer = layers[above]
    if (layer === undefined) return [`${from}: ${above} is no layer of the design. Mend: put the file into one`]
    if (layer.may.includes(below)) return []
    const allowed = layer.may.length === 0 ? 'nothing else' : layer.may.join(', ')
    return [`${from} imports ${to}: ${above} may import ${allowed}. Mend: ${layer.mend}`]
  })
  expect(wrong).toEqual([])
})

test('only the ways in touch the server', () => {
  const wrong = imports.filter(
    ({ from, to }) => layerOf(to) === 'server' && layerOf(from) !== 'server' && !waysIn.has(layerOf(from)),
  )
  expect(wrong.map(({ from, to }) => `${from} imports ${to}. Mend: go through Astro.locals.api or src/client`)).toEqual(
    [],
  )
})

test('domains of the server meet through public.ts', () => {
  const domainOf = (file: string) => domains.find((domain) => file.startsWith(`src/server/${domain}/`))
  const wrong = imports.filter(({ from, to }) => {
    const [mine, other] = [domainOf(from), domainOf(to)]
    return mine !== undefined && other !== undefined && mine !== other && to !== `src/server/${other}/public.ts`
  })
  expect(
    wrong.map(
      ({ from, to }) => `${from} imports ${to}. Mend: export it from that domain’s public.ts and import it there`,
    ),
  ).toEqual([])
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
    found.map((circle) => `${circle.join(' → ')}. Mend: move what they share into a file that both import`),
  ).toEqual([])
})
