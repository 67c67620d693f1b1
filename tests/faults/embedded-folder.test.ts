import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openEmbedded } from '../../src/db/open.ts'
import { runCli } from '../support/run-cli.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'portal-folder-'))
  expect(await runCli({ DATA_DIR: dataDir }, 'seed')).toMatchObject({ code: 0, err: '' })
}, 120_000)
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

/** Every table with its rows, in a comparable form. */
async function contents(): Promise<unknown> {
  const database = await openEmbedded(join(dataDir, 'db'))
  try {
    const { rows } = await database.execute(
      `select c.relname as name, (xpath('/row/n/text()', query_to_xml(format(
         'select count(*) || '':'' || coalesce(md5(string_agg(t::text, chr(10) order by t::text)), '''') as n from %I t',
         c.relname), false, true, '')))[1]::text as rows
       from pg_class c join pg_namespace s on s.oid = c.relnamespace
       where s.nspname = 'public' and c.relkind = 'r' order by 1`,
    )
    return rows
  } finally {
    await database.close()
  }
}

test('demo data filled in by a command include the transfer vouchers, as at the first start', async () => {
  const database = await openEmbedded(join(dataDir, 'db'))
  const { rows } = await database.execute(
    `select f.storage_key as key, p.voucher_id as voucher from payments p left join files f on f.id = p.voucher_id
     where p.status = 'submitted' and p.method = 'bank'`,
  )
  await database.close()
  expect(rows.length).toBeGreaterThan(0)
  for (const row of rows) {
    const { key } = z.object({ key: z.string(), voucher: z.string() }).parse(row)
    expect(existsSync(join(dataDir, 'files', key))).toBe(true)
  }
})

test('refuses a second process on the folder with a message, without damage', async () => {
  const before = await contents()
  const first = await openEmbedded(join(dataDir, 'db'))
  const second = await runCli({ DATA_DIR: dataDir }, 'migrate')
  await first.close()
  expect(second.code).toBe(1)
  expect(second.err).toContain('in use by another process')
  expect(await contents()).toEqual(before)
})

test('the folder is unlocked when its process ends', async () => {
  expect(await runCli({ DATA_DIR: dataDir }, 'migrate')).toMatchObject({ code: 0, err: '' })
})

test('commands that cannot be done fail with a message', async () => {
  const again = await runCli({ DATA_DIR: dataDir }, 'seed')
  expect(again).toMatchObject({ code: 1, err: expect.stringContaining('not empty') })
  const unknown = await runCli({ DATA_DIR: dataDir }, 'no-such-command')
  expect(unknown).toMatchObject({ code: 2, err: expect.stringContaining('npm run cli -- NAME') })
  const wrong = await runCli({ DATA_DIR: dataDir, PORT: 'many' }, 'migrate')
  expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining('PORT') })
})
