import { and, asc, eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { users } from '../../../src/db/tables/accounts.ts'
import { products, services } from '../../../src/db/tables/catalogue.ts'
import { inquiries } from '../../../src/db/tables/interest.ts'
import { stateChanges } from '../../../src/db/tables/operations.ts'
import { signInAs, contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { queuedDigestMails } from '../../support/digest-queue.ts'
import { missingId, newKey } from '../../support/sentinels.ts'
import { colleague } from '../../support/scenes/accounts/people.ts'
import { closeIdleInquiries } from '../../../src/server/catalogue/inquiries/inquiry-step.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()
let buyer: Client
let seller: Client
let other: Client
let serviceId = 0
let productNo = ''
const question = '请问这项研究的最短周期是多少，样品量要求如何？'
const key = () => ({ idempotencyKey: newKey() })

beforeAll(async () => {
  ;[buyer, seller, other] = [
    await signInAs(app, 'buyer'),
    await signInAs(app, 'seller'),
    await signInAs(app, 'seller3'),
  ]
  const [owner] = await app.db.select({ id: users.companyId }).from(users).where(eq(users.loginName, 'seller'))
  const own = (t: typeof services | typeof products) =>
    and(eq(t.companyId, owner?.id ?? 0), sql`${t.status} = 'published'`)
  serviceId =
    (await app.db.select({ id: services.id }).from(services).where(own(services)).orderBy(asc(services.id)))[0]?.id ?? 0
  productNo = (await app.db.select({ no: products.productNo }).from(products).where(own(products)))[0]?.no ?? ''
})

const ask = async (client: Client, more: { isPublic?: boolean; text?: string } = {}) =>
  contentOf(await client.api.catalogue.productInquiryAdd({ serviceId, text: question, ...more }, key())).inquiryId
const statusOf = async (inquiryId: number) =>
  (await app.db.select().from(inquiries).where(eq(inquiries.id, inquiryId)))[0]?.status
const shown = async (client: Client, pageSize = 100) =>
  contentOf(await client.api.catalogue.productInquiries({ serviceId, pageSize })).data

describe('productInquiryAdd', () => {
  test('saves a private question, notifies the seller’s people, writes history', async () => {
    await app.db.update(users).set({ email: 'answers@inquiries.invalid' }).where(eq(users.loginName, 'seller'))
    const inquiryId = await ask(buyer)
    const mails = await queuedDigestMails(app, 'answers@inquiries.invalid')
    expect(mails.map(({ subject }) => subject).join()).toContain('买家咨询了')
    expect((await shown(buyer)).find((row) => row.inquiryId === inquiryId)).toMatchObject({
      mine: true,
      isPublic: false,
      status: 'open',
      messages: [{ side: 'asker', text: question }],
    })
    for (const client of [visitor(app), other, seller]) {
      expect((await shown(client)).map((row) => row.inquiryId)).not.toContain(inquiryId)
    }
    const steps = await app.db
      .select()
      .from(stateChanges)
      .where(and(eq(stateChanges.entity, 'inquiry'), eq(stateChanges.entityId, inquiryId)))
    expect(steps.map(({ event, toStatus }) => [event, toStatus])).toEqual([['ask', 'open']])
  })

  test('is idempotent by key', async () => {
    const before = await app.db.$count(inquiries)
    const once = key()
    const client = await signInAs(app, 'ops')
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        client.api.catalogue.productInquiryAdd({ productNo, text: question, isPublic: true }, once),
      ),
    )
    expect(new Set(answers.map((answer) => contentOf(answer).inquiryId)).size).toBe(1)
    expect((await app.db.$count(inquiries)) - before).toBe(1)
  })

  test('rejects short, long and meaningless questions, own and unpublished listings, and guests', async () => {
    const add = (client: Client, input: { serviceId?: number; productNo?: string; text?: string }) =>
      client.api.catalogue.productInquiryAdd({ text: question, ...input }, key())
    const fresh = await signInAs(app, 'person')
    expect(fieldsWithErrors(await add(fresh, { serviceId, text: '多少钱' }))).toEqual(['text'])
    expect(fieldsWithErrors(await add(fresh, { serviceId, text: '长'.repeat(501) }))).toEqual(['text'])
    expect(fieldsWithErrors(await add(fresh, {}))).toEqual(['productNo'])
    expect(fieldsWithErrors(await add(fresh, { serviceId, productNo }))).toEqual(['productNo'])
    expect(failureOf(await add(seller, { serviceId }))).toBe('ownListing')
    expect(failureOf(await add(fresh, { serviceId: missingId }))).toBe('notFound')
    expect(failureOf(await add(visitor(app), { serviceId }))).toBe('sessionInvalid')
  })

  test('is rate-limited', async () => {
    const fresh = await signInAs(app, 'buyer2')
    const answers: string[] = []
    for (let index = 0; index < 7; index += 1) {
      const answer = await fresh.api.catalogue.productInquiryAdd({ serviceId, text: question }, key())
      answers.push(failureOf(answer))
    }
    expect(answers.filter((name) => name === 'none')).toHaveLength(5)
    expect(answers.at(-1)).toBe('tooMany')
  })
})

describe('a public question', () => {
  test('is public with its answer, masked, without follow-ups, until the seller makes it private', async () => {
    const inquiryId = await ask(other, { isPublic: true, text: '  <b>带标签</b> 的问题，第二行\n也要原样保留  ' })
    const anyone = visitor(app)
    const of = async (client: Client) => (await shown(client)).find((row) => row.inquiryId === inquiryId)
    expect(await of(anyone)).toBeUndefined()
    contentOf(await seller.api.catalogue.inquiryReply({ inquiryId, text: '最短 8 周。' }, key()))
    contentOf(await other.api.catalogue.inquiryFollowUp({ inquiryId, text: '可以加急吗？' }, key()))
    const seen = await of(anyone)
    expect(seen).toMatchObject({ mine: false, status: 'follow_up' })
    expect(seen?.messages.map(({ side, text }) => [side, text])).toEqual([
      ['asker', '<b>带标签</b> 的问题，第二行\n也要原样保留'],
      ['seller', '最短 8 周。'],
    ])
    expect(Object.keys(seen ?? {})).not.toContain('asker')
    expect((await of(other))?.messages).toHaveLength(3)
    contentOf(
      await seller.api.catalogue.inquiryReply({ inquiryId, text: '可以，价格另议。', keepPrivate: true }, key()),
    )
    expect(await of(anyone)).toBeUndefined()
    expect((await of(other))?.isPublic).toBe(false)
    expect(fieldsWithErrors(await anyone.api.catalogue.productInquiries({}))).toEqual(['productNo'])
    expect(failureOf(await anyone.api.catalogue.productInquiries({ productNo: 'none' }))).toBe('notFound')
  })
})

describe('lists', () => {
  test('return own inquiries of asker and seller, by state and keyword, with counts', async () => {
    const inquiryId = await ask(buyer, { text: '请提供 GLP 证书与近三年的检查记录' })
    const mine = contentOf(await buyer.api.catalogue.inquiries({ keyword: 'GLP 证书' }))
    expect(mine.data.map((row) => row.inquiryId)).toEqual([inquiryId])
    expect(mine.data[0]).toMatchObject({ kind: 'service', listingId: serviceId, onSale: true, status: 'open' })
    const received = contentOf(await seller.api.catalogue.sellerInquiries({ state: 'waiting', pageSize: 100 }))
    expect(received.total).toBe(received.counts.waiting)
    expect(received.data.map((row) => row.inquiryId)).toContain(inquiryId)
    expect(received.data.find((row) => row.inquiryId === inquiryId)?.askerCompany).not.toBe('')
    expect(received.data.every(({ status }) => status === 'open' || status === 'follow_up')).toBe(true)
    const waiting = contentOf(await seller.api.catalogue.inquiriesWaiting({}))
    expect(waiting).toEqual({ waiting: received.counts.waiting })
    const elsewhere = await signInAs(app, 'seller2')
    expect(contentOf(await elsewhere.api.catalogue.sellerInquiries({})).total).toBe(0)
    expect(contentOf(await elsewhere.api.catalogue.inquiriesWaiting({}))).toEqual({ waiting: 0 })
    expect(contentOf(await elsewhere.api.catalogue.inquiries({})).total).toBe(0)
    expect(contentOf(await buyer.api.catalogue.inquiries({ keyword: '%_%' })).total).toBe(0)
    const page = contentOf(await seller.api.catalogue.sellerInquiries({ pageSize: 2, current: 2 }))
    expect(page.data).toHaveLength(2)
    expect(failureOf(await visitor(app).api.catalogue.inquiries({}))).toBe('sessionInvalid')
    expect(failureOf(await buyer.api.catalogue.sellerInquiries({}))).toBe('notSeller')
    expect(failureOf(await buyer.api.catalogue.inquiriesWaiting({}))).toBe('notSeller')
    const { client: without } = await colleague(app, seller, ['my_orders'])
    expect(failureOf(await without.api.catalogue.sellerInquiries({}))).toBe('forbidden')
    expect(failureOf(await without.api.catalogue.inquiriesWaiting({}))).toBe('forbidden')
    expect(fieldsWithErrors(await buyer.api.catalogue.inquiries({ pageSize: 101 }))).toEqual(['pageSize'])
  })
})

describe('closeIdleInquiries', () => {
  test('closes inquiries without a message for 30 days, once, as system', async () => {
    const [quiet, loud] = [await ask(other), await ask(buyer)]
    await app.db
      .update(inquiries)
      .set({ updatedAt: new Date(Date.now() - 31 * 86_400_000) })
      .where(eq(inquiries.id, quiet))
    await Promise.all([closeIdleInquiries(app.db), closeIdleInquiries(app.db)])
    expect([await statusOf(quiet), await statusOf(loud)]).toEqual(['closed', 'open'])
    const steps = await app.db
      .select()
      .from(stateChanges)
      .where(and(eq(stateChanges.entity, 'inquiry'), eq(stateChanges.entityId, quiet)))
      .orderBy(asc(stateChanges.id))
    expect(steps.map(({ event, userId }) => [event, userId === null])).toEqual([
      ['ask', false],
      ['close', true],
    ])
  })
})
