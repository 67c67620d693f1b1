import type { KeyObject } from 'node:crypto'
import { and, between, desc, eq, lte, sql } from 'drizzle-orm'
import { insertRows } from '../../../db/insert-rows.ts'
import type { Db } from '../../../db/open.ts'
import { dealLeaves, dealRoots } from '../../../db/tables/deal-record.ts'
import { date } from '../../../domain/time.ts'
import { leafHash, merkleRoot } from './merkle-tree.ts'
import { dealLeafText, signRoot } from './sign-root.ts'

/** Leaves of a chunk, a power of two: chunks are complete subtrees. */
export const chunkSize = 1024
const leavesPerInsert = 1000

/** The last entry of a record, and the place of the record in all trees. */
export interface DealLeaf {
  readonly position: number
  readonly orderId: number
  readonly seq: number
  readonly hash: string
}

export type DealRoot = typeof dealRoots.$inferSelect

/** The newest root; undefined before the first night. */
export async function findNewestRoot(db: Db): Promise<DealRoot | undefined> {
  const [root] = await db.select().from(dealRoots).orderBy(desc(dealRoots.id)).limit(1)
  return root
}

/** Leaves of one chunk at the time of a root, by position. */
export function loadChunk(db: Db, rootId: number, chunk: number): Promise<DealLeaf[]> {
  const { position, orderId, seq, hash } = dealLeaves
  const first = chunk * chunkSize
  return db
    .selectDistinctOn([position], { position, orderId, seq, hash })
    .from(dealLeaves)
    .where(and(between(position, first, first + chunkSize - 1), lte(dealLeaves.rootId, rootId)))
    .orderBy(position, desc(dealLeaves.rootId))
}

export const chunkHash = (leaves: readonly DealLeaf[]): string =>
  merkleRoot(leaves.map((leaf) => leafHash(dealLeafText(leaf))))

/**
 * Makes the root of a day over the last entries of all records, signed where there is a key. Once a day: of parallel
 * runs one makes it. Only chunks with a record that grew are computed. Returns whether it made one.
 */
export function createDealRoot(db: Db, key: KeyObject | undefined, now: Date): Promise<boolean> {
  const day = date(now.toISOString())
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('deal_roots'))`)
    const [known] = await tx.select({ id: dealRoots.id }).from(dealRoots).where(eq(dealRoots.day, day))
    if (known !== undefined) return false
    const previous = await findNewestRoot(tx)
    const grown = await loadGrownRecords(tx, previous?.count ?? 0)
    const count = grown.reduce((most, { position }) => Math.max(most, position + 1), previous?.count ?? 0)
    if (count === 0) return false
    const chunks = await updateChunks(tx, previous, grown)
    const content = { day, root: merkleRoot(chunks), count, previousRoot: previous?.root ?? '' }
    const [made] = await tx
      .insert(dealRoots)
      .values({ ...content, chunks, ...signRoot(content, key) })
      .returning({ id: dealRoots.id })
    if (made === undefined) throw new Error('No root')
    for (let at = 0; at < grown.length; at += leavesPerInsert)
      await insertRows(
        tx,
        dealLeaves,
        grown.slice(at, at + leavesPerInsert).map((leaf) => ({ rootId: made.id, ...leaf })),
      )
    return true
  })
}

/** Records with entries since the root before; new ones get the next positions. */
async function loadGrownRecords(tx: Db, count: number): Promise<DealLeaf[]> {
  const rows = await tx
    .select({
      orderId: sql<number>`o.id`,
      seq: sql<number>`head.seq`,
      hash: sql<string>`head.hash`,
      position: sql<number | null>`leaf.position`,
    })
    .from(
      sql`orders o
      cross join lateral (select seq, hash from deal_entries where order_id = o.id order by seq desc limit 1) head
      left join lateral (select position, seq from deal_leaves where order_id = o.id order by root_id desc limit 1) leaf on true`,
    )
    .where(sql`leaf.seq is null or leaf.seq < head.seq`)
    .orderBy(sql`o.id`)
  let next = count
  return rows.map(({ orderId, seq, hash, position }) => {
    const place = position ?? next++
    return { position: place, orderId, seq, hash }
  })
}

async function updateChunks(tx: Db, previous: DealRoot | undefined, grown: readonly DealLeaf[]): Promise<string[]> {
  const chunks = [...(previous?.chunks ?? [])]
  const byChunk = Map.groupBy(grown, ({ position }) => Math.floor(position / chunkSize))
  for (const [chunk, leaves] of byChunk) {
    const before = previous === undefined ? [] : await loadChunk(tx, previous.id, chunk)
    const current = new Map([...before, ...leaves].map((leaf) => [leaf.position, leaf]))
    chunks[chunk] = chunkHash([...current.values()].toSorted((a, b) => a.position - b.position))
  }
  return chunks
}
