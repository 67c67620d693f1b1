import { execFileSync } from 'node:child_process'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { gzipParts } from '../../src/server/http/gzip-parts.ts'
import { seededRandom } from '../support/seeded-random.ts'

const encoder = new TextEncoder()
const part = (text: string, isShared: boolean) => ({ bytes: encoder.encode(text), isShared })
const whole = (parts: readonly { readonly bytes: Uint8Array }[]) => Buffer.concat(parts.map(({ bytes }) => bytes))

const random = seededRandom(7)
const words = ['药效学', '<a href="/serviceHall/service?id=1">', 'CDMO', '¥1,200.00', '</a>', '\u{1f9ea}', ' ']
const text = (length: number) => Array.from({ length }, () => words[random(words.length)]).join('')
const shared = Array.from({ length: 12 }, () => part(text(random(4_000)), true))

test('pages of shared and own parts in any order are one gzip member with the right checksum and length', () => {
  for (let page = 0; page < 200; page += 1) {
    const parts = Array.from({ length: random(40) }, () =>
      random(2) === 0 ? part(text(random(300)), false) : (shared[random(shared.length)] ?? part('', true)),
    )
    // gunzip refuses a wrong checksum, a wrong length and what follows the first member.
    expect(gunzipSync(gzipParts(parts)).equals(whole(parts))).toBe(true)
  }
})

test('bytes that do not compress, empty and long parts keep their content', () => {
  const noise = Uint8Array.from({ length: 200_000 }, () => random(256))
  for (const isShared of [true, false]) {
    const parts = [part('', isShared), { bytes: noise, isShared }, part('', isShared), part('尾', isShared)]
    expect(gunzipSync(gzipParts(parts)).equals(whole(parts))).toBe(true)
  }
  expect(gunzipSync(gzipParts([])).byteLength).toBe(0)
})

test('the gzip program accepts it', () => {
  const parts = [part(text(2_000), true), part('<p>1</p>', false), part(text(900), false)]
  expect(execFileSync('gzip', ['-dc'], { input: gzipParts(parts) }).equals(whole(parts))).toBe(true)
})

test('the decoder of browsers accepts it', async () => {
  const parts = [part(text(2_000), true), part('<p>1</p>', false)]
  const stream = new Blob([new Uint8Array(gzipParts(parts))]).stream().pipeThrough(new DecompressionStream('gzip'))
  expect(Buffer.from(await new Response(stream).arrayBuffer()).equals(whole(parts))).toBe(true)
})
