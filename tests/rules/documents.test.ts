import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { filesOf, root, textOf } from '../support/sources.ts'

const decisions = filesOf('src/decisions/*.md').filter((file) => basename(file) !== 'README.md')

const documents = filesOf(
  '{README,ARCHITECTURE,CHANGELOG}.md',
  '.github/**/*.md',
  'src/**/{README,_README}.md',
  'src/decisions/*.md',
  'src/docs/**/*.md',
  'areas/README.md',
  'tests/**/README.md',
)

test('decisions are numbered from 001 without gaps', () => {
  const numbers = decisions.map((file) => basename(file).slice(0, 4))
  expect(numbers).toEqual(decisions.map((_, index) => `${String(index + 1).padStart(3, '0')}-`))
  for (const file of decisions) expect(basename(file)).toMatch(/^\d{3}-[a-z0-9-]+\.md$/)
})

test.each(decisions)('%s has a title, a date, a status and its sections in order', (file) => {
  const text = textOf(file)
  expect(text).toMatch(/^# \d{3} .+\n\nDate: \d{4}-\d{2}-\d{2}\n\nStatus: (accepted|superseded by \d{3})/)
  expect(text.slice(2, 5)).toBe(basename(file).slice(0, 3))
  const parts = ['## Context', '## Alternatives considered', '## Decision', '## Consequences']
  expect(text.split('\n').filter((line) => line.startsWith('## '))).toEqual(parts)
})

test('every decision is in the list of decisions, every design in the list of documents', () => {
  const [records, designs] = [textOf('src/decisions/README.md'), textOf('src/docs/README.md')]
  expect(decisions.filter((file) => !records.includes(`](${basename(file)})`))).toEqual([])
  const subjects = filesOf('src/docs/**/*.md').filter((file) => file !== 'src/docs/README.md')
  expect(subjects.filter((file) => !designs.includes(`](${file.replace('src/docs/', '')})`))).toEqual([])
})

test('decisions are referenced by a link to their record', () => {
  const files = [...documents, ...filesOf('{src,tests,areas}/**/*.{ts,tsx,astro,css}', '*.mjs')]
  const wrong = files.flatMap((file) =>
    [...textOf(file).matchAll(/\bdecisions? (\d{3})\b(?:\]\(([^)]*)\))?/gi)].flatMap(([found, number, target = '']) =>
      basename(target).startsWith(`${number}-`) ? [] : [`${file}: ${found}`],
    ),
  )
  expect(wrong.map((each) => `${each}: link the record, or name the document in src/docs`)).toEqual([])
})

test('every layer has a README with its purpose, what it may import and an example', () => {
  const layers = [
    'server',
    'contract',
    'client',
    'stores',
    'islands',
    'db',
    'domain',
    'pages',
    'content',
    'ui',
    'layouts',
    'components',
    'browser',
  ]
  // Astro would turn a README in src/pages into a page; an underscore prevents that.
  const files = layers.map((layer) => (layer === 'pages' ? 'src/pages/_README.md' : `src/${layer}/README.md`))
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
  expect(existsSync(join(root, 'areas/README.md'))).toBe(true)
})

test('links between documents lead to existing files', () => {
  const lost = documents.flatMap((file) =>
    [...textOf(file).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)]
      .filter((match) => !existsSync(join(root, dirname(file), match[1] ?? '')))
      .map((match) => `${file}: ${match[1]}`),
  )
  expect(lost).toEqual([])
})

/** Anchors of a document's headings. */
const anchorsOf = (file: string): Set<string> =>
  new Set(
    [...textOf(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )

test('links to headings lead to existing headings', () => {
  const lost = documents.flatMap((file) =>
    [...textOf(file).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*\.md)?#([^)\s]+)\)/g)].flatMap(
      ([, path = basename(file), anchor = '']) =>
        anchorsOf(join(dirname(file), path)).has(anchor) ? [] : [`${file}: ${path}#${anchor}`],
    ),
  )
  expect(lost).toEqual([])
})

test('code files named in documents exist', () => {
  const files = filesOf('{src,tests,areas}/**/*.{ts,tsx,astro}', '*.mjs').map((file) => `/${file}`)
  const lost = documents.flatMap((file) =>
    [...textOf(file).matchAll(/`([\w./[\]-]+\.(?:ts|tsx|astro|mjs))`/g)].flatMap(([, name = '']) =>
      files.some((each) => each.endsWith(`/${name}`)) ? [] : [`${file}: ${name}`],
    ),
  )
  expect(lost).toEqual([])
})

test('repository paths named in documents exist', () => {
  const lost = documents.flatMap((file) =>
    [...textOf(file).matchAll(/`((?:src|tests|areas|public|\.github)\/[\w./[\]-]+)`/g)].flatMap(([, path = '']) =>
      existsSync(join(root, path)) || path.includes('NAME') ? [] : [`${file}: ${path}`],
    ),
  )
  expect(lost).toEqual([])
})

test('the root contains only what the layout allows', () => {
  const allowed =
    /^(src|public|areas|tests|astro\.config\.mjs|tailwind\.config\.mjs|package\.json|package-lock\.json|tsconfig\.json|Dockerfile|README\.md|ARCHITECTURE\.md|CHANGELOG\.md|LICENSE|compose\.yaml|node_modules|dist|\..*)$/
  expect(filesOf('*').filter((file) => !allowed.test(file))).toEqual([])
})

test('the image starts the process as `npm run serve` does', () => {
  const { scripts } = z.object({ scripts: z.object({ serve: z.string() }) }).parse(JSON.parse(textOf('package.json')))
  expect(textOf('Dockerfile')).toContain(
    `\nCMD [${scripts.serve
      .split(' ')
      .map((word) => `"${word}"`)
      .join(', ')}]`,
  )
})
