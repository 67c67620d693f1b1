import { expect, test } from 'vitest'
import { contentOf, failureOf, fieldsWithErrors } from '../../support/client.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'
import { keyOf } from '../../support/scenes/accounts/keys.ts'
import { openDemand } from '../../support/scenes/demands/demand.ts'
import { offerOrder } from '../../support/scenes/orders/order.ts'
import { missingId } from '../../support/sentinels.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const other = clientForFile(app, 'buyer2')
const seller = clientForFile(app, 'seller')

test('both sides of an order have a number of their own, searchable in their lists', async () => {
  const { orderId: id } = await offerOrder(app, buyer, seller)
  const { client } = await keyOf(app, buyer, ['my_orders'])
  contentOf(await client.api.accounts.buyerOrderReferenceSave({ id, reference: 'PO-77001' }))
  contentOf(await seller.api.accounts.sellerOrderReferenceSave({ id, reference: 'SO-88001' }))
  const mine = contentOf(await buyer.api.orders.buyerOrders({ keyword: 'PO-77001' }))
  expect(mine.data).toMatchObject([{ orderId: id, reference: 'PO-77001' }])
  const theirs = contentOf(await seller.api.orders.sellerOrders({ keyword: 'SO-88001' }))
  expect(theirs.data).toMatchObject([{ orderId: id, reference: 'SO-88001' }])
  expect(contentOf(await seller.api.orders.sellerOrders({ keyword: 'PO-77001' })).data).toEqual([])
  expect(contentOf(await buyer.api.orders.buyerOrder({ orderId: id })).reference).toBe('PO-77001')
  const found = contentOf(await client.api.accounts.references({ kind: 'order', reference: 'PO-77001' }))
  expect(found).toEqual([{ id, reference: 'PO-77001' }])
  expect(contentOf(await other.api.accounts.references({ kind: 'order', ids: [id] }))).toEqual([])
  contentOf(await buyer.api.accounts.buyerOrderReferenceSave({ id, reference: '' }))
  expect(contentOf(await buyer.api.orders.buyerOrder({ orderId: id })).reference).toBe('')
})

test('a number is unique by company and kind; a refusal changes nothing', async () => {
  const [one, two] = [await offerOrder(app, buyer, seller), await offerOrder(app, buyer, seller)]
  contentOf(await buyer.api.accounts.buyerOrderReferenceSave({ id: one.orderId, reference: 'PO-1' }))
  contentOf(await buyer.api.accounts.buyerOrderReferenceSave({ id: two.orderId, reference: 'PO-2' }))
  const taken = await buyer.api.accounts.buyerOrderReferenceSave({ id: two.orderId, reference: 'PO-1' })
  expect(failureOf(taken)).toBe('referenceUsed')
  expect(contentOf(await buyer.api.orders.buyerOrder({ orderId: two.orderId })).reference).toBe('PO-2')
  contentOf(await buyer.api.accounts.demandReferenceSave({ id: one.demandId, reference: 'PO-1' }))
  contentOf(await seller.api.accounts.sellerOrderReferenceSave({ id: two.orderId, reference: 'PO-1' }))
  contentOf(await buyer.api.accounts.buyerOrderReferenceSave({ id: one.orderId, reference: 'PO-1' }))
})

test('only what is the company’s own', async () => {
  const { orderId, demandId } = await offerOrder(app, buyer, seller)
  for (const answer of [
    await other.api.accounts.buyerOrderReferenceSave({ id: orderId, reference: 'X' }),
    await seller.api.accounts.buyerOrderReferenceSave({ id: orderId, reference: 'X' }),
    await other.api.accounts.demandReferenceSave({ id: demandId, reference: 'X' }),
    await seller.api.accounts.serviceReferenceSave({ id: missingId, reference: 'X' }),
    await seller.api.accounts.productReferenceSave({ id: missingId, reference: 'X' }),
  ])
    expect(failureOf(answer)).toBe('notFound')
  const long = await buyer.api.accounts.demandReferenceSave({ id: demandId, reference: 'X'.repeat(61) })
  expect(fieldsWithErrors(long)).toEqual(['reference'])
})

test('demands and listings are found by it in their lists', async () => {
  const demandId = await openDemand(app, buyer)
  contentOf(await buyer.api.accounts.demandReferenceSave({ id: demandId, reference: 'RQ-4711' }))
  expect(contentOf(await buyer.api.demands.buyerDemands({ keyword: 'RQ-4711' })).data).toMatchObject([{ demandId }])
  const [service] = contentOf(await seller.api.catalogue.sellerServices({})).data
  const [product] = contentOf(await seller.api.catalogue.sellerProducts({})).data
  if (service === undefined || product === undefined) throw new Error('The seller has no listings')
  const { serviceId, productId } = { ...service, ...product }
  contentOf(await seller.api.accounts.serviceReferenceSave({ id: serviceId, reference: 'MAT-100' }))
  contentOf(await seller.api.accounts.productReferenceSave({ id: productId, reference: 'MAT-100' }))
  expect(contentOf(await seller.api.catalogue.sellerServices({ keyword: 'MAT-100' })).data).toMatchObject([
    { serviceId },
  ])
  expect(contentOf(await seller.api.catalogue.sellerProducts({ keyword: 'MAT-100' })).data).toMatchObject([
    { productId },
  ])
})
