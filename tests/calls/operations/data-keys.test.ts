import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { readConfig } from '../../../src/config.ts'
import { tableNames } from '../../../src/db/dump.ts'
import { cipherMark, Undecryptable } from '../../../src/db/encryption/cipher.ts'
import { encryptedColumns } from '../../../src/db/encryption/columns.ts'
import { givenDataKeys, rotateDataKeys } from '../../../src/db/encryption/data-keys.ts'
import { examineRows } from '../../../src/db/encryption/rows.ts'
import { openEmbedded, type Database } from '../../../src/db/open.ts'
import { bankAccounts } from '../../../src/db/tables/accounts.ts'
import { idCardCheck } from '../../../src/domain/accounts/id-card.ts'
import type { Runtime } from '../../../src/server/runtime.ts'
import { startRuntime } from '../../../src/server/start.ts'
import { demoPassword } from '../../support/accounts.ts'
import type { TestApp } from '../../support/app.ts'
import { as, contentOf, type Client } from '../../support/client.ts'
import { testDataKeys } from '../../support/data-keys.ts'
import { copyOf } from '../../support/database.ts'
import { enrol } from '../accounts/two-factor-scene.ts'
import { addressOf, othersGoods, submitted } from '../orders/checkout-scene.ts'
import { completedOrder } from '../orders/completed-scene.ts'
import { ask } from '../orders/invoice-scene.ts'

const keyOf = (id: string, byte: number) => `${id}:${Buffer.alloc(32, byte).toString('base64')}`
const settings = (env: Readonly<Record<string, string>>) =>
  readConfig({ DEMO: '1', REVIEW: 'auto', LOG_LEVEL: 'silent', DATA_KEYS: testDataKeys, ...env })

/** A database that outlives the servers on it, each with settings of its own. */
let database: Database
const opened: Runtime[] = []
beforeAll(async () => {
  database = await copyOf(inject('template'))
  return async () => {
    for (const runtime of opened) await runtime.close()
    await database.close()
  }
})
async function startWith(env: Readonly<Record<string, string>>) {
  for (const runtime of opened.splice(0)) await runtime.close()
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-keys-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const runtime = await startRuntime(settings({ DATA_DIR: dataDir, ...env }), { ...database, close: async () => {} })
  opened.push(runtime)
  return {
    runtime,
    db: runtime.db,
    fetch: async (request: Request) => runtime.app.fetch(request),
    close: async () => {},
  }
}

const record = z.record(z.string(), z.unknown())
const query = async (text: string, values?: unknown[]) =>
  z.array(record).parse((await database.execute(text, values)).rows)
const examined = (keys: string) => examineRows(query, givenDataKeys(settings({ DATA_KEYS: keys, DATA_DIR: '/none' })))
/** Tables in whose rows a text stands, whatever the column. */
async function tablesWith(text: string): Promise<string[]> {
  const found: string[] = []
  for (const name of await tableNames({ query })) {
    const rows = await query(`select 1 from "${name}" as each where each::text like '%' || $1 || '%' limit 1`, [text])
    if (rows.length > 0) found.push(name)
  }
  return found
}

const first17 = '51010419880512123'
const numbers = {
  idNo: `${first17}${idCardCheck(first17)}`,
  bankAccount: '622609120034567',
  payee: '6225880199345678',
}

/** Goods ordered with the wish for an invoice. */
async function orderWithInvoice(app: Pick<TestApp, 'db'>, buyer: Client): Promise<void> {
  const [spec] = await othersGoods(app, 'buyer')
  if (spec === undefined) throw new Error('Nobody sells goods')
  const direct = { kind: spec.kind, listingId: spec.listingId, specId: spec.specId, quantity: spec.minOrder }
  const asked = { direct, addressId: await addressOf(app, buyer, 'buyer') }
  const shown = contentOf(await buyer.api.orders.orderConfirm(asked))
  contentOf(await submitted(buyer, asked, shown, { invoice: 'special' }))
}

async function accountNumbers(buyer: Client, seller: Client) {
  const invoice = contentOf(await buyer.api.accounts.invoice({}))
  const account = contentOf(await seller.api.accounts.account({}))
  return { bankAccount: invoice.bankAccount, payee: account.change?.accountNo ?? account.accountNo }
}

describe('numbers', () => {
  let invoiceKey = ''
  let orderId = 0

  test('are saved and shown in plain text, and stand in no table', async () => {
    const app = await startWith({})
    const [buyer, seller] = [await as(app, 'buyer'), await as(app, 'seller')]
    contentOf(await buyer.api.accounts.legalPersonSave({ name: '程砚秋', idNo: numbers.idNo }))
    const paper = contentOf(await buyer.api.accounts.invoice({}))
    const { kind, title, taxNo, bankName, address, phone, receiverEmail } = paper
    const saved = { kind, title, taxNo, bankName, address, phone, receiverEmail, bankAccount: numbers.bankAccount }
    contentOf(await buyer.api.accounts.invoiceSave(saved))
    contentOf(await seller.api.accounts.reauthenticate({ password: demoPassword }))
    contentOf(await seller.api.accounts.accountSave({ bankName: '中国银行', accountNo: numbers.payee }))
    await orderWithInvoice(app, buyer)
    await enrol(app, await as(app, 'person'))
    orderId = await completedOrder(app, buyer, seller)
    invoiceKey = crypto.randomUUID()
    const { invoice } = contentOf(await ask(buyer, orderId, 1_000, 'special', invoiceKey))
    expect(invoice.details.bankAccount).toBe(numbers.bankAccount)
    expect(await accountNumbers(buyer, seller)).toEqual({ bankAccount: numbers.bankAccount, payee: numbers.payee })
    for (const number of Object.values(numbers)) expect(await tablesWith(number)).toEqual([])
    // That such a search finds what stands in plain text.
    expect(await tablesWith('程砚秋')).toContain('legal_persons')
    const { plain, byKey, failed } = await examined(testDataKeys)
    expect({ plain, failed, keys: [...byKey.keys()] }).toEqual({ plain: 0, failed: [], keys: ['test'] })
  })

  test('of every encrypted column have rows here, and the repeated answer is the first one', async () => {
    for (const { name, table, column } of encryptedColumns) {
      const rows = await query(`select 1 from "${table}" where "${column}"::text like '%${cipherMark}test:%' limit 1`)
      expect(rows.length, name).toBe(1)
    }
    const app = await startWith({})
    const buyer = await as(app, 'buyer')
    const { invoice } = contentOf(await ask(buyer, orderId, 1_000, 'special', invoiceKey))
    expect(invoice.details.bankAccount).toBe(numbers.bankAccount)
  })

  test('of one column are none of another', async () => {
    const app = await startWith({})
    await database.execute(`update bank_accounts set bank_name = account_no`)
    await database.execute(`update bank_accounts set account_no = p.account_no from payee_changes p
      where p.company_id = bank_accounts.company_id`)
    await expect(app.db.select().from(bankAccounts)).rejects.toThrow(Undecryptable)
    await database.execute(`update bank_accounts set account_no = bank_name`)
    expect((await app.db.select().from(bankAccounts)).length).toBeGreaterThan(0)
  })
})

describe('keys', () => {
  const both = `${keyOf('next', 7)} ${testDataKeys}`
  const next = keyOf('next', 7)
  const rowVersions = () =>
    Promise.all(
      encryptedColumns.map(({ table, column }) =>
        query(`select md5(string_agg("${column}"::text, ',' order by "${column}"::text)) from "${table}"`),
      ),
    )

  test('are rotated in batches: interrupted, taken up again, and a second time nothing changes', async () => {
    const { runtime } = await startWith({ DATA_KEYS: both })
    const ring = givenDataKeys(runtime.config)
    if (ring === undefined) throw new Error('There are no keys')
    let writes = 0
    const broken: Database = {
      ...database,
      execute: async (text, values) => {
        if (text.startsWith('update') && (writes += 1) > 2) throw new Error('The line is cut')
        return database.execute(text, values)
      },
    }
    await expect(rotateDataKeys(broken, ring)).rejects.toThrow('The line is cut')
    const half = await examined(both)
    expect([...half.byKey.keys()].toSorted()).toEqual(['next', 'test'])
    const rest = await rotateDataKeys(database, ring)
    expect(rest.failed).toEqual([])
    expect(rest.written).toBe(half.byKey.get('test'))
    expect([...(await examined(next)).byKey.keys()]).toEqual(['next'])
    const before = await rowVersions()
    expect(await rotateDataKeys(database, ring)).toEqual({ written: 0, failed: [] })
    expect(await rowVersions()).toEqual(before)
  })

  test('that were rotated away are not needed any more', async () => {
    const app = await startWith({ DATA_KEYS: next })
    const [buyer, seller] = [await as(app, 'buyer'), await as(app, 'seller')]
    expect(await accountNumbers(buyer, seller)).toEqual({ bankAccount: numbers.bankAccount, payee: numbers.payee })
  })

  test('that are missing, or others under the same id, stop the start', async () => {
    await expect(startWith({ DATA_KEYS: testDataKeys })).rejects.toThrow(/the data key next is not given.*DATA_KEYS/)
    await expect(startWith({ DATA_KEYS: keyOf('next', 8) })).rejects.toThrow(/given as next is another one/)
    const dataDir = mkdtempSync(join(tmpdir(), 'portal-keys-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
    await expect(startWith({ DATA_KEYS: '', DATA_DIR: dataDir })).rejects.toThrow(/data key next is not given/)
    // No key is made that would stand in the way of the right one.
    expect(existsSync(join(dataDir, 'data-keys'))).toBe(false)
  })

  test('are told from rows that stay unreadable, which the rotation leaves and names', async () => {
    const { runtime } = await startWith({ DATA_KEYS: next })
    const [kept] = await query(`select company_id as id, account_no as no from bank_accounts limit 1`)
    await query(`update bank_accounts set account_no = 'enc:v1:lost:AAAA' where company_id = $1`, [kept?.['id']])
    const ring = givenDataKeys(runtime.config)
    if (ring === undefined) throw new Error('There are no keys')
    const result = await rotateDataKeys(database, ring)
    expect(result.failed).toEqual([expect.stringContaining('bank_accounts.account_no needs the data key lost')])
    await query(`update bank_accounts set account_no = $2 where company_id = $1`, [kept?.['id'], kept?.['no']])
  })

  test('find rows in plain text readable, and encrypt them at the first start', async () => {
    const first = await startWith({ DATA_KEYS: next })
    await query(`update bank_accounts set account_no = '6222020200112233'`)
    await query(
      `update orders set invoice = jsonb_set(invoice, '{bankAccount}', '"6222020200112233"') where invoice is not null`,
    )
    await query(`update idempotency_keys set answer = '{"invoice": {"invoiceId": 1}}' where answer is not null`)
    expect((await first.db.select().from(bankAccounts))[0]?.accountNo).toBe('6222020200112233')
    expect((await examined(next)).plain).toBeGreaterThan(3)
    await query(`delete from facts where key = 'dataKeys:plainEncrypted'`)
    const again = await startWith({ DATA_KEYS: next })
    expect((await examined(next)).plain).toBe(0)
    expect(await tablesWith('6222020200112233')).toEqual([])
    expect((await again.db.select().from(bankAccounts))[0]?.accountNo).toBe('6222020200112233')
  })
})

describe('DATA_KEYS', () => {
  test('has to be there with a database of one’s own', async () => {
    const config = readConfig({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', LOG_LEVEL: 'silent' })
    await expect(startRuntime(config)).rejects.toThrow(/^DATA_KEYS is missing/)
  })

  test('without it an installation makes one key, for its owner alone, and keeps to it', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'portal-keys-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
    const file = join(dataDir, 'data-keys')
    const config = readConfig({ DEMO: '0', LOG_LEVEL: 'silent', DATA_DIR: dataDir })
    const empty = await openEmbedded()
    onTestFinished(() => empty.close())
    const kept = { ...empty, close: async () => {} }
    await (await startRuntime(config, kept)).close()
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const written = readFileSync(file, 'utf8')
    await (await startRuntime(config, kept)).close()
    expect(readFileSync(file, 'utf8')).toBe(written)
    rmSync(file)
    await expect(startRuntime(config, kept)).rejects.toThrow(/is not given.*data-keys/)
    const { rows } = await empty.execute(`select value from facts where key like 'dataKey:%'`)
    expect(rows).toEqual([{ value: expect.stringContaining(cipherMark) }])
  })

  test.each(['k1', 'k1:short', `${keyOf('k', 1)} ${keyOf('k', 2)}`, `k 1:${Buffer.alloc(32).toString('base64')}`])(
    'that is not written as it should be stops the start and is not repeated: %s',
    (given) => {
      expect(() => readConfig({ DATA_KEYS: given })).toThrow(/DATA_KEYS: must be id:base64 of 32 bytes/)
      expect(() => readConfig({ DATA_KEYS: given })).not.toThrow(given)
    },
  )
})
