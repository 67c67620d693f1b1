import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { filesOf, root, textOf } from '../support/sources.ts'

const decisions = filesOf('src/decisions/*.md').filter((file) => basename(file) !== 'README.md')

test('decisions are numbered from 001 without a gap', () => {
  const numbers = decisions.map((file) => basename(file).slice(0, 4))
  expect(numbers).toEqual(decisions.map((_, index) => `${String(index + 1).padStart(3, '0')}-`))
  for (const file of decisions) expect(basename(file)).toMatch(/^\d{3}-[a-z0-9-]+\.md$/)
})

test.each(decisions)('%s has context, decision and consequences', (file) => {
  const text = textOf(file)
  expect(text).toMatch(/^# \d{3} /)
  for (const part of ['## Context', '## Decision', '## Consequences']) expect(text).toContain(part)
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
  ]
  // Astro would make a page of a README in src/pages; an underscore keeps it a document.
  const files = layers.map((layer) => (layer === 'pages' ? 'src/pages/_README.md' : `src/${layer}/README.md`))
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
  expect(existsSync(join(root, 'areas/README.md'))).toBe(true)
})

const documents = [
  ...['README.md', 'ARCHITECTURE.md'],
  ...filesOf('src/**/{README,_README}.md', 'src/decisions/*.md', 'areas/README.md'),
]

test('no document points at a file that is not there', () => {
  const lost = documents.flatMap((file) =>
    [...textOf(file).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)]
      .filter((match) => !existsSync(join(root, dirname(file), match[1] ?? '')))
      .map((match) => `${file}: ${match[1]}`),
  )
  expect(lost).toEqual([])
})

test('no document names a file of the code that is not there', () => {
  const files = filesOf('{src,tests,areas}/**/*.{ts,tsx,astro}', '*.mjs').map((file) => `/${file}`)
  const lost = documents.flatMap((file) =>
    [...textOf(file).matchAll(/`([\w./[\]-]+\.(?:ts|tsx|astro|mjs))`/g)].flatMap(([, name = '']) =>
      files.some((each) => each.endsWith(`/${name}`)) ? [] : [`${file}: ${name}`],
    ),
  )
  expect(lost).toEqual([])
})

test('the root holds what the layout allows and nothing else', () => {
  const allowed =
    /^(src|public|areas|tests|astro\.config\.mjs|tailwind\.config\.mjs|package\.json|package-lock\.json|tsconfig\.json|Dockerfile|README\.md|ARCHITECTURE\.md|LICENSE|compose\.yaml|node_modules|dist|\..*)$/
  expect(filesOf('*').filter((file) => !allowed.test(file))).toEqual([])
})
