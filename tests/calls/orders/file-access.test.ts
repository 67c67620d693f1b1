import { and, eq, isNull } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { users } from '../../../src/db/tables/accounts.ts'
import { deliveries, invoices, orderFiles } from '../../../src/db/tables/fulfilment.ts'
import { paymentParts, payments, refunds } from '../../../src/db/tables/payments.ts'
import { paymentLines } from '../../../src/db/tables/orders.ts'
import { signInAs, contentOf, visitor, type Client } from '../../support/client.ts'
import { pdf } from '../../support/uploads.ts'
import { open } from '../../support/scenes/demands/annex.ts'
import { offerOrder, rowOf, setStatus } from '../../support/scenes/orders/order.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()
const people: Record<string, Client> = {}
let [orderId, voucherOf] = [0, 0]
beforeAll(async () => {
  for (const name of ['buyer', 'buyer2', 'seller', 'seller3', 'sub', 'ops'] as const)
    people[name] = await signInAs(app, name)
  people.nobody = visitor(app)
  orderId = (await offerOrder(app, person('buyer'), person('seller'))).orderId
  const { buyerCompanyId, sellerCompanyId } = await rowOf(app, orderId)
  // A colleague without permissions, in both companies in turn.
  expect(buyerCompanyId).not.toBe(sellerCompanyId)
  voucherOf = await openPayment(buyerCompanyId)
})
const person = (name: string) => people[name] ?? visitor(app)

/** A payment of the order’s first line; the tests set its voucher. */
async function openPayment(companyId: number): Promise<number> {
  const [line] = await app.db.select().from(paymentLines).where(eq(paymentLines.orderId, orderId)).limit(1)
  const [payment] = await app.db
    .insert(payments)
    .values({
      paymentNo: 'access-1',
      companyId,
      userId: 1,
      method: 'bank',
      amount: 100,
      remarkCode: 'access',
      expiresAt: new Date(),
    })
    .returning()
  if (line === undefined || payment === undefined) throw new Error('Nothing to pay')
  await app.db.insert(paymentParts).values({ paymentId: payment.id, orderId, lineId: line.id, amount: 100 })
  return payment.id
}

const uploaded = async (who: string) => {
  const { fileId, url } = contentOf(await person(who).upload('attachment', new File([pdf], '文件.pdf')))
  return { fileId, url }
}
const partId = async () => {
  const [part] = await app.db.select().from(paymentParts).where(eq(paymentParts.paymentId, voucherOf))
  return part?.id ?? 0
}

/** Ways to attach a file to the order, and the side that does. */
const ways: readonly (readonly [name: string, by: 'buyer' | 'seller', put: (fileId: string) => Promise<unknown>])[] = [
  [
    'a file of the order',
    'buyer',
    async (fileId) => {
      const { buyerCompanyId: companyId } = await rowOf(app, orderId)
      return app.db.insert(orderFiles).values({ orderId, fileId, kind: 'other', companyId, userId: 1 })
    },
  ],
  [
    'a delivery',
    'seller',
    (fileId) => app.db.insert(deliveries).values({ orderId, seq: 77, userId: 1, fileIds: [fileId] }),
  ],
  [
    'the receipt of a payment',
    'buyer',
    (voucherId) => app.db.update(payments).set({ voucherId }).where(eq(payments.id, voucherOf)),
  ],
  [
    'the receipt of a refund',
    'seller',
    async (voucherId) =>
      app.db.insert(refunds).values({
        refundNo: 'access-1',
        orderId,
        partId: await partId(),
        method: 'bank',
        amount: 1,
        reason: 'test',
        voucherId,
      }),
  ],
  [
    'an invoice',
    'seller',
    (fileId) => app.db.insert(invoices).values({ orderId, details: emptyDetails, amount: 1, userId: 1, fileId }),
  ],
  [
    'a red invoice',
    'seller',
    (redFileId) => app.db.insert(invoices).values({ orderId, details: emptyDetails, amount: 1, userId: 1, redFileId }),
  ],
]
const emptyDetails = {
  kind: 'normal' as const,
  title: '',
  taxNo: '',
  bankName: '',
  bankAccount: '',
  address: '',
  phone: '',
  receiverEmail: '',
}

/** Names of the people who can open the file. */
async function readers(url: string): Promise<string[]> {
  const found: string[] = []
  for (const name of Object.keys(people)) {
    const { status } = await open(app, person(name), url)
    expect([200, 404]).toContain(status)
    if (status === 200) found.push(name)
  }
  return found
}

/** Moves the person without permissions into a company temporarily. */
async function within<T>(companyId: number, run: () => Promise<T>): Promise<T> {
  const [before] = await app.db.select().from(users).where(eq(users.loginName, 'sub'))
  await app.db.update(users).set({ companyId }).where(eq(users.loginName, 'sub'))
  try {
    return await run()
  } finally {
    await app.db
      .update(users)
      .set({ companyId: before?.companyId ?? null })
      .where(eq(users.loginName, 'sub'))
  }
}

test.each(ways)('%s: both sides with their rights, the platform only while it is disputed', async (_name, by, put) => {
  await setStatus(app, orderId, 'in_progress')
  const { fileId, url } = await uploaded(by)
  expect(await readers(url)).toEqual(expect.arrayContaining([by, 'ops']))
  await put(fileId)
  expect(await readers(url)).toEqual(['buyer', 'seller'])
  const { buyerCompanyId, sellerCompanyId } = await rowOf(app, orderId)
  for (const companyId of [buyerCompanyId, sellerCompanyId]) {
    expect(await within(companyId, () => readers(url))).toEqual(['buyer', 'seller'])
  }
  await setStatus(app, orderId, 'disputed')
  expect(await readers(url)).toEqual(['buyer', 'seller', 'ops'])
  await setStatus(app, orderId, 'cancelled')
  expect(await readers(url)).toEqual(['buyer', 'seller'])
})

test('a file removed from its order is readable by its company only', async () => {
  await setStatus(app, orderId, 'in_progress')
  const { fileId, url } = await uploaded('seller')
  contentOf(await person('seller').api.orders.sellerOrderFileSave({ orderId, fileId, kind: 'report' }))
  expect(await readers(url)).toEqual(['buyer', 'seller'])
  contentOf(await person('seller').api.orders.sellerOrderFileDelete({ orderId, fileId }))
  expect(await readers(url)).toEqual(['seller', 'ops'])
})

test('another order of the same supplier gives no access to files of this one', async () => {
  const { fileId, url } = await uploaded('seller')
  contentOf(await person('seller').api.orders.sellerOrderFileSave({ orderId, fileId, kind: 'report' }))
  const { orderId: others } = await offerOrder(app, person('buyer2'), person('seller'))
  expect(others).not.toBe(orderId)
  expect((await open(app, person('buyer2'), url)).status).toBe(404)
  expect(
    await app.db
      .select()
      .from(orderFiles)
      .where(and(eq(orderFiles.orderId, others), isNull(orderFiles.id))),
  ).toEqual([])
})
