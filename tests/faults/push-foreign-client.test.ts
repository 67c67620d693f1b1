import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { signInAs, contentOf, type Client } from '../support/client.ts'
import { startPushServer, getPushTicket, type PushServer } from '../support/push-server.ts'
import { bridgeTo, type Bridge } from '../support/socket-bridge.ts'

const missing = spawnSync('mosquitto_sub', ['--help']).error !== undefined
const why = missing ? ' (left out: mosquitto-clients is not installed)' : ''

/** Seconds to listen when no message is expected. */
const patience = 2

describe.skipIf(missing)(`mosquitto_sub, a third-party client${why}`, () => {
  let app: TestApp
  let door: PushServer
  let bridge: Bridge
  let seller: Client
  let buyer: Client
  let orgId = 0
  beforeAll(async () => {
    app = await startApp()
    door = await startPushServer(app)
    bridge = await bridgeTo(door.url)
    ;[buyer, seller] = [await signInAs(app, 'buyer'), await signInAs(app, 'seller')]
    orgId = contentOf(await seller.api.accounts.profile({})).companyId ?? 0
  })
  afterAll(async () => {
    bridge.close()
    door.close()
    await app.close()
  })

  /** Connection parameters of a client. */
  const way = async (client: Client, more: { id?: string } = {}) => {
    const { userId, ticket, topic, clientIdPrefix } = await getPushTicket(client)
    const id = more.id ?? `${clientIdPrefix}mosquitto${Math.random().toString(36).slice(2, 10)}`
    const own = ['-h', '127.0.0.1', '-p', String(bridge.port), '-V', 'mqttv311', '-k', '60', '-i', id]
    return { userId, topic, clientIdPrefix, args: [...own, '-u', String(userId), '-P', ticket] }
  }
  /** Runs a client until it exits or its time is over; returns its output and exit code. */
  const run = async (command: string, args: readonly string[]) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    const said: string[] = []
    child.stdout.on('data', (data: Buffer) => said.push(data.toString()))
    child.stderr.on('data', (data: Buffer) => said.push(data.toString()))
    const [code] = await once(child, 'close')
    return { said: said.join(''), code: Number(code) }
  }
  /** Listens until one message arrives, or its time is over. */
  const listen = (args: readonly string[], topic: string, seconds = patience) =>
    run('mosquitto_sub', [...args, '-q', '2', '-C', '1', '-W', String(seconds), '-d', '-t', topic])
  const speak = async () =>
    contentOf(await buyer.api.chat.sendMessage({ isOrg: true, receiveOrgId: orgId, content: '您好' }))
  const sessions = () => app.runtime.push.sessions().size

  test('connects with a ticket and receives messages of its own topic, at QoS 2', async () => {
    const { args, topic } = await way(seller)
    const heard = listen(args, topic, 20)
    let over = false
    void heard.then(() => (over = true))
    // Connected is not yet subscribed: sends until a message arrives.
    const spoken = async () => speak().then(() => over)
    await expect.poll(spoken, { interval: 300 }).toBe(true)
    const { said, code } = await heard
    expect(said).toContain('Subscribed (mid: 1): 2')
    expect(said).toContain('"type":"chat"')
    expect(code).toBe(0)
    // The ticket is used up.
    expect((await listen(args, topic)).said).toMatch(/CONNACK \(4\)|bad user ?name or password/i)
  })

  test.each(['#', '+', 'user/#', 'user/+', '$SYS/#'])('may not subscribe to %s', async (topic) => {
    const { args } = await way(seller)
    const { said } = await listen(args, topic)
    expect(said).toMatch(/Subscribed \(mid: 1\): 128|rejected/)
    expect(said).not.toContain('"type":"chat"')
  })

  test("refuses another user's topic, and another user's client id", async () => {
    const other = await getPushTicket(buyer)
    const { args } = await way(seller)
    const listening = listen(args, other.topic)
    await speak()
    const { said } = await listening
    expect(said).toMatch(/Subscribed \(mid: 1\): 128|rejected/)
    expect(said).not.toContain('"type":"chat"')
    const posing = await way(seller, { id: `${other.clientIdPrefix}mosquitto1` })
    expect((await listen(posing.args, posing.topic)).said).toMatch(/CONNACK \(2\)|identifier rejected/i)
  })

  test('refuses any publishing', async () => {
    const listener = await way(buyer)
    const listening = listen(listener.args, listener.topic, 6)
    await expect.poll(sessions).toBe(1)
    const { args } = await way(seller)
    const { code, said } = await run('mosquitto_pub', [
      ...args,
      '-q',
      '1',
      '-t',
      listener.topic,
      '-m',
      '{"forged":true}',
      '-d',
    ])
    expect([code === 0, said.includes('PUBACK')]).toEqual([false, false])
    expect((await listening).said).not.toContain('forged')
  })

  test('is disconnected when its session is signed out', async () => {
    const gone = await signInAs(app, 'seller')
    const { args, topic } = await way(gone)
    const listening = run('mosquitto_sub', [...args, '-q', '2', '-W', '20', '-d', '-t', topic])
    await expect.poll(sessions).toBe(1)
    contentOf(await gone.api.accounts.logout({}))
    await expect.poll(sessions).toBe(0)
    // It reconnects automatically, and its ticket is no longer valid.
    const { said } = await listening
    expect(said).toContain('Subscribed')
    expect(said).toMatch(/CONNACK \(4\)|bad user ?name or password/i)
  })
})
