import { and, asc, gt, or, eq } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { molecules } from '../../../db/tables/catalogue.ts'
import { StructureIndexWriter, type StructureIndex } from './structure-index.ts'

/** Rows read at once: some 400 KB. */
const pageRows = 2_000

interface LoadedIndex {
  readonly writer: StructureIndexWriter
  /** Every change up to this one is in the index. */
  revision: number
  loading: Promise<void> | undefined
}

/** One index for each database: a process has one, tests have several. */
const indexes = new WeakMap<Db, LoadedIndex>()

/** Reads what changed since; pages follow (revision, id), and a revision is committed as a whole. */
async function readChanges(db: Db, loaded: LoadedIndex): Promise<void> {
  let [revision, last] = [loaded.revision, Number.MAX_SAFE_INTEGER]
  for (;;) {
    const after =
      last === Number.MAX_SAFE_INTEGER
        ? gt(molecules.revision, revision)
        : or(gt(molecules.revision, revision), and(eq(molecules.revision, revision), gt(molecules.id, last)))
    const { id, idcode, fingerprint, atoms, listed } = molecules
    const rows = await db
      .select({ id, idcode, fingerprint, atoms, listed, revision: molecules.revision })
      .from(molecules)
      .where(after)
      .orderBy(asc(molecules.revision), asc(molecules.id))
      .limit(pageRows)
    for (const row of rows) loaded.writer.write(row)
    const end = rows.at(-1)
    if (end !== undefined) [revision, last] = [end.revision, end.id]
    if (rows.length < pageRows) break
  }
  loaded.revision = revision
}

/** The index with every change that is committed now. Concurrent searches share the reading. */
export async function currentIndex(db: Db): Promise<StructureIndex> {
  const loaded = indexes.get(db) ?? { writer: new StructureIndexWriter(), revision: 0, loading: undefined }
  indexes.set(db, loaded)
  loaded.loading ??= readChanges(db, loaded).finally(() => {
    loaded.loading = undefined
  })
  await loaded.loading
  return loaded.writer.read()
}
