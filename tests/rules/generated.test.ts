import { expect, test } from 'vitest'
import { pathsModule, withSection, withSettings } from '../../src/generate.ts'
import { textOf } from '../support/sources.ts'

const fix = 'run `npm run generate`'

test('the browser’s table of paths matches the contract', () =>
  expect(textOf('src/client/paths.ts'), fix).toBe(pathsModule()))

test('the table of settings matches config.ts', () => {
  const document = textOf('src/docs/settings.md')
  expect(document).toContain('<!-- settings:start -->')
  expect(document, fix).toBe(withSettings(document))
})

test('the document of figures has the markers used by the benchmarks', () => {
  const document = textOf('src/docs/figures.md')
  for (const name of ['bench', 'pages']) expect(withSection(document, name, '')).not.toBe(document)
})
