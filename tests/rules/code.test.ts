import ts from 'typescript'
import { expect, test } from 'vitest'
import { codeFiles, filesOf, nodesOf, textOf, treesOf } from '../support/sources.ts'

const files = codeFiles('src', 'areas', 'tests')

/** Allowed type assertions with their number; the reason is given at each entry. */
const asserted: Readonly<Record<string, number>> = {
  // Boundary between wire data and types: both ends are parsed with the same contract.
  'src/client/api.ts': 1,
  // The built entry is JavaScript without types.
  'src/main.ts': 1,
}

const nodes = files.map((file) => ({ file, nodes: treesOf(file).flatMap((tree) => [...nodesOf(tree)]) }))
const where = (node: ts.Node) => node.getText().slice(0, 60).replaceAll(/\s+/g, ' ')

test('no `any`', () => {
  const found = nodes.flatMap(({ file, nodes: all }) =>
    all
      .filter((node) => node.kind === ts.SyntaxKind.AnyKeyword)
      .map((node) => `${file}: ${where(node.parent)}. Fix: unknown, then narrow or parse`),
  )
  expect(found).toEqual([])
})

test('no `as` but `as const`', () => {
  const found = nodes.flatMap(({ file, nodes: all }) => {
    const casts = all.filter(
      (node) =>
        ts.isTypeAssertionExpression(node) ||
        (ts.isAsExpression(node) && !(ts.isTypeReferenceNode(node.type) && node.type.getText() === 'const')),
    )
    return casts
      .slice(asserted[file] ?? 0)
      .map((node) => `${file}: ${where(node)}. Fix: parse with zod, narrow with a check, or satisfies`)
  })
  expect(found).toEqual([])
})

test('no `!` that silences the compiler', () => {
  const found = nodes.flatMap(({ file, nodes: all }) =>
    all.filter(ts.isNonNullExpression).map((node) => `${file}: ${where(node)}. Fix: handle the missing case`),
  )
  expect(found).toEqual([])
})

test('no default exports where a name will do', () => {
  const forced =
    /^(src\/(pages|fetch|middleware|content)|src\/db\/drizzle\.config\.ts|tests\/.*config\.ts|tests\/support\/global-)/
  const found = nodes.flatMap(({ file, nodes: all }) =>
    forced.test(file) || file.endsWith('.astro')
      ? []
      : all.filter((node) => ts.isExportAssignment(node)).map(() => `${file}: name what it exports`),
  )
  expect(found.filter((line) => !line.startsWith('src/server/http/page-cache-provider.ts'))).toEqual([])
})

const unfinished =
  /\b(TODO|FIXME|XXX)\b|@ts-(ignore|expect-error|nocheck)|eslint-disable|\b(test|it|describe)\.(only|skip)\(|client:only/
const unreasoned = /oxlint-disable(?!.*-- \S)/

test('no TODO, and nothing is suppressed without a reason', () => {
  const found = files.flatMap((file) =>
    file === 'tests/rules/code.test.ts'
      ? []
      : textOf(file)
          .split('\n')
          .flatMap((line, index) =>
            unfinished.test(line) || unreasoned.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [],
          ),
  )
  expect(found).toEqual([])
})

test('only config.ts reads the environment', () => {
  // main.ts sets the two switches that Astro's adapter reads.
  const allowed = new Set(['src/config.ts', 'src/main.ts'])
  const found = files.filter(
    (file) => file.startsWith('src/') && !allowed.has(file) && /\bprocess\.env\b/.test(textOf(file)),
  )
  expect(found.map((file) => `${file}: take a field of Config, declared in src/config.ts`)).toEqual([])
})

test('URLs of pages come from links', () => {
  const drawn = files.filter(
    (file) =>
      /^src\/(pages|layouts|components|browser|islands|stores|ui)\//.test(file) && !file.startsWith('src/pages/dev/'),
  )
  const found = drawn.flatMap((file) =>
    [...textOf(file).matchAll(/\bhref=["'{`]+(\/[a-zA-Z][^"'`}]*)/g)]
      .filter((match) => !/^\/(_astro|figures|logos|files|favicon|api|rss|dev|fonts)/.test(match[1] ?? ''))
      .map((match) => `${file}: ${match[1]}. Fix: a function of src/domain/links.ts`),
  )
  expect(found).toEqual([])
})

test('shared test modules have no hooks', () => {
  // Files of the calls share one process: a shared module is loaded once, so its hooks would run for one file only.
  const shared = files.filter((file) => file.startsWith('tests/') && !file.endsWith('.test.ts'))
  const found = shared.filter((file) => /^(before|after)(All|Each)\(/m.test(textOf(file)))
  expect(found.map((file) => `${file}: give a function that each file names in its own beforeAll`)).toEqual([])
})

test('dates and times use the shared picker, not native date fields', () => {
  const native = /type=["'{]*(date|datetime-local|month|week|time)\b|\.type = '(date|datetime-local|month|week|time)'/g
  const found = filesOf('src/**/*.{astro,tsx,ts}').flatMap((file) =>
    [...textOf(file).matchAll(native)].map(
      ([text]) => `${file}: ${text}. Fix: DateInput or TimeInput of ui, in .astro a text field with CalendarButton`,
    ),
  )
  expect(found).toEqual([])
})

/** Local-time getters and setters, locale formats, and dates built from parts or without a zone. */
const localTime = new RegExp(
  [
    String.raw`\.[gs]et(Hours|Minutes|Seconds|Date|Day|Month|FullYear|TimezoneOffset)\(`,
    String.raw`\.toLocale(Date|Time)String\(`,
    String.raw`\.to(Date|Time)String\(`,
    String.raw`\bnew Date\([^()]*,`,
    String.raw`Intl\.DateTimeFormat\(`,
    String.raw`\bdayjs\(`,
    String.raw`\b(current_date|current_time|localtimestamp|localtime)\b`,
    String.raw`\bdate_trunc\('\w+', now\(\)\)`,
  ].join('|'),
)

test("no time is read or shown in the machine's time zone", () => {
  const found = files
    .filter((file) => file.startsWith('src/'))
    .flatMap((file) =>
      textOf(file)
        .split('\n')
        .flatMap((line, index) =>
          localTime.test(line)
            ? [`${file}:${index + 1}: ${line.trim()}. Fix: src/domain/time.ts, or at time zone 'Asia/Shanghai'`]
            : [],
        ),
    )
  expect(found).toEqual([])
})

test('values of cache-control come from one file', () => {
  const found = files.filter(
    (file) =>
      /^src\/(?!domain\/shell\/cache-control\.ts$)/.test(file) &&
      /['"`](private, )?(no-store|(public|private), max-age)/.test(textOf(file)),
  )
  expect(found.map((file) => `${file}: take cacheControl or cacheFor of src/domain/shell/cache-control.ts`)).toEqual([])
})
