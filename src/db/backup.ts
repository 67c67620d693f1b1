import { execFile } from 'node:child_process'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Config } from '../config.ts'
import { lockFolder } from './lock.ts'
import { openEmbedded } from './open.ts'

type Where = Pick<Config, 'databaseUrl' | 'dataDir'>
const run = promisify(execFile)

/**
 * Writes the whole database into one file: a compressed image of the embedded one, or what pg_dump makes.
 * The embedded database must not be in use; throws when the server is running on it.
 */
export async function backup({ databaseUrl, dataDir }: Where, file: string): Promise<void> {
  if (databaseUrl !== undefined) {
    await run('pg_dump', ['--format=custom', '--no-owner', `--file=${file}`, databaseUrl])
    return
  }
  const folder = join(dataDir, 'db')
  if (!existsSync(join(folder, 'pglite'))) throw new Error(`There is no database in ${folder}`)
  const lock = lockFolder(folder)
  try {
    const [{ PGlite }, { pg_trgm }] = await Promise.all([
      import('@electric-sql/pglite'),
      import('@electric-sql/pglite/contrib/pg_trgm'),
    ])
    const client = await PGlite.create({ dataDir: join(folder, 'pglite'), extensions: { pg_trgm } })
    const image = await client.dumpDataDir('gzip')
    await client.close()
    writeFileSync(file, Buffer.from(await image.arrayBuffer()))
  } finally {
    lock.release()
  }
}

/**
 * Puts a backup in the place of the database. The embedded one that was there stays beside it under another name,
 * which is returned; PostgreSQL's tables are replaced in one transaction.
 */
export async function restore({ databaseUrl, dataDir }: Where, file: string): Promise<string | undefined> {
  if (databaseUrl !== undefined) {
    await run('pg_restore', [
      '--clean',
      '--if-exists',
      '--no-owner',
      '--single-transaction',
      `--dbname=${databaseUrl}`,
      file,
    ])
    return undefined
  }
  const folder = join(dataDir, 'db')
  const lock = lockFolder(folder)
  const before = join(folder, `pglite-before-${Date.now()}`)
  const had = existsSync(join(folder, 'pglite'))
  if (had) renameSync(join(folder, 'pglite'), before)
  lock.release()
  const database = await openEmbedded(folder, new Blob([readFileSync(file)]))
  await database.close()
  return had ? before : undefined
}
