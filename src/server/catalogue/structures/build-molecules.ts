import { and, asc, eq, gt, inArray, ne, sql } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { molecules, products } from '../../../db/tables/catalogue.ts'
import type { PageCache } from '../../page-cache.ts'
import { moleculeWork } from '../../work/work-pool.ts'
import type { ReadMolecule } from './read-molecule.ts'

/** Goods read at once: about a second of a thread. */
const batchSize = 40

type Pages = Pick<PageCache, 'invalidate'>

/**
 * Reads the structures of goods whose SMILES changed, then writes which structures are on sale. Safe to run twice: one
 * that was read is not due, and goods saved meanwhile stay due.
 */
export async function buildMolecules(db: Db, { pages }: { readonly pages: Pages }): Promise<void> {
  let last = 0
  for (;;) {
    const { id, productNo, smiles } = products
    const due = await db
      .select({ id, productNo, smiles })
      .from(products)
      .where(and(ne(products.smiles, products.moleculeOf), gt(products.id, last)))
      .orderBy(asc(products.id))
      .limit(batchSize)
    const end = due.at(-1)
    if (end === undefined) break
    last = end.id
    await readDue(db, due)
    pages.invalidate(due.map((row) => `product:${row.productNo}`))
  }
  await writeListed(db)
}

/**
 * Reads every structure anew, for a release whose library draws or screens otherwise. It can be interrupted and
 * repeated while the site is running. `only` names some. Returns the number of structures.
 */
export async function rebuildMolecules(db: Db, pages: Pages, only?: readonly number[]): Promise<number> {
  let [last, count] = [0, 0]
  for (;;) {
    const known = await db
      .select({ id: molecules.id, smiles: molecules.smiles })
      .from(molecules)
      .where(and(gt(molecules.id, last), only === undefined ? undefined : inArray(molecules.id, [...only])))
      .orderBy(asc(molecules.id))
      .limit(batchSize)
    const end = known.at(-1)
    if (end === undefined) break
    last = end.id
    const read = await readAll(known.map(({ smiles }) => smiles))
    await inRevision(db, async (tx, revision) => {
      for (const [index, { id }] of known.entries()) {
        const molecule = read[index]
        // A structure that has another code now is read with its goods.
        if (molecule !== undefined) await rewrite(tx, id, molecule, revision)
      }
    })
    count += known.length
  }
  await buildMolecules(db, { pages })
  return count
}

async function rewrite(tx: Db, id: number, { idcode, ...rest }: ReadMolecule, revision: number): Promise<void> {
  await tx
    .update(molecules)
    .set({ ...rest, revision })
    .where(and(eq(molecules.id, id), eq(molecules.idcode, idcode)))
}

interface Due {
  readonly id: number
  readonly smiles: string
}

async function readDue(db: Db, due: readonly Due[]): Promise<void> {
  const texts = [...new Set(due.map(({ smiles }) => smiles).filter((smiles) => smiles !== ''))]
  const known = await db
    .select({ id: molecules.id, smiles: molecules.smiles })
    .from(molecules)
    .where(inArray(molecules.smiles, texts))
  const idOf = new Map(known.map(({ id, smiles }) => [smiles, id]))
  const missing = texts.filter((text) => !idOf.has(text))
  const read = await readAll(missing)
  await inRevision(db, async (tx, revision) => {
    for (const [index, text] of missing.entries()) {
      const molecule = read[index]
      if (molecule === undefined) continue
      const [row] = await tx
        .insert(molecules)
        .values({ ...molecule, revision })
        .onConflictDoUpdate({ target: molecules.idcode, set: { revision } })
        .returning({ id: molecules.id })
      if (row !== undefined) idOf.set(text, row.id)
    }
    const pairs = due.map(({ id, smiles }) => ({ id, smiles, molecule: idOf.get(smiles) ?? null }))
    // Saved meanwhile with another structure, goods stay due.
    await tx.execute(sql`
      update ${products} set molecule_id = pair.molecule, molecule_of = pair.smiles
      from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as pair (id int, smiles text, molecule int)
      where ${products.id} = pair.id and ${products.smiles} = pair.smiles`)
  })
}

/** Structures by their texts; one that takes too long, alone, counts as unreadable. */
async function readAll(texts: readonly string[]): Promise<readonly (ReadMolecule | undefined)[]> {
  if (texts.length === 0) return []
  try {
    return await moleculeWork.run('readMolecules', texts, { key: 'molecules' })
  } catch (cause) {
    if (!(cause instanceof CallFailed) || cause.failure !== 'structureTooComplex') throw cause
    if (texts.length === 1) return [undefined]
    const middle = Math.ceil(texts.length / 2)
    return [...(await readAll(texts.slice(0, middle))), ...(await readAll(texts.slice(middle)))]
  }
}

/** Runs a write under the next revision: one at a time, so that readers see revisions in their order. */
async function inRevision(db: Db, write: (tx: Db, revision: number) => Promise<void>): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('molecules'))`)
    const [row] = await tx.select({ last: sql<number>`coalesce(max(${molecules.revision}), 0)::int` }).from(molecules)
    await write(tx, (row?.last ?? 0) + 1)
  })
}

/** Writes which structures are on sale, where that changed. */
const writeListed = (db: Db) =>
  inRevision(db, async (tx, revision) => {
    await tx.execute(sql`
      update ${molecules} set listed = now_on_sale, revision = ${revision}
      from (
        select m.id as changed_id, bool_or(p.id is not null) as now_on_sale
        from ${molecules} m left join ${products} p
          on p.molecule_id = m.id and p.status = 'published' and p.deleted_at is null
        group by m.id, m.listed having bool_or(p.id is not null) <> m.listed
      ) as changed where ${molecules.id} = changed.changed_id`)
  })
