import { createHash } from 'node:crypto'

/**
 * Hash trees of RFC 6962, section 2.1: a leaf is hashed after a byte 0, a node after a byte 1, and a tree of n leaves is
 * divided at the largest power of two below n. Hashes are hex. The leaves may also be hashes of equally large complete
 * subtrees, since the divisions fall between them.
 */

export const leafHash = (content: string): string =>
  createHash('sha256').update(Buffer.of(0)).update(content, 'utf8').digest('hex')

const nodeHash = (left: string, right: string): string =>
  createHash('sha256').update(Buffer.of(1)).update(left, 'hex').update(right, 'hex').digest('hex')

/** Where a tree of n > 1 leaves is divided. */
const split = (leaves: number): number => 2 ** Math.floor(Math.log2(leaves - 1))

/** Hash of a tree over leaf hashes; of an empty one the hash of nothing. */
export function merkleRoot(hashes: readonly string[]): string {
  const [first] = hashes
  if (first === undefined) return createHash('sha256').digest('hex')
  if (hashes.length === 1) return first
  const at = split(hashes.length)
  return nodeHash(merkleRoot(hashes.slice(0, at)), merkleRoot(hashes.slice(at)))
}

/** A sibling on the way from a leaf to the root. */
export interface ProofStep {
  readonly side: 'left' | 'right'
  readonly hash: string
}

/** Siblings of a leaf, from the leaf upwards. Throws a RangeError for a leaf outside of the tree. */
export function inclusionProof(hashes: readonly string[], index: number): ProofStep[] {
  if (index < 0 || index >= hashes.length) throw new RangeError(`No leaf ${index} of ${hashes.length}`)
  if (hashes.length === 1) return []
  const at = split(hashes.length)
  const [left, right] = [hashes.slice(0, at), hashes.slice(at)]
  return index < at
    ? [...inclusionProof(left, index), { side: 'right', hash: merkleRoot(right) }]
    : [...inclusionProof(right, index - at), { side: 'left', hash: merkleRoot(left) }]
}

/** Root that a leaf hash and its proof lead to. */
export const rootOfProof = (leaf: string, proof: readonly ProofStep[]): string =>
  proof.reduce((hash, step) => (step.side === 'left' ? nodeHash(step.hash, hash) : nodeHash(hash, step.hash)), leaf)
