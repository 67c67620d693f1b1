import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { manifest, names, sha256 } from '../../src/cli/backup-manifest.ts'
import { readConfig } from '../../src/config.ts'
import { knownMigrations } from '../../src/db/known-migrations.ts'
import { lockFolder } from '../../src/db/lock.ts'
import { embeddedFolder, lockedFolder, openEmbeddedSession, openPostgresSession } from '../../src/db/session.ts'
import { startRuntime } from '../../src/server/start.ts'
import { runCli } from '../support/run-cli.ts'
import { testDataKeys } from '../support/data-keys.ts'
import { filesBelow, makeInstallation, type Contents, type Installation } from '../support/installation.ts'
import { root } from '../support/sources.ts'

/** Quality figure 28, on the engine of the run: `DATABASE_URL=… TEST_DATABASE=…` measures PostgreSQL. */

const template = inject('template')
const isPostgres = template.engine === 'postgres'
let site: Installation
let backup: string
let before: Contents

beforeAll(async () => {
  site = await makeInstallation(template)
  backup = join(site.folder, 'backup')
  before = await site.contents()
  expect(await site.run('backup', backup)).toMatchObject({ code: 0, err: '' })
}, 120_000)
afterAll(() => site.remove())

/** A copy of the backup to be damaged. */
function copyOfBackup(): string {
  const folder = mkdtempSync(join(tmpdir(), 'portal-backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(backup, folder, { recursive: true })
  return folder
}

function flipByte(file: string): void {
  const bytes = readFileSync(file)
  const at = Math.floor(bytes.byteLength / 2)
  bytes[at] = (bytes[at] ?? 0) ^ 0xff
  writeFileSync(file, bytes)
}

/** Writes a changed manifest with a matching hash. */
function rewriteManifest(folder: string, change: (read: ReturnType<typeof manifest.parse>) => void): void {
  const read = manifest.parse(JSON.parse(readFileSync(join(folder, names.manifest), 'utf8')))
  change(read)
  const text = JSON.stringify(read)
  writeFileSync(join(folder, names.manifest), text)
  writeFileSync(join(folder, names.manifestHash), sha256(text))
}

/** Extra entries in DATA_DIR, and databases next to the installation's. */
async function leftovers(): Promise<string[]> {
  const found = [site.dataDir, lockedFolder(site.dataDir)].flatMap((folder) =>
    existsSync(folder) ? readdirSync(folder) : [],
  )
  const databases = isPostgres
    ? await site.sql(`select datname as name from pg_database where datname like current_database() || '\\_%'`)
    : []
  return [...found, ...databases.map((row) => String(row['name']))].filter((name) => /restore|before/.test(name))
}

const firstFile = () => Object.keys(filesBelow(join(backup, 'files')))[0] ?? ''

test('a backup is private to its owner, contains every upload, and passes the password to no child process', async () => {
  const modes = readdirSync(backup, { recursive: true, encoding: 'utf8' }).map((path) => {
    const stat = statSync(join(backup, path))
    return `${stat.isDirectory() ? 'folder' : 'file'} ${(stat.mode & 0o777).toString(8)}`
  })
  expect(new Set(modes)).toEqual(new Set(['folder 700', 'file 600']))
  expect(statSync(backup).mode & 0o777).toBe(0o700)
  expect(filesBelow(join(backup, 'files'))).toEqual(before.files)
  expect(Object.keys(before.files).length).toBeGreaterThan(2)
  if (!isPostgres) return
  // Stubs of programs that a backup might call record their arguments.
  const stubs = mkdtempSync(join(tmpdir(), 'portal-stubs-'))
  onTestFinished(() => rmSync(stubs, { recursive: true, force: true }))
  for (const name of ['pg_dump', 'pg_restore', 'psql']) {
    writeFileSync(join(stubs, name), `#!/bin/sh\necho "$0 $*" >> ${stubs}/called\nexec /usr/bin/${name} "$@"\n`)
    chmodSync(join(stubs, name), 0o755)
  }
  const url = new URL(site.env['DATABASE_URL'] ?? '')
  url.password = 'a-password-to-find'
  const env = { ...site.env, DATABASE_URL: url.href, PATH: `${stubs}:${process.env['PATH'] ?? ''}` }
  expect(await runCli(env, 'backup', join(stubs, 'again'))).toMatchObject({ code: 0, err: '' })
  const called = existsSync(join(stubs, 'called')) ? readFileSync(join(stubs, 'called'), 'utf8') : ''
  expect(called).not.toContain('a-password-to-find')
})

test('restoring over a changed database reproduces the system: rows, tables and uploads', async () => {
  const file = firstFile()
  await site.sql(`update users set real_name = 'changed'`)
  await site.sql(`delete from services where id in (select id from services limit 20)`)
  await site.sql(`create table added_later (id integer)`)
  rmSync(join(site.dataDir, 'files', file))
  writeFileSync(join(site.dataDir, 'files/added'), 'later')
  // Jobs create a schema of their own, with partitions.
  const runtime = await startRuntime(readConfig({ ...site.env, DEMO: '0' }))
  await runtime.close()
  expect(await site.contents()).not.toEqual(before)
  const restored = await site.run('restore', backup)
  expect(restored).toMatchObject({ code: 0, err: '' })
  expect(restored.out).toContain('stays until the next restore')
  expect(await site.contents()).toEqual(before)
  expect((await leftovers()).length).toBe(2)
})

test('the deal records of a restored system verify, and one that was changed by hand is named', async () => {
  expect(await site.run('restore', backup)).toMatchObject({ code: 0 })
  const sound = await site.run('deal-record', 'verify')
  expect(sound).toMatchObject({ code: 0, err: '' })
  expect(sound.out).toMatch(/^\d+ entries of \d+ orders and 0 roots: all as they were written\.\n$/)
  const [order] = await site.sql('select id, order_no from orders order by id limit 1')
  await site.sql('alter table deal_entries disable trigger user')
  await site.sql(`update deal_entries set side = 'operator' where order_id = $1 and seq = 2`, [order?.['id']])
  await site.sql('alter table deal_entries enable trigger user')
  const changed = await site.run('deal-record', 'verify', String(order?.['order_no']))
  expect(changed).toMatchObject({ code: 1, out: `Order ${order?.['order_no']}: entry 2 is not as it was written\n` })
  expect((await site.run('doctor')).out).toMatch(/look deal records/)
  expect(await site.run('restore', backup)).toMatchObject({ code: 0 })
}, 120_000)

test('a damaged backup changes nothing and the error names the damage', async () => {
  const known = await leftovers()
  const file = firstFile()
  const damages: readonly (readonly [what: string, damage: (folder: string) => void, says: string])[] = [
    ['a part with one wrong byte', (f) => flipByte(join(f, names.rows('users'))), 'rows/users.jsonl.gz'],
    ['a part that ends early', (f) => truncateSync(join(f, names.rows('orders')), 40), 'rows/orders.jsonl.gz'],
    ['a missing part', (f) => rmSync(join(f, names.rows('companies'))), 'rows/companies.jsonl.gz is missing'],
    ['a list of uploads that ends early', (f) => truncateSync(join(f, names.filesList), 100), 'files.jsonl'],
    ['a missing upload', (f) => rmSync(join(f, names.file(file))), `files/${file} is missing`],
    ['an upload with one wrong byte', (f) => flipByte(join(f, names.file(file))), `files/${file}`],
    ['a manifest with one wrong byte', (f) => flipByte(join(f, names.manifest)), 'manifest.json'],
    ['no manifest', (f) => rmSync(join(f, names.manifest)), 'is no backup'],
    [
      'rows that are not those that were counted',
      (f) =>
        rewriteManifest(f, (read) => {
          const users = read.tables.find(({ name }) => name === 'users')
          if (users !== undefined) users.checksum = '1'
        }),
      'The table users came out otherwise',
    ],
    [
      'a migration that this program does not know',
      (f) => rewriteManifest(f, (read) => read.migrations.push({ hash: 'newer', when: Date.now() + 1e9 })),
      'update the program',
    ],
  ]
  for (const [what, damage, says] of damages) {
    const folder = copyOfBackup()
    damage(folder)
    const { code, err } = await site.run('restore', folder)
    expect(code, what).toBe(1)
    expect(err, what).toContain(says)
    expect(await leftovers(), what).toEqual(known)
  }
  expect(await site.contents()).toEqual(before)
}, 300_000)

test('a backup names its data keys; without the right key, nothing is changed', async () => {
  const read = manifest.parse(JSON.parse(readFileSync(join(backup, names.manifest), 'utf8')))
  expect(read.dataKeys).toMatchObject([{ id: 'test', sample: expect.stringContaining('enc:v1:test:') }])
  const known = await leftovers()
  const other = Buffer.alloc(32, 1).toString('base64')
  const missing = await runCli({ ...site.env, DATA_KEYS: `other:${other}` }, 'restore', backup)
  expect(missing).toMatchObject({ code: 1, err: expect.stringContaining('the data key test is not given') })
  const wrong = await runCli({ ...site.env, DATA_KEYS: `test:${other}` }, 'restore', backup)
  expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining('the data key given as test is another one') })
  expect(await leftovers()).toEqual(known)
  expect(await site.contents()).toEqual(before)
})

test('refuses to restore while the database is in use', async () => {
  if (isPostgres) {
    const session = await openPostgresSession(site.env['DATABASE_URL'] ?? '')
    const refused = await site.run('restore', backup)
    await session.close()
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('Stop every process of the portal first') })
    return
  }
  const lock = lockFolder(lockedFolder(site.dataDir))
  const refused = await site.run('restore', backup)
  const none = await site.run('backup', join(site.folder, 'none'))
  lock.release()
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('in use by another process') })
  expect(none.code).toBe(1)
  expect(existsSync(join(site.folder, 'none'))).toBe(false)
})

test('a restore killed while loading changes nothing', async () => {
  const known = await leftovers()
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, ['src/cli.ts', 'restore', backup], {
    cwd: root,
    env: { PATH, HOME, ...site.env },
  })
  await expect.poll(async () => (await leftovers()).length, { timeout: 30_000 }).toBeGreaterThan(known.length)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(existsSync(join(site.dataDir, 'restore.json'))).toBe(false)
  expect(await site.contents()).toEqual(before)
}, 120_000)

test('the next restore cleans up; an interrupted swap prevents the start, and is finished by a command', async () => {
  const earlier = await leftovers()
  await site.sql(`update users set real_name = 'from before'`)
  if (isPostgres) {
    // Connections of the killed process end after a while.
    const connected = `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
    await expect.poll(() => site.sql(connected), { timeout: 60_000 }).toEqual([])
  }
  expect(await site.run('restore', backup)).toMatchObject({ code: 0, err: '' })
  // Data loaded by the killed restore are removed, and only the last replaced ones stay.
  const later = await leftovers()
  expect(later.filter((name) => name.includes('before')).length).toBe(2)
  expect(later.length).toBe(2)
  expect(later.filter((name) => earlier.includes(name))).toEqual([])
  // State right before the swap: journal written, the new data still next to the old ones.
  const stamp = '20260101000000000'
  const uploads = join(site.dataDir, 'files')
  const back = (path: string) => {
    const folder = join(path, '..')
    const old = readdirSync(folder).find((name) => name.startsWith(`${path.split('/').at(-1)}-before-`)) ?? ''
    renameSync(path, `${path}-restore-${stamp}`)
    renameSync(join(folder, old), path)
  }
  let database = null
  if (template.engine === 'postgres') {
    const name = new URL(site.env['DATABASE_URL'] ?? '').pathname.slice(1)
    const old = (await leftovers()).find((each) => each.startsWith(`${name}_before_`)) ?? ''
    database = { name, fresh: `${name}_restore_${stamp}`, previous: `${name}_before_${stamp}` }
    const server = new pg.Client({ connectionString: template.server })
    await server.connect()
    await server.query(`alter database ${name} rename to ${database.fresh}`)
    await server.query(`alter database ${old} rename to ${name}`)
    await server.end()
  } else back(embeddedFolder(site.dataDir))
  back(uploads)
  writeFileSync(join(site.dataDir, 'restore.json'), JSON.stringify({ stamp, database, files: true }))
  const stopped = startRuntime(readConfig({ ...site.env, DEMO: '1' }))
  await expect(stopped).rejects.toThrow('npm run cli -- restore --finish')
  expect((await site.run('restore', backup)).err).toContain('--finish')
  expect((await site.contents()).tables).not.toEqual(before.tables)
  const finished = await site.run('restore', '--finish')
  expect(finished).toMatchObject({ code: 0, err: '', out: expect.stringContaining('finished') })
  expect(await site.contents()).toEqual(before)
  expect((await site.run('restore', '--finish')).out).toContain('no restore to finish')
})

test('a backup of an earlier version is migrated to the current tables', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-earlier-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const dataDir = join(folder, 'data')
  mkdirSync(lockedFolder(dataDir), { recursive: true })
  const session = await openEmbeddedSession(embeddedFolder(dataDir))
  await session.query('create extension pg_trgm')
  await session.migrate(knownMigrations(), knownMigrations().length - 1)
  await session.query(`insert into users (login_name, password_hash, real_name) values ('early', 'x', '早先的人')`)
  await session.close()
  const env = { DATA_DIR: dataDir }
  expect(await runCli(env, 'backup', join(folder, 'b'))).toMatchObject({ code: 0, err: '' })
  expect(await runCli(env, 'restore', join(folder, 'b'))).toMatchObject({ code: 0, err: '' })
  const again = await openEmbeddedSession(embeddedFolder(dataDir))
  const [row] = await again.query(`select (select count(*)::int from drizzle.__drizzle_migrations) as done,
    (select real_name from users) as name, nextval('users_id_seq')::int as next`)
  await again.close()
  expect(row).toEqual({ done: knownMigrations().length, name: '早先的人', next: 2 })
})

test.runIf(isPostgres)('a backup of one engine is restored on the other', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-engines-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const env = { DATA_DIR: join(folder, 'data'), DATA_KEYS: testDataKeys }
  expect(await runCli(env, 'restore', backup)).toMatchObject({ code: 0, err: '' })
  expect(await runCli(env, 'backup', join(folder, 'embedded'))).toMatchObject({ code: 0, err: '' })
  await site.sql(`update users set real_name = 'changed'`)
  expect(await site.run('restore', join(folder, 'embedded'))).toMatchObject({ code: 0, err: '' })
  expect(await site.contents()).toEqual(before)
})

test.runIf(isPostgres)('names the missing grant of a role that may not create databases', async () => {
  if (template.engine !== 'postgres') return
  const role = `${template.name}_role`
  await site.sql(`drop role if exists ${role}`)
  await site.sql(`create role ${role} login`)
  onTestFinished(() => void site.sql(`drop role ${role}`))
  const url = new URL(site.env['DATABASE_URL'] ?? '')
  url.username = role
  const refused = await runCli({ ...site.env, DATABASE_URL: url.href }, 'restore', backup)
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining(`alter role "${role}" createdb`) })
  expect(await site.contents()).toEqual(before)
})
