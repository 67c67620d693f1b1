import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { z } from 'zod'
import type { Db } from '../../src/db/open.ts'

const migrations = join(import.meta.dirname, '../../src/db/migrations')
const journal = z.looseObject({ entries: z.array(z.looseObject({ tag: z.string() })) })

/** A database as a version before left it, and what brings it to the tables of today. */
export interface OldDatabase {
  readonly db: Db
  /** Rows without those that they refer to: what else stands there is not looked at. */
  readonly alone: (write: () => Promise<unknown>) => Promise<void>
  readonly migrate: () => Promise<void>
  readonly close: () => Promise<void>
}

/** An empty database with the migrations up to and with the one of this name. */
export async function databaseAt(tag: string): Promise<OldDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-migrations-'))
  const client = await PGlite.create({ extensions: { pg_trgm } })
  cpSync(migrations, folder, { recursive: true })
  const file = join(folder, 'meta/_journal.json')
  const read = journal.parse(JSON.parse(readFileSync(file, 'utf8')))
  const last = read.entries.findIndex((entry) => entry.tag === tag)
  writeFileSync(file, JSON.stringify({ ...read, entries: read.entries.slice(0, last + 1) }))
  const db = drizzle(client, { casing: 'snake_case' })
  await db.execute(sql`create extension pg_trgm`)
  await migrate(db, { migrationsFolder: folder })
  return {
    db,
    alone: async (write) => {
      await db.execute(sql`set session_replication_role = replica`)
      await write()
      await db.execute(sql`set session_replication_role = origin`)
    },
    migrate: () => migrate(db, { migrationsFolder: migrations }),
    close: async () => {
      await client.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
