import { expect, test } from 'vitest'
import { iconSprite } from '../../src/ui/icons/icon-sprite.ts'
import { codeFiles, textOf } from '../support/sources.ts'

test('every icon that server-rendered components import is in the sprite once', () => {
  const imported = codeFiles('src').flatMap((file) =>
    [...textOf(file).matchAll(/@lucide\/astro\/icons\/([a-z\d-]+)['"]/g)].map(([, name]) => name),
  )
  const symbols = [
    ...iconSprite().matchAll(/<symbol id="([^"]+)" viewBox="0 0 24 24">(?:<[a-z]+ [^<>]+\/>)+<\/symbol>/g),
  ]
  expect(imported.length).toBeGreaterThan(100)
  expect(symbols.map(([, name]) => name)).toEqual([...new Set(imported)].toSorted())
})
