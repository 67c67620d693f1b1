import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, inject, onTestFinished, test } from 'vitest'
import { origin, redisUrl } from '../support/app.ts'
import { followConversation } from '../support/chat-follower.ts'
import { signInAs, contentOf, type Client } from '../support/client.ts'
import { copyTemplate, templateCopyUrl } from '../support/database.ts'
import { redisAnswers } from '../support/redis.ts'
import { freePort, startSite } from '../support/site.ts'
import type { CallByName } from '../support/unlimited-calls.ts'

/** Messages per side, below the rate limit of a minute. */
const each = 100
const template = inject('template')
const redis = redisUrl()
const lacks =
  template.engine !== 'postgres'
    ? ' (left out: two processes need PostgreSQL)'
    : redis === '' || !(await redisAnswers(redis))
      ? ' (left out: no Redis answers)'
      : ''

/** One of the processes behind the proxy. */
async function processOn(databaseUrl: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-two-'))
  const port = await freePort()
  const env = { DATABASE_URL: databaseUrl, REDIS_URL: redis, DATA_DIR: dataDir, PORT: String(port) }
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

/** A client routed to one process by a proxy, and to another one once that has ended. */
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
/** Calls over HTTP by `domain.name`, for calls made by pages. */
const callsOf =
  (client: Client): CallByName =>
  async (name, input) => {
    const path = paths.get(name)
    if (path === undefined) throw new Error(name)
    const answer: unknown = await (await client.post(path, JSON.stringify(input))).json()
    return typeof answer === 'object' && answer !== null && 'content' in answer ? answer.content : undefined
  }

test.skipIf(lacks !== '')(
  `two processes: messages cross between them, and kill -9 of one loses, duplicates and reorders nothing${lacks}`,
  async () => {
    if (template.engine !== 'postgres') return
    const kept = await copyTemplate(template)
    onTestFinished(() => kept.close())
    const [one, two] = await Promise.all([processOn(templateCopyUrl(template)), processOn(templateCopyUrl(template))])
    const [here, there] = [led(one), led(two)]
    const [buyer, seller] = [await signInAs(here.app, 'buyer'), await signInAs(there.app, 'seller')]
    const orgId = contentOf(await seller.api.accounts.profile({})).companyId ?? 0
    const me = contentOf(await buyer.api.accounts.profile({})).userId
    const toShop = { isOrg: true, receiveOrgId: orgId }
    const fromShop = { receiveId: me, isOrgSend: true, sendOrgId: orgId }
    const before = contentOf(await buyer.api.chat.messages(toShop)).total
    const pages = [
      followConversation(() => here.now.at.push, callsOf(buyer), toShop),
      followConversation(() => there.now.at.push, callsOf(seller), fromShop),
    ] as const
    await expect.poll(() => pages.every((page) => page.connected())).toBe(true)

    const acknowledged: string[] = []
    /** Retries until there is a response, with the same message. */
    const say = async (client: Client, sides: object, content: string) => {
      const clientId = crypto.randomUUID()
      for (;;) {
        const answer = await client.api.chat.sendMessage({ ...sides, content, clientId }).catch(() => undefined)
        if (answer?.ok === true) return void acknowledged.push(clientId)
        if (answer !== undefined && answer.failure.code !== 0) throw new Error(JSON.stringify(answer.failure))
        await pause(20)
      }
    }
    // Each on another process: messages are delivered by push.
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

    // The moved client receives pushes again.
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
