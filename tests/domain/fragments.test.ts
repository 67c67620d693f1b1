import { expect, test } from 'vitest'
import { createPageFragments, createFragment, type PagePart } from '../../src/domain/shell/fragments.ts'

const decoder = new TextDecoder()
const read = (parts: readonly PagePart[]) => parts.map(({ bytes }) => decoder.decode(bytes)).join('')
const [header, footer] = [createFragment('<header>药械 $& $1</header>'), createFragment('<footer>平台</footer>')]

test('inserts the fragments into the text of the page', () => {
  const pieces = createPageFragments()
  const drawn = `<body>${pieces.placeholderFor(header)}<main>服务</main>${pieces.placeholderFor(footer)}${pieces.placeholderFor(header)}</body>`
  const whole = `<body>${header.html}<main>服务</main>${footer.html}${header.html}</body>`
  expect(drawn).not.toContain('平台')
  expect(pieces.text(drawn)).toBe(whole)
  expect(read(pieces.parts(drawn))).toBe(whole)
})

test('does not encode a fragment again', () => {
  const pieces = createPageFragments()
  const shared = pieces.parts(`a${pieces.placeholderFor(footer)}b`).filter(({ isShared }) => isShared)
  expect(shared).toHaveLength(1)
  expect(shared[0]?.bytes).toBe(footer.bytes)
})

test('keeps a text without placeholders and forged placeholders unchanged', () => {
  const pieces = createPageFragments()
  pieces.placeholderFor(header)
  const text = '<p><!-- 0--><!--header 0--></p>'
  expect(pieces.text(text)).toBe(text)
  expect(read(pieces.parts(text))).toBe(text)
})
