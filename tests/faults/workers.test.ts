import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { outboxMessages } from '../../src/db/tables/operations.ts'
import { shops } from '../../src/db/tables/shops.ts'
import { openDatabase, type Database } from '../../src/db/open.ts'
import { origin } from '../support/app.ts'
import { contentOf, failureOf, signInAs, visitor, type Client } from '../support/client.ts'
import { copyTemplate, templateCopyUrl } from '../support/database.ts'
import { plantCaptcha } from '../support/captchas.ts'
import { freshMobile } from '../support/sign-up.ts'
import { startSite, type Site } from '../support/site.ts'
import { connectToBroker } from '../support/test-broker.ts'
import { oneConnection, workersOf } from '../support/workers.ts'

const template = inject('template')
const lacks = template.engine === 'postgres' ? '' : ' (left out: several workers need PostgreSQL)'

let site: Site
let database: Database
const output: string[] = []

beforeAll(async () => {
  if (template.engine !== 'postgres') return
  const kept = await copyTemplate(template)
  const url = templateCopyUrl(template)
  database = await openDatabase({ databaseUrl: url, dataDir: '' })
  site = await startSite({ DATABASE_URL: url, WORKERS: '2', SITE_URL: origin, DEMO: '1' })
  site.process.stdout?.on('data', (data: Buffer) => output.push(data.toString()))
  return async () => {
    await site.remove()
    await database.close()
    await kept.close()
  }
})

const primary = () => site.process.pid ?? 0
const connection = () => {
  const one = oneConnection(site.url)
  onTestFinished(one.close)
  return one
}
const readiness = async () => {
  const answer = await fetch(`${site.url}/readyz`)
  const parts: unknown = await answer.json()
  return { status: answer.status, parts }
}

test.skipIf(lacks !== '')(`two workers are ready, and one of them runs the jobs${lacks}`, async () => {
  expect(workersOf(primary())).toHaveLength(2)
  expect(await readiness()).toMatchObject({ status: 200, parts: { workers: true, leader: true, jobs: true } })
  const metrics = await (await fetch(`${site.url}/metrics`)).text()
  expect(metrics).toContain('portal_cache_bytes')
})

test.skipIf(lacks !== '')(`a write at one worker is seen at every worker with its answer${lacks}`, async () => {
  const [shop] = await database.db.select({ id: shops.id }).from(shops).limit(1)
  const shopId = shop?.id ?? 0
  const address = `/supplier/brief?id=${shopId}`
  const buyer = await signInAs(connection(), 'buyer')
  // Consecutive connections go to the workers in turn.
  const readers = Array.from({ length: 4 }, connection)
  const followers = async (reader: (typeof readers)[number]) =>
    /关注人数<\/dt><dd[^>]*>([\d,]+)</.exec((await reader.get(address)).text)?.[1] ?? ''
  const pages = () => Promise.all(readers.map(followers))
  await buyer.api.shops.followCancel({ shopId })
  for (let round = 0; round < 15; round += 1) {
    const before = await pages()
    // Twice, so that each worker has it in its cache.
    expect(await pages()).toEqual(before)
    expect(new Set(before).size).toBe(1)
    const change = round % 2 === 0 ? buyer.api.shops.followSave : buyer.api.shops.followCancel
    contentOf(await change({ shopId }))
    const after = await pages()
    expect(after[0]).not.toBe('')
    expect(new Set(after).size).toBe(1)
    expect(after[0]).not.toBe(before[0])
  }
})

interface Tab {
  readonly heard: number[]
}

/** Open chat pages of a person, on consecutive connections. */
async function tabsOf(client: Client, count: number): Promise<Tab[]> {
  const tabs: Tab[] = []
  for (let n = 0; n < count; n += 1) {
    const { ticket, userId } = contentOf(await client.api.chat.pushTicket({}))
    const line = await connectToBroker(site.url.replace('http', 'ws') + '/mqtt', { userId, password: ticket })
    if (typeof line !== 'object') throw new Error(`Refused: ${line}`)
    const heard: number[] = []
    line.on('error', () => {})
    line.on('message', (_topic, payload) => {
      const message: unknown = JSON.parse(payload.toString())
      if (typeof message === 'object' && message !== null && 'seq' in message) heard.push(Number(message.seq))
    })
    await line.subscribeAsync(`user/${userId}`, { qos: 2 })
    onTestFinished(() => void line.end(true))
    tabs.push({ heard })
  }
  return tabs
}

test.skipIf(lacks !== '')(
  `a message of a client at one worker reaches clients at the other, in order${lacks}`,
  async () => {
    const [buyer, seller] = [await signInAs(connection(), 'buyer'), await signInAs(connection(), 'seller')]
    const orgId = contentOf(await seller.api.accounts.profile({})).companyId ?? 0
    const tabs = await tabsOf(seller, 4)
    const toShop = { isOrg: true, receiveOrgId: orgId }
    for (let n = 0; n < 20; n += 1) {
      contentOf(await buyer.api.chat.sendMessage({ ...toShop, content: `第 ${n} 条`, clientId: crypto.randomUUID() }))
    }
    await expect.poll(() => tabs.map(({ heard }) => heard.length), { timeout: 10_000 }).toEqual([20, 20, 20, 20])
    const [first] = tabs
    expect(first?.heard).toEqual(first?.heard.toSorted((a, b) => a - b))
    for (const { heard } of tabs) expect(heard).toEqual(first?.heard)
  },
)

test.skipIf(lacks !== '')(`wrong passwords are counted over all workers${lacks}`, async () => {
  const guesses: string[] = []
  for (let n = 0; n < 24; n += 1) {
    const someone = visitor(connection())
    guesses.push(failureOf(await someone.api.accounts.login({ loginName: 'buyer2', password: `wrong-${n}-Aa1!` })))
  }
  const counted = guesses.filter((name) => name !== 'tooManyGuesses' && name !== 'captchaNeeded')
  expect(counted.length).toBeLessThanOrEqual(20)
  expect(guesses.at(-1)).not.toBe(guesses[0])
})

test.skipIf(lacks !== '')(
  `kill -9 of the leading worker under load loses nothing acknowledged; another runs the jobs, and it is replaced${lacks}`,
  { timeout: 120_000 },
  async () => {
    const seller = await signInAs(connection(), 'seller')
    const orgId = contentOf(await seller.api.accounts.profile({})).companyId ?? 0
    const toShop = { isOrg: true, receiveOrgId: orgId }
    // Who has sent nothing yet, since messages are limited by the minute.
    const buyer = await signInAs(
      { fetch: (asked) => fetch(new URL(new URL(asked.url).pathname, site.url), asked) },
      'person',
    )
    const before = workersOf(primary())
    const acknowledged: string[] = []
    const say = async (content: string) => {
      const clientId = crypto.randomUUID()
      for (;;) {
        const answer = await buyer.api.chat.sendMessage({ ...toShop, content, clientId }).catch(() => undefined)
        if (answer?.ok === true) return void acknowledged.push(clientId)
        await pause(20)
      }
    }
    const speakers = [1, 2, 3, 4].map(async (speaker) => {
      for (let n = 0; n < 25; n += 1) {
        await say(`${speaker} 之 ${n}`)
        // The first worker was ready first, and leads.
        if (speaker === 1 && n === 8) process.kill(before[0] ?? 0, 'SIGKILL')
      }
    })
    await Promise.all(speakers)
    expect(acknowledged).toHaveLength(100)
    const { total } = contentOf(await buyer.api.chat.messages(toShop))
    const { data } = contentOf(await buyer.api.chat.messages({ ...toShop, beforeSeq: total + 1, pageSize: 100 }))
    const stored = data.map(({ clientId }) => clientId)
    expect(stored.filter((id) => acknowledged.includes(id))).toHaveLength(100)
    expect(new Set(stored).size).toBe(stored.length)

    await expect.poll(() => readiness(), { timeout: 30_000 }).toMatchObject({ status: 200, parts: { leader: true } })
    const now = workersOf(primary())
    expect(now).toHaveLength(2)
    expect(now).toContain(before[1])
    expect(now).not.toContain(before[0])
    expect(output.join('').match(/jobs run in this worker/g)).toHaveLength(1)

    // The jobs run: a code that a visitor of any worker asks for is sent once, soon.
    const mobile = freshMobile()
    const captcha = await plantCaptcha(database)
    contentOf(await visitor(connection()).api.accounts.smsCaptcha({ mobile, purpose: 'register', ...captcha }))
    const state = async () => {
      const [row] = await database.db.select().from(outboxMessages).where(eq(outboxMessages.recipientHash, mobile))
      return { status: row?.status, attempts: row?.attempts }
    }
    await expect.poll(state, { timeout: 20_000, interval: 500 }).toMatchObject({ status: 'sent' })
    expect((await state()).attempts).toBeLessThanOrEqual(1)
  },
)

test.skipIf(lacks !== '')(`SIGTERM ends all workers within ten seconds${lacks}`, async () => {
  const workers = workersOf(primary())
  const ended = once(site.process, 'exit')
  site.process.kill('SIGTERM')
  const [code] = await ended
  expect(code).toBe(0)
  for (const pid of workers) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
})
