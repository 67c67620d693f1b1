import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { installation } from '../config.ts'

/** A migration as recorded in the database: sha256 of its file in hex, and its creation time in milliseconds. */
export interface Migration {
  readonly hash: string
  readonly when: number
}

const folder = join(installation, 'src/db/migrations')
const journal = z.looseObject({ entries: z.array(z.looseObject({ tag: z.string(), when: z.int() })) })
const readJournal = () => journal.parse(JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')))

/** The migrations of this program, in their order. */
export function knownMigrations(): (Migration & { readonly tag: string })[] {
  return readJournal().entries.map(({ tag, when }) => ({
    tag,
    when,
    hash: createHash('sha256')
      .update(readFileSync(join(folder, `${tag}.sql`), 'utf8'))
      .digest('hex'),
  }))
}

/** The applied migrations in order; undefined for a database that was never migrated. */
export async function appliedMigrations(
  query: (text: string) => Promise<Record<string, unknown>[]>,
): Promise<Migration[] | undefined> {
  const [table] = await query(`select to_regclass('drizzle.__drizzle_migrations')::text as name`)
  if (table?.['name'] == null) return undefined
  const rows = await query(
    `select hash, created_at::text as when from drizzle.__drizzle_migrations order by created_at`,
  )
  return z.array(z.object({ hash: z.string(), when: z.coerce.number() })).parse(rows)
}

/**
 * Why the migrations of a database do not belong to this version, as a message; undefined when they are a prefix of the
 * known ones.
 */
export function unknownMigration(applied: readonly Migration[]): string | undefined {
  const known = knownMigrations()
  const last = known.at(-1)
  for (const [index, { hash, when }] of applied.entries()) {
    const expected = known[index]
    if (expected?.hash === hash) continue
    if (last !== undefined && when > last.when)
      return `It has a migration of ${new Date(when).toISOString()}, newer than this program: update the program`
    return expected === undefined || known.some((each) => each.hash === hash)
      ? `Migration ${expected?.tag ?? known[index - 1]?.tag ?? index} is missing in it, while later ones are there`
      : `Its migration number ${index} is not ${expected.tag} of this program`
  }
  return undefined
}

/** Names of the tables that this program has after its first `count` migrations. */
export function tablesAt(count: number): string[] {
  const entry = readJournal().entries[count - 1]
  if (entry === undefined) return []
  const file = join(folder, 'meta', `${entry.tag.slice(0, 4)}_snapshot.json`)
  const { tables } = z
    .looseObject({ tables: z.record(z.string(), z.unknown()) })
    .parse(JSON.parse(readFileSync(file, 'utf8')))
  return Object.keys(tables)
    .map((name) => name.replace(/^public\./, ''))
    .sort()
}

/** Runs a migrator over a folder that holds the first `count` migrations only. */
export async function migrateTo(
  migrations: readonly Migration[],
  count: number,
  run: (migrationsFolder: string) => Promise<void>,
): Promise<void> {
  if (count === migrations.length) return run(folder)
  const part = mkdtempSync(join(tmpdir(), 'portal-migrations-'))
  try {
    cpSync(folder, part, { recursive: true })
    const read = readJournal()
    writeFileSync(join(part, 'meta/_journal.json'), JSON.stringify({ ...read, entries: read.entries.slice(0, count) }))
    await run(part)
  } finally {
    rmSync(part, { recursive: true, force: true })
  }
}
