import { and, desc, eq, isNull } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { companies, users } from '../../../src/db/tables/accounts.ts'
import { products, services } from '../../../src/db/tables/catalogue.ts'
import { messages } from '../../../src/db/tables/chat.ts'
import { demands } from '../../../src/db/tables/demands.ts'
import { reviews } from '../../../src/db/tables/fulfilment.ts'
import { complaints } from '../../../src/db/tables/moderation.ts'
import { notices, platformActions } from '../../../src/db/tables/operations.ts'
import { shops } from '../../../src/db/tables/shops.ts'
import { complaintsPerDay } from '../../../src/domain/operations/complaints.ts'
import { contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'
import { completedOrder } from '../../support/scenes/orders/completed.ts'
import { buyerSays, sellerSays } from '../../support/scenes/orders/review.ts'
import { missingId, newKey } from '../../support/sentinels.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const other = clientForFile(app, 'buyer2')
const person = clientForFile(app, 'person')
const seller = clientForFile(app, 'seller')
const risk = clientForFile(app, 'risk')
const admin = clientForFile(app, 'ops')

type Input = Parameters<Client['api']['operations']['complaintSave']>[0]
const report = (client: Client, kind: Input['kind'], subjectId: number, more: Partial<Input> = {}) =>
  client.api.operations.complaintSave(
    { kind, subjectId, reason: 'untrue', text: '参数与实物不符', ...more },
    { idempotencyKey: newKey() },
  )
const filed = async (...asked: Parameters<typeof report>) => contentOf(await report(...asked)).complaintId

async function accountOf(loginName: string) {
  const [row] = await app.db
    .select({ userId: users.id, companyId: users.companyId })
    .from(users)
    .where(eq(users.loginName, loginName))
  if (row === undefined) throw new Error(`No account ${loginName}`)
  return row
}
/** Published services of a company, which no complaint of this file has named yet. */
const used = new Set<number>()
async function serviceOf(loginName: string): Promise<{ id: number; companyId: number }> {
  const { companyId } = await accountOf(loginName)
  const rows = await app.db
    .select({ id: services.id, companyId: services.companyId })
    .from(services)
    .where(and(eq(services.companyId, companyId ?? 0), eq(services.status, 'published'), isNull(services.deletedAt)))
  const found = rows.find(({ id }) => !used.has(id))
  if (found === undefined) throw new Error('No service left')
  used.add(found.id)
  return found
}
const take = (client: Client, complaintId: number) => client.api.operations.complaintTake({ complaintId })
const noticesOf = async (loginName: string) => {
  const { userId } = await accountOf(loginName)
  return app.db.select().from(notices).where(eq(notices.userId, userId)).orderBy(desc(notices.id)).limit(5)
}
const decision = '核实后确认与事实不符'

describe('reporting', () => {
  test('needs a reason and, for another one, a text; the own company and what is not shown cannot be reported', async () => {
    const { id } = await serviceOf('seller')
    expect(fieldsWithErrors(await report(buyer, 'service', id, { reason: 'other', text: '' }))).toEqual(['text'])
    expect(fieldsWithErrors(await report(buyer, 'service', id, { text: '长'.repeat(501) }))).toEqual(['text'])
    expect(failureOf(await report(seller, 'service', id))).toBe('ownComplaint')
    expect(failureOf(await report(buyer, 'service', missingId))).toBe('notFound')
    await app.db.update(services).set({ status: 'unlisted' }).where(eq(services.id, id))
    expect(failureOf(await report(buyer, 'service', id))).toBe('notFound')
    expect(failureOf(await report(visitor(app), 'service', id))).toBe('sessionInvalid')
  })

  test('is open once per person and subject, of parallel ones too; others may report the same', async () => {
    const { id } = await serviceOf('seller')
    const both = await Promise.all([report(buyer, 'service', id), report(buyer, 'service', id)])
    expect(both.map(failureOf).toSorted()).toEqual(['complaintOpen', 'none'])
    expect(failureOf(await report(other, 'service', id))).toBe('none')
    const own = contentOf(await buyer.api.operations.ownComplaints({})).data
    expect(own[0]).toMatchObject({ kind: 'service', status: 'open', reason: 'untrue', decision: '' })
    const theirs = contentOf(await other.api.operations.ownComplaints({})).data
    expect(theirs.map(({ complaintId }) => complaintId)).not.toContain(own[0]?.complaintId)
    const [told] = await noticesOf('risk')
    expect(told?.path).toContain('/ops/complaints')
  })

  test('has a limit per day', async () => {
    const { userId } = await accountOf('person')
    const { companyId } = await accountOf('seller')
    const rows = Array.from({ length: complaintsPerDay }, (_, at) => ({
      kind: 'service' as const,
      subjectId: missingId - at,
      title: '服务',
      reason: 'spam' as const,
      reporterUserId: userId,
      ownerCompanyId: companyId,
    }))
    await app.db.insert(complaints).values(rows)
    const { id } = await serviceOf('seller')
    expect(failureOf(await report(person, 'service', id))).toBe('complaintsUsedUp')
    await app.db.delete(complaints).where(eq(complaints.reporterUserId, userId))
  })

  test('takes only own files, which operators then may open', async () => {
    const { id } = await serviceOf('seller')
    const file = new File(['证据'], '证据.txt', { type: 'text/plain' })
    const { fileId, url } = contentOf(await buyer.upload('attachment', file))
    expect(failureOf(await report(other, 'service', id, { fileIds: [fileId] }))).toBe('notFound')
    const complaintId = await filed(buyer, 'service', id, { fileIds: [fileId] })
    expect(contentOf(await risk.api.operations.complaint({ complaintId })).files).toMatchObject([{ fileId }])
    const open = async (client: Client) => {
      const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      return (await app.fetch(new Request(new URL(url, 'http://localhost:4321'), { headers: { cookie } }))).status
    }
    expect([await open(risk), await open(other)]).toEqual([200, 404])
  })

  test('covers products, shops and demands', async () => {
    const [product] = await app.db
      .select({ id: products.id })
      .from(products)
      .innerJoin(companies, eq(companies.id, products.companyId))
      .innerJoin(users, eq(users.companyId, companies.id))
      .where(and(eq(users.loginName, 'seller'), eq(products.status, 'published')))
      .limit(1)
    const [shop] = await app.db
      .select({ id: shops.id })
      .from(shops)
      .innerJoin(users, eq(users.companyId, shops.companyId))
      .where(eq(users.loginName, 'seller'))
    const { companyId } = await accountOf('buyer')
    const [demand] = await app.db
      .select({ id: demands.id })
      .from(demands)
      .where(and(eq(demands.companyId, companyId ?? 0), eq(demands.status, 'open'), isNull(demands.deletedAt)))
    expect(failureOf(await report(buyer, 'product', product?.id ?? 0))).toBe('none')
    expect(failureOf(await report(buyer, 'shop', shop?.id ?? 0))).toBe('none')
    expect(failureOf(await report(seller, 'demand', demand?.id ?? 0))).toBe('none')
  })

  test('of a message copies it with at most five around it; only members of the conversation may', async () => {
    const { companyId } = await accountOf('seller')
    const to = { isOrg: true, receiveOrgId: companyId ?? 0 }
    for (let n = 1; n <= 8; n += 1) contentOf(await buyer.api.chat.sendMessage({ ...to, content: `消息 ${n} 号` }))
    const sent = contentOf(await buyer.api.chat.messages(to)).data.toReversed()
    const fifth = sent.find(({ content }) => content.includes('消息 5 号'))
    const id = fifth?.id ?? 0
    expect(failureOf(await report(buyer, 'message', id))).toBe('ownComplaint')
    expect(failureOf(await report(other, 'message', id))).toBe('notFound')
    expect(contentOf(await seller.api.operations.complaintSubject({ kind: 'message', subjectId: id }))).toMatchObject({
      title: '消息 5 号',
      around: 5,
    })
    const complaintId = await filed(seller, 'message', id, { reason: 'abuse' })
    await app.db
      .update(messages)
      .set({ recalledAt: new Date(), content: { status: 'recalled', text: '', lastShort: '' } })
      .where(eq(messages.id, id))
    const { excerpt } = contentOf(await risk.api.operations.complaint({ complaintId }))
    expect(excerpt.map(({ text }) => text)).toEqual([2, 3, 4, 5, 6, 7].map((n) => `消息 ${n} 号`))
    expect(excerpt.find(({ isReported }) => isReported)?.text).toBe('消息 5 号')
  })
})

describe('deciding', () => {
  test('of two operators one takes it; only that one decides, once', async () => {
    const { id } = await serviceOf('seller')
    const complaintId = await filed(buyer, 'service', id)
    const decide = (client: Client) => client.api.operations.complaintReject({ complaintId, reason: decision })
    expect(failureOf(await decide(risk))).toBe('complaintNotTaken')
    const both = await Promise.all([take(risk, complaintId), take(admin, complaintId)])
    expect(both.map(failureOf).toSorted()).toEqual(['complaintTaken', 'none'])
    const [winner, loser] = both[0]?.ok === true ? [risk, admin] : [admin, risk]
    const refused = await take(loser, complaintId)
    const content: unknown = refused.ok ? undefined : refused.failure.content
    expect(content).toEqual({ name: winner === risk ? 'risk' : 'ops' })
    expect(failureOf(await decide(loser))).toBe('complaintTaken')
    expect(failureOf(await loser.api.operations.complaintRelease({ complaintId }))).toBe('complaintTaken')
    const twice = await Promise.all([decide(winner), decide(winner)])
    expect(twice.map(failureOf).toSorted()).toEqual(['complaintDecided', 'none'])
    const [told] = await noticesOf('buyer')
    expect(told).toMatchObject({ event: 'complaint.decided' })
    expect(told?.title).toContain('不成立')
    expect((await noticesOf('seller')).map(({ text }) => text).join('')).not.toContain(decision)
  })

  test('a case that was taken long ago may be returned by another operator', async () => {
    const { id } = await serviceOf('seller')
    const complaintId = await filed(buyer, 'service', id)
    contentOf(await take(risk, complaintId))
    await app.db
      .update(complaints)
      .set({ takenAt: new Date(Date.now() - 25 * 3_600_000) })
      .where(eq(complaints.id, complaintId))
    expect(contentOf(await admin.api.operations.complaintRelease({ complaintId }))).toMatchObject({ status: 'open' })
    expect(failureOf(await take(admin, complaintId))).toBe('none')
  })

  test('upholding takes the listing down, tells both, decides the other reports, and leaves one action each', async () => {
    const { id } = await serviceOf('seller')
    const complaintId = await filed(buyer, 'service', id)
    const second = await filed(other, 'service', id)
    contentOf(await take(risk, complaintId))
    const before = await app.db.$count(platformActions)
    const invalidate = vi.spyOn(app.runtime.pages, 'invalidate')
    const uphold = { complaintId, action: 'takeDown', reason: decision } as const
    const done = contentOf(await risk.api.operations.complaintUphold(uphold))
    expect(invalidate.mock.calls.flat(2)).toContain(`service:${id}`)
    invalidate.mockRestore()
    expect(done).toMatchObject({ status: 'upheld', action: 'takeDown', decision })
    const [service] = await app.db.select().from(services).where(eq(services.id, id))
    expect(service?.status).toBe('suspended')
    const [action] = await app.db.select().from(platformActions).orderBy(desc(platformActions.seq)).limit(1)
    expect(await app.db.$count(platformActions)).toBe(before + 1)
    expect(action).toMatchObject({ call: 'operations.complaintUphold', subjectKind: 'complaint', reason: decision })
    for (const name of ['buyer', 'buyer2']) expect((await noticesOf(name))[0]?.title).toContain('成立')
    const own = await noticesOf('seller')
    expect(own[0]?.text).toContain(decision)
    expect(JSON.stringify(own)).not.toMatch(/buyer|举报人/)
    const [mine] = contentOf(await other.api.operations.ownComplaints({})).data
    expect(mine).toMatchObject({ complaintId: second, status: 'upheld' })
    // A new report is about nothing that is shown.
    expect(failureOf(await report(person, 'service', id))).toBe('notFound')
  })

  test('a warning leaves the subject; earlier complaints of the owner are counted and listed', async () => {
    const { id, companyId } = await serviceOf('seller')
    const complaintId = await filed(buyer, 'service', id)
    const before = contentOf(await take(risk, complaintId))
    contentOf(await risk.api.operations.complaintUphold({ complaintId, action: 'warn', reason: decision }))
    const next = await filed(buyer, 'service', id)
    const shown = contentOf(await risk.api.operations.complaint({ complaintId: next }))
    expect(shown.offences).toBe(before.offences + 1)
    expect(shown.earlier[0]).toMatchObject({ complaintId, status: 'upheld', action: 'warn' })
    const listed = contentOf(await risk.api.operations.offenders({}))
    expect(listed.data.find((each) => each.companyId === companyId)?.upheld).toBe(shown.offences)
    const counts = listed.data.map(({ upheld }) => upheld)
    expect(counts).toEqual(counts.toSorted((a, b) => b - a))
    await app.db
      .update(complaints)
      .set({ decidedAt: new Date(Date.now() - 400 * 86_400_000) })
      .where(eq(complaints.id, complaintId))
    expect(contentOf(await risk.api.operations.complaint({ complaintId: next })).offences).toBe(before.offences)
  })

  test('hides a review from the shop and its figures', async () => {
    const orderId = await completedOrder(app, buyer, seller)
    contentOf(await buyerSays(buyer, orderId))
    contentOf(await sellerSays(seller, orderId))
    const [review] = await app.db
      .select()
      .from(reviews)
      .where(and(eq(reviews.orderId, orderId), eq(reviews.side, 'buyer')))
    const [shop] = await app.db
      .select({ id: shops.id })
      .from(shops)
      .where(eq(shops.companyId, review?.ofCompanyId ?? 0))
    const inShop = async () => contentOf(await visitor(app).api.orders.shopReviews({ shopId: shop?.id ?? 0 }))
    const before = await inShop()
    const complaintId = await filed(seller, 'review', review?.id ?? 0, { reason: 'abuse' })
    contentOf(await take(risk, complaintId))
    expect(
      failureOf(await risk.api.operations.complaintUphold({ complaintId, action: 'takeDown', reason: decision })),
    ).toBe('stepNotAllowed')
    contentOf(await risk.api.operations.complaintUphold({ complaintId, action: 'hideReview', reason: decision }))
    const after = await inShop()
    expect(after.total).toBe(before.total - 1)
    expect(after.data.map(({ reviewId }) => reviewId)).not.toContain(review?.id)
    expect(contentOf(await seller.api.orders.sellerOrderReviews({ orderId })).other).toBeNull()
    expect((await noticesOf('buyer'))[0]?.title).toContain('隐藏')
  })

  test('nobody reads or judges a complaint that concerns their own company', async () => {
    const { id, companyId } = await serviceOf('seller')
    const complaintId = await filed(buyer, 'service', id)
    const { userId } = await accountOf('risk')
    const before = await app.db.$count(platformActions)
    for (const side of [companyId, (await accountOf('buyer')).companyId]) {
      await app.db.update(users).set({ companyId: side }).where(eq(users.id, userId))
      expect(failureOf(await risk.api.operations.complaint({ complaintId }))).toBe('ownCompany')
      expect(failureOf(await take(risk, complaintId))).toBe('ownCompany')
    }
    await app.db.update(users).set({ companyId: null }).where(eq(users.id, userId))
    expect(await app.db.$count(platformActions)).toBe(before)
    expect(failureOf(await take(risk, complaintId))).toBe('none')
  })

  test('the queue is filtered by state and kind, the longest waiting first', async () => {
    const all = contentOf(await risk.api.operations.complaints({ pageSize: 100 }))
    const waiting = all.data.filter(({ status }) => status === 'open' || status === 'in_review')
    expect(all.data.slice(0, waiting.length)).toEqual(waiting)
    expect(waiting.map(({ createdAt }) => createdAt)).toEqual(waiting.map(({ createdAt }) => createdAt).toSorted())
    const shopsOnly = contentOf(await risk.api.operations.complaints({ kind: 'shop', status: 'open' }))
    expect(new Set(shopsOnly.data.map(({ kind }) => kind))).toEqual(new Set(['shop']))
    expect(shopsOnly.total).toBe(shopsOnly.counts.open)
  })
})
