import { and, desc, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { complaints } from '../../../src/db/tables/moderation.ts'
import { contentOf, failureOf, type Client } from '../../support/client.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'
import { statementsOf } from '../../support/query-count.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const seller = clientForFile(app, 'seller')
const risk = clientForFile(app, 'risk')
const admin = clientForFile(app, 'ops')

const save = (word: string, level: 'forbidden' | 'suspicious', client: Client = risk) =>
  client.api.operations.moderationWordSave({ word, level, reason: '监管要求' })
const casesOf = (kind: 'shop' | 'message') =>
  app.db
    .select()
    .from(complaints)
    .where(and(eq(complaints.kind, kind), eq(complaints.reason, 'words')))
    .orderBy(desc(complaints.id))
async function saveShop(introduction: string) {
  const { shopId: _id, ...shop } = contentOf(await seller.api.shops.sellerShop({}))
  const { shopName, brief, logoFileId, backdrop, holidayFrom, holidayUntil, holidayNotice, version } = shop
  const form = { shopName, brief, logoFileId, backdrop, holidayFrom, holidayUntil, holidayNotice, version }
  return seller.api.shops.sellerShopSave({ ...form, introduction })
}

beforeAll(async () => {
  contentOf(await save('包治百病', 'forbidden'))
  contentOf(await save('绝对安全', 'suspicious'))
})

test('spellings of one word are one word, and two operators add it once', async () => {
  const both = await Promise.all([save('內部渠道', 'suspicious'), save(' 内 部渠道', 'forbidden', admin)])
  expect(both.map(failureOf).toSorted()).toEqual(['moderationWordUsed', 'none'])
  const { data } = contentOf(await risk.api.operations.moderationWords({ keyword: '内部' }))
  expect(data).toHaveLength(1)
  const [row] = data
  const wordId = row?.wordId ?? 0
  contentOf(
    await risk.api.operations.moderationWordSave({ wordId, word: '内部名额', level: 'forbidden', reason: '改' }),
  )
  contentOf(await risk.api.operations.moderationWordRemove({ wordId }))
  expect(failureOf(await risk.api.operations.moderationWordRemove({ wordId }))).toBe('notFound')
  expect(failureOf(await seller.api.operations.moderationWords({}))).toBe('forbidden')
})

describe('a published text', () => {
  test('with a forbidden word is refused at its field, however it is spelt; a change of the list counts at once', async () => {
    for (const text of ['包治百病', '包 治百病', '包治百病'.normalize('NFKC'), '包治\u200b百病']) {
      const refused = await saveShop(`本店产品${text}。`)
      expect(failureOf(refused)).toBe('wordForbidden')
      expect(refused.ok ? [] : refused.failure.content).toMatchObject([
        { field: 'introduction', message: '含有不允许发布的词：“包治百病”' },
      ])
    }
    contentOf(await saveShop('本店产品经检验合格，赠品另议。'))
    contentOf(await save('赠品', 'forbidden'))
    expect(failureOf(await saveShop('本店有贈品。'))).toBe('wordForbidden')
  })

  test('with a suspicious word is published and opens one case', async () => {
    contentOf(await saveShop('工艺绝对安全。'))
    contentOf(await saveShop('工艺绝对安全，欢迎来访。'))
    const cases = await casesOf('shop')
    expect(cases).toHaveLength(1)
    expect(cases[0]).toMatchObject({ status: 'open', words: ['绝对安全'], reporterUserId: null })
    const complaintId = cases[0]?.id ?? 0
    expect(contentOf(await risk.api.operations.complaint({ complaintId }))).toMatchObject({
      isAutomatic: true,
      reporterName: '',
    })
    contentOf(await risk.api.operations.complaintTake({ complaintId }))
    contentOf(await risk.api.operations.complaintReject({ complaintId, reason: '属于正常描述' }))
  })

  test('costs no query for the list once it is read', async () => {
    const { receiveOrgId } = await toShop()
    const send = () => buyer.api.chat.sendMessage({ isOrg: true, receiveOrgId, content: '请问能否开票？' })
    contentOf(await send())
    const statements = await statementsOf(send)
    expect(statements.filter((text) => text.includes('moderation_words'))).toEqual([])
  })
})

async function toShop() {
  const { companyId } = contentOf(await seller.api.accounts.profile({}))
  return { isOrg: true, receiveOrgId: companyId ?? 0 }
}

test('a chat message is never refused: listed words open a case with that message only', async () => {
  const to = await toShop()
  contentOf(await buyer.api.chat.sendMessage({ ...to, content: '第一条，没有问题。' }))
  contentOf(await buyer.api.chat.sendMessage({ ...to, content: '听说包治百病？' }))
  const [found] = await casesOf('message')
  expect(found?.words).toEqual(['包治百病'])
  expect(found?.excerpt.map(({ text }) => text)).toEqual(['听说包治百病？'])
})
