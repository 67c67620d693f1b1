import { and, eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { stateChanges } from '../../../src/db/tables/operations.ts'
import { shopQualifications, shops } from '../../../src/db/tables/shops.ts'
import { startAppForTest, type TestApp } from '../../support/app.ts'
import { signInAs, contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'
import { colleague } from '../../support/scenes/accounts/people.ts'
import { approvedCertificate, certificate, dayIn, register, submit, uploaded } from '../../support/scenes/shops/shop.ts'
import { expireQualifications } from '../../../src/server/shops/certificates/end-qualifications.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const seller = clientForFile(app, 'seller')
const other = clientForFile(app, 'seller2')

const shopOf = async (client: Client) => contentOf(await client.api.shops.sellerShop({}))
const worn = async (at: TestApp, shopId: number) => contentOf(await visitor(at).api.shops.shopInfo({ shopId })).tags
const stepsOf = async (at: TestApp, entityId: number) =>
  (
    await at.db
      .select()
      .from(stateChanges)
      .where(and(eq(stateChanges.entity, 'qualification'), eq(stateChanges.entityId, entityId)))
      .orderBy(stateChanges.id)
  ).map(({ event, toStatus }) => `${event} ${toStatus}`)

test('seeded shops have the tags of their certificates', async () => {
  const rows = await app.db.select().from(shopQualifications)
  const all = await app.db.select({ id: shops.id, tags: shops.tags }).from(shops)
  for (const { id, tags } of all) {
    const own = rows.filter(({ shopId, status }) => shopId === id && status === 'approved').map(({ tag }) => tag)
    expect([...tags].sort()).toEqual([...new Set(own)].sort())
  }
})

describe('shopQualificationSave', () => {
  test('requires an operator even in a demo; an approved tag is shown and searchable until deleted', async () => {
    const { shopId } = await shopOf(seller)
    const saved = contentOf(await submit(seller, await certificate(seller)))
    expect(app.runtime.config.review).toBe('auto')
    expect(saved).toMatchObject({ tag: 'CAP', status: 'pending_review', file: { name: expect.stringMatching(/jpg$/) } })
    expect(await worn(app, shopId)).not.toContain('CAP')
    expect(await stepsOf(app, saved.qualificationId)).toEqual(['submit pending_review'])
    const ops = await signInAs(app, 'ops')
    contentOf(
      await ops.api.shops.qualificationReview({ qualificationId: saved.qualificationId, event: 'pass', register }),
    )
    expect(await worn(app, shopId)).toContain('CAP')
    const found = contentOf(await visitor(app).api.shops.shopsByKeywords({ tags: ['CAP'] }))
    expect(found.data.map((row) => row.shopId)).toContain(shopId)
    const more = contentOf(await visitor(app).api.shops.shopMore({ shopId }))
    expect(more.qualifications.at(-1)).toEqual({
      tag: 'CAP',
      name: 'CAP 认可',
      number: saved.number,
      issuer: 'College of American Pathologists',
      holder: '持证单位',
      site: '',
      scope: '临床检验实验室',
      items: [],
      issuedOn: null,
      until: dayIn(200),
    })
    expect(await stepsOf(app, saved.qualificationId)).toEqual(['submit pending_review', 'pass approved'])
    const { qualificationId } = saved
    const again = await submit(seller, { ...(await certificate(seller)), qualificationId })
    expect(failureOf(again)).toBe('stepNotAllowed')
    contentOf(await seller.api.shops.shopQualificationDelete({ qualificationId }))
    expect(await worn(app, shopId)).not.toContain('CAP')
    expect(failureOf(await seller.api.shops.shopQualificationDelete({ qualificationId }))).toBe('notFound')
  })

  test('rejects unknown tags, past days, wrong files, certificates of others and missing permissions', async () => {
    const good = await certificate(seller)
    const save = (more: Partial<typeof good>) => submit(seller, { ...good, ...more })
    expect(fieldsWithErrors(await save({ tag: '最佳供应商' }))).toEqual(['tag'])
    expect(fieldsWithErrors(await save({ until: dayIn(-1) }))).toEqual(['until'])
    expect(fieldsWithErrors(await save({ name: '', fileId: '' }))).toEqual(['name', 'fileId'])
    expect(failureOf(await save({ fileId: await uploaded(other, 'licence') }))).toBe('notFound')
    expect(failureOf(await save({ fileId: await uploaded(seller, 'picture') }))).toBe('notFound')
    const [theirs] = contentOf(await other.api.shops.shopQualifications({}))
    const qualificationId = theirs?.qualificationId ?? 0
    expect(failureOf(await save({ qualificationId }))).toBe('notFound')
    expect(failureOf(await seller.api.shops.shopQualificationDelete({ qualificationId }))).toBe('notFound')
    expect(failureOf(await submit(visitor(app), good))).toBe('sessionInvalid')
    const { client } = await colleague(app, seller, ['goods_manage'])
    expect(failureOf(await client.api.shops.shopQualifications({}))).toBe('forbidden')
  })
})

describe('qualificationReview', () => {
  test('decides once; the shop is notified, corrects it and is approved', async () => {
    const manual = await startAppForTest({ REVIEW: 'manual' })
    const [own, ops] = [await signInAs(manual, 'seller'), await signInAs(manual, 'ops')]
    const { shopId } = await shopOf(own)
    const { qualificationId } = contentOf(await submit(own, await certificate(own)))
    expect(await worn(manual, shopId)).not.toContain('CAP')
    const review = (event: 'pass' | 'reject', reason = '') =>
      ops.api.shops.qualificationReview({
        qualificationId,
        event,
        reason,
        register: event === 'pass' ? register : null,
      })
    const listed = contentOf(await ops.api.shops.qualificationReviews({ status: 'pending_review' }))
    expect(listed.data.map((row) => row.qualificationId)).toContain(qualificationId)
    expect(listed.counts.pending_review).toBe(listed.total)
    const all = contentOf(await ops.api.shops.qualificationReviews({}))
    expect(all.data.slice(0, listed.total).map((row) => row.status)).not.toContain('approved')
    expect(fieldsWithErrors(await review('reject'))).toEqual(['reason'])
    const paper = listed.data.find((each) => each.qualificationId === qualificationId)
    if (paper === undefined) throw new Error('No paper')
    const { tag, name, number, issuer, holder, site, scope, items, issuedOn, until, file } = paper
    const fields = { tag, name, number, issuer, holder, site, scope, items, issuedOn, until }
    const outdated = [
      { ...fields, name: `${name}，旧版` },
      { ...fields, site: '旧址' },
      { ...fields, items: [{ item: '片剂', parameter: '溶出度', method: '' }] },
    ]
    for (const old of outdated) {
      const seen = { ...old, fileId: file?.fileId ?? null }
      expect(
        failureOf(await ops.api.shops.qualificationReview({ qualificationId, event: 'pass', register, seen })),
      ).toBe('conflict')
    }
    const send = vi.spyOn(manual.runtime.push, 'send')
    contentOf(await review('reject', '请上传附表'))
    expect(JSON.stringify(send.mock.calls)).toContain('资质 CAP 未通过审核')
    send.mockRestore()
    const [row] = contentOf(await own.api.shops.shopQualifications({}))
    expect(row).toMatchObject({ status: 'rejected', reason: '请上传附表' })
    expect(failureOf(await review('pass'))).toBe('stepNotAllowed')
    const again = { ...(await certificate(own)), qualificationId }
    expect(contentOf(await submit(own, again))).toMatchObject({
      status: 'pending_review',
      reason: '',
    })
    const decided = await Promise.all([review('pass'), review('pass'), review('reject', '重复')])
    expect(decided.filter((answer) => answer.ok)).toHaveLength(1)
    const { status } = contentOf(await own.api.shops.shopQualifications({}))[0] ?? {}
    expect((await worn(manual, shopId)).includes('CAP')).toBe(status === 'approved')
  })

  test('requires an operator and an existing certificate', async () => {
    const ops = await signInAs(app, 'ops')
    const input = { qualificationId: missingId, event: 'pass' as const, register }
    expect(failureOf(await ops.api.shops.qualificationReview(input))).toBe('notFound')
    expect(failureOf(await seller.api.shops.qualificationReview(input))).toBe('forbidden')
    expect(failureOf(await seller.api.shops.qualificationReviews({}))).toBe('forbidden')
  })
})

test('a tag is removed after its last day, once with parallel runs, unless another certificate grants it', async () => {
  const { shopId } = await shopOf(other)
  const [one] = await app.db.select().from(shopQualifications).where(eq(shopQualifications.shopId, shopId))
  const { id = 0, tag = '' } = one ?? {}
  const run = () => expireQualifications(app.db, { push: app.runtime.push, pages: app.runtime.pages })
  const end = (until: string) => app.db.update(shopQualifications).set({ until }).where(eq(shopQualifications.id, id))
  const send = vi.spyOn(app.runtime.push, 'send')
  await end(dayIn(0))
  await run()
  expect(await worn(app, shopId)).toContain(tag)
  await end(dayIn(-1))
  await Promise.all([run(), run()])
  await run()
  expect(await worn(app, shopId)).not.toContain(tag)
  expect(JSON.stringify(send.mock.calls).split('已到期')).toHaveLength(2)
  send.mockRestore()
  await approvedCertificate(app, other, { tag, until: null })
  expect(await worn(app, shopId)).toContain(tag)
})

test('a certificate that ends beside its renewal takes no tag with it, and nobody is told of an end', async () => {
  const { shopId } = await shopOf(seller)
  const before = await worn(app, shopId)
  // Of several tags, so that the renewal changes their order.
  expect(before.length).toBeGreaterThan(1)
  const [first] = await app.db
    .select()
    .from(shopQualifications)
    .where(eq(shopQualifications.shopId, shopId))
    .orderBy(shopQualifications.id)
  const { id = 0, tag = '' } = first ?? {}
  await approvedCertificate(app, seller, { tag, until: null })
  await app.db
    .update(shopQualifications)
    .set({ until: dayIn(-1) })
    .where(eq(shopQualifications.id, id))
  const send = vi.spyOn(app.runtime.push, 'send')
  await expireQualifications(app.db, { push: app.runtime.push, pages: app.runtime.pages })
  expect(JSON.stringify(send.mock.calls)).not.toContain('已到期')
  send.mockRestore()
  expect([...(await worn(app, shopId))].sort()).toEqual([...before].sort())
})
