import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { code, filesOf, importsOf } from '../support/sources.ts'

/** Components that draw only inside others. */
// The shell draws it: what ListIcon refers to.
const inside: readonly string[] = ['src/ui/ListIcons.astro']

test('every ui component is in the gallery', () => {
  const shown = new Set(
    code('src/pages/dev/gallery')
      .flatMap(importsOf)
      .map(({ to }) => to),
  )
  const components = filesOf('src/ui/*.{astro,tsx}').filter(
    (file) => /^[A-Z]/.test(basename(file)) && !inside.includes(file),
  )
  // A component that a shown one is made of is seen with it.
  const seen = new Set(shown)
  for (const file of seen) if (file.startsWith('src/ui/')) for (const { to } of importsOf(file)) seen.add(to)
  const missing = components.filter((file) => !seen.has(file))
  expect(missing.map((file) => `${file}: lay it out in src/pages/dev/gallery, in every state`)).toEqual([])
})
