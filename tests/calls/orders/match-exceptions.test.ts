import { beforeAll, describe, expect, test } from 'vitest'
import { exceptionKinds, type ExceptionKind } from '../../../src/domain/orders/matching/exceptions.ts'
import { contentOf, failureOf } from '../../support/client.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'
import { newKey } from '../../support/sentinels.ts'
import { openDemand, submittedOffer } from '../../support/scenes/demands/demand.ts'
import { ask, step } from '../../support/scenes/orders/invoice.ts'
import {
  digitalNumber,
  invoiced,
  invoiceFile,
  matchOf,
  ownVoucher,
  paidWith,
} from '../../support/scenes/orders/matching.ts'
import { payeeOf, rowOf } from '../../support/scenes/orders/order.ts'
import { linesOf } from '../../support/scenes/orders/pay.ts'
import { give, ofLine } from '../../support/scenes/orders/refund.ts'
import { acceptStage, deliveredStage, stagedOrder } from '../../support/scenes/orders/staged.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const other = clientForFile(app, 'buyer2')
const seller = clientForFile(app, 'seller')
const seller3 = clientForFile(app, 'seller3')
const both = { app, buyer, seller }
beforeAll(() => payeeOf(app))

describe('every kind of difference', () => {
  const accepted = async () => {
    const { orderId, ids } = await stagedOrder(app, buyer, seller)
    await deliveredStage(seller, orderId, ids[0])
    contentOf(await acceptStage(buyer, orderId, ids[0]))
    return orderId
  }
  const paid = async (voucher?: string) => {
    const orderId = await accepted()
    return { orderId, amount: await paidWith(app, both, orderId, 2, voucher) }
  }
  const scenes: Readonly<Record<ExceptionKind, () => Promise<number>>> = {
    acceptedUnpaid: accepted,
    paidNotAccepted: async () => {
      const { orderId } = await stagedOrder(app, buyer, seller)
      await paidWith(app, both, orderId, 2)
      return orderId
    },
    paidNotInvoiced: async () => {
      const { orderId, amount } = await paid()
      contentOf(await ask(buyer, orderId, amount))
      return orderId
    },
    invoicedBeyondPaid: async () => {
      const { orderId, amount } = await paid()
      const { invoiceId } = contentOf(await ask(buyer, orderId, amount)).invoice
      contentOf(await step(seller, { invoiceId, event: 'issue', number: digitalNumber() }))
      const line = (await linesOf(app, orderId))[1]
      contentOf(await give(seller, ofLine(orderId, line?.id ?? 0, 1_000)))
      return orderId
    },
    wrongTaxNo: async () => {
      const { orderId, amount } = await paid()
      await invoiced(both, orderId, amount, { sellerTaxNo: '91510100MA6WRONG02' })
      return orderId
    },
    taxRateDiffers: async () => {
      const demandId = await openDemand(app, buyer)
      const offerId = await submittedOffer(seller, demandId, { taxRate: 600 })
      const { orderId } = contentOf(await buyer.api.demands.deal({ offerId }, { idempotencyKey: newKey() }))
      contentOf(await seller.api.orders.sellerOrderStep({ orderId, event: 'confirm' }))
      await invoiced(both, orderId, await paidWith(app, both, orderId, 1), { taxRate: 100 })
      return orderId
    },
    invoiceTwice: async () => {
      const [one, two] = [await paid(), await paid()]
      for (const { orderId, amount } of [one, two]) {
        const { fileId } = contentOf(await invoiceFile(seller, '<?xml version="1.0"?><EInvoice>twice</EInvoice>'))
        const { invoiceId } = contentOf(await ask(buyer, orderId, amount)).invoice
        contentOf(await step(seller, { invoiceId, event: 'issue', number: digitalNumber(), fileId }))
      }
      return two.orderId
    },
    voucherTwice: async () => {
      const vouchers = [await ownVoucher(buyer, 'every kind'), await ownVoucher(buyer, 'every kind')] as const
      await paid(vouchers[0])
      return (await paid(vouchers[1])).orderId
    },
    amountsDiffer: async () => {
      const { orderId, amount } = await paid()
      await invoiced(both, orderId, amount, { amount: amount - 100, tax: 0, total: amount - 100 })
      return orderId
    },
  }

  test.each(exceptionKinds)('%s is found, the same for both sides and for nobody else', async (kind) => {
    const orderId = await scenes[kind]()
    const [bought, sold] = [await matchOf(buyer, 'buyer', orderId), await matchOf(seller, 'seller', orderId)]
    const shown = bought.exceptions.filter(({ status }) => status === 'open')
    expect(shown.map((each) => each.kind)).toContain(kind)
    expect(sold.exceptions).toEqual(bought.exceptions)
    const { orderNo: keyword } = await rowOf(app, orderId)
    const lists = [
      await buyer.api.orders.buyerMatches({ keyword, kind }),
      await seller.api.orders.sellerMatches({ keyword, kind }),
      await other.api.orders.buyerMatches({ keyword, kind }),
      await seller3.api.orders.sellerMatches({ keyword, kind }),
    ].map((answer) => contentOf(answer).total)
    expect(lists).toEqual([1, 1, 0, 0])
    expect(failureOf(await other.api.orders.buyerMatch({ orderId }))).toBe('notFound')
    expect(failureOf(await seller3.api.orders.sellerMatch({ orderId }))).toBe('notFound')
  })
})
