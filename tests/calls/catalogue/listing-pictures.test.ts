import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { products, services } from '../../../src/db/tables/catalogue.ts'
import { readContent } from '../../../src/domain/chat/content.ts'
import { links } from '../../../src/domain/links.ts'
import { signInAs, contentOf, type Client } from '../../support/client.ts'
import { gradient } from '../../support/uploads.ts'
import { companyOf, someService } from '../../support/scenes/orders/cart.ts'
import { goodsOrder, offerOrder } from '../../support/scenes/orders/order.ts'
import { appForFile } from '../../support/fixtures.ts'

const elsewhere = 'https://b.example.com'
const app = appForFile({ SITE_ORIGINS: elsewhere })
let buyer: Client
let seller: Client
beforeAll(async () => {
  ;[buyer, seller] = await Promise.all([signInAs(app, 'buyer'), signInAs(app, 'seller')])
})

/** The last message that the buyer sent to the seller's shop. */
async function sent(text: string) {
  const toShop = { isOrg: true, receiveOrgId: await companyOf(app, 'seller') } as const
  contentOf(await buyer.api.chat.sendMessage({ ...toShop, content: text, clientId: crypto.randomUUID() }))
  const [message] = contentOf(await buyer.api.chat.messages(toShop)).data
  return readContent(message?.content ?? '')
}

test('orders and bought goods show the uploaded picture, else the placeholder image of the category', async () => {
  const { orderId, spec } = await goodsOrder(app, buyer)
  const one = async () => contentOf(await buyer.api.orders.buyerOrder({ orderId }))
  const inList = async (client: Client, side: 'buyerOrders' | 'sellerOrders') =>
    contentOf(await client.api.orders[side]({ pageSize: 100 })).data.find((row) => row.orderId === orderId)
  expect((await one()).lines[0]?.pictureUrl).toMatch(/^\/figures\/[\w-]+\.svg$/)
  const { fileId, url } = contentOf(await seller.upload('picture', new File([await gradient(300, 200)], '主图.jpg')))
  await app.db
    .update(products)
    .set({ pictures: [{ fileId, url }] })
    .where(eq(products.id, spec.listingId))
  const order = await one()
  expect([order.pictureUrl, order.lines[0]?.pictureUrl]).toEqual([url, url])
  expect((await inList(buyer, 'buyerOrders'))?.pictureUrl).toBe(url)
  expect((await inList(seller, 'sellerOrders'))?.pictureUrl).toBe(url)
  const bought = contentOf(await buyer.api.orders.boughtGoods({ pageSize: 100 })).data
  expect(bought.find((row) => row.orderId === orderId)?.pictureUrl).toBe(url)
})

test('an order from an offer has no picture', async () => {
  const { orderId } = await offerOrder(app, buyer, seller)
  const order = contentOf(await buyer.api.orders.buyerOrder({ orderId }))
  expect([order.pictureUrl, ...order.lines.map((line) => line.pictureUrl)].filter((url) => url !== '')).toEqual([])
})

test('links of every origin of the site become cards with the uploaded picture; other links stay text', async () => {
  const { listingId } = await someService(app, 0)
  const path = links.serviceDetail(listingId)
  expect(await sent(`看 ${path}`)).toMatchObject({ status: 'service', imgUrl: expect.stringMatching(/^\/figures\//) })
  const url = '/files/AAAAAAAAAAAAAAAAAAAAAA/x.png'
  await app.db
    .update(services)
    .set({ pictures: [{ fileId: 'A'.repeat(22), url }] })
    .where(eq(services.id, listingId))
  for (const origin of [elsewhere, 'http://localhost:4321', 'http://127.0.0.1:4321'])
    expect(await sent(`看 ${origin}${path}`), origin).toMatchObject({ status: 'service', imgUrl: url, url: path })
  for (const origin of ['https://c.example.com', 'http://b.example.com', `${elsewhere}:8443`])
    expect((await sent(`看 ${origin}${path}`)).status, origin).toBe('text')
})
