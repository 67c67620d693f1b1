import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  inclusionProof,
  leafHash,
  merkleRoot,
  rootOfProof,
} from '../../../src/server/orders/deal-record/merkle-tree.ts'

const leaves = (count: number) => Array.from({ length: count }, (_, at) => leafHash(`leaf ${at}`))

test('roots are those of RFC 6962', () => {
  // Test vectors of Certificate Transparency: the empty tree, and one empty leaf.
  expect(merkleRoot([])).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  expect(merkleRoot([leafHash('')])).toBe('6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d')
  const [a = '', b = '', c = ''] = leaves(3)
  const node = (left: string, right: string) =>
    createHash('sha256')
      .update(Buffer.from(`01${left}${right}`, 'hex'))
      .digest('hex')
  expect(merkleRoot([a, b, c])).toBe(node(node(a, b), c))
})

test('each leaf has a proof, and another leaf has not', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 70 }), fc.nat(), (count, pick) => {
      const all = leaves(count)
      const index = pick % count
      const proof = inclusionProof(all, index)
      expect(rootOfProof(all[index] ?? '', proof)).toBe(merkleRoot(all))
      expect(rootOfProof(leafHash('other'), proof)).not.toBe(merkleRoot(all))
    }),
  )
})

test('a tree over complete subtrees has the root of the tree over their leaves', () => {
  for (const count of [1, 7, 8, 9, 16, 17, 31, 40]) {
    const all = leaves(count)
    const chunks = Array.from({ length: Math.ceil(count / 8) }, (_, at) => merkleRoot(all.slice(at * 8, at * 8 + 8)))
    expect(merkleRoot(chunks)).toBe(merkleRoot(all))
  }
})

test('there is no proof of a leaf outside of the tree', () => {
  expect(() => inclusionProof(leaves(3), 3)).toThrow(RangeError)
})
