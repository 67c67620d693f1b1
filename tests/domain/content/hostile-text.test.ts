import { expect, test } from 'vitest'
import { checkBody, getTargets } from '../../../src/domain/content/check-text.ts'
import { markdownBlocks } from '../../../src/domain/content/rich-text.ts'
import { plainText } from '../../../src/server/content/feeds/parse-feed.ts'

/** Length of a hostile text, and maximum milliseconds to parse it; each once took six seconds or more. */
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
  getTargets(text, 1)
  checkBody(text, 1)
  plainText(text)
  expect(performance.now() - began).toBeLessThan(most)
})
