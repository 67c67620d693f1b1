import { createServer, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { MqttClient } from 'mqtt'
import { pino } from 'pino'
import { Gauge, Registry } from 'prom-client'
import { expect, onTestFinished, test } from 'vitest'
import { halfCookie, tokenCookie } from '../../src/domain/accounts/session.ts'
import { createPush } from '../../src/server/push/broker.ts'
import type { RequestFacts } from '../../src/server/handler.ts'
import type { Push } from '../../src/server/push/push.ts'
import { startAppForTest, type TestApp } from '../support/app.ts'
import { as, contentOf, type Client } from '../support/client.ts'
import { connect } from '../support/push.ts'

/** Messages in all, kills of the broker, and milliseconds between two torn connections. */
const [count, kills, flapMs] = [10_000, 20, 60]

/** The push of an app on one address, whose broker can be killed and comes back empty. */
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
    const push = createPush({ redis: undefined, log: pino({ level: 'silent' }), connections })
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

/** Calls as the pages of a person make them, which no limit counts. */
function unlimited(app: TestApp, client: Client) {
  const facts: RequestFacts = {
    ...{ appId: 'web' as const, token: client.cookies.get(tokenCookie), cookie: client.cookies.get(halfCookie) },
    ...{ ssoCookie: undefined, idempotencyKey: undefined, ip: undefined, userAgent: 'test' },
  }
  return async (name: string, input: object): Promise<unknown> => {
    const { code, message, content } = await app.runtime.call(name, input, facts)
    if (code !== 200) throw new Error(`${name}: ${code} ${message}`)
    return content
  }
}

const seqOf = (message: unknown): number => {
  if (typeof message !== 'object' || message === null || !('seq' in message)) return 0
  return 'type' in message && message.type !== 'chat' ? 0 : Number(message.seq)
}

/** A page that is open all the while: it hears, comes back when it is torn away, and catches up by numbers. */
function follow(url: string, call: ReturnType<typeof unlimited>, sides: object) {
  const seen: number[] = []
  const running = { stopped: false }
  let heard = 0
  let open: MqttClient | undefined
  let catching: Promise<void> | undefined
  const last = () => seen.at(-1) ?? 0
  async function catchUp(): Promise<void> {
    for (;;) {
      const answer = await call('chat.messages', { ...sides, afterSeq: last(), pageSize: 100 })
      const data: unknown = typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : undefined
      const seqs = Array.isArray(data) ? data.map(seqOf) : []
      for (const seq of seqs) if (seq > last()) seen.push(seq)
      if (seqs.length < 100) return
    }
  }
  const catchUpOnce = () => (catching ??= catchUp().finally(() => (catching = undefined)))
  async function dial(): Promise<void> {
    while (!running.stopped) {
      const ticket = await call('chat.pushTicket', {})
      if (typeof ticket !== 'object' || ticket === null || !('ticket' in ticket) || !('userId' in ticket)) continue
      const userId = Number(ticket.userId)
      const line = await connect(url, { userId, password: String(ticket.ticket) })
      if (typeof line !== 'object') continue
      open = line
      line.on('error', () => {})
      line.on('message', (_topic, payload) => {
        const seq = seqOf(JSON.parse(payload.toString()))
        if (seq === 0) return
        heard += 1
        if (seq === last() + 1 && catching === undefined) seen.push(seq)
        else if (seq > last()) void catchUpOnce()
      })
      const gone = new Promise<void>((resolve) => line.once('close', () => resolve()))
      await line.subscribeAsync(`user/${userId}`, { qos: 2 }).catch(() => undefined)
      await catchUpOnce()
      await gone
      line.end(true)
    }
  }
  const dialling = dial()
  return {
    seen,
    heard: () => heard,
    stop: async () => {
      running.stopped = true
      open?.end(true)
      await dialling
      await catchUp()
    },
  }
}

test('10,000 messages under dying brokers and torn connections reach everyone once and in order', async () => {
  const app = await startAppForTest()
  const push = await brittlePush(app)
  onTestFinished(() => push.close())
  const [buyer, other, seller] = [await as(app, 'buyer'), await as(app, 'buyer'), await as(app, 'seller')]
  const orgId = contentOf(await seller.api.accounts.profile({})).companyId ?? 0
  const me = contentOf(await buyer.api.accounts.profile({})).userId
  const toShop = { isOrg: true, receiveOrgId: orgId }
  const fromShop = { receiveId: me, isOrgSend: true, sendOrgId: orgId }
  const before = contentOf(await buyer.api.chat.messages(toShop)).total
  const calls = { buyer: unlimited(app, buyer), other: unlimited(app, other), seller: unlimited(app, seller) }
  const pages = [
    follow(push.url, calls.buyer, toShop),
    follow(push.url, calls.other, toShop),
    follow(push.url, calls.seller, fromShop),
  ]
  const flapping = setInterval(push.tearOne, flapMs)
  let sent = 0
  const speak = async (call: ReturnType<typeof unlimited>, sides: object) => {
    while (sent < count) {
      sent += 1
      const message = { ...sides, content: `第 ${sent} 条`, clientId: crypto.randomUUID() }
      await call('chat.sendMessage', message)
      // An answer that was lost: the client sends it once more.
      if (sent % 10 === 0) await call('chat.sendMessage', message)
      if (sent % (count / kills) === 0) await push.kill()
    }
  }
  await Promise.all([speak(calls.buyer, toShop), speak(calls.seller, fromShop), speak(calls.other, toShop)])
  clearInterval(flapping)
  // Not only by catching up: once the lines hold, push brings what is said.
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
})
