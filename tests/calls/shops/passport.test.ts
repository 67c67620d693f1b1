import { and, desc, eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { companies, users } from '../../../src/db/tables/accounts.ts'
import { demands } from '../../../src/db/tables/demands.ts'
import { notices } from '../../../src/db/tables/operations.ts'
import { certificateReadings, shopQualifications, shops } from '../../../src/db/tables/shops.ts'
import type { NotificationEvent } from '../../../src/domain/accounts/notifications.ts'
import type { ReadWord } from '../../../src/domain/accounts/licence-layout.ts'
import { warnOfEndingQualifications } from '../../../src/server/shops/certificates/end-qualifications.ts'
import { readPendingQualifications } from '../../../src/server/shops/certificates/pass-by-agreement.ts'
import { certificatePdf } from '../../support/certificate-pdf.ts'
import type { CertificateText } from '../../support/certificate-pictures.ts'
import { contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'
import { certificate, dayIn, register, submit, uploaded } from '../../support/scenes/shops/shop.ts'
import { offerOrder } from '../../support/scenes/orders/order.ts'
import { pdf } from '../../support/uploads.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const seller = clientForFile(app, 'seller')
const other = clientForFile(app, 'seller2')
const ops = clientForFile(app, 'ops')

const shopOf = async (client: Client) => contentOf(await client.api.shops.sellerShop({}))
const tagsOf = async (shopId: number) => contentOf(await visitor(app).api.shops.shopInfo({ shopId })).tags
const numbers = { next: 7000 }

/** Text of a paper of the company of a seller, with a number of its own. */
async function paperOf(client: Client, more: Partial<CertificateText> = {}): Promise<CertificateText> {
  numbers.next += 1
  const { companyName: holder } = await shopOf(client)
  return {
    tag: 'CNAS',
    number: `CNAS L${numbers.next}`,
    holder,
    site: '江苏省泰州市医药高新区口泰路 815 号',
    issuedOn: '2024-03-18',
    until: dayIn(1_200),
    ...more,
  }
}

/** Submits what a paper says, with its PDF. */
async function submitted(client: Client, paper: CertificateText, stated: Partial<CertificateText> = {}) {
  const { fileId } = contentOf(await client.upload('licence', await certificatePdf(paper)))
  contentOf(await client.api.shops.shopQualificationRead({ fileId }))
  const { tag, number, holder, site, issuedOn, until } = { ...paper, ...stated }
  const input = { tag, number, holder, site, issuedOn, until, fileId, name: 'CNAS 实验室认可', scope: '' }
  return submit(client, await certificate(client, { ...input, issuer: '中国合格评定国家认可委员会' }))
}

const reviewed = async (qualificationId: number) => {
  const { data } = contentOf(await ops.api.shops.qualificationReviews({ pageSize: 100 }))
  const row = data.find((one) => one.qualificationId === qualificationId)
  if (row === undefined) throw new Error('Not listed')
  return row
}
const remove = async (client: Client, qualificationId: number) =>
  contentOf(await client.api.shops.shopQualificationDelete({ qualificationId }))

describe('a paper', () => {
  test('in PDF is read once, and passes by itself where paper, fields and company agree', async () => {
    const { shopId } = await shopOf(seller)
    const paper = await paperOf(seller)
    const { fileId } = contentOf(await seller.upload('licence', await certificatePdf(paper)))
    const reading = contentOf(await seller.api.shops.shopQualificationRead({ fileId }))
    expect(reading).toMatchObject({
      source: 'pdf',
      companyName: paper.holder,
      fields: { tag: 'CNAS', number: paper.number, holder: paper.holder, issuedOn: '2024-03-18', until: paper.until },
    })
    expect(contentOf(await seller.api.shops.shopQualificationRead({ fileId }))).toEqual(reading)
    const invalidate = vi.spyOn(app.runtime.pages, 'invalidate')
    const items = [{ item: '冻干粉针剂', parameter: '复溶时间', method: '通则 9999' }]
    const input = { ...paper, items, fileId, name: 'CNAS 实验室认可', issuer: '中国合格评定国家认可委员会', scope: '' }
    const saved = contentOf(await submit(seller, await certificate(seller, input)))
    expect(saved).toMatchObject({ status: 'approved', number: paper.number, items })
    // Cards and pages of its listings are drawn anew.
    expect(invalidate.mock.calls.flat(2)).toEqual(expect.arrayContaining(['services', 'products', `shop:${shopId}`]))
    invalidate.mockRestore()
    const more = contentOf(await visitor(app).api.shops.shopMore({ shopId }))
    expect(more.qualifications.find(({ number }) => number === paper.number)).toMatchObject({
      issuer: '中国合格评定国家认可委员会',
      holder: paper.holder,
      items,
    })
    const found = contentOf(await visitor(app).api.shops.shopsByKeywords({ keyword: '复溶时间' }))
    expect(found.data.map((row) => row.shopId)).toEqual([shopId])
    await remove(seller, saved.qualificationId)
    expect(contentOf(await visitor(app).api.shops.shopsByKeywords({ keyword: '复溶时间' })).total).toBe(0)
  })

  test('that disagrees in number, holder or day waits for an operator, who sees why', async () => {
    const paper = await paperOf(seller)
    const cases = [
      [{ number: 'CNAS L6999' }, 'number'],
      [{ holder: '另一家检测有限公司' }, 'holder'],
      [{ until: dayIn(1_199) }, 'day'],
    ] as const
    for (const [stated, fault] of cases) {
      const saved = contentOf(await submitted(seller, paper, stated))
      expect(saved.status).toBe('pending_review')
      expect((await reviewed(saved.qualificationId)).faults).toEqual([fault])
      await remove(seller, saved.qualificationId)
    }
    const foreign = await paperOf(seller, { holder: '另一家检测有限公司' })
    const theirs = contentOf(await submitted(seller, foreign))
    expect((await reviewed(theirs.qualificationId)).faults).toEqual(['holder'])
    await remove(seller, theirs.qualificationId)
  })

  test('as a picture passes only after two readings that agree, while the company is certified', async () => {
    const paper = await paperOf(seller)
    const { orgId } = await shopOf(seller)
    const certify = (certification: 'approved' | 'expired') =>
      app.db.update(companies).set({ certification }).where(eq(companies.id, orgId))
    const wordsOf = (lines: readonly string[]): ReadWord[] =>
      lines.map((text, at) => ({ text, left: 10, top: at * 40, width: text.length * 20, height: 20 }))
    const lines = (number: string) => [
      '中国合格评定国家认可委员会',
      `注册号：${number}`,
      '兹证明：',
      paper.holder,
      `截止日期：${paper.until}`,
    ]
    const ocr = vi.spyOn(app.runtime.providers.ocr, 'words')
    const around = { push: app.runtime.push, pages: app.runtime.pages, providers: app.runtime.providers }
    const attempt = async (second: string, certification: 'approved' | 'expired' = 'approved') => {
      const input = { ...paper, fileId: await uploaded(seller, 'licence'), scope: '' }
      const { qualificationId, status } = contentOf(await submit(seller, await certificate(seller, input)))
      expect(status).toBe('pending_review')
      ocr.mockImplementation(async (_picture, preparation) =>
        wordsOf(lines(preparation === 'redSmall' ? second : paper.number)),
      )
      await certify(certification)
      await readPendingQualifications(app.db, around)
      await readPendingQualifications(app.db, around)
      await certify('approved')
      const [row] = await app.db.select().from(shopQualifications).where(eq(shopQualifications.id, qualificationId))
      await remove(seller, qualificationId)
      return row?.status
    }
    expect(await attempt(paper.number.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10)))).toBe(
      'pending_review',
    )
    const calls = ocr.mock.calls.length
    expect(calls).toBe(2)
    expect(await attempt(paper.number, 'expired')).toBe('pending_review')
    expect(await attempt(paper.number)).toBe('approved')
    ocr.mockRestore()
  })

  test('without text is read as nothing, and a failed reading is tried again', async () => {
    const { fileId } = contentOf(
      await seller.upload('licence', new File([pdf], '证书.pdf', { type: 'application/pdf' })),
    )
    expect(contentOf(await seller.api.shops.shopQualificationRead({ fileId }))).toMatchObject({ source: null })
    expect(failureOf(await other.api.shops.shopQualificationRead({ fileId }))).toBe('notFound')
    expect(failureOf(await visitor(app).api.shops.shopQualificationRead({ fileId }))).toBe('sessionInvalid')
    const picture = await uploaded(seller, 'licence')
    const paper = await paperOf(seller)
    const { qualificationId } = contentOf(
      await submit(seller, await certificate(seller, { ...paper, fileId: picture, scope: '' })),
    )
    const ocr = vi.spyOn(app.runtime.providers.ocr, 'words').mockRejectedValue(new Error('no engine'))
    const around = { push: app.runtime.push, pages: app.runtime.pages, providers: app.runtime.providers }
    await expect(readPendingQualifications(app.db, around)).rejects.toThrow('could not be read')
    expect(await app.db.$count(certificateReadings, eq(certificateReadings.fileId, picture))).toBe(0)
    ocr.mockRestore()
    await remove(seller, qualificationId)
  })

  test('in which nothing was found is read again when a person asks for it', async () => {
    const fileId = await uploaded(seller, 'licence')
    const paper = await paperOf(seller)
    const ocr = vi.spyOn(app.runtime.providers.ocr, 'words').mockResolvedValue([])
    const read = async (again: boolean) => contentOf(await seller.api.shops.shopQualificationRead({ fileId, again }))
    expect(await read(false)).toMatchObject({ source: null })
    const lines = ['中国合格评定国家认可委员会', `注册号：${paper.number}`, '截止日期：2031-05-20']
    ocr.mockResolvedValue(
      lines.map((text, at) => ({ text, left: 10, top: at * 40, width: text.length * 20, height: 20 })),
    )
    expect(await read(false)).toMatchObject({ source: null })
    const found = await read(true)
    expect(found).toMatchObject({ source: 'ocr', fields: { number: paper.number } })
    // What was found stays.
    expect(await read(true)).toEqual(found)
    expect(await read(false)).toEqual(found)
    // Nothing is found in two ways, then everything in the first.
    expect(ocr).toHaveBeenCalledTimes(3)
    ocr.mockRestore()
  })

  test('has a number of its form, days in order, a confirmation, and is submitted once', async () => {
    const paper = await paperOf(seller)
    const save = async (more: object) => submit(seller, await certificate(seller, { ...paper, scope: '', ...more }))
    expect(fieldsWithErrors(await save({ number: 'L1234' }))).toEqual(['number'])
    expect(fieldsWithErrors(await save({ issuedOn: dayIn(1) }))).toEqual(['issuedOn'])
    expect(fieldsWithErrors(await save({ confirmed: false }))).toEqual(['confirmed'])
    expect(fieldsWithErrors(await save({ items: Array.from({ length: 301 }, () => ({ item: '项' })) }))).toEqual([
      'items',
    ])
    const saved = contentOf(await save({ number: paper.number.toLowerCase() }))
    // Written as usual, whatever was typed.
    expect(saved.number).toBe(paper.number)
    expect(failureOf(await save({}))).toBe('certificateSubmitted')
    expect(contentOf(await save({ qualificationId: saved.qualificationId })).qualificationId).toBe(
      saved.qualificationId,
    )
    await remove(seller, saved.qualificationId)
  })
})

describe('an operator', () => {
  test('sees the same number at two companies as an exception, and passes it with a note only', async () => {
    const paper = await paperOf(seller)
    const mine = contentOf(await submitted(seller, paper))
    expect(mine.status).toBe('approved')
    const { companyName } = await shopOf(seller)
    const forged = await paperOf(other, { number: paper.number })
    const theirs = contentOf(await submitted(other, forged))
    expect(theirs.status).toBe('pending_review')
    const row = await reviewed(theirs.qualificationId)
    expect(row.faults).toEqual(['heldElsewhere'])
    expect(row.heldBy.map((one) => one.companyName)).toEqual([companyName])
    const listed = contentOf(await ops.api.shops.qualificationReviews({ exceptions: true }))
    expect(listed.data.map((one) => one.qualificationId).toSorted((a, b) => a - b)).toEqual([
      mine.qualificationId,
      theirs.qualificationId,
    ])
    expect(listed.exceptionCount).toBe(2)
    const { qualificationId } = theirs
    const pass = (note: string) =>
      ops.api.shops.qualificationReview({ qualificationId, event: 'pass', register: { ...register, note } })
    expect(failureOf(await pass(''))).toBe('certificateHeldElsewhere')
    expect(fieldsWithErrors(await ops.api.shops.qualificationReview({ qualificationId, event: 'pass' }))).toEqual([
      'register.url',
    ])
    const future = { ...register, on: dayIn(1), note: '两家为同一集团' }
    expect(
      fieldsWithErrors(await ops.api.shops.qualificationReview({ qualificationId, event: 'pass', register: future })),
    ).toEqual(['register.on'])
    contentOf(await pass('两家为同一集团，证书列明两处场所'))
    expect((await reviewed(qualificationId)).register).toEqual({
      ...register,
      note: '两家为同一集团，证书列明两处场所',
    })
    await remove(other, qualificationId)
    await remove(seller, mine.qualificationId)
  })

  test('looks up afterwards what has passed by itself, and notes the register', async () => {
    const { qualificationId, status } = contentOf(await submitted(seller, await paperOf(seller)))
    expect(status).toBe('approved')
    const unchecked = async () =>
      contentOf(await ops.api.shops.qualificationReviews({ unchecked: true, keyword: 'CNAS', pageSize: 100 }))
    const idsOf = ({ data }: Awaited<ReturnType<typeof unchecked>>) => data.map((one) => one.qualificationId)
    const before = await unchecked()
    expect(idsOf(before)).toContain(qualificationId)
    const check = (noted: typeof register | null) =>
      ops.api.shops.qualificationReview({ qualificationId, event: 'check', register: noted })
    expect(fieldsWithErrors(await check(null))).toEqual(['register.url'])
    expect(contentOf(await check(register))).toEqual({ status: 'approved' })
    expect(await reviewed(qualificationId)).toMatchObject({ status: 'approved', register })
    const after = await unchecked()
    expect(idsOf(after)).not.toContain(qualificationId)
    expect(after.uncheckedCount).toBe(before.uncheckedCount - 1)
    await remove(seller, qualificationId)
  })

  test('revokes a certificate with a reason: tag and filter lose it at once, relying buyers are told', async () => {
    const { shopId, orgId } = await shopOf(seller)
    const { orderId, demandId } = await offerOrder(app, buyer, seller)
    await app.db
      .update(demands)
      .set({ requiredTags: ['ISO 17025'] })
      .where(eq(demands.id, demandId))
    const input = await certificate(seller, { tag: 'ISO 17025', number: 'CNAS L8123' })
    const { qualificationId } = contentOf(await submit(seller, input))
    contentOf(await ops.api.shops.qualificationReview({ qualificationId, event: 'pass', register }))
    expect(await tagsOf(shopId)).toContain('ISO 17025')
    const revoke = (reason: string) => ops.api.shops.qualificationReview({ qualificationId, event: 'revoke', reason })
    expect(fieldsWithErrors(await revoke(''))).toEqual(['reason'])
    const invalidate = vi.spyOn(app.runtime.pages, 'invalidate')
    contentOf(await revoke('官方已公告注销'))
    expect(invalidate.mock.calls.flat(2)).toEqual(expect.arrayContaining(['services', 'products', `shop:${shopId}`]))
    invalidate.mockRestore()
    expect(await tagsOf(shopId)).not.toContain('ISO 17025')
    expect(failureOf(await revoke('再次'))).toBe('stepNotAllowed')
    const order = contentOf(await buyer.api.orders.buyerOrder({ orderId }))
    expect(await noticesTo(orderId, 'qualification.relied')).toEqual([
      `订单 ${order.orderNo} 的供应商资质 ISO 17025 有变化`,
    ])
    expect(orgId).toBeGreaterThan(0)
    expect(failureOf(await submit(seller, { ...input, qualificationId }))).toBe('stepNotAllowed')
    await remove(seller, qualificationId)
  })
})

test('after a rejection an operator decides, whether the paper is corrected or submitted anew', async () => {
  const paper = await paperOf(other)
  const { qualificationId } = contentOf(await submitted(other, paper, { until: dayIn(1_199) }))
  const reason = '官方查询无此编号'
  contentOf(await ops.api.shops.qualificationReview({ qualificationId, event: 'reject', reason }))
  const { fileId } = contentOf(await other.upload('licence', await certificatePdf(paper)))
  contentOf(await other.api.shops.shopQualificationRead({ fileId }))
  const input = await certificate(other, { ...paper, fileId, scope: '' })
  const corrected = contentOf(await submit(other, { ...input, qualificationId }))
  expect(corrected.status).toBe('pending_review')
  expect((await reviewed(qualificationId)).faults).toEqual(['refusedBefore'])
  // Deleting it does not remove the verdict.
  await remove(other, qualificationId)
  const anew = contentOf(await submitted(other, paper))
  expect(anew.status).toBe('pending_review')
  await readPendingQualifications(app.db, {
    push: app.runtime.push,
    pages: app.runtime.pages,
    providers: app.runtime.providers,
  })
  expect(await reviewed(anew.qualificationId)).toMatchObject({ status: 'pending_review', faults: ['refusedBefore'] })
  await remove(other, anew.qualificationId)
})

/** Titles of the notices of an event to the buyer of an order, newest first. */
async function noticesTo(orderId: number, event: NotificationEvent): Promise<string[]> {
  const order = contentOf(await buyer.api.orders.buyerOrder({ orderId }))
  const rows = await app.db
    .select({ title: notices.title })
    .from(notices)
    .innerJoin(users, eq(users.id, notices.userId))
    .where(and(eq(users.loginName, 'buyer'), eq(notices.event, event)))
    .orderBy(desc(notices.id))
  return rows.map(({ title }) => title).filter((title) => title.includes(order.orderNo))
}

test('the end of a certificate is warned of 90, 30 and 7 days ahead, once each, to supplier and relying buyers', async () => {
  const { orderId, demandId } = await offerOrder(app, buyer, seller)
  await app.db
    .update(demands)
    .set({ requiredTags: ['CAP'] })
    .where(eq(demands.id, demandId))
  const { qualificationId } = contentOf(await submit(seller, await certificate(seller, { until: dayIn(120) })))
  contentOf(await ops.api.shops.qualificationReview({ qualificationId, event: 'pass', register }))
  const run = () => warnOfEndingQualifications(app.db, { push: app.runtime.push })
  const supplierTold = async () =>
    (
      await app.db
        .select({ title: notices.title })
        .from(notices)
        .innerJoin(users, eq(users.id, notices.userId))
        .where(and(eq(users.loginName, 'seller'), eq(notices.event, 'qualification.moved')))
    ).filter(({ title }) => title.startsWith('资质 CAP 将在')).length
  const told = async () => [await supplierTold(), (await noticesTo(orderId, 'qualification.relied')).length]
  const end = (days: number) =>
    app.db
      .update(shopQualifications)
      .set({ until: dayIn(days) })
      .where(eq(shopQualifications.id, qualificationId))
  await run()
  expect(await told()).toEqual([0, 0])
  for (const [days, count] of [
    [90, 1],
    [60, 1],
    [30, 2],
    [8, 2],
    [7, 3],
    [1, 3],
  ] as const) {
    await end(days)
    await Promise.all([run(), run()])
    await run()
    expect([days, ...(await told())]).toEqual([days, count, count])
  }
  // A renewal in force is no reason to warn.
  await app.db.update(shopQualifications).set({ warnedDays: null }).where(eq(shopQualifications.id, qualificationId))
  const renewal = contentOf(await submit(seller, await certificate(seller, { until: dayIn(400) })))
  contentOf(
    await ops.api.shops.qualificationReview({ qualificationId: renewal.qualificationId, event: 'pass', register }),
  )
  await run()
  expect(await told()).toEqual([3, 3])
  await remove(seller, qualificationId)
  await remove(seller, renewal.qualificationId)
})

test('seeded certificates have the numbers of their forms, and no number twice', async () => {
  const rows = await app.db
    .select({ number: shopQualifications.number, key: shopQualifications.numberKey, holder: companies.name })
    .from(shopQualifications)
    .innerJoin(shops, eq(shops.id, shopQualifications.shopId))
    .innerJoin(companies, eq(companies.id, shops.companyId))
  expect(rows.every(({ number, key }) => number !== '' && key !== '')).toBe(true)
  expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
})
