import { and, desc, eq, inArray, ne } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { bankAccounts, companies, sessions, users } from '../../../src/db/tables/accounts.ts'
import { fraudSigns } from '../../../src/db/tables/moderation.ts'
import { platformActions, stateChanges } from '../../../src/db/tables/operations.ts'
import type { FraudSignKind } from '../../../src/domain/operations/fraud-signs.ts'
import { findFraudSigns } from '../../../src/server/processes/fraud-signs/find-signs.ts'
import { contentOf, failureOf, fieldsWithErrors, signInAs, visitor } from '../../support/client.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'
import {
  accept,
  confirm,
  demandOrder,
  lineOf,
  open,
  reject,
  submitted,
  voucherOf,
} from '../../support/scenes/orders/pay.ts'
import { missingId, newKey } from '../../support/sentinels.ts'
import { statementsOf } from '../../support/query-count.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const seller = clientForFile(app, 'seller')
const risk = clientForFile(app, 'risk')
const admin = clientForFile(app, 'ops')

const listed = async (kind: FraudSignKind, status: 'open' | 'dismissed' | 'confirmed' = 'open') =>
  contentOf(await risk.api.operations.fraudSigns({ kind, status, pageSize: 100 })).data
const decide = (signId: number, decision: 'confirm' | 'dismiss' = 'confirm', reason = '已核对原件') =>
  risk.api.operations.fraudSignDecide({ signId, decision, reason })
const idsIn = (sign: { records: readonly { kind: string; id: number }[] } | undefined, kind: string) =>
  sign?.records.flatMap((record) => (record.kind === kind ? [record.id] : [])) ?? []

const companyIdOf = async (loginName: string) => {
  const [row] = await app.db.select({ id: users.companyId }).from(users).where(eq(users.loginName, loginName))
  return row?.id ?? 0
}

test('the demo has no signs, and running the search again adds none', async () => {
  await findFraudSigns(app.db)
  const found = await app.db.select().from(fraudSigns)
  expect(found.map(({ kind, key, records }) => [kind, key, records.length])).toEqual([])
})

describe('a voucher', () => {
  test('used for two payments is one sign, however often the search runs; a transfer submitted again is none', async () => {
    const first = await demandOrder(app, buyer, seller)
    const one = await submitted(app, buyer, first)
    await findFraudSigns(app.db)
    expect(await listed('sharedVoucher')).toEqual([])
    contentOf(await reject(seller, one))
    const again = await submitted(app, buyer, first)
    await findFraudSigns(app.db)
    expect(await listed('sharedVoucher')).toEqual([])
    const second = await demandOrder(app, buyer, seller)
    const other = await submitted(app, buyer, second)
    await Promise.all([findFraudSigns(app.db), findFraudSigns(app.db)])
    await findFraudSigns(app.db)
    const [sign, ...more] = await listed('sharedVoucher')
    expect(more).toEqual([])
    expect(sign).toMatchObject({ status: 'open', reason: expect.stringContaining('3 笔付款'), decision: '' })
    expect(idsIn(sign, 'payment')).toEqual([one, again, other])
    expect(sign?.records.every(({ label }) => label !== '')).toBe(true)
    const [row] = await app.db
      .select()
      .from(fraudSigns)
      .where(eq(fraudSigns.id, sign?.signId ?? 0))
    const concerned = [await companyIdOf('buyer'), await companyIdOf('seller')]
    expect(row?.companyIds.toSorted((a, b) => a - b)).toEqual(concerned.toSorted((a, b) => a - b))
  })

  test('of an open sign that is used again joins it; of a decided one is a new sign', async () => {
    const [before] = await listed('sharedVoucher')
    const orderId = await demandOrder(app, buyer, seller)
    const further = await submitted(app, buyer, orderId)
    await findFraudSigns(app.db)
    const [sign] = await listed('sharedVoucher')
    expect(sign?.signId).toBe(before?.signId)
    expect(idsIn(sign, 'payment')).toContain(further)
    contentOf(await decide(sign?.signId ?? 0, 'dismiss'))
    await findFraudSigns(app.db)
    expect(await listed('sharedVoucher')).toEqual([])
    // The same order has a second line, paid with the same voucher after the first was confirmed.
    contentOf(await accept(seller, further, (await lineOf(app, orderId)).amount))
    const { paymentId } = contentOf(await open(buyer, [(await lineOf(app, orderId, 2)).id])).payment
    contentOf(await confirm(buyer, paymentId, await voucherOf(buyer)))
    await findFraudSigns(app.db)
    const [fresh] = await listed('sharedVoucher')
    expect(fresh?.signId).toBeGreaterThan(sign?.signId ?? 0)
    expect(idsIn(fresh, 'payment')).toContain(paymentId)
    contentOf(await decide(fresh?.signId ?? 0))
  })
})

test('companies with one payee account are found by its hash; the number is not in the sign', async () => {
  const two = await app.db.select({ companyId: bankAccounts.companyId }).from(bankAccounts).limit(2)
  const companyIds = two.map(({ companyId }) => companyId).toSorted((a, b) => a - b)
  const [one = 0, other = 0] = companyIds
  await app.db.update(bankAccounts).set({ accountNo: '6222 0200 1111 2222' }).where(eq(bankAccounts.companyId, one))
  await app.db.update(bankAccounts).set({ accountNo: '6222020011112222' }).where(eq(bankAccounts.companyId, other))
  await findFraudSigns(app.db)
  const [sign, ...more] = await listed('sharedAccount')
  expect(more).toEqual([])
  expect(idsIn(sign, 'company')).toEqual(companyIds)
  expect(JSON.stringify(await app.db.select().from(fraudSigns))).not.toContain('6222')
})

describe('accounts', () => {
  const network = '203.0.113'
  async function register(count: number, name: string) {
    const made = await app.db
      .insert(users)
      .values(Array.from({ length: count }, (_, at) => ({ loginName: `${name}${at}` })))
      .returning({ id: users.id })
    await app.db.insert(sessions).values(
      made.map(({ id }, at) => ({
        userId: id,
        tokenHash: `${name} ${id}`,
        appId: 'web' as const,
        ip: `${network}.${at + 1}`,
        expiresAt: new Date(Date.now() + 3_600_000),
      })),
    )
    return made.map(({ id }) => id)
  }

  test('from one network are a sign from five on; those of a decided sign do not count again', async () => {
    const four = await register(4, 'burst-a')
    await findFraudSigns(app.db)
    expect(await listed('accountBurst')).toEqual([])
    const [fifth = 0] = await register(1, 'burst-b')
    await findFraudSigns(app.db)
    await findFraudSigns(app.db)
    const [sign, ...more] = await listed('accountBurst')
    expect(more).toEqual([])
    expect(idsIn(sign, 'user')).toEqual([...four, fifth])
    expect(sign?.reason).toContain('203.0.113.0/24')
    const [sixth = 0] = await register(1, 'burst-c')
    await findFraudSigns(app.db)
    expect(idsIn((await listed('accountBurst'))[0], 'user')).toContain(sixth)
    contentOf(await decide(sign?.signId ?? 0, 'dismiss', '高校实验室统一注册'))
    await register(4, 'burst-d')
    await findFraudSigns(app.db)
    expect(await listed('accountBurst')).toEqual([])
    await register(1, 'burst-e')
    await findFraudSigns(app.db)
    expect(idsIn((await listed('accountBurst'))[0], 'user')).toHaveLength(5)
  })
})

test('trade between companies with one contact number is a sign once, whatever is ordered later', async () => {
  const [buyerId, sellerId] = [await companyIdOf('buyer'), await companyIdOf('seller')]
  await app.db
    .update(companies)
    .set({ contactPhone: '13900001111' })
    .where(inArray(companies.id, [buyerId, sellerId]))
  const orderId = await demandOrder(app, buyer, seller)
  await findFraudSigns(app.db)
  const [sign, ...more] = await listed('ownTrade')
  expect(more).toEqual([])
  expect(idsIn(sign, 'company')).toEqual([buyerId, sellerId])
  expect(idsIn(sign, 'order')).toContain(orderId)
  contentOf(await decide(sign?.signId ?? 0, 'dismiss', '同一集团，已报备'))
  await demandOrder(app, buyer, seller)
  await findFraudSigns(app.db)
  expect(await listed('ownTrade')).toEqual([])
})

describe('deciding', () => {
  const keyed = async (key: string, companyId: number) => {
    const at = new Date()
    const records = [{ kind: 'company' as const, id: companyId }]
    const [row] = await app.db
      .insert(fraudSigns)
      .values({ kind: 'sharedAccount', key, records, companyIds: [companyId], firstAt: at, lastAt: at })
      .returning({ id: fraudSigns.id })
    return row?.id ?? 0
  }

  test('needs a reason; of two operators at once the second is told who decided, and one action is left', async () => {
    const signId = await keyed('two operators', await companyIdOf('buyer2'))
    expect(fieldsWithErrors(await decide(signId, 'confirm', ' '))).toEqual(['reason'])
    const before = await app.db.$count(platformActions)
    const both = await Promise.all([
      decide(signId, 'confirm', '账号确为同一人所有'),
      admin.api.operations.fraudSignDecide({ signId, decision: 'dismiss', reason: '集团共用账号' }),
    ])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(both.map(failureOf).toSorted()).toEqual(['none', 'signDecided'])
    const actions = await app.db.select().from(platformActions).orderBy(desc(platformActions.seq))
    expect(actions).toHaveLength(before + 1)
    expect(actions[0]).toMatchObject({
      call: 'operations.fraudSignDecide',
      subjectKind: 'fraudSign',
      subjectId: signId,
    })
    const steps = await app.db
      .select()
      .from(stateChanges)
      .where(and(eq(stateChanges.entity, 'fraud_sign'), eq(stateChanges.entityId, signId)))
    expect(steps).toHaveLength(1)
    const status = both[0]?.ok === true ? 'confirmed' : 'dismissed'
    const sign = (await listed('sharedAccount', status)).find((each) => each.signId === signId)
    expect(sign).toMatchObject({ decidedBy: status === 'confirmed' ? 'risk' : 'ops' })
    expect(sign?.decision).not.toBe('')
    expect(failureOf(await decide(missingId))).toBe('notFound')
  })

  test('is refused for a sign about the own company, which is not listed either', async () => {
    const companyId = await companyIdOf('buyer2')
    const signId = await keyed('own company', companyId)
    await app.db.update(users).set({ companyId }).where(eq(users.loginName, 'risk'))
    expect(failureOf(await decide(signId))).toBe('ownCompany')
    expect((await listed('sharedAccount')).map((sign) => sign.signId)).not.toContain(signId)
    await app.db.update(users).set({ companyId: null }).where(eq(users.loginName, 'risk'))
    contentOf(await decide(signId))
  })

  test('and reading are for roles with restrict only', async () => {
    for (const account of ['reviewer', 'editor', 'support', 'finance'] as const) {
      const client = await signInAs(app, account)
      expect(failureOf(await client.api.operations.fraudSigns({})), account).toBe('operatorForbidden')
      const refused = await client.api.operations.fraudSignDecide({ signId: 1, decision: 'dismiss', reason: '试试' })
      expect(failureOf(refused), account).toBe('operatorForbidden')
    }
    for (const client of [buyer, seller, await signInAs(app, 'service')])
      expect(failureOf(await client.api.operations.fraudSigns({}))).toBe('forbidden')
    expect(failureOf(await visitor(app).api.operations.fraudSigns({}))).toBe('sessionInvalid')
  })
})

test('the list is paged by key, in a fixed number of statements, and counted in the menu', async () => {
  const at = new Date()
  await app.db.delete(fraudSigns).where(ne(fraudSigns.id, 0))
  const companyIds = (await app.db.select({ id: companies.id }).from(companies).limit(5)).map(({ id }) => id)
  await app.db.insert(fraudSigns).values(
    companyIds.map((id) => ({
      kind: 'sharedAccount' as const,
      key: newKey(),
      records: [{ kind: 'company' as const, id }],
      firstAt: at,
      lastAt: at,
    })),
  )
  const first = contentOf(await risk.api.operations.fraudSigns({ pageSize: 3 }))
  expect(first.counts).toEqual({ open: 5, dismissed: 0, confirmed: 0 })
  const rest = contentOf(await risk.api.operations.fraudSigns({ pageSize: 3, before: first.next ?? 0 }))
  const ids = [...first.data, ...rest.data].map(({ signId }) => signId)
  expect(ids).toHaveLength(5)
  expect(ids).toEqual(ids.toSorted((a, b) => b - a))
  expect(rest.next).toBeNull()
  const few = await statementsOf(() => risk.api.operations.fraudSigns({ pageSize: 1 }))
  const many = await statementsOf(() => risk.api.operations.fraudSigns({ pageSize: 5 }))
  expect(many).toHaveLength(few.length)
  const { waiting } = contentOf(await risk.api.operations.operatorStart({}))
  expect(waiting.find(({ kind }) => kind === 'fraudSigns')).toMatchObject({ count: 5 })
})
