import { createServer, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { pino } from 'pino'
import { Gauge, Registry } from 'prom-client'
import { expect, onTestFinished, test } from 'vitest'
import { createPush } from '../../src/server/push/broker.ts'
import type { Push } from '../../src/server/push/push.ts'
import { startAppForTest, type TestApp } from '../support/app.ts'
import { followConversation } from '../support/chat-follower.ts'
import { signInAs, contentOf } from '../support/client.ts'
import { unlimitedCalls, type CallByName } from '../support/unlimited-calls.ts'

/** Number of messages, broker kills, and milliseconds between two dropped connections. */
const [count, kills, flapMs] = [10_000, 20, 60]
/** Messages between two dropped connections at least: on a busy machine connections would only be opened and dropped. */
const messagesPerFlap = 5

/** Push server of an app on one URL, whose broker can be killed and replaced by an empty one. */
async function brittlePush(app: TestApp) {
  const server: Server = createServer()
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.on('error', () => {})
  })
  const make = (): Push => {
    const connections = new Gauge({ name: 'connections', help: 'open', registers: [new Registry()] })
    const push = createPush({ ...app.runtime, redis: undefined, log: pino({ level: 'silent' }), connections })
    push.attach(server)
    return push
  }
  let push = make()
  const own = app.runtime.push
  const now: Push = {
    ...own,
    send: (userId, message) => push.send(userId, message),
    ticket: (session) => push.ticket(session),
  }
  Reflect.set(app.runtime, 'push', now)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `ws://127.0.0.1:${port}/mqtt`,
    tearOne: () => [...sockets][Math.floor(Math.random() * sockets.size)]?.destroy(),
    kill: async () => {
      const old = push
      server.removeAllListeners('upgrade')
      for (const socket of sockets) socket.destroy()
      push = make()
      await old.close()
    },
    close: async () => {
      await push.close()
      Reflect.set(app.runtime, 'push', own)
      server.close()
    },
  }
}

test(
  'delivers 10,000 messages once and in order despite broker kills and dropped connections',
  {
    timeout: 900_000,
  },
  async () => {
    const app = await startAppForTest()
    const push = await brittlePush(app)
    onTestFinished(() => push.close())
    const [buyer, other, seller] = [
      await signInAs(app, 'buyer'),
      await signInAs(app, 'buyer'),
      await signInAs(app, 'seller'),
    ]
    const orgId = contentOf(await seller.api.accounts.profile({})).companyId ?? 0
    const me = contentOf(await buyer.api.accounts.profile({})).userId
    const toShop = { isOrg: true, receiveOrgId: orgId }
    const fromShop = { receiveId: me, isOrgSend: true, sendOrgId: orgId }
    const before = contentOf(await buyer.api.chat.messages(toShop)).total
    const calls = {
      buyer: unlimitedCalls(app, buyer),
      other: unlimitedCalls(app, other),
      seller: unlimitedCalls(app, seller),
    }
    const pages = [
      followConversation(() => push.url, calls.buyer, toShop),
      followConversation(() => push.url, calls.other, toShop),
      followConversation(() => push.url, calls.seller, fromShop),
    ]
    let sent = 0
    let sentAtFlap = 0
    const flapping = setInterval(() => {
      if (sent < sentAtFlap + messagesPerFlap) return
      sentAtFlap = sent
      push.tearOne()
    }, flapMs)
    const speak = async (call: CallByName, sides: object) => {
      while (sent < count) {
        sent += 1
        const message = { ...sides, content: `第 ${sent} 条`, clientId: crypto.randomUUID() }
        await call('chat.sendMessage', message)
        // Simulates a lost response: the client sends it once more.
        if (sent % 10 === 0) await call('chat.sendMessage', message)
        if (sent % (count / kills) === 0) await push.kill()
      }
    }
    await Promise.all([speak(calls.buyer, toShop), speak(calls.seller, fromShop), speak(calls.other, toShop)])
    clearInterval(flapping)
    // Once connections are stable, messages arrive by push and not only by catching up.
    const calm = async () => {
      sent += 1
      await calls.buyer('chat.sendMessage', { ...toShop, content: `第 ${sent} 条`, clientId: crypto.randomUUID() })
      return pages.every(({ heard }) => heard() > 0)
    }
    await expect.poll(calm, { timeout: 60_000, interval: 500 }).toBe(true)
    await Promise.all(pages.map((page) => page.stop()))
    const all = Array.from({ length: before + sent }, (_, n) => n + 1)
    for (const { seen } of pages) expect(seen).toEqual(all)
    const { total, data } = contentOf(await buyer.api.chat.messages({ ...toShop, pageSize: 100 }))
    expect(total).toBe(before + sent)
    expect(new Set(data.map(({ clientId }) => clientId)).size).toBe(100)
  },
)
