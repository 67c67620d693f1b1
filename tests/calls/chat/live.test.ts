import { afterAll, beforeAll, expect, test } from 'vitest'
import { readContent } from '../../../src/domain/chat/content.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { as, contentOf } from '../../support/client.ts'
import { ended } from '../../support/push.ts'
import { openPushDoor, openTab, type PushDoor } from '../../support/push-tab.ts'

let app: TestApp
let door: PushDoor

beforeAll(async () => {
  app = await startApp()
  door = await openPushDoor(app)
})
afterAll(async () => {
  await app.close()
  door.close()
})

test('a message reaches every tab of both sides, an answer comes back, reading is told', async () => {
  const [buyer, seller, stranger] = await Promise.all([as(app, 'buyer'), as(app, 'seller'), as(app, 'buyer2')])
  const one = await openTab(door, buyer)
  const two = await openTab(door, buyer)
  const shop = await openTab(door, seller)
  const outside = await openTab(door, stranger)
  const { companyId } = contentOf(await seller.api.accounts.profile({}))
  const me = contentOf(await buyer.api.accounts.profile({})).userId
  const toShop = { isOrg: true, receiveOrgId: companyId }
  contentOf(await buyer.api.chat.sendMessage({ ...toShop, content: '供试品约 120 g\n可以吗？' }))
  await expect.poll(() => [one, two, shop].map(({ heard }) => heard.length)).toEqual([1, 1, 1])
  const [message] = shop.heard
  if (message?.type !== 'chat') throw new Error('no message')
  expect(message).toMatchObject({ sendId: me, receiveOrgId: companyId, isOrg: true, isOrgSend: false })
  expect(message.sendName).toContain('*')
  expect(readContent(message.content).text).toBe('供试品约 120 g\n可以吗？')

  contentOf(
    await seller.api.chat.sendMessage({ receiveId: me, isOrgSend: true, sendOrgId: companyId, content: '可以' }),
  )
  await expect.poll(() => one.heard.length).toBe(2)
  expect(one.heard[1]).toMatchObject({ type: 'chat', seq: message.seq + 1, sendOrgId: companyId })

  const { conversationId } = message
  contentOf(await buyer.api.chat.read({ conversationId, seq: message.seq + 1 }))
  await expect
    .poll(() => shop.heard.at(-1))
    .toEqual({ type: 'chatRead', conversationId, userId: me, party: `u:${me}`, seq: message.seq + 1 })
  expect(outside.heard).toEqual([])

  contentOf(await buyer.api.accounts.logout({}))
  await Promise.all([ended(one.mqtt), ended(two.mqtt)])
  expect(shop.mqtt.connected).toBe(true)
  await Promise.all([shop.mqtt.endAsync(), outside.mqtt.endAsync()])
})
