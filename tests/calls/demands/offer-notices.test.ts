import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { demands } from '../../../src/db/tables/demands.ts'
import { links } from '../../../src/domain/links.ts'
import { contentOf } from '../../support/client.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'
import { openDemand, submittedOffer } from '../../support/scenes/demands/demand.ts'
import { noticesOf } from '../../support/scenes/orders/order.ts'
import { newKey } from '../../support/sentinels.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const seller = clientForFile(app, 'seller')
const other = clientForFile(app, 'seller3')

test('a supplier whose offer was not chosen, or is valid again, is led to that offer', async () => {
  const demandId = await openDemand(app, buyer)
  const [row] = await app.db.select({ title: demands.title }).from(demands).where(eq(demands.id, demandId))
  const title = row?.title ?? ''
  const chosen = await submittedOffer(seller, demandId)
  const lost = await submittedOffer(other, demandId)
  const { orderId } = contentOf(await buyer.api.demands.deal({ offerId: chosen }, { idempotencyKey: newKey() }))
  const paths = async () =>
    (await noticesOf(app, 'seller3', title)).filter(({ event }) => event === 'offer.decided').map(({ path }) => path)
  expect(await paths()).toEqual([links.sellerOffer(lost)])
  expect((await noticesOf(app, 'seller', title)).map(({ path }) => path)).not.toContain(links.sellerOffer(lost))

  contentOf(await seller.api.orders.sellerOrderStep({ orderId, event: 'decline', reason: '产能已满' }))
  expect(await paths()).toEqual([links.sellerOffer(lost), links.sellerOffer(lost)])
})
