import { and, eq, inArray } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { companies, companyClaims, users } from '../../../src/db/tables/accounts.ts'
import { services } from '../../../src/db/tables/catalogue.ts'
import { notices } from '../../../src/db/tables/operations.ts'
import { orders } from '../../../src/db/tables/orders.ts'
import { signInAs, contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { missingId, newKey } from '../../support/sentinels.ts'
import {
  certificationSteps,
  certifiedOwner,
  details,
  licenceOf,
  loner,
  newName,
  submit,
  uploadLicence,
} from '../../support/scenes/accounts/company.ts'
import { colleagueByLink } from '../../support/scenes/accounts/people.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const ops = clientForFile(app, 'ops')

const of = ({ companyName, creditCode }: { companyName: string; creditCode: string }) => ({
  companyName,
  creditCode,
  contactName: '程砚秋',
  contactPhone: '028-85123456',
  statement: '本公司没有授权任何人在平台认证，目前的持有账号与本公司无关。',
})
type Claimed = Parameters<typeof of>[0]
const claim = async (client: Client, what: Claimed, more: object = {}, key = newKey()) =>
  client.api.accounts.claimSave(
    {
      ...of(what),
      licenceFileId: await uploadLicence(app, client),
      letterFileId: await uploadLicence(app, client),
      ...more,
    },
    { idempotencyKey: key },
  )
const decide = (
  claimId: number,
  decision: 'approve' | 'reject',
  reason = '已电话回访登记机关留存的号码，授权属实。',
  more = {},
) => ops.api.accounts.claimReview({ claimId, decision, reason, ...more })
const companyOf = async (id: number) => {
  const [row] = await app.db.select().from(companies).where(eq(companies.id, id))
  if (row === undefined) throw new Error(`No company ${id}`)
  return row
}
const noticesOf = async (client: Client) => {
  const { userId } = contentOf(await client.api.accounts.profile({}))
  return (await app.db.select().from(notices).where(eq(notices.userId, userId))).map(({ title }) => title)
}

describe('a company whose name and code another company was certified with', () => {
  test('claims them; approval revokes the earlier certification, and the claimant is certified', async () => {
    const holder = await certifiedOwner(app)
    const real = await loner(app)
    expect(failureOf(await submit(app, real.client, holder.licence, 'same'))).toMatch(/Used$/)
    const made = contentOf(await claim(real.client, holder.licence))
    expect(made).toMatchObject({ status: 'submitted', licenceUrl: expect.stringMatching(/^\/files\//) })
    expect(await noticesOf(ops)).toContain(`企业认领待核实：${holder.licence.companyName}`)
    const listed = contentOf(await ops.api.accounts.claimReviews({ status: 'submitted' }))
    expect(listed.data.find(({ claimId }) => claimId === made.claimId)).toMatchObject({
      holders: [holder.licence.companyName],
    })
    const detail = contentOf(await ops.api.accounts.claimDetail({ claimId: made.claimId }))
    expect(detail.holders).toMatchObject([{ companyId: holder.companyId, holds: ['creditCode', 'companyName'] }])
    expect(detail.holders[0]?.version).toMatchObject({ legalPerson: '程砚秋' })

    const { status } = contentOf(await decide(made.claimId, 'approve', '授权属实', { holderIds: [holder.companyId] }))
    expect(status).toBe('approved')
    expect(await companyOf(holder.companyId)).toMatchObject({ certification: 'revoked', creditCode: null })
    expect(await certificationSteps(app, holder.companyId)).toContain('approved revoke revoked')
    const lost = contentOf(await holder.client.api.accounts.organizationAuth({}))
    expect(lost).toMatchObject({
      authStatus: 'revoked',
      inForce: null,
      latest: { status: 'revoked', reason: '授权属实' },
    })
    expect(await noticesOf(holder.client)).toContain('企业认证已被撤销')
    expect(await noticesOf(real.client)).toContain('企业认领已通过')
    const [own] = contentOf(await real.client.api.accounts.claims({}))
    expect(own?.history.map(({ event }) => event)).toEqual(['submit', 'approve'])

    // The code is reserved for the claimant: the earlier holder cannot take it back by being faster.
    const company = contentOf(await real.client.api.accounts.companyInfo({}))
    expect(company).toMatchObject({ name: holder.licence.companyName, creditCode: holder.licence.creditCode })
    const again = licenceOf({ creditCode: holder.licence.creditCode })
    expect(failureOf(await submit(app, holder.client, again, 'same'))).toBe('creditCodeUsed')
    expect(contentOf(await submit(app, real.client, holder.licence, 'same')).status).toBe('approved')
    // With its own licence the earlier holder can be certified again; until then it stays revoked.
    expect(contentOf(await submit(app, holder.client, licenceOf(), 'other')).status).toBe('submitted')
    expect((await companyOf(holder.companyId)).certification).toBe('revoked')
  })

  test("the earlier holder's shop is closed and sells nothing, its orders are completed", async () => {
    const seller = await signInAs(app, 'seller2')
    const { shopId, tags } = contentOf(await seller.api.shops.sellerShop({}))
    expect(tags.length).toBeGreaterThan(0)
    const { companyId } = contentOf(await seller.api.accounts.companyInfo({}))
    const holder = await companyOf(companyId ?? 0)
    const [order] = await app.db
      .select()
      .from(orders)
      .where(and(eq(orders.sellerCompanyId, holder.id), inArray(orders.status, ['pending_confirm', 'confirmed'])))
    if (order === undefined) throw new Error('The demo has no order that this supplier has to go on with')
    const real = await loner(app)
    const made = contentOf(await claim(real.client, { companyName: holder.name, creditCode: holder.creditCode ?? '' }))
    const detail = contentOf(await ops.api.accounts.claimDetail({ claimId: made.claimId }))
    expect(detail.holders[0]?.shopName).not.toBe('')
    contentOf(await decide(made.claimId, 'approve'))
    expect(failureOf(await visitor(app).api.shops.shopInfo({ shopId }))).toBe('gone')
    const onSale = await app.db.$count(
      services,
      and(eq(services.companyId, holder.id), eq(services.status, 'published')),
    )
    expect(onSale).toBe(0)
    const goes = order.status === 'pending_confirm' ? 'confirm' : 'dispute'
    const step = { orderId: order.id, event: goes, reason: '按约定继续' } as const
    expect(failureOf(await seller.api.orders.sellerOrderStep(step))).toBe('none')
  })
})

describe('claimSave', () => {
  test('rejects own or unclaimed names, a second pending and a fourth claim, and incomplete input', async () => {
    const holder = await certifiedOwner(app)
    const { client } = await loner(app)
    expect(failureOf(await claim(client, licenceOf()))).toBe('claimUnneeded')
    expect(failureOf(await claim(holder.client, holder.licence))).toBe('claimUnneeded')
    const key = newKey()
    const papers = { licenceFileId: await uploadLicence(app, client), letterFileId: await uploadLicence(app, client) }
    const [first, same] = await Promise.all([
      claim(client, holder.licence, papers, key),
      claim(client, holder.licence, papers, key),
    ])
    expect(contentOf(same)).toEqual(contentOf(first))
    expect(failureOf(await claim(client, holder.licence))).toBe('claimWaiting')
    const [second, third, fourth] = await Promise.all([certifiedOwner(app), certifiedOwner(app), certifiedOwner(app)])
    contentOf(await claim(client, second.licence))
    contentOf(await claim(client, third.licence))
    expect(failureOf(await claim(client, fourth.licence))).toBe('tooManyClaims')
    const empty = { statement: '', contactPhone: '12', licenceFileId: '', letterFileId: '' }
    const other = await loner(app)
    expect(fieldsWithErrors(await claim(other.client, holder.licence, empty))).toEqual([
      'contactPhone',
      'statement',
      'licenceFileId',
      'letterFileId',
    ])
  })

  test('accepts own documents only, with the permission; claims are visible to their own side only', async () => {
    const holder = await certifiedOwner(app)
    const owner = await loner(app)
    contentOf(await owner.client.api.accounts.buyerCompanySave(details({ companyName: newName() })))
    const foreign = { letterFileId: await uploadLicence(app, holder.client) }
    expect(failureOf(await claim(owner.client, holder.licence, foreign))).toBe('notFound')
    const without = await colleagueByLink(app, owner.client, ['my_orders'])
    expect(failureOf(await claim(without, holder.licence))).toBe('forbidden')
    expect(failureOf(await visitor(app).api.accounts.claims({}))).toBe('sessionInvalid')
    const { claimId } = contentOf(await claim(owner.client, holder.licence))
    const credit = await colleagueByLink(app, owner.client, ['corporate_credit'])
    expect(contentOf(await credit.api.accounts.claims({})).map((row) => row.claimId)).toEqual([claimId])
    for (const client of [without, holder.client]) expect(contentOf(await client.api.accounts.claims({}))).toEqual([])
    expect(failureOf(await holder.client.api.accounts.claimWithdraw({ claimId }))).toBe('notFound')
    expect(contentOf(await credit.api.accounts.claimWithdraw({ claimId })).status).toBe('withdrawn')
    expect(failureOf(await credit.api.accounts.claimWithdraw({ claimId }))).toBe('stepNotAllowed')
    expect(failureOf(await decide(claimId, 'approve'))).toBe('stepNotAllowed')
  })
})

describe('claimReview', () => {
  test('is limited to operators, existing claims of others, and requires a reason', async () => {
    const holder = await certifiedOwner(app)
    const { client, userId } = await loner(app)
    const { claimId } = contentOf(await claim(client, holder.licence))
    expect(failureOf(await client.api.accounts.claimReviews({}))).toBe('forbidden')
    expect(failureOf(await client.api.accounts.claimDetail({ claimId }))).toBe('forbidden')
    const input = { claimId, decision: 'approve', reason: '好' } as const
    expect(failureOf(await client.api.accounts.claimReview(input))).toBe('forbidden')
    expect(failureOf(await visitor(app).api.accounts.claimReview(input))).toBe('sessionInvalid')
    expect(failureOf(await decide(missingId, 'reject'))).toBe('notFound')
    expect(fieldsWithErrors(await decide(claimId, 'reject', ''))).toEqual(['reason'])
    expect(failureOf(await decide(claimId, 'approve', '好', { holderIds: [] }))).toBe('claimOutdated')
    const opsId = contentOf(await ops.api.accounts.profile({})).userId
    await app.db.update(companyClaims).set({ userId: opsId }).where(eq(companyClaims.id, claimId))
    expect(failureOf(await decide(claimId, 'approve'))).toBe('forbidden')
    await app.db.update(companyClaims).set({ userId }).where(eq(companyClaims.id, claimId))
    const send = vi.spyOn(app.runtime.push, 'send')
    expect(contentOf(await decide(claimId, 'reject', '授权书未盖章')).status).toBe('rejected')
    expect(JSON.stringify(send.mock.calls)).toContain('企业认领未通过')
    send.mockRestore()
    expect((await companyOf(holder.companyId)).certification).toBe('approved')
    expect(contentOf(await client.api.accounts.claims({}))[0]).toMatchObject({ reason: '授权书未盖章' })
  })

  test('approves one of two claims to a code under any concurrency; the other claimant is notified', async () => {
    const holder = await certifiedOwner(app)
    const people = [await loner(app), await loner(app)] as const
    const claims = await Promise.all(people.map(({ client }) => claim(client, holder.licence)))
    const ids = claims.map((answer) => contentOf(answer).claimId)
    expect(contentOf(await ops.api.accounts.claimDetail({ claimId: ids[0] ?? 0 })).rivals).toBe(1)
    const answers = await Promise.all(ids.map((claimId) => decide(claimId, 'approve')))
    expect(answers.map(failureOf).sort()).toEqual(['none', 'stepNotAllowed'])
    const rows = await Promise.all(people.map(async ({ client }) => contentOf(await client.api.accounts.claims({}))[0]))
    expect(rows.map((row) => row?.status).sort()).toEqual(['approved', 'superseded'])
    const loser = rows[0]?.status === 'superseded' ? people[0] : people[1]
    expect(await noticesOf(loser.client)).toContain('企业认领已了结')
    const winner = loser === people[0] ? people[1] : people[0]
    expect(contentOf(await winner.client.api.accounts.companyInfo({})).creditCode).toBe(holder.licence.creditCode)
    // A rival may claim against the new holder, whose reservation ends with its approval.
    const { claimId } = contentOf(await claim(loser.client, holder.licence))
    contentOf(await decide(claimId, 'approve'))
    expect(contentOf(await winner.client.api.accounts.companyInfo({})).creditCode).toBe('')
    expect(contentOf(await submit(app, loser.client, holder.licence, 'same')).status).toBe('approved')
  })

  test('an approval concurrent with a renewal of the holder leaves the code with one of them', async () => {
    const holder = await certifiedOwner(app)
    const real = await loner(app)
    const { claimId } = contentOf(await claim(real.client, holder.licence))
    const [approved] = await Promise.all([
      decide(claimId, 'approve'),
      submit(app, holder.client, holder.licence, 'same'),
    ])
    expect(failureOf(approved)).toBe('none')
    const held = await app.db.select().from(companies).where(eq(companies.creditCode, holder.licence.creditCode))
    expect(held.map(({ id }) => id)).not.toContain(holder.companyId)
    expect(held).toHaveLength(1)
  })

  test('is rejected if the holder has changed or the claimant has joined another company', async () => {
    const holder = await certifiedOwner(app)
    const { client, userId } = await loner(app)
    const { claimId } = contentOf(await claim(client, holder.licence))
    await app.db
      .update(companies)
      .set({ creditCode: null, certification: 'draft' })
      .where(eq(companies.id, holder.companyId))
    expect(failureOf(await decide(claimId, 'approve'))).toBe('claimOutdated')
    const next = await certifiedOwner(app)
    const second = contentOf(await claim(client, next.licence))
    const host = await loner(app)
    contentOf(await host.client.api.accounts.buyerCompanySave(details({ companyName: newName() })))
    const { companyId } = contentOf(await host.client.api.accounts.companyInfo({}))
    await app.db.update(users).set({ companyId }).where(eq(users.id, userId))
    expect(failureOf(await decide(second.claimId, 'approve'))).toBe('claimantMoved')
    expect((await companyOf(next.companyId)).certification).toBe('approved')
  })
})
