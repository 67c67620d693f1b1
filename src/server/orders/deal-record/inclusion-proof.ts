import { and, desc, eq, lte } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { dealLeaves } from '../../../db/tables/deal-record.ts'
import { chunkSize, findNewestRoot, loadChunk, type DealRoot } from './create-root.ts'
import { inclusionProof, leafHash, type ProofStep } from './merkle-tree.ts'
import { dealLeafText } from './sign-root.ts'

/** Proof that a root covers a record up to one of its entries. */
export interface RecordProof {
  readonly root: DealRoot
  readonly orderId: number
  /** Last entry that the root covers, and its hash. */
  readonly seq: number
  readonly hash: string
  /** Siblings from the leaf upwards. */
  readonly steps: readonly ProofStep[]
}

/** What the newest root covers of a record; undefined for a record that no root has yet. */
export async function findCoveredEntry(db: Db, orderId: number) {
  const root = await findNewestRoot(db)
  if (root === undefined) return undefined
  const { position, seq, hash } = dealLeaves
  const [leaf] = await db
    .select({ position, seq, hash })
    .from(dealLeaves)
    .where(and(eq(dealLeaves.orderId, orderId), lte(dealLeaves.rootId, root.id)))
    .orderBy(desc(dealLeaves.rootId))
    .limit(1)
  return leaf === undefined ? undefined : { root, leaf }
}

/** Proof of a record in the newest root: reads 1,024 leaves at most. */
export async function loadRecordProof(db: Db, orderId: number): Promise<RecordProof | undefined> {
  const covered = await findCoveredEntry(db, orderId)
  if (covered === undefined) return undefined
  const { root, leaf } = covered
  const chunk = Math.floor(leaf.position / chunkSize)
  const leaves = await loadChunk(db, root.id, chunk)
  const within = inclusionProof(
    leaves.map((each) => leafHash(dealLeafText(each))),
    leaf.position % chunkSize,
  )
  return { root, orderId, seq: leaf.seq, hash: leaf.hash, steps: [...within, ...inclusionProof(root.chunks, chunk)] }
}
