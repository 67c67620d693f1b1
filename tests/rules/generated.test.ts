import { expect, test } from 'vitest'
import { pathsModule, withSettings } from '../../src/generate.ts'
import { textOf } from '../support/sources.ts'

const mend = 'run `npm run generate`'

test('the browser’s table of paths is that of the contract', () =>
  expect(textOf('src/client/paths.ts'), mend).toBe(pathsModule()))

test('the README’s table of settings is that of config.ts', () => {
  const readme = textOf('README.md')
  expect(readme).toContain('<!-- settings:start -->')
  expect(readme, mend).toBe(withSettings(readme))
})
