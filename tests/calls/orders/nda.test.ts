import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { agreementAnnexes } from '../../../src/db/tables/agreements.ts'
import { demandAcceptances, demands, offers } from '../../../src/db/tables/demands.ts'
import { shops } from '../../../src/db/tables/shops.ts'
import { contentOf, failureOf, type Client } from '../../support/client.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'
import { newKey } from '../../support/sentinels.ts'
import { pdf } from '../../support/uploads.ts'
import {
  accept,
  acceptancesOf,
  certifiedAs,
  confidentialDemand,
  idsOf,
  open,
  openingsOf,
  secret,
} from '../../support/scenes/demands/annex.ts'
import { submittedOffer } from '../../support/scenes/demands/demand.ts'
import { agreed, agreementRow, frameworkTerms, ndaTerms, specOfSeller } from '../../support/scenes/orders/agreements.ts'
import { prove } from '../../support/scenes/orders/changes.ts'
import { goodsOrder, noticesOf, rowOf } from '../../support/scenes/orders/order.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const buyer2 = clientForFile(app, 'buyer2')
const seller = clientForFile(app, 'seller')
const seller2 = clientForFile(app, 'seller2')
const colleague = clientForFile(app, 'sub')
const reviewer = clientForFile(app, 'reviewer')
beforeAll(async () => {
  await Promise.all([buyer, seller].map(prove))
})

/** A confidential demand of the buyer without own terms. */
async function plainDemand() {
  const made = await confidentialDemand(app, buyer)
  await app.db.update(demands).set({ ownTerms: '' }).where(eq(demands.id, made.demandId))
  return made
}
const stateOf = async (client: Client, demandId: number) =>
  contentOf(await client.api.demands.demandAnnexes({ demandId })).state
const terminate = (agreementId: number) =>
  buyer.api.orders.buyerAgreementStep({ agreementId, event: 'terminate', version: 1, reason: '合作结束' })

test('in force it stands in for the terms of confidential demands of both, and the buyer sees and revokes it', async () => {
  const { demandId, annex } = await plainDemand()
  expect(await stateOf(seller, demandId)).toBe('closed')
  const nda = await agreed(app, buyer, seller, ndaTerms)
  expect(contentOf(await seller.api.demands.demandAnnexes({ demandId }))).toMatchObject({
    state: 'agreed',
    agreementNo: nda.agreementNo,
    hasText: true,
    fileCount: 1,
  })
  // Not even the names of the files before an opening.
  expect(JSON.stringify(await seller.api.demands.demandAnnexes({ demandId }))).not.toContain(secret.file)
  expect(await stateOf(seller2, demandId)).toBe('closed')
  // Reading the state accepts nothing: an opening does.
  const accepted = () => app.db.$count(demandAcceptances, eq(demandAcceptances.demandId, demandId))
  expect(await accepted()).toBe(0)
  const texts = await Promise.all([1, 2, 3].map(() => seller.api.demands.annexText({ demandId })))
  expect(texts.map((text) => contentOf(text).text)).toEqual([secret.text, secret.text, secret.text])
  expect((await open(app, seller, annex.url)).status).toBe(200)
  expect(await accepted()).toBe(1)
  expect(contentOf(await seller.api.demands.demandAnnexes({ demandId }))).toMatchObject({
    state: 'open',
    files: [{ name: secret.file }],
  })
  const [acceptance] = await app.db.select().from(demandAcceptances).where(eq(demandAcceptances.demandId, demandId))
  expect(acceptance?.agreementId).toBe(nda.agreementId)
  for (const { text } of nda.versions[0]?.terms.articles ?? []) expect(acceptance?.terms).toContain(text)
  expect(await openingsOf(app, demandId)).not.toHaveLength(0)
  const { data } = contentOf(await buyer.api.demands.annexReaders({ demandId, current: 1, pageSize: 10 }))
  expect(data).toMatchObject([{ canRead: true }])

  const orgId = data[0]?.orgId ?? 0
  contentOf(await buyer.api.demands.annexAccess({ demandId, orgId, event: 'revoke', reason: '已更换方案' }))
  expect(await stateOf(seller, demandId)).toBe('revoked')
  expect((await open(app, seller, annex.url)).status).toBe(404)

  // Ended, it opens no further demand.
  const other = await plainDemand()
  expect(await stateOf(seller, other.demandId)).toBe('agreed')
  contentOf(await terminate(nda.agreementId))
  expect(await stateOf(seller, other.demandId)).toBe('closed')
  expect(failureOf(await seller.api.demands.annexText({ demandId: other.demandId }))).toBe('termsNotAccepted')
})

test('opens nothing to companies that are not certified, and no demand for other invited suppliers', async () => {
  const { demandId, annex } = await plainDemand()
  const nda = await agreed(app, buyer, seller, ndaTerms)
  const { companyId } = await idsOf(app, 'seller')
  await certifiedAs(app, companyId, 'expired', async () => {
    expect(failureOf(await seller.api.demands.demandAnnexes({ demandId }))).toBe('certificationExpired')
    expect(failureOf(await seller.api.demands.annexText({ demandId }))).toBe('certificationExpired')
    expect((await open(app, seller, annex.url)).status).toBe(404)
  })
  await app.db.update(demands).set({ invitedOnly: true }).where(eq(demands.id, demandId))
  expect(await stateOf(seller, demandId)).toBe('closed')
  expect((await open(app, seller, annex.url)).status).toBe(404)
  expect(await acceptancesOf(app, demandId)).toBe(0)
  const [shop] = await app.db.select({ id: shops.id }).from(shops).where(eq(shops.companyId, companyId))
  contentOf(await buyer.api.demands.demandInvite({ demandId, shopId: shop?.id ?? 0 }))
  expect(await stateOf(seller, demandId)).toBe('agreed')
  expect((await open(app, seller, annex.url)).status).toBe(200)
  expect(await acceptancesOf(app, demandId)).toBe(1)
  contentOf(await terminate(nda.agreementId))
})

test('an acceptance under it ends with it, and is replaced by one of the terms', async () => {
  const [{ demandId, annex }, awarded, changed] = [await plainDemand(), await plainDemand(), await plainDemand()]
  const nda = await agreed(app, buyer, seller, ndaTerms)
  const fit = async () =>
    contentOf(await seller.api.demands.demandFit({ demandId })).requirements.find(
      ({ kind }) => kind === 'confidentiality',
    )?.isMet
  expect(await fit()).toBe(true)
  for (const each of [demandId, awarded.demandId, changed.demandId]) {
    const seen = contentOf(await seller.api.demands.demandAnnexes({ demandId: each }))
    if (seen.state !== 'agreed') throw new Error(`The annexes are ${seen.state}`)
    contentOf(await seller.api.demands.annexAccept({ demandId: each, termsHash: seen.termsHash }))
    expect(await stateOf(seller, each)).toBe('open')
  }
  const offerId = await submittedOffer(seller, awarded.demandId)
  await app.db.update(offers).set({ status: 'accepted' }).where(eq(offers.id, offerId))
  // Terms of its own that the buyer adds are accepted by themselves.
  await app.db.update(demands).set({ ownTerms: secret.own }).where(eq(demands.id, changed.demandId))
  expect(await stateOf(seller, changed.demandId)).toBe('closed')

  contentOf(await terminate(nda.agreementId))
  expect(await stateOf(seller, demandId)).toBe('closed')
  expect((await open(app, seller, annex.url)).status).toBe(404)
  expect(failureOf(await seller.api.demands.annexText({ demandId }))).toBe('termsNotAccepted')
  const readers = async () =>
    contentOf(await buyer.api.demands.annexReaders({ demandId, current: 1, pageSize: 10 })).data
  expect(await readers()).toMatchObject([{ canRead: false }])
  expect(await fit()).toBe(false)
  await accept(seller, demandId)
  expect(await stateOf(seller, demandId)).toBe('open')
  expect(await readers()).toMatchObject([{ canRead: true }])
  // The winner keeps what its order needs.
  expect(await stateOf(seller, awarded.demandId)).toBe('open')
})

test('own terms of a buyer are accepted by themselves', async () => {
  const { demandId } = await confidentialDemand(app, buyer)
  const nda = await agreed(app, buyer, seller, ndaTerms)
  expect(await stateOf(seller, demandId)).toBe('closed')
  contentOf(await terminate(nda.agreementId))
})

test('takes annexes of both sides without another signature: files with their hash, orders of both', async () => {
  const { agreementId, agreementNo } = await agreed(app, buyer, seller, ndaTerms)
  const file = contentOf(await buyer.upload('attachment', new File([pdf], '工艺资料.pdf')))
  const key = newKey()
  const asked = { agreementId, title: '工艺资料', fileId: file.fileId }
  contentOf(await buyer.api.orders.buyerAgreementAnnex(asked, { idempotencyKey: key }))
  const { annexes } = contentOf(await buyer.api.orders.buyerAgreementAnnex(asked, { idempotencyKey: key }))
  expect(annexes).toMatchObject([{ title: '工艺资料', side: 'buyer', file: { name: '工艺资料.pdf' } }])
  expect(annexes[0]?.file?.sha256).toMatch(/^[0-9a-f]{64}$/)
  expect((await open(app, seller, file.url)).status).toBe(200)
  expect((await open(app, buyer2, file.url)).status).toBe(404)
  expect((await open(app, seller2, file.url)).status).toBe(404)
  expect(await noticesOf(app, 'seller', `${agreementNo} 下登记了附件`)).toHaveLength(1)
  // A colleague who may not see the agreement, and a reviewer of the platform.
  expect((await open(app, colleague, file.url)).status).toBe(404)
  expect((await open(app, reviewer, file.url)).status).toBe(404)
  // Once more, it is there already.
  const twice = contentOf(await buyer.api.orders.buyerAgreementAnnex(asked, { idempotencyKey: newKey() }))
  expect(twice.annexes).toHaveLength(1)
  expect(twice.history.filter(({ event }) => event === 'annex')).toHaveLength(1)
  expect(await noticesOf(app, 'seller', `${agreementNo} 下登记了附件`)).toHaveLength(1)
  await expect(app.db.delete(agreementAnnexes)).rejects.toThrow('agreement_annexes')

  const annex = (more: { fileId?: string; reference?: string }, on = agreementId) =>
    seller.api.orders.sellerAgreementAnnex({ agreementId: on, title: '订单', ...more }, { idempotencyKey: newKey() })
  const { orderNo } = await rowOf(app, (await goodsOrder(app, buyer, 1)).orderId)
  expect(contentOf(await annex({ reference: orderNo })).annexes).toHaveLength(2)
  expect(contentOf(await annex({ reference: orderNo })).annexes).toHaveLength(2)
  // A demand that the other side knows only from the hall.
  const { demandId } = await plainDemand()
  const [{ demandNo } = { demandNo: '' }] = await app.db.select().from(demands).where(eq(demands.id, demandId))
  expect(failureOf(await annex({ reference: demandNo }))).toBe('annexReferenceWrong')
  await submittedOffer(seller, demandId)
  expect(contentOf(await annex({ reference: demandNo })).annexes).toHaveLength(3)
  const [foreign] = contentOf(await buyer2.api.orders.buyerOrders({ current: 1, pageSize: 1 })).data
  expect(failureOf(await annex({ reference: foreign?.orderNo ?? 'none' }))).toBe('annexReferenceWrong')
  expect(failureOf(await annex({}))).toBe('annexReferenceWrong')
  // The file of the other company.
  expect(failureOf(await annex({ fileId: file.fileId }))).toBe('notFound')
  contentOf(await terminate(agreementId))
  expect(failureOf(await annex({ reference: orderNo }))).toBe('annexNeedsNda')
  const framework = await agreed(app, buyer, seller, frameworkTerms(await specOfSeller(app)))
  expect(failureOf(await annex({ reference: orderNo }, framework.agreementId))).toBe('annexNeedsNda')
  expect((await agreementRow(app, agreementId)).status).toBe('terminated')
})
