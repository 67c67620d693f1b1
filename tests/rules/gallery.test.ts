import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { codeFiles, filesOf, importsOf } from '../support/sources.ts'

/** Components that are rendered only inside others. */
// Rendered by the shell: the sprite that ListIcon refers to.
const inside: readonly string[] = ['src/ui/table/ListIcons.astro']

test('every ui component is in the gallery', () => {
  const shown = new Set(
    codeFiles('src/pages/dev/gallery')
      .flatMap(importsOf)
      .map(({ to }) => to),
  )
  const components = filesOf('src/ui/**/*.{astro,tsx}').filter(
    (file) => /^[A-Z]/.test(basename(file)) && !inside.includes(file),
  )
  // A component used by a shown one is visible with it.
  const seen = new Set(shown)
  for (const file of seen) if (file.startsWith('src/ui/')) for (const { to } of importsOf(file)) seen.add(to)
  const missing = components.filter((file) => !seen.has(file))
  expect(missing.map((file) => `${file}: lay it out in src/pages/dev/gallery, in every state`)).toEqual([])
})
