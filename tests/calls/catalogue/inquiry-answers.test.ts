import { and, asc, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { users } from '../../../src/db/tables/accounts.ts'
import { services } from '../../../src/db/tables/catalogue.ts'
import { inquiries, inquiryMessages } from '../../../src/db/tables/interest.ts'
import { signInAs, contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { queuedDigestMails } from '../../support/digest-queue.ts'
import { newKey } from '../../support/sentinels.ts'
import { colleague } from '../../support/scenes/accounts/people.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()
let buyer: Client
let seller: Client
let other: Client
let serviceId = 0
const question = '请问这项研究的最短周期是多少，样品量要求如何？'
const key = () => ({ idempotencyKey: newKey() })

beforeAll(async () => {
  ;[buyer, seller, other] = [
    await signInAs(app, 'buyer'),
    await signInAs(app, 'seller'),
    await signInAs(app, 'seller3'),
  ]
  const [owner] = await app.db.select({ id: users.companyId }).from(users).where(eq(users.loginName, 'seller'))
  const own = and(eq(services.companyId, owner?.id ?? 0), eq(services.status, 'published'))
  const [first] = await app.db.select({ id: services.id }).from(services).where(own).orderBy(asc(services.id)).limit(1)
  serviceId = first?.id ?? 0
})

const ask = async (client: Client, more: { isPublic?: boolean; text?: string } = {}) =>
  contentOf(await client.api.catalogue.productInquiryAdd({ serviceId, text: question, ...more }, key())).inquiryId
const statusOf = async (inquiryId: number) =>
  (await app.db.select().from(inquiries).where(eq(inquiries.id, inquiryId)))[0]?.status

describe('answering', () => {
  test('follows the transition table, notifies the asker, and ends', async () => {
    await app.db.update(users).set({ email: 'asks@inquiries.invalid' }).where(eq(users.loginName, 'buyer'))
    const inquiryId = await ask(buyer)
    const again = (text: string) => buyer.api.catalogue.inquiryFollowUp({ inquiryId, text }, key())
    expect(failureOf(await again('暂无人回复'))).toBe('stepNotAllowed')
    expect(contentOf(await seller.api.catalogue.inquiryReply({ inquiryId, text: '八周' }, key())).status).toBe(
      'answered',
    )
    expect(contentOf(await seller.api.catalogue.inquiryReply({ inquiryId, text: '补充' }, key())).status).toBe(
      'answered',
    )
    expect(contentOf(await again('能否加急')).status).toBe('follow_up')
    const mails = await queuedDigestMails(app, 'asks@inquiries.invalid')
    expect(mails.filter(({ subject }) => subject.includes('回复了您'))).toHaveLength(2)
    expect(contentOf(await buyer.api.catalogue.inquiryClose({ inquiryId })).status).toBe('closed')
    expect(failureOf(await again('再问'))).toBe('stepNotAllowed')
    expect(failureOf(await buyer.api.catalogue.inquiryClose({ inquiryId }))).toBe('stepNotAllowed')
    expect(failureOf(await seller.api.catalogue.inquiryReply({ inquiryId, text: '晚了' }, key()))).toBe(
      'stepNotAllowed',
    )
  })

  test('is idempotent by key; concurrent closing and answering end in a valid order', async () => {
    const inquiryId = await ask(other)
    const once = key()
    const both = await Promise.all([
      seller.api.catalogue.inquiryReply({ inquiryId, text: '收到' }, once),
      seller.api.catalogue.inquiryReply({ inquiryId, text: '收到' }, once),
    ])
    expect(both.map(failureOf)).toEqual(['none', 'none'])
    expect(await app.db.$count(inquiryMessages, eq(inquiryMessages.inquiryId, inquiryId))).toBe(2)
    const [closed, replied] = await Promise.all([
      other.api.catalogue.inquiryClose({ inquiryId }),
      seller.api.catalogue.inquiryReply({ inquiryId, text: '补充一点' }, key()),
    ])
    expect(failureOf(closed)).toBe('none')
    expect(['none', 'stepNotAllowed']).toContain(failureOf(replied))
    expect(await statusOf(inquiryId)).toBe('closed')
  })

  test('requires one of the two sides with the permission', async () => {
    const inquiryId = await ask(other)
    const reply = (client: Client) => client.api.catalogue.inquiryReply({ inquiryId, text: '我来回答' }, key())
    const shopThird = await signInAs(app, 'seller2')
    expect(failureOf(await reply(shopThird))).toBe('notFound')
    expect(failureOf(await reply(buyer))).toBe('notSeller')
    expect(failureOf(await reply(visitor(app)))).toBe('sessionInvalid')
    const { client: without } = await colleague(app, seller, ['my_orders'])
    expect(failureOf(await reply(without))).toBe('forbidden')
    const { client: answers } = await colleague(app, seller, ['question_manage'])
    expect(failureOf(await reply(answers))).toBe('none')
    const close = (client: Client) => client.api.catalogue.inquiryClose({ inquiryId })
    expect(failureOf(await close(buyer))).toBe('notFound')
    expect(failureOf(await close(seller))).toBe('notFound')
    expect(failureOf(await close(visitor(app)))).toBe('sessionInvalid')
    const more = (client: Client) => client.api.catalogue.inquiryFollowUp({ inquiryId, text: '追问' }, key())
    expect(failureOf(await more(buyer))).toBe('notFound')
    expect(failureOf(await more(visitor(app)))).toBe('sessionInvalid')
    expect(fieldsWithErrors(await other.api.catalogue.inquiryFollowUp({ inquiryId, text: ' ' }, key()))).toEqual([
      'text',
    ])
    expect(fieldsWithErrors(await seller.api.catalogue.inquiryReply({ inquiryId, text: '' }, key()))).toEqual(['text'])
    expect(fieldsWithErrors(await other.api.catalogue.inquiryClose({ inquiryId: 0 }))).toEqual(['inquiryId'])
  })
})
