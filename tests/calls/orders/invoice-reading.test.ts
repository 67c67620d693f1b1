import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { invoiceReadings } from '../../../src/db/tables/matching.ts'
import { contentOf, failureOf } from '../../support/client.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'
import { invoicePdf, invoiceXml } from '../../support/invoices.ts'
import { missingId } from '../../support/sentinels.ts'
import { ask, step } from '../../support/scenes/orders/invoice.ts'
import {
  expectedOf,
  fieldsOf,
  invoiceFile,
  paidWith,
  readInvoice,
  rightInvoice,
} from '../../support/scenes/orders/matching.ts'
import * as scene from '../../support/scenes/orders/order.ts'
import { stagedOrder } from '../../support/scenes/orders/staged.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const seller = clientForFile(app, 'seller')
const seller3 = clientForFile(app, 'seller3')
const both = { buyer, seller }
beforeAll(() => scene.payeeOf(app))

describe('reading an invoice', () => {
  const requested = async () => {
    const { orderId } = await stagedOrder(app, buyer, seller)
    const amount = await paidWith(app, both, orderId, 1)
    return contentOf(await ask(buyer, orderId, amount)).invoice
  }

  test('tells how it was read, what differs, and what was changed by hand', async () => {
    const { invoiceId } = await requested()
    const blank = contentOf(await invoiceFile(seller, '<?xml version="1.0"?><empty/>')).fileId
    const { expected, source, lines } = await readInvoice(seller, invoiceId, blank)
    expect(source).toBeNull()
    // Saved, so that it is not read again.
    const saved = await app.db.select().from(invoiceReadings).where(eq(invoiceReadings.fileId, blank))
    expect(saved).toMatchObject([{ source: null, fields: { number: null, total: null } }])
    expect(lines).toHaveLength(4)
    const written = rightInvoice(expected, { total: expected.total + 1, buyerName: '别的公司' })
    const { fileId } = contentOf(await invoiceFile(seller, invoiceXml(written)))
    const read = await readInvoice(seller, invoiceId, fileId)
    expect(read).toMatchObject({ source: 'xml', fields: { number: written.number, buyerName: '别的公司' } })
    expect(read.differences).toEqual(['buyerName', 'amount', 'total'])
    const fields = fieldsOf({ ...written, buyerName: expected.buyerName, total: expected.total })
    const done = await step(seller, { invoiceId, event: 'issue', number: written.number, fileId, fields })
    expect(contentOf(done).invoice.fields).toMatchObject({ source: 'xml', edited: ['buyerName', 'total'] })
  })

  test('reads a PDF with text; without a file the fields are by hand', async () => {
    const { invoiceId } = await requested()
    const written = rightInvoice(await expectedOf(app, invoiceId))
    const file = new File([await invoicePdf(written, 'twoColumns')], '发票.pdf', { type: 'application/pdf' })
    const { fileId } = contentOf(await seller.upload('invoice', file))
    const read = await readInvoice(seller, invoiceId, fileId)
    expect(read).toMatchObject({ source: 'pdf', fields: fieldsOf(written), differences: [] })
    const done = await step(seller, { invoiceId, event: 'issue', number: written.number, fields: fieldsOf(written) })
    expect(contentOf(done).invoice.fields).toMatchObject({ source: 'hand', edited: [] })
  })

  test('finds nothing in another kind of file', async () => {
    const { invoiceId } = await requested()
    const { fileId } = contentOf(
      await seller.upload('attachment', new File(['甲,乙'], '说明.csv', { type: 'text/csv' })),
    )
    expect((await readInvoice(seller, invoiceId, fileId)).source).toBeNull()
  })

  test('is refused of foreign requests and files, and of what is no invoice', async () => {
    const { invoiceId } = await requested()
    const own = contentOf(await invoiceFile(seller, '<?xml version="1.0"?><empty/>')).fileId
    const foreign = contentOf(await invoiceFile(buyer, '<?xml version="1.0"?><empty/>')).fileId
    const read = (client: typeof seller, id: number, fileId: string) =>
      client.api.orders.invoiceRead({ invoiceId: id, fileId })
    expect(failureOf(await read(seller, invoiceId, foreign))).toBe('notFound')
    expect(failureOf(await read(seller3, invoiceId, own))).toBe('notFound')
    expect(failureOf(await read(seller3, missingId, own))).toBe('notFound')
    const refused = [
      '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
      '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>',
    ]
    for (const text of refused) expect(failureOf(await invoiceFile(seller, text))).toBe('fileTypeRefused')
    expect(failureOf(await invoiceFile(seller, '<?xml version="1.0"?><a/>', 'a.txt'))).toBe('fileTypeRefused')
    contentOf(await step(seller, { invoiceId, event: 'reject', reason: '资料不全' }))
    expect(failureOf(await read(seller, invoiceId, own))).toBe('stepNotAllowed')
  })
})
