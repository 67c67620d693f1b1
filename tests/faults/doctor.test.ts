import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { examine } from '../../src/cli/doctor.ts'
import { readConfig } from '../../src/config.ts'
import { sealLookupKey } from '../../src/db/encryption/lookup-key.ts'
import { lockFolder } from '../../src/db/lock.ts'
import { markInstalled } from '../../src/db/installed.ts'
import { embeddedFolder, lockedFolder } from '../../src/db/session.ts'
import { runCli } from '../support/run-cli.ts'
import { testKeyRing } from '../support/data-keys.ts'
import { filesBelow, makeInstallation, type Installation } from '../support/installation.ts'

/** `doctor` on a damaged installation: reports the damage, and changes nothing. */

const template = inject('template')
const isPostgres = template.engine === 'postgres'
let site: Installation
let upload: string

beforeAll(async () => {
  site = await makeInstallation(template)
  markInstalled(readConfig(site.env))
  upload = Object.keys(filesBelow(join(site.dataDir, 'files')))[0] ?? ''
}, 60_000)
afterAll(() => site.remove())

/** Every entry of DATA_DIR with its content, mode and time. */
const state = () =>
  existsSync(site.dataDir)
    ? readdirSync(site.dataDir, { recursive: true, encoding: 'utf8' }).map((path) => {
        const stat = statSync(join(site.dataDir, path))
        // Locking updates the time of the folder.
        return `${path} ${stat.mode} ${stat.isFile() ? stat.mtimeMs : 'folder'} ${stat.isFile() ? stat.size : 0}`
      })
    : []

/** Problems by check. `build` depends on the checkout. */
async function wrongs(env: Readonly<Record<string, string>> = {}): Promise<Record<string, string>> {
  const before = { state: state(), files: filesBelow(site.dataDir) }
  const findings = await examine(readConfig({ ...site.env, DEMO: isPostgres ? '0' : '1', ...smsAndMail, ...env }))
  expect({ state: state(), files: filesBelow(site.dataDir) }).toEqual(before)
  const wrong = findings.flatMap(({ what, found, advice }) =>
    advice === undefined || what === 'build' ? [] : [[what, `${found}: ${advice}`] as const],
  )
  return Object.fromEntries(wrong)
}
const smsAndMail = isPostgres
  ? {
      SMS_PROVIDER: 'aliyun',
      SMS_KEY_ID: 'i',
      SMS_KEY_SECRET: 's',
      SMS_SIGN: 's',
      SMS_TEMPLATE_CODE: 'c',
      SMS_TEMPLATE_NOTICE: 'n',
      SMS_TEMPLATE_INVITATION: 'v',
      MAIL_URL: 'smtp://localhost',
      MAIL_FROM: 'a@example.com',
    }
  : {}

/** Damages a file, runs the checks, and restores the file. */
async function withFile(file: string, damage: () => void): Promise<Record<string, string>> {
  const bytes = readFileSync(file)
  damage()
  try {
    return await wrongs()
  } finally {
    writeFileSync(file, bytes)
  }
}

test('reports nothing for a healthy installation', async () => {
  expect(await wrongs()).toEqual({})
})

test('reports uploads that are missing, truncated or changed', async () => {
  const file = join(site.dataDir, 'files', upload)
  const missing = await withFile(file, () => rmSync(file))
  expect(Object.keys(missing)).toEqual(['uploads'])
  expect(missing['uploads']).toContain(`1 of`)
  expect(missing['uploads']).toContain(upload)
  expect((await withFile(file, () => truncateSync(file, 10)))['uploads']).toContain(`${upload} (10 bytes of`)
  const other = readFileSync(file).fill('x')
  expect((await withFile(file, () => writeFileSync(file, other)))['uploads']).toContain(`${upload} (other bytes)`)
})

test('reports migrations that are missing, or newer than the program', async () => {
  const [last] = await site.sql('select * from drizzle.__drizzle_migrations order by created_at desc limit 1')
  const values = [last?.['hash'], last?.['created_at']]
  const put = `insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)`
  await site.sql('delete from drizzle.__drizzle_migrations where hash = $1', [values[0]])
  expect((await wrongs())['migrations']).toContain('are not done')
  await site.sql(put, values)
  await site.sql(put, ['unknown', Date.now() + 1e9])
  expect((await wrongs())['migrations']).toContain('newer than this program')
  await site.sql(`delete from drizzle.__drizzle_migrations where hash = 'unknown'`)
  const [first] = await site.sql('select * from drizzle.__drizzle_migrations order by created_at limit 1')
  await site.sql('delete from drizzle.__drizzle_migrations where hash = $1', [first?.['hash']])
  expect((await wrongs())['migrations']).toContain('is missing in it, while later ones are there')
  await site.sql(put, [first?.['hash'], first?.['created_at']])
  expect(await wrongs()).toEqual({})
})

test('reports failing jobs, waiting messages and dangling rows', async () => {
  await site.sql(`insert into outbox_messages (channel, recipient, template, text, created_at)
    values ('sms', '13800000000', 'code', 'x', now() - interval '1 hour')`)
  const [queue] = await site.sql('select name from pgboss.queue order by name limit 1')
  await site.sql(
    `insert into pgboss.job (name, state, completed_on, output) values ($1, 'failed', now(), '{"message":"it broke"}')`,
    [queue?.['name']],
  )
  const found = await wrongs()
  expect(found['outbox']).toContain('1 wait for more than 10 minutes')
  expect(found['jobs']).toContain(`${String(queue?.['name'])} failed 1 times (it broke)`)
  await site.sql(`delete from pgboss.job where state = 'failed'`)
  await site.sql(
    `delete from outbox_messages where created_at < now() - interval '30 minutes' and recipient = '13800000000'`,
  )
  // A referenced row, deleted as by damage.
  await site.sql('alter table user_roles disable trigger all')
  await site.sql('insert into user_roles (user_id, role_id) values (987654, 987654)')
  expect((await wrongs())['references']).toContain('user_roles_user_id_users_id_fk (1)')
  await site.sql('delete from user_roles where user_id = 987654')
  await site.sql('alter table user_roles enable trigger all')
})

test('reports rows in plain text, with hashes of another key or undecryptable, and a key file with wrong permissions', async () => {
  const keyFile = join(site.dataDir, 'data-keys')
  const other = `other:${Buffer.alloc(32, 1).toString('base64')}`
  expect((await wrongs({ DATA_KEYS: other }))['data keys']).toMatch(/needs the data key test.*DATA_KEYS/)
  const [row] = await site.sql('select company_id as id, account_no as kept from bank_accounts limit 1')
  await site.sql(`update bank_accounts set account_no = '6222020200112233' where company_id = $1`, [row?.['id']])
  expect((await wrongs())['data keys']).toContain('1 rows in plain text: npm run cli -- keys:rotate')
  await site.sql('update bank_accounts set account_no = $2 where company_id = $1', [row?.['id'], row?.['kept']])
  expect((await wrongs({ DATA_KEYS: `${other} ${site.env['DATA_KEYS']}` }))['data keys']).toMatch(
    /first one is other.*rotate/,
  )
  const [kept] = await site.sql(`select value from facts where key = 'lookupKey'`)
  const stranger = sealLookupKey({ ...testKeyRing, lookup: Buffer.alloc(32, 1) })
  await site.sql(`update facts set value = to_jsonb($1::text) where key = 'lookupKey'`, [stranger])
  expect((await wrongs())['data keys']).toMatch(/\d+ numbers have a hash of another key.*Stop the site.*keys:rotate/)
  await site.sql(`update facts set value = to_jsonb($1::text) where key = 'lookupKey'`, [kept?.['value']])
  writeFileSync(keyFile, `${other}\n`, { mode: 0o644 })
  const found = await wrongs()
  expect(found['data keys']).toContain(`chmod 600 ${keyFile}`)
  rmSync(keyFile)
  expect(await wrongs()).toEqual({})
})

test('reports an interrupted restore', async () => {
  const left = join(site.dataDir, 'files-restore-20260101000000000')
  mkdirSync(left)
  expect((await wrongs())['restore']).toContain('files-restore-20260101000000000')
  rmSync(left, { recursive: true })
  const journal = join(site.dataDir, 'restore.json')
  writeFileSync(journal, '{}', { mode: 0o600 })
  expect((await wrongs())['restore']).toContain('restore --finish')
  rmSync(journal)
})

test('reports folders and files that others may read', async () => {
  const backup = join(site.folder, 'backup')
  expect(await site.run('backup', backup)).toMatchObject({ code: 0 })
  chmodSync(site.dataDir, 0o755)
  chmodSync(join(site.dataDir, 'installation.json'), 0o644)
  chmodSync(join(backup, 'manifest.json'), 0o640)
  const found = await wrongs()
  expect(found['DATA_DIR']).toContain('chmod 700')
  expect(found['secrets']).toContain('installation.json')
  expect(found['backup']).toContain('manifest.json')
  chmodSync(site.dataDir, 0o700)
  chmodSync(join(site.dataDir, 'installation.json'), 0o600)
  chmodSync(join(backup, 'manifest.json'), 0o600)
})

test('reports a silent PostgreSQL server and Redis within seconds, and runs the other checks', async () => {
  const closed = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => closed.once('listening', resolve))
  const address = closed.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  // Accepts connections and never responds.
  const found = await wrongs({
    DATABASE_URL: `postgres://nobody@127.0.0.1:${port}/none`,
    REDIS_URL: `redis://127.0.0.1:${port}`,
  })
  closed.close()
  expect(found['database']).toContain('Check DATABASE_URL')
  expect(found['redis']).toContain('Check REDIS_URL')
}, 30_000)

test.runIf(!isPostgres)('distinguishes the lock of a running server from damage', async () => {
  const lock = lockFolder(lockedFolder(site.dataDir))
  const config = readConfig(site.env)
  const findings = await examine({ ...config, port: 1 })
  lock.release()
  expect(findings.find(({ what }) => what === 'database')).toEqual({
    what: 'database',
    found: expect.stringContaining('in use by a running server'),
  })
})

test.runIf(!isPostgres)('reports database files that are missing, truncated or overwritten', async () => {
  const folder = embeddedFolder(site.dataDir)
  const version = join(folder, 'PG_VERSION')
  expect((await withFile(version, () => rmSync(version)))['database']).toContain('parts of it are missing')
  const control = join(folder, 'global/pg_control')
  expect((await withFile(control, () => rmSync(control)))['database']).toContain('damaged: it cannot be opened')
  const [row] = await site.sql(`select pg_relation_filepath('services') as path`)
  const table = join(folder, String(row?.['path']))
  expect((await withFile(table, () => rmSync(table)))['rows']).toContain('damaged: services')
  expect((await withFile(table, () => truncateSync(table, 8192)))['rows']).toContain('services')
  const overwritten = readFileSync(table).fill(0xab, 8192, 16_384)
  expect((await withFile(table, () => writeFileSync(table, overwritten)))['rows']).toContain('services')
  expect(await wrongs()).toEqual({})
})

test.runIf(!isPostgres)(
  'distinguishes an emptied or missing DATA_DIR from a new one, and the command fails',
  async () => {
    const away = `${site.dataDir}-away`
    renameSync(site.dataDir, away)
    const gone = await wrongs()
    expect(gone['DATA_DIR']).toContain('is not there')
    expect(gone['database']).toContain('had data, and its database is gone')
    const command = await runCli(site.env, 'doctor')
    expect(command.code).toBe(1)
    expect(command.out).toContain('had data')
    expect(existsSync(site.dataDir)).toBe(false)
    mkdirSync(site.dataDir, { mode: 0o700 })
    expect((await wrongs())['database']).toContain('had data, and its database is gone')
    rmSync(site.dataDir, { recursive: true })
    rmSync(`${site.dataDir}.installation.json`)
    expect((await wrongs())['database']).toContain('The first start makes one')
    renameSync(away, site.dataDir)
  },
)
