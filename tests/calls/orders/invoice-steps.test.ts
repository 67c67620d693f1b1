import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { invoices } from '../../../src/db/tables/fulfilment.ts'
import { stateChanges } from '../../../src/db/tables/operations.ts'
import { contentOf, failureOf, fieldsWithErrors, visitor } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'
import { completedOrder, orderTotal, setPaid } from '../../support/scenes/orders/completed.ts'
import { ask, issue, nextNumber, step } from '../../support/scenes/orders/invoice.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const other = clientForFile(app, 'buyer2')
const seller = clientForFile(app, 'seller')
const seller3 = clientForFile(app, 'seller3')

const asked = async (orderId: number, amount: number) => contentOf(await ask(buyer, orderId, amount)).invoice.invoiceId
const openOf = async (orderId: number) => contentOf(await buyer.api.orders.buyerInvoices({ orderId })).open

describe('invoiceStep', () => {
  test('issues an invoice with its number; the buyer can download a record of it', async () => {
    const orderId = await completedOrder(app, buyer, seller)
    const invoiceId = await asked(orderId, orderTotal)
    expect(fieldsWithErrors(await step(seller, { invoiceId, event: 'issue' }))).toEqual(['number'])
    expect(fieldsWithErrors(await step(seller, { invoiceId, event: 'issue', number: '123' }))).toEqual(['number'])
    const number = nextNumber()
    const { invoice } = contentOf(await issue(seller, invoiceId, number))
    expect(invoice).toMatchObject({ status: 'issued', invoiceNo: number })
    expect(invoice.fileUrl).toMatch(/^\/files\/[\w-]{22}\/.+\.pdf$/)
    expect(invoice.issuedAt).not.toBeNull()
    const [seen] = contentOf(await buyer.api.orders.buyerInvoices({ orderId })).data
    expect(seen).toMatchObject({ status: 'issued', invoiceNo: number, fileUrl: invoice.fileUrl })
    expect(failureOf(await issue(seller, invoiceId))).toBe('stepNotAllowed')
  })

  test('accepts the supplier’s own upload, not that of others', async () => {
    const orderId = await completedOrder(app, buyer, seller)
    const invoiceId = await asked(orderId, 1_000)
    const pdf = () =>
      new File(['%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF'], '发票.pdf', { type: 'application/pdf' })
    const foreign = contentOf(await buyer.upload('attachment', pdf()))
    const own = contentOf(await seller.upload('attachment', pdf()))
    const send = (fileId: string) => step(seller, { invoiceId, event: 'issue', number: nextNumber(), fileId })
    expect(failureOf(await send(foreign.fileId))).toBe('notFound')
    expect(contentOf(await send(own.fileId)).invoice.fileUrl).toBe(own.url)
  })

  test('refuses an invoice number the supplier already used', async () => {
    const orderId = await completedOrder(app, buyer, seller)
    const [first, second] = [await asked(orderId, 1_000), await asked(orderId, 2_000)]
    const number = nextNumber()
    const answers = await Promise.all([issue(seller, first, number), issue(seller, second, number)])
    expect(answers.map(failureOf).toSorted()).toEqual(['invalidInput', 'none'])
    expect(answers.flatMap(fieldsWithErrors)).toEqual(['number'])
  })

  test('rejects and reverses with a reason, and the amount can be requested again', async () => {
    const orderId = await completedOrder(app, buyer, seller)
    const rejected = await asked(orderId, orderTotal)
    expect(fieldsWithErrors(await step(seller, { invoiceId: rejected, event: 'reject' }))).toEqual(['reason'])
    contentOf(await step(seller, { invoiceId: rejected, event: 'reject', reason: '抬头有误' }))
    expect(await openOf(orderId)).toBe(orderTotal)
    const invoiceId = await asked(orderId, orderTotal)
    const number = nextNumber()
    contentOf(await issue(seller, invoiceId, number))
    expect(fieldsWithErrors(await step(seller, { invoiceId, event: 'reverse' }))).toEqual(['number', 'reason'])
    const same = await step(seller, { invoiceId, event: 'reverse', number, reason: '开错' })
    expect(fieldsWithErrors(same)).toEqual(['number'])
    const red = nextNumber()
    const { invoice } = contentOf(await step(seller, { invoiceId, event: 'reverse', number: red, reason: '开错' }))
    expect(invoice).toMatchObject({ status: 'red_reversed', invoiceNo: number, redNo: red, reason: '开错' })
    expect(invoice.redFileUrl).not.toBeNull()
    expect(invoice.history.map(({ event }) => event)).toEqual(['request', 'issue', 'reverse'])
    expect(await openOf(orderId)).toBe(orderTotal)
  })

  test('refuses to issue refunded amounts, and reports the amount issued in excess', async () => {
    const orderId = await completedOrder(app, buyer, seller)
    const [first, second] = [await asked(orderId, 600_000), await asked(orderId, 400_000)]
    contentOf(await issue(seller, first))
    await setPaid(app, orderId, 900_000)
    expect(failureOf(await issue(seller, second))).toBe('invoiceTooMuch')
    await setPaid(app, orderId, 500_000)
    expect(contentOf(await seller.api.orders.sellerOrderInvoices({ orderId }))).toMatchObject({
      open: 0,
      over: 100_000,
    })
    const [row] = await app.db.select().from(invoices).where(eq(invoices.id, second))
    expect(row?.status).toBe('requested')
  })

  test('applies one of many parallel steps', async () => {
    const orderId = await completedOrder(app, buyer, seller)
    const invoiceId = await asked(orderId, 1_000)
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => issue(seller, invoiceId)),
      ...Array.from({ length: 3 }, () => step(seller, { invoiceId, event: 'reject', reason: '重复申请' })),
      ...Array.from({ length: 3 }, () => buyer.api.orders.invoiceWithdraw({ invoiceId })),
    ])
    expect(answers.map(failureOf).filter((name) => name === 'none')).toHaveLength(1)
    expect(new Set(answers.map(failureOf))).toEqual(new Set(['none', 'stepNotAllowed']))
    const steps = await app.db.select().from(stateChanges).where(eq(stateChanges.entityId, invoiceId))
    expect(steps.filter(({ entity }) => entity === 'invoice')).toHaveLength(2)
  })

  test('is available to the supplier only', async () => {
    const orderId = await completedOrder(app, buyer, seller)
    const invoiceId = await asked(orderId, 1_000)
    for (const [client, failure] of [
      [seller3, 'notFound'],
      [buyer, 'notSeller'],
      [visitor(app), 'sessionInvalid'],
    ] as const) {
      expect(failureOf(await issue(client, invoiceId))).toBe(failure)
      expect(failureOf(await client.api.orders.sellerOrderInvoices({ orderId }))).toBe(failure)
    }
    expect(failureOf(await issue(seller, missingId))).toBe('notFound')
    expect(failureOf(await other.api.orders.invoiceWithdraw({ invoiceId }))).toBe('notFound')
  })
})
