import { afterAll, beforeAll, expect, test } from 'vitest'
import { readContent } from '../../../src/domain/chat/content.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { signInAs, contentOf } from '../../support/client.ts'
import { connectionEnded } from '../../support/test-broker.ts'
import { startPushServer, openPushTab, type PushServer } from '../../support/push-server.ts'

let app: TestApp
let door: PushServer

beforeAll(async () => {
  app = await startApp()
  door = await startPushServer(app)
})
afterAll(async () => {
  await app.close()
  door.close()
})

test('a message reaches every tab of both sides, as do replies and read positions', async () => {
  const [buyer, seller, stranger] = await Promise.all([
    signInAs(app, 'buyer'),
    signInAs(app, 'seller'),
    signInAs(app, 'buyer2'),
  ])
  const one = await openPushTab(door, buyer)
  const two = await openPushTab(door, buyer)
  const shop = await openPushTab(door, seller)
  const outside = await openPushTab(door, stranger)
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
  await Promise.all([connectionEnded(one.mqtt), connectionEnded(two.mqtt)])
  expect(shop.mqtt.connected).toBe(true)
  await Promise.all([shop.mqtt.endAsync(), outside.mqtt.endAsync()])
})
