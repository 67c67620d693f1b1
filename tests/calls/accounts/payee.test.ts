import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { bankAccounts, payeeChanges, sessions, userRoles, users } from '../../../src/db/tables/accounts.ts'
import { payeeDetailsFor } from '../../../src/domain/accounts/payee.ts'
import { demoPassword } from '../../support/accounts.ts'
import { plantCaptcha } from '../../support/captchas.ts'
import { signInAs, contentOf, failureOf, visitor, type Client } from '../../support/client.ts'
import { lastCode } from '../../support/verification-codes.ts'
import { demandOrder } from '../../support/scenes/orders/pay.ts'
import { ownAccount } from './own-account.ts'
import { roleWith } from '../../support/scenes/accounts/people.ts'
import { applyPayeeChanges } from '../../../src/server/accounts/companies/payee.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()
let own: ReturnType<typeof ownAccount>
let buyer: Client
let seller: Client
let sellerId: number
/** A member of the seller's company who may change its payee account. */
let clerk: Client
beforeAll(async () => {
  own = ownAccount(app)
  buyer = await signInAs(app, 'buyer')
  seller = await signInAs(app, 'seller')
  sellerId = (await own.rowOf('seller')).companyId ?? 0
  const roleId = await roleWith(seller, ['corporate_credit'])
  const person = await own.rowOf('person')
  await own.change('person', { companyId: sellerId })
  await app.db.insert(userRoles).values({ userId: person.id, roleId })
  clerk = await signInAs(app, 'person')
})

const prove = (client: Client) => client.api.accounts.reauthenticate({ password: demoPassword }).then(contentOf)
const changed = { bankName: '招商银行成都天府支行', accountNo: '6225880112345678' }
const save = (client: Client, input = changed) => client.api.accounts.accountSave(input)
const accountOf = async (client: Client) => contentOf(await client.api.accounts.account({}))
/** The account shown to the buyer for an amount (fen). */
async function shownFor(orderId: number, amount: number): Promise<string> {
  const info = contentOf(await buyer.api.orders.paymentInfo({ orderId }))
  const payee = info.payees.find((one) => one.sellerId === sellerId)
  if (payee?.account == null) throw new Error('No payee')
  return payeeDetailsFor({ account: payee.account, change: payee.change }, amount, new Date()).accountNo
}

describe('reauthenticate', () => {
  const age = (minutes: number) =>
    app.db.update(sessions).set({ reauthenticatedAt: new Date(Date.now() - minutes * 60_000) })

  test('is required for changes of payee account, mobile and mail address, per session', async () => {
    const other = await signInAs(app, 'seller')
    await prove(other)
    const refused = await save(seller)
    expect(failureOf(refused)).toBe('reauthNeeded')
    const { mobile } = await own.rowOf('seller')
    expect(refused.ok ? null : refused.failure.content).toEqual({
      ways: ['password', 'code'],
      mobile: `${mobile?.slice(0, 3)}****${mobile?.slice(-4)}`,
    })
    expect(failureOf(await seller.api.accounts.accountLimitSave({ limit: 1 }))).toBe('reauthNeeded')
    const bind = { email: 'neu@example.com', emailCode: '123456' }
    expect(failureOf(await seller.api.accounts.emailBind(bind))).toBe('reauthNeeded')
    const reset = { newMobile: '13755550099', smsCode: '123456' }
    expect(failureOf(await seller.api.accounts.mobileReset(reset))).toBe('reauthNeeded')
    expect((await accountOf(seller)).change).toBeNull()
  })

  test('counts wrong passwords as at sign-in; a correct one is valid for ten minutes', async () => {
    expect(failureOf(await seller.api.accounts.reauthenticate({ password: 'wrong1234' }))).toBe('wrongPassword')
    expect(failureOf(await seller.api.accounts.emailBind({ email: 'a@example.com', emailCode: '123456' }))).toBe(
      'reauthNeeded',
    )
    const { until } = await prove(seller)
    expect((Date.parse(until) - Date.now()) / 60_000).toBeCloseTo(10, 1)
    const bind = () => seller.api.accounts.emailBind({ email: 'a@example.com', emailCode: '123456' }).then(failureOf)
    expect(await bind()).toBe('codeWrong')
    await age(9)
    expect(await bind()).toBe('codeWrong')
    await age(11)
    expect(await bind()).toBe('reauthNeeded')
    expect(failureOf(await visitor(app).api.accounts.reauthenticate({ password: demoPassword }))).toBe('sessionInvalid')
  })

  test('accepts a code to the own number', async () => {
    const { mobile } = await own.rowOf('seller')
    const asked = { mobile: '', purpose: 'reauthenticate' as const, ...(await plantCaptcha(app)) }
    contentOf(await seller.api.accounts.smsCaptcha(asked))
    const smsCode = await lastCode(app, mobile ?? '')
    expect(failureOf(await buyer.api.accounts.reauthenticate({ smsCode }))).toBe('codeWrong')
    contentOf(await seller.api.accounts.reauthenticate({ smsCode }))
    expect(failureOf(await seller.api.accounts.emailBind({ email: 'a@example.com', emailCode: '123456' }))).toBe(
      'codeWrong',
    )
    await age(11)
  })
})

describe('a change of the payee account', () => {
  test('applies at once up to the limit, after 24 hours above; owner and member are notified', async () => {
    const orderId = await demandOrder(app, buyer, seller)
    const before = await accountOf(seller)
    await prove(clerk)
    contentOf(await clerk.api.accounts.accountLimitSave({ limit: 200_000 }))
    const owner = await own.rowOf('seller')
    const told = (await own.notices(owner.mobile ?? '')).length
    const { effectiveAt } = contentOf(await save(clerk))
    expect((Date.parse(effectiveAt ?? '') - Date.now()) / 3_600_000).toBeCloseTo(24, 1)
    expect(await shownFor(orderId, 200_000)).toBe(changed.accountNo)
    expect(await shownFor(orderId, 200_001)).toBe(before.accountNo)
    const notices = await own.notices(owner.mobile ?? '')
    expect(notices.length).toBe(told + 1)
    expect(notices[0]).toContain('贵企业收款账户已提交变更：招商银行成都天府支行 尾号 5678，超过 ¥2,000.00 的款项自')
    expect((await own.notices((await own.rowOf('person')).mobile ?? ''))[0]).toContain('收款账户已提交变更')
    expect(await accountOf(seller)).toMatchObject({
      accountNo: before.accountNo,
      limit: 200_000,
      change: { ...changed, limit: 200_000, effectiveAt },
    })
    // A day later, with the job and before it has run.
    await app.db.update(payeeChanges).set({ effectiveAt: new Date(Date.now() - 1000) })
    expect(await shownFor(orderId, 300_000)).toBe(changed.accountNo)
    await Promise.all([applyPayeeChanges(app.db), applyPayeeChanges(app.db)])
    const after = await accountOf(seller)
    expect(after).toMatchObject({ ...changed, change: null })
    expect(after.history.map(({ event }) => event)).toEqual(['apply', 'change', 'limit'])
  })

  test('the owner cancels it without reauthentication, and the old details apply to every amount', async () => {
    const orderId = await demandOrder(app, buyer, seller)
    const before = await accountOf(seller)
    await prove(clerk)
    contentOf(await save(clerk, { bankName: '平安银行', accountNo: '6230580000001111' }))
    expect(await shownFor(orderId, 1)).toBe('6230580000001111')
    contentOf(await seller.api.accounts.accountChangeCancel({}))
    expect(await shownFor(orderId, 1)).toBe(before.accountNo)
    expect(failureOf(await seller.api.accounts.accountChangeCancel({}))).toBe('stepNotAllowed')
    expect((await accountOf(seller)).history[0]).toMatchObject({ event: 'cancel', toStatus: 'cancelled' })
    expect(failureOf(await visitor(app).api.accounts.accountChangeCancel({}))).toBe('sessionInvalid')
    expect(failureOf(await visitor(app).api.accounts.accountLimitSave({ limit: 1 }))).toBe('sessionInvalid')
  })

  test('raising the limit waits as well and does not affect a pending change; lowering applies at once', async () => {
    const orderId = await demandOrder(app, buyer, seller)
    const before = await accountOf(seller)
    await prove(seller)
    const raised = contentOf(await seller.api.accounts.accountLimitSave({ limit: 900_000_000 }))
    expect(raised.effectiveAt).not.toBeNull()
    contentOf(await save(seller, { bankName: '平安银行', accountNo: '6230580000002222' }))
    expect(await shownFor(orderId, 200_001)).toBe(before.accountNo)
    contentOf(await seller.api.accounts.accountLimitSave({ limit: 100 }))
    expect(await shownFor(orderId, 101)).toBe(before.accountNo)
    expect(await shownFor(orderId, 100)).toBe('6230580000002222')
    expect(await accountOf(seller)).toMatchObject({ limit: 100, nextLimit: null })
    // A second change replaces the first and waits its own day.
    contentOf(await save(seller, { bankName: '平安银行', accountNo: '6230580000003333' }))
    const rows = await app.db.select().from(payeeChanges).where(eq(payeeChanges.companyId, sellerId))
    expect(rows.filter(({ status }) => status === 'open').map(({ accountNo }) => accountNo)).toEqual([
      '6230580000003333',
    ])
    contentOf(await save(seller, { bankName: before.bankName, accountNo: before.accountNo }))
    expect((await accountOf(seller)).change).toBeNull()
  })

  test("one of two parallel changes is pending; a company's first details need neither proof nor waiting", async () => {
    await prove(seller)
    const both = await Promise.all([
      save(seller, { bankName: '平安银行', accountNo: '6230580000004444' }),
      save(seller, { bankName: '平安银行', accountNo: '6230580000005555' }),
    ])
    expect(both.map(failureOf)).toEqual(['none', 'none'])
    const open = await app.db.select().from(payeeChanges).where(eq(payeeChanges.status, 'open'))
    expect(open).toHaveLength(1)
    const buyer2 = await signInAs(app, 'buyer2')
    const { companyId } = await own.rowOf('buyer2')
    await app.db.delete(bankAccounts).where(eq(bankAccounts.companyId, companyId ?? 0))
    expect(contentOf(await save(buyer2))).toEqual({ effectiveAt: null })
    expect(await accountOf(buyer2)).toMatchObject({ saved: true, ...changed, change: null })
  })
})

test("a member's new number is notified to the old one and to the owner", async () => {
  const before = await own.rowOf('person')
  const owner = await own.rowOf('seller')
  await prove(clerk)
  const newMobile = '13755550088'
  const smsCode = await own.newNumberCode(clerk, newMobile)
  contentOf(await clerk.api.accounts.mobileReset({ newMobile, smsCode }))
  expect((await own.notices(before.mobile ?? ''))[0]).toContain('sms 您账号的手机号已更换为 137****0088')
  expect((await own.notices(owner.mobile ?? ''))[0]).toContain('sms 贵企业账号 person 的手机号已更换为 137****0088')
  expect(await app.db.$count(users, eq(users.mobileHash, newMobile))).toBe(1)
})
