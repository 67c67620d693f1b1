import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { readConfig } from '../../../src/config.ts'
import { tableNames } from '../../../src/db/dump.ts'
import { cipherMark, UndecryptableError } from '../../../src/db/encryption/cipher.ts'
import { encryptedColumns } from '../../../src/db/encryption/columns.ts'
import { givenDataKeys, rotateDataKeys } from '../../../src/db/encryption/data-keys.ts'
import { examineRows } from '../../../src/db/encryption/rows.ts'
import { openEmbedded, type Database } from '../../../src/db/open.ts'
import { bankAccounts, users } from '../../../src/db/tables/accounts.ts'
import { orders } from '../../../src/db/tables/orders.ts'
import { idCardCheck } from '../../../src/domain/accounts/id-card.ts'
import type { Runtime } from '../../../src/server/runtime.ts'
import { hashPassword } from '../../../src/server/session/passwords.ts'
import { startRuntime } from '../../../src/server/start.ts'
import { demoPassword } from '../../support/accounts.ts'
import type { TestApp } from '../../support/app.ts'
import { signInAs, contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { testDataKeys } from '../../support/data-keys.ts'
import { copyTemplate } from '../../support/database.ts'
import { startPushService } from '../../support/push-service.ts'
import { requestAndReadCode } from '../../support/sign-up.ts'
import { details, newName } from '../../support/scenes/accounts/company.ts'
import { enrol } from '../../support/scenes/accounts/two-factor.ts'
import { toLoopback, webhookOf } from '../../support/scenes/accounts/webhooks.ts'
import { addressOf, othersGoods, submitted } from '../../support/scenes/orders/checkout.ts'
import { completedOrder } from '../../support/scenes/orders/completed.ts'
import { ask } from '../../support/scenes/orders/invoice.ts'

const keyOf = (id: string, byte: number) => `${id}:${Buffer.alloc(32, byte).toString('base64')}`
const settings = (env: Readonly<Record<string, string>>) =>
  readConfig({ DEMO: '1', REVIEW: 'auto', LOG_LEVEL: 'silent', DATA_KEYS: testDataKeys, ...env })

/** A database shared by consecutive servers, each with its own settings. */
let database: Database
const opened: Runtime[] = []
beforeAll(async () => {
  database = await copyTemplate(inject('template'))
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
/** Tables containing a text in any column. */
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
  invoicePhone: '028-85550004',
  companyPhone: '028-85550005',
}
const mobiles = { legalPerson: '13955520001', card: '13955520002', invited: '17155520003', code: '17155520006' }

/** Mobile numbers in plain text in any table, including those of the demo. */
async function plainMobiles(): Promise<string[]> {
  // Adjacent letters make it part of a fingerprint or ciphertext.
  const pattern = '(?<![0-9A-Za-z])1[3-9][0-9]{9}(?![0-9A-Za-z])'
  const found: string[] = []
  for (const name of await tableNames({ query })) {
    const rows = await query(
      `select distinct substring(each::text from $1) as number from "${name}" as each where each::text ~ $1`,
      [pattern],
    )
    found.push(...rows.map((row) => `${name} ${String(row['number'])}`))
  }
  return found
}

/** Saves telephone numbers in every place that users can fill and the demo does not. */
async function leaveMobiles(app: TestApp, buyer: Client): Promise<void> {
  contentOf(await buyer.api.accounts.userCardSave({ name: '仲晓妮', mobile: mobiles.card }))
  contentOf(await buyer.api.accounts.subAccountSave({ mobile: mobiles.invited, realName: '文澜' }))
  await requestAndReadCode(app, visitor(app), mobiles.code, 'register')
  const company = { ...details({ companyName: newName() }), contactPhone: numbers.companyPhone }
  contentOf(await (await signInAs(app, 'person')).api.accounts.buyerCompanySave(company))
}
/** An endpoint of webhooks with an exchanged secret, and a device with push. */
async function leaveEndpoints(buyer: Client): Promise<void> {
  const service = await startPushService()
  const device = service.subscribe()
  await service.close()
  contentOf(await buyer.api.accounts.pushDeviceAdd(device))
  const { webhookId } = await webhookOf(buyer, device.endpoint)
  contentOf(await buyer.api.accounts.webhookRotate({ webhookId }))
}
const signsIn = async (app: TestApp, loginName: string) =>
  failureOf(await visitor(app).api.accounts.login({ loginName, password: demoPassword }))
/** The number of the demo's buyer. */
const known = '13880702046'
const hashes = () => query(`select md5(string_agg(mobile_hash, ',' order by id)) from users`)

/** Orders goods with an invoice request. */
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

describe('sensitive numbers', () => {
  let invoiceKey = ''
  let orderId = 0

  test('telephone numbers are accepted and returned in plain text', async () => {
    const app = await startWith({})
    const buyer = await signInAs(app, 'buyer')
    await leaveMobiles(app, buyer)
    expect(contentOf(await buyer.api.accounts.userCard({})).mobile).toBe(mobiles.card)
  })

  test('are accepted and returned in plain text, and stored in no table as such', async () => {
    const app = await startWith({ ...toLoopback, WEB_PUSH_LOOPBACK: '1' })
    const [buyer, seller] = [await signInAs(app, 'buyer'), await signInAs(app, 'seller')]
    contentOf(
      await buyer.api.accounts.legalPersonSave({ name: '程砚秋', idNo: numbers.idNo, mobile: mobiles.legalPerson }),
    )
    const paper = contentOf(await buyer.api.accounts.invoice({}))
    const { kind, title, taxNo, bankName, address, receiverEmail } = paper
    const own = { phone: numbers.invoicePhone, bankAccount: numbers.bankAccount }
    const saved = { kind, title, taxNo, bankName, address, receiverEmail, ...own }
    contentOf(await buyer.api.accounts.invoiceSave(saved))
    contentOf(await seller.api.accounts.reauthenticate({ password: demoPassword }))
    contentOf(await seller.api.accounts.accountSave({ bankName: '中国银行', accountNo: numbers.payee }))
    await orderWithInvoice(app, buyer)
    await leaveEndpoints(buyer)
    await enrol(app, await signInAs(app, 'person'))
    orderId = await completedOrder(app, buyer, seller)
    invoiceKey = crypto.randomUUID()
    const { invoice } = contentOf(await ask(buyer, orderId, 1_000, 'special', invoiceKey))
    expect(invoice.details).toMatchObject({ bankAccount: numbers.bankAccount, phone: numbers.invoicePhone })
    expect(await accountNumbers(buyer, seller)).toEqual({ bankAccount: numbers.bankAccount, payee: numbers.payee })
    for (const number of Object.values(numbers)) expect(await tablesWith(number)).toEqual([])
    const { plain, unfindable, byKey, failed } = await examined(testDataKeys)
    const found = { plain, unfindable, failed, keys: [...byKey.keys()] }
    expect(found).toEqual({ plain: 0, unfindable: 0, failed: [], keys: ['test'] })
  })

  test('telephone numbers likewise, in demo and user data; the check finds plain ones', async () => {
    for (const number of [...Object.values(mobiles), known]) expect(await tablesWith(number)).toEqual([])
    expect(await plainMobiles()).toEqual([])
    await database.execute(`update legal_persons set email = '13955529999 @example.com' where name = '程砚秋'`)
    expect(await plainMobiles()).toEqual(['legal_persons 13955529999'])
    await database.execute(`update legal_persons set email = '' where name = '程砚秋'`)
    expect(await tablesWith('程砚秋')).toContain('legal_persons')
  })

  test('every encrypted column has test rows, and a repeated call returns the first answer', async () => {
    for (const { name, table, column } of encryptedColumns) {
      const rows = await query(`select 1 from "${table}" where "${column}"::text like '%${cipherMark}test:%' limit 1`)
      expect(rows.length, name).toBe(1)
    }
    const app = await startWith({})
    const buyer = await signInAs(app, 'buyer')
    const { invoice } = contentOf(await ask(buyer, orderId, 1_000, 'special', invoiceKey))
    expect(invoice.details.bankAccount).toBe(numbers.bankAccount)
  })

  test('ciphertexts of one column are invalid in another', async () => {
    const app = await startWith({})
    await database.execute(`update bank_accounts set bank_name = account_no`)
    await database.execute(`update bank_accounts set account_no = p.account_no from payee_changes p
      where p.company_id = bank_accounts.company_id`)
    await expect(app.db.select().from(bankAccounts)).rejects.toThrow(UndecryptableError)
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

  test('are rotated in batches: an interrupted rotation resumes, and a second one changes nothing', async () => {
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
    const found = await hashes()
    const rest = await rotateDataKeys(database, ring)
    expect(rest.failed).toEqual([])
    expect(rest.written).toBe(half.byKey.get('test'))
    expect([...(await examined(next)).byKey.keys()]).toEqual(['next'])
    expect(await hashes()).toEqual(found)
    const before = await rowVersions()
    expect(await rotateDataKeys(database, ring)).toEqual({ written: 0, failed: [] })
    expect(await rowVersions()).toEqual(before)
  })

  test('are not needed any more after rotation', async () => {
    const app = await startWith({ DATA_KEYS: next })
    const [buyer, seller] = [await signInAs(app, 'buyer'), await signInAs(app, 'seller')]
    expect(await accountNumbers(buyer, seller)).toEqual({ bankAccount: numbers.bankAccount, payee: numbers.payee })
    // Lookups and unique constraints work as before.
    expect(await signsIn(app, known)).toBe('none')
    const asked = { mobile: mobiles.invited, realName: '文澜' }
    expect(fieldsWithErrors(await buyer.api.accounts.subAccountSave(asked))).toEqual(['mobile'])
    const [buyerRow] = await query(`select mobile from users where login_name = 'buyer'`)
    const again = database.execute(`update users set mobile = $1 where login_name = 'seller'`, [buyerRow?.['mobile']])
    await expect(again).rejects.toThrow(/users_mobile_hash/)
  })

  test('of the hashes change on request; an interrupted change reports the rest and is completed', async () => {
    const { runtime } = await startWith({ DATA_KEYS: next })
    const ring = givenDataKeys(runtime.config)
    if (ring === undefined) throw new Error('There are no keys')
    const before = await hashes()
    let writes = 0
    const broken: Database = {
      ...database,
      execute: async (text, values) => {
        if (text.startsWith('update') && (writes += 1) > 1) throw new Error('The line is cut')
        return database.execute(text, values)
      },
    }
    await expect(rotateDataKeys(broken, ring, { freshHashes: true })).rejects.toThrow('The line is cut')
    const { unfindable } = await examined(next)
    expect(unfindable).toBeGreaterThan(0)
    expect(await rotateDataKeys(database, ring)).toEqual({ written: unfindable, failed: [] })
    expect((await examined(next)).unfindable).toBe(0)
    expect(await hashes()).not.toEqual(before)
    expect(await signsIn(await startWith({ DATA_KEYS: next }), known)).toBe('none')
  })

  test('that are missing, or differ under the same id, prevent the start', async () => {
    await expect(startWith({ DATA_KEYS: testDataKeys })).rejects.toThrow(/the data key next is not given.*DATA_KEYS/)
    await expect(startWith({ DATA_KEYS: keyOf('next', 8) })).rejects.toThrow(/given as next is another one/)
    const dataDir = mkdtempSync(join(tmpdir(), 'portal-keys-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
    await expect(startWith({ DATA_KEYS: '', DATA_DIR: dataDir })).rejects.toThrow(/data key next is not given/)
    // No new key is created, which would shadow the right one.
    expect(existsSync(join(dataDir, 'data-keys'))).toBe(false)
  })

  test('leave unreadable rows unchanged in the rotation, and report them', async () => {
    const { runtime } = await startWith({ DATA_KEYS: next })
    const [kept] = await query(`select company_id as id, account_no as no from bank_accounts limit 1`)
    await query(`update bank_accounts set account_no = 'enc:v1:lost:AAAA' where company_id = $1`, [kept?.['id']])
    const ring = givenDataKeys(runtime.config)
    if (ring === undefined) throw new Error('There are no keys')
    const result = await rotateDataKeys(database, ring)
    expect(result.failed).toEqual([expect.stringContaining('bank_accounts.account_no needs the data key lost')])
    await query(`update bank_accounts set account_no = $2 where company_id = $1`, [kept?.['id'], kept?.['no']])
  })

  test('read rows in plain text, and encrypt them at the first start', async () => {
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

test('plain numbers of an earlier version are encrypted, searchable and unique after the first start', async () => {
  const today = await openEmbedded()
  onTestFinished(() => today.close())
  await today.execute(
    `insert into users (login_name, mobile, password_hash) values ('jiu', '13955530001', $1), ('wu', null, null)`,
    [await hashPassword(demoPassword)],
  )
  await today.execute(`insert into leads (mobile, text) values ('13955530002', '旧留言')`)
  await today.execute(`insert into outbox_messages (channel, recipient, template, text, status)
    values ('mail', 'jiu@example.com', 'notice', 'x', 'sent')`)
  // The companies of the order are not looked at.
  await today.execute(`set session_replication_role = replica`)
  await today.execute(`insert into orders (order_no, source, buyer_company_id, buyer_user_id, seller_company_id, title, total, address)
    values ('JIU1', 'cart', 1, 1, 2, '旧订单', 1, '{"receiver": "久", "mobile": "13955530003", "districtName": ""}')`)
  await today.execute(`set session_replication_role = origin`)
  await today.execute(`insert into facts (key, value) values ('dataKeys:plainEncrypted', 'true')`)
  // Reference data that are there are not filled in.
  await today.execute(`insert into districts (code, name, level) values ('510000', '四川省', 1)`)
  const runtime = await startRuntime(settings({ DEMO: '0', REVIEW: 'manual', DATA_DIR: '/none' }), {
    ...today,
    close: async () => {},
  })
  onTestFinished(() => runtime.close())
  const app = {
    runtime,
    db: runtime.db,
    fetch: async (request: Request) => runtime.app.fetch(request),
    close: async () => {},
  }
  const { rows } = await today.execute(`select mobile, mobile_hash from users where login_name = 'jiu'
    union all select mobile, mobile_hash from leads union all select recipient, recipient_hash from outbox_messages
    union all select address ->> 'mobile', 'none' from orders`)
  expect(rows).toHaveLength(4)
  for (const row of rows)
    expect(row).toEqual({ mobile: expect.stringContaining(cipherMark), mobile_hash: expect.stringMatching(/^[\w-]+$/) })
  expect(await app.db.select({ address: orders.address }).from(orders)).toMatchObject([
    { address: { receiver: '久', mobile: '13955530003' } },
  ])
  expect(await signsIn(app, '139 5553 0001')).toBe('none')
  await expect(app.db.update(users).set({ mobile: '13955530001' }).where(eq(users.loginName, 'wu'))).rejects.toThrow(
    expect.objectContaining({ cause: expect.objectContaining({ constraint: 'users_mobile_hash' }) }),
  )
}, 60_000)

describe('DATA_KEYS', () => {
  test('is required with an external database', async () => {
    // The data folder of this checkout may have a key file already.
    const dataDir = mkdtempSync(join(tmpdir(), 'portal-keys-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
    const env = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', LOG_LEVEL: 'silent', DATA_DIR: dataDir }
    await expect(startRuntime(readConfig(env))).rejects.toThrow(/^DATA_KEYS is missing/)
  })

  test('defaults to one generated key file, readable by its owner only', async () => {
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
