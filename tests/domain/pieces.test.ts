import { expect, test } from 'vitest'
import { createPieces, pieceOf } from '../../src/domain/shell/pieces.ts'

const decoder = new TextDecoder()
const read = (parts: readonly Uint8Array[]) => parts.map((part) => decoder.decode(part)).join('')
const [header, footer] = [pieceOf('<header>药械 $& $1</header>'), pieceOf('<footer>平台</footer>')]

test('a page is put together of its own text and its pieces, in their places', () => {
  const pieces = createPieces()
  const drawn = `<body>${pieces.markFor(header)}<main>服务</main>${pieces.markFor(footer)}${pieces.markFor(header)}</body>`
  const whole = `<body>${header.html}<main>服务</main>${footer.html}${header.html}</body>`
  expect(drawn).not.toContain('平台')
  expect(pieces.text(drawn)).toBe(whole)
  expect(read(pieces.bytes(drawn))).toBe(whole)
})

test('the bytes of a piece are not made anew', () => {
  const pieces = createPieces()
  expect(pieces.bytes(`a${pieces.markFor(footer)}b`)).toContain(footer.bytes)
})

test('a text without marks comes back as it was, and what looks like one stays', () => {
  const pieces = createPieces()
  pieces.markFor(header)
  const text = '<p><!-- 0--><!--header 0--></p>'
  expect(pieces.text(text)).toBe(text)
  expect(read(pieces.bytes(text))).toBe(text)
})
