import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, inject, onTestFinished, test } from 'vitest'
import { origin } from '../support/app.ts'
import { follow } from '../support/chat-follower.ts'
import { as, contentOf, type Client } from '../support/client.ts'
import { copyOf, copyUrl } from '../support/database.ts'
import { redisAnswers } from '../support/redis.ts'
import { freePort, startSite } from '../support/site.ts'
import type { Calling } from '../support/unlimited.ts'

/** Messages of each side: below what a person may send in a minute. */
const each = 100
const template = inject('template')
const redisUrl = inject('redisUrl')
const lacks =
  template.engine !== 'postgres'
    ? ' (left out: two processes need PostgreSQL)'
    : redisUrl === '' || !(await redisAnswers(redisUrl))
      ? ' (left out: no Redis answers)'
      : ''

/** One of the processes behind the proxy. */
async function processOn(databaseUrl: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-two-'))
  const port = await freePort()
  const env = { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, DATA_DIR: dataDir, PORT: String(port) }
  const site = await startSite({ ...env, SITE_URL: origin, DEMO: '1' })
  const kill = async () => {
    if (site.process.signalCode !== null || site.process.exitCode !== null) return
    const ended = once(site.process, 'exit')
    site.process.kill('SIGKILL')
    await ended
  }
  onTestFinished(async () => {
    await kill()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return { http: `http://127.0.0.1:${port}`, push: `ws://127.0.0.1:${port}/mqtt`, kill }
}
type Process = Awaited<ReturnType<typeof processOn>>

/** Somebody whom a proxy leads to one process, and to another when that is gone. */
function led(first: Process) {
  const now = { at: first }
  const fetchFrom = async (request: Request) =>
    fetch(now.at.http + new URL(request.url).pathname, {
      method: 'POST',
      headers: request.headers,
      body: await request.arrayBuffer(),
    })
  return { now, app: { fetch: fetchFrom } }
}

const paths = new Map([
  ['chat.messages', '/message/mqtt/record-list'],
  ['chat.pushTicket', '/message/mqtt/ticket'],
])
/** Calls over HTTP by `domain.name`, for the calls that a page makes. */
const callsOf =
  (client: Client): Calling =>
  async (name, input) => {
    const path = paths.get(name)
    if (path === undefined) throw new Error(name)
    const answer: unknown = await (await client.post(path, JSON.stringify(input))).json()
    return typeof answer === 'object' && answer !== null && 'content' in answer ? answer.content : undefined
  }

test.skipIf(lacks !== '')(
  `two processes: people of both reach each other, and kill -9 of one loses, doubles and mixes up nothing${lacks}`,
  async () => {
    if (template.engine !== 'postgres') return
    const kept = await copyOf(template)
    onTestFinished(() => kept.close())
    const [one, two] = await Promise.all([processOn(copyUrl(template)), processOn(copyUrl(template))])
    const [here, there] = [led(one), led(two)]
    const [buyer, seller] = [await as(here.app, 'buyer'), await as(there.app, 'seller')]
    const orgId = contentOf(await seller.api.accounts.profile({})).companyId ?? 0
    const me = contentOf(await buyer.api.accounts.profile({})).userId
    const toShop = { isOrg: true, receiveOrgId: orgId }
    const fromShop = { receiveId: me, isOrgSend: true, sendOrgId: orgId }
    const before = contentOf(await buyer.api.chat.messages(toShop)).total
    const pages = [
      follow(() => here.now.at.push, callsOf(buyer), toShop),
      follow(() => there.now.at.push, callsOf(seller), fromShop),
    ] as const
    await expect.poll(() => pages.every((page) => page.connected())).toBe(true)

    const acknowledged: string[] = []
    /** Sends until it is answered; a message whose answer was lost is sent again as it was. */
    const say = async (client: Client, sides: object, content: string) => {
      const clientId = crypto.randomUUID()
      for (;;) {
        const answer = await client.api.chat.sendMessage({ ...sides, content, clientId }).catch(() => undefined)
        if (answer?.ok === true) return void acknowledged.push(clientId)
        if (answer !== undefined && answer.failure.code !== 0) throw new Error(JSON.stringify(answer.failure))
        await pause(20)
      }
    }
    // Each on their own process: what one says comes to the other by push.
    await say(buyer, toShop, '一号进程来的')
    await expect.poll(() => pages[1].heard()).toBeGreaterThan(0)
    await say(seller, fromShop, '二号进程来的')
    await expect.poll(() => pages[0].heard()).toBeGreaterThan(1)

    let said = 0
    const speak = async (client: Client, sides: object) => {
      for (let n = 1; n < each; n += 1) {
        await say(client, sides, `第 ${(said += 1)} 条`)
        if (said === each) {
          await one.kill()
          here.now.at = two
        }
      }
    }
    await Promise.all([speak(buyer, toShop), speak(seller, fromShop)])

    // The one who was moved hears by push again.
    await expect.poll(() => pages[0].connected()).toBe(true)
    const heard = pages[0].heard()
    await say(seller, fromShop, '还在吗？')
    await expect.poll(() => pages[0].heard()).toBeGreaterThan(heard)

    await Promise.all(pages.map((page) => page.stop()))
    const all = Array.from({ length: before + acknowledged.length }, (_, n) => n + 1)
    for (const { seen } of pages) expect(seen).toEqual(all)
    const ids: string[] = []
    for (let beforeSeq = all.length + 1; beforeSeq > before + 1; beforeSeq -= 100) {
      const { data } = contentOf(await buyer.api.chat.messages({ ...toShop, beforeSeq, pageSize: 100 }))
      ids.push(...data.filter(({ seq }) => seq > before).map(({ clientId }) => clientId))
    }
    expect(ids.toSorted()).toEqual(acknowledged.toSorted())
    process.stdout.write(`${acknowledged.length} messages across two processes, one of them killed\n`)
  },
)
