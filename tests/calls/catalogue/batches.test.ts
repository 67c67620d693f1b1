import { and, eq, ne } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { products } from '../../../src/db/tables/catalogue.ts'
import { dealEntries } from '../../../src/db/tables/deal-record.ts'
import { contentOf, failureOf, fieldsWithErrors, signInAs, visitor } from '../../support/client.ts'
import { companyOf } from '../../support/scenes/orders/cart.ts'
import { bought, deliver, goodsOrder, sells, sold } from '../../support/scenes/orders/order.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'
import { newKey } from '../../support/sentinels.ts'
import { pdf } from '../../support/uploads.ts'

vi.setConfig({ testTimeout: 120_000 })
const app = appForFile()
const seller = clientForFile(app, 'seller')
const buyer = clientForFile(app, 'buyer')

/** Goods of the seller on sale, other than `except`. */
async function ownProduct(except = 0) {
  const company = await companyOf(app, 'seller')
  const [product] = await app.db
    .select()
    .from(products)
    .where(and(eq(products.companyId, company ?? 0), eq(products.status, 'published'), ne(products.id, except)))
    .limit(1)
  if (product === undefined) throw new Error('The seller has no goods')
  return product
}

const open = (url: string, cookies: ReadonlyMap<string, string>) =>
  app.fetch(
    new Request(`http://localhost:4321${url}`, {
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    }),
  )

test('a batch is seen at once: its safety data sheet by everyone, its certificate by people who are signed in', async () => {
  const { id: productId, productNo } = await ownProduct()
  const coa = contentOf(await seller.upload('attachment', new File([pdf], 'coa.pdf')))
  const sds = contentOf(await seller.upload('document', new File([pdf], 'sds.pdf')))
  const { batchId } = contentOf(
    await seller.api.catalogue.batchSave(
      {
        productId,
        batchNo: 'B-2026-01',
        madeOn: '2024-01-10',
        retestOn: '2025-01-10',
        coaFileId: coa.fileId,
        sdsFileId: sds.fileId,
      },
      { idempotencyKey: newKey() },
    ),
  )
  const listed = contentOf(await visitor(app).api.catalogue.productBatches({ productNo })).data
  const batch = listed.find((each) => each.batchId === batchId)
  expect(batch).toMatchObject({ batchNo: 'B-2026-01', expired: true, hasCoa: true, sds: { name: sds.name } })
  expect((await open(batch?.sds?.url ?? '', new Map())).status).toBe(200)
  expect((await open(coa.url, new Map())).status).toBe(404)
  expect(failureOf(await visitor(app).api.catalogue.batchCoa({ batchId }))).toBe('sessionInvalid')
  const { url } = contentOf(await buyer.api.catalogue.batchCoa({ batchId }))
  expect((await open(url, buyer.cookies)).status).toBe(200)
  await app.db.update(products).set({ status: 'unlisted' }).where(eq(products.id, productId))
  expect(failureOf(await buyer.api.catalogue.batchCoa({ batchId }))).toBe('notFound')
  expect((await open(url, buyer.cookies)).status).toBe(404)
  expect((await open(url, seller.cookies)).status).toBe(200)
  await app.db.update(products).set({ status: 'published' }).where(eq(products.id, productId))
  contentOf(await seller.api.catalogue.batchDelete({ batchId }))
  expect(failureOf(await buyer.api.catalogue.batchCoa({ batchId }))).toBe('notFound')
})

test('a number stands once, days are in order, and only the own company writes', async () => {
  const { id: productId } = await ownProduct()
  const save = (input: { batchNo: string; madeOn?: string; retestOn?: string; batchId?: number }, who = seller) =>
    who.api.catalogue.batchSave({ productId, ...input }, { idempotencyKey: newKey() })
  const { batchId } = contentOf(await save({ batchNo: 'ONE' }))
  expect(failureOf(await save({ batchNo: 'ONE' }))).toBe('batchTaken')
  contentOf(await save({ batchNo: 'ONE', batchId, madeOn: '2026-01-01' }))
  expect(fieldsWithErrors(await save({ batchNo: 'TWO', madeOn: '2026-02-01', retestOn: '2026-01-01' }))).toEqual([
    'retestOn',
  ])
  expect(fieldsWithErrors(await save({ batchNo: ' ' }))).toEqual(['batchNo'])
  const other = await signInAs(app, 'seller2')
  expect(failureOf(await save({ batchNo: 'THREE' }, other))).toBe('notFound')
  expect(failureOf(await other.api.catalogue.batchDelete({ batchId }))).toBe('notFound')
  expect(contentOf(await other.api.catalogue.sellerBatches({ productId })).data).toEqual([])
  const foreign = contentOf(await buyer.upload('attachment', new File([pdf], 'foreign.pdf')))
  const answer = await seller.api.catalogue.batchSave(
    { productId, batchNo: 'FOUR', coaFileId: foreign.fileId },
    { idempotencyKey: newKey() },
  )
  expect(fieldsWithErrors(answer)).toEqual(['coaFileId'])
})

const statusOf = (productId: number, status: 'published' | 'unlisted') =>
  app.db.update(products).set({ status }).where(eq(products.id, productId))

test('a certificate of several batches is open while one of their goods is on sale', async () => {
  const withdrawn = await ownProduct()
  const onSale = await ownProduct(withdrawn.id)
  const { fileId: coaFileId, url } = contentOf(await seller.upload('attachment', new File([pdf], 'shared.pdf')))
  for (const { id: productId } of [withdrawn, onSale]) {
    const batch = { productId, batchNo: 'SHARED-01', coaFileId }
    contentOf(await seller.api.catalogue.batchSave(batch, { idempotencyKey: newKey() }))
  }
  await statusOf(withdrawn.id, 'unlisted')
  expect((await open(url, buyer.cookies)).status).toBe(200)
  await statusOf(onSale.id, 'unlisted')
  expect((await open(url, buyer.cookies)).status).toBe(404)
  for (const { id } of [withdrawn, onSale]) await statusOf(id, 'published')
})

test('a delivery names batches of the ordered goods; their papers stay open to the buyer who got them', async () => {
  const { orderId, spec } = await goodsOrder(app, buyer)
  contentOf(await sells(seller, orderId, 'confirm'))
  const coa = contentOf(await seller.upload('attachment', new File([pdf], 'given-coa.pdf')))
  const sds = contentOf(await seller.upload('document', new File([pdf], 'given-sds.pdf')))
  const save = async (productId: number, papers: { coaFileId?: string; sdsFileId?: string } = {}) => {
    const batch = { productId, batchNo: 'GIVEN-01', retestOn: '2025-01-10', ...papers }
    return contentOf(await seller.api.catalogue.batchSave(batch, { idempotencyKey: newKey() })).batchId
  }
  const batchId = await save(spec.listingId, { coaFileId: coa.fileId, sdsFileId: sds.fileId })
  const ofOtherGoods = await save((await ownProduct(spec.listingId)).id)

  const offered = contentOf(await seller.api.orders.deliverableBatches({ orderId })).data
  expect(offered.find((each) => each.batchId === batchId)).toMatchObject({ batchNo: 'GIVEN-01', expired: true })
  expect(offered.map((each) => each.batchId)).not.toContain(ofOtherGoods)
  const other = await signInAs(app, 'seller2')
  expect(failureOf(await other.api.orders.deliverableBatches({ orderId }))).toBe('notFound')

  expect(failureOf(await deliver(seller, orderId, { batchIds: [batchId, ofOtherGoods] }))).toBe('notFound')
  expect(await bought(buyer, orderId)).toMatchObject({ status: 'confirmed', deliveries: [] })
  contentOf(await deliver(seller, orderId, { batchIds: [batchId, batchId] }))
  for (const order of [await bought(buyer, orderId), await sold(seller, orderId)]) {
    expect(order.deliveries.map(({ batches }) => batches)).toMatchObject([
      [
        {
          batchId,
          batchNo: 'GIVEN-01',
          expired: true,
          coa: { url: coa.url, name: coa.name },
          sds: { url: sds.url, name: sds.name },
        },
      ],
    ])
  }

  const [entry] = await app.db
    .select({ body: dealEntries.body })
    .from(dealEntries)
    .where(and(eq(dealEntries.orderId, orderId), eq(dealEntries.event, 'deliver')))
  expect(JSON.parse(entry?.body ?? '{}')).toMatchObject({ batches: [{ batchNo: 'GIVEN-01' }] })

  // The buyer's record stays: the number and the papers are kept, other facts may be corrected.
  const { fileId: coaFileId } = coa
  const change = async (batchNo: string, more: { sdsFileId?: string; retestOn?: string }) =>
    seller.api.catalogue.batchSave(
      { productId: spec.listingId, batchId, batchNo, coaFileId, ...more },
      { idempotencyKey: newKey() },
    )
  expect(fieldsWithErrors(await change('GIVEN-02', { sdsFileId: sds.fileId }))).toEqual(['batchNo'])
  expect(fieldsWithErrors(await change('GIVEN-01', {}))).toEqual(['sdsFileId'])
  contentOf(await change('GIVEN-01', { sdsFileId: sds.fileId, retestOn: '2026-01-10' }))

  // The goods leave the market: only the two sides of the order keep the certificate.
  await statusOf(spec.listingId, 'unlisted')
  expect((await open(coa.url, buyer.cookies)).status).toBe(200)
  expect((await open(coa.url, seller.cookies)).status).toBe(200)
  const outsider = await signInAs(app, 'buyer2')
  expect((await open(coa.url, outsider.cookies)).status).toBe(404)
  expect((await open(coa.url, other.cookies)).status).toBe(404)
  expect((await open(coa.url, new Map())).status).toBe(404)
  expect(failureOf(await seller.api.catalogue.batchDelete({ batchId }))).toBe('batchInUse')
  contentOf(await seller.api.catalogue.batchDelete({ batchId: ofOtherGoods }))
  await statusOf(spec.listingId, 'published')
})
