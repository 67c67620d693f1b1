import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { orderFiles } from '../../../src/db/tables/fulfilment.ts'
import { files } from '../../../src/db/tables/operations.ts'
import { maxOrderFiles } from '../../../src/domain/orders/order-documents.ts'
import { orderStatuses } from '../../../src/domain/orders/order-states.ts'
import { contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'
import { pdf } from '../../support/uploads.ts'
import { offerOrder, rowOf, setStatus } from '../../support/scenes/orders/order.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const other = clientForFile(app, 'buyer2')
const sub = clientForFile(app, 'sub')
const seller = clientForFile(app, 'seller')
const seller3 = clientForFile(app, 'seller3')
let orderId = 0
beforeAll(async () => {
  orderId = (await offerOrder(app, buyer, seller)).orderId
})

const uploaded = async (client: Client, name = '检测报告.pdf') =>
  contentOf(await client.upload('attachment', new File([pdf], name))).fileId
const bought = async () => contentOf(await buyer.api.orders.buyerOrderDocuments({ orderId })).files
const sold = async () => contentOf(await seller.api.orders.sellerOrderDocuments({ orderId })).files

describe('files of an order', () => {
  test('can be added by either side, read by both, removed by the side that added them', async () => {
    const mine = await uploaded(buyer, '需求资料.pdf')
    const theirs = await uploaded(seller)
    contentOf(await buyer.api.orders.buyerOrderFileSave({ orderId, fileId: mine, kind: 'requirement' }))
    const answer = contentOf(await seller.api.orders.sellerOrderFileSave({ orderId, fileId: theirs, kind: 'report' }))
    expect(answer.files.map(({ fileId, own, kind }) => [fileId, own, kind])).toEqual([
      [theirs, true, 'report'],
      [mine, false, 'requirement'],
    ])
    expect((await bought()).map(({ fileId, own }) => [fileId, own])).toEqual([
      [theirs, false],
      [mine, true],
    ])
    expect(failureOf(await buyer.api.orders.buyerOrderFileDelete({ orderId, fileId: theirs }))).toBe('notFound')
    contentOf(await buyer.api.orders.buyerOrderFileDelete({ orderId, fileId: mine }))
    contentOf(await buyer.api.orders.buyerOrderFileDelete({ orderId, fileId: mine }))
    expect((await sold()).map(({ fileId }) => fileId)).toEqual([theirs])
    contentOf(await seller.api.orders.sellerOrderFileDelete({ orderId, fileId: theirs }))
    expect(await sold()).toEqual([])
  })

  test('must be own uploads of the right purpose, each once', async () => {
    const foreign = await uploaded(seller)
    const picture = contentOf(await buyer.upload('document', new File([pdf], '公开.pdf'))).fileId
    for (const fileId of [foreign, picture, 'unknown-unknown-unknow', 'x']) {
      expect(failureOf(await buyer.api.orders.buyerOrderFileSave({ orderId, fileId, kind: 'other' }))).toBe('notFound')
    }
    const fileId = await uploaded(buyer)
    for (let round = 0; round < 2; round += 1) {
      contentOf(await buyer.api.orders.buyerOrderFileSave({ orderId, fileId, kind: 'other' }))
    }
    expect((await bought()).length).toBe(1)
    contentOf(await buyer.api.orders.buyerOrderFileDelete({ orderId, fileId }))
  })

  test('are limited to fifty, also in parallel', async () => {
    const { orderId: full } = await offerOrder(app, buyer, seller)
    const fileIds = await Promise.all(Array.from({ length: 6 }, (_, at) => uploaded(buyer, `第 ${at} 份.pdf`)))
    const [sample] = await app.db
      .select()
      .from(files)
      .where(eq(files.id, await uploaded(seller)))
    if (sample === undefined) throw new Error('Not kept')
    const copies = Array.from({ length: maxOrderFiles - 3 }, (_, at) => ({ ...sample, id: `copy-${at}` }))
    await app.db.insert(files).values(copies)
    const { sellerCompanyId } = await rowOf(app, full)
    await app.db.insert(orderFiles).values(
      copies.map(({ id: fileId }) => ({
        orderId: full,
        fileId,
        kind: 'other' as const,
        companyId: sellerCompanyId,
        userId: 1,
      })),
    )
    const answers = await Promise.all(
      fileIds.map((fileId) => buyer.api.orders.buyerOrderFileSave({ orderId: full, fileId, kind: 'other' })),
    )
    const names = answers.map(failureOf)
    expect(names.filter((name) => name === 'none').length).toBe(3)
    expect(names.filter((name) => name === 'orderFilesFull').length).toBe(3)
    expect((await app.db.select().from(orderFiles).where(eq(orderFiles.orderId, full))).length).toBe(maxOrderFiles)
  })

  test('stay with completed or disputed orders; cancelled and declined orders accept none', async () => {
    const { orderId: of } = await offerOrder(app, buyer, seller)
    for (const status of orderStatuses) {
      await setStatus(app, of, 'in_progress')
      const [kept, added] = [await uploaded(seller), await uploaded(seller)]
      contentOf(await seller.api.orders.sellerOrderFileSave({ orderId: of, fileId: kept, kind: 'other' }))
      await setStatus(app, of, status)
      const nothing = status === 'declined' || status === 'cancelled'
      const stays = nothing || status === 'completed' || status === 'disputed'
      const shown = contentOf(await seller.api.orders.sellerOrderDocuments({ orderId: of }))
      expect([shown.mayAdd, shown.mayRemove], status).toEqual([!nothing, !stays])
      const save = await seller.api.orders.sellerOrderFileSave({ orderId: of, fileId: added, kind: 'other' })
      expect(failureOf(save), status).toBe(nothing ? 'stepNotAllowed' : 'none')
      const drop = await seller.api.orders.sellerOrderFileDelete({ orderId: of, fileId: kept })
      expect(failureOf(drop), status).toBe(stays ? 'stepNotAllowed' : 'none')
    }
  })

  test('are accessible to the two sides only', async () => {
    const fileId = await uploaded(other)
    const save = { orderId, fileId, kind: 'other' } as const
    const drop = { orderId, fileId }
    for (const [client, failure] of [
      [other, 'notFound'],
      [seller, 'notFound'],
      [sub, 'forbidden'],
      [visitor(app), 'sessionInvalid'],
    ] as const) {
      expect(failureOf(await client.api.orders.buyerOrderDocuments({ orderId }))).toBe(failure)
      expect(failureOf(await client.api.orders.buyerOrderFileSave(save))).toBe(failure)
      expect(failureOf(await client.api.orders.buyerOrderFileDelete(drop))).toBe(failure)
    }
    for (const [client, failure] of [
      [seller3, 'notFound'],
      [buyer, 'notSeller'],
      [visitor(app), 'sessionInvalid'],
    ] as const) {
      expect(failureOf(await client.api.orders.sellerOrderDocuments({ orderId }))).toBe(failure)
      expect(failureOf(await client.api.orders.sellerOrderFileSave(save))).toBe(failure)
      expect(failureOf(await client.api.orders.sellerOrderFileDelete(drop))).toBe(failure)
    }
    expect(failureOf(await buyer.api.orders.buyerOrderDocuments({ orderId: missingId }))).toBe('notFound')
    expect(fieldsWithErrors(await buyer.api.orders.buyerOrderDocuments({ orderId: 0 }))).toEqual(['orderId'])
    expect(fieldsWithErrors(await seller.api.orders.sellerOrderDocuments({ orderId: 0 }))).toEqual(['orderId'])
    expect(fieldsWithErrors(await buyer.api.orders.buyerOrderFileSave({ ...save, fileId: '' }))).toEqual(['fileId'])
    expect(fieldsWithErrors(await seller.api.orders.sellerOrderFileSave({ ...save, fileId: '' }))).toEqual(['fileId'])
    expect(fieldsWithErrors(await buyer.api.orders.buyerOrderFileDelete({ ...drop, orderId: 0 }))).toEqual(['orderId'])
    expect(fieldsWithErrors(await seller.api.orders.sellerOrderFileDelete({ ...drop, orderId: 0 }))).toEqual([
      'orderId',
    ])
  })
})
