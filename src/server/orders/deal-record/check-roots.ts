import { asc, eq } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { dealLeaves, dealRoots } from '../../../db/tables/deal-record.ts'
import { chunkHash, chunkSize, type DealLeaf } from './create-root.ts'
import { merkleRoot } from './merkle-tree.ts'
import { isSignedBy } from './sign-root.ts'

/** What recomputing the roots found. */
export interface RootsCheck {
  readonly roots: number
  readonly unsigned: number
  /** Days whose root another key than the present one signed: an earlier key, or somebody else's. */
  readonly otherKeys: readonly string[]
  /** Day and fault of the first root that is not sound; null = none. */
  readonly broken: { readonly day: string; readonly fault: 'previous' | 'tree' | 'signature' } | null
}

/**
 * Recomputes all roots from their leaves, their order and signatures. `publicKey` is the present one, as SPKI in base64;
 * empty = without a key nothing is compared.
 */
export async function checkRoots(db: Db, publicKey: string): Promise<RootsCheck> {
  const roots = await db.select().from(dealRoots).orderBy(asc(dealRoots.id))
  const leaves: DealLeaf[] = []
  const chunks: string[] = []
  let previousRoot = ''
  let unsigned = 0
  const otherKeys: string[] = []
  for (const root of roots) {
    const { id, day } = root
    const fail = (fault: 'previous' | 'tree' | 'signature') => ({
      roots: roots.length,
      unsigned,
      otherKeys,
      broken: { day, fault },
    })
    if (root.previousRoot !== previousRoot) return fail('previous')
    const grown = await db.select().from(dealLeaves).where(eq(dealLeaves.rootId, id))
    for (const leaf of grown) leaves[leaf.position] = leaf
    for (const chunk of new Set(grown.map(({ position }) => Math.floor(position / chunkSize))))
      chunks[chunk] = chunkHash(leaves.slice(chunk * chunkSize, (chunk + 1) * chunkSize))
    if (leaves.length !== root.count || merkleRoot(chunks) !== root.root) return fail('tree')
    if (root.signature === '') unsigned += 1
    else if (!isSignedBy(root, root.signature, root.publicKey)) return fail('signature')
    else if (publicKey !== '' && root.publicKey !== publicKey) otherKeys.push(day)
    previousRoot = root.root
  }
  return { roots: roots.length, unsigned, otherKeys, broken: null }
}
