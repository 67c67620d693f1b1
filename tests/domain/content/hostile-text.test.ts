import { expect, test } from 'vitest'
import { bodyFaults, targetsOf } from '../../../src/domain/content/check-text.ts'
import { markdownBlocks } from '../../../src/domain/content/rich-text.ts'
import { plainText } from '../../../src/server/content/feeds/plain-text.ts'

/** Characters of a hostile text, and milliseconds in which all that reads it is done: each took six seconds or more. */
const [size, most] = [100_000, 2_000]
const long = (text: string) => text.repeat(Math.ceil(size / text.length))

test.each([
  ['a heading of signs', `# ${long('#')}x`],
  ['a heading that ends in spaces', `# a${long(' ')}x`],
  ['brackets that never close', long('[')],
  ['pictures that never close', long('![')],
  ['links that never close', long('[a](')],
  ['a table that divides by nothing', `a|b\n${long(' ')}-x`],
  ['short paragraphs', long('a\n\n')],
  ['tags that never close', long('<p ')],
])('%s cost no more than words', (_, text) => {
  const began = performance.now()
  markdownBlocks(text)
  targetsOf(text, 1)
  bodyFaults(text, 1)
  plainText(text)
  expect(performance.now() - began).toBeLessThan(most)
})
