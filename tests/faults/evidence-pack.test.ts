import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { signInAs } from '../support/client.ts'
import { allocatorSettings } from '../support/file-load.ts'
import { memoryOf, watchMemory } from '../support/memory.ts'
import { startSite, type Site } from '../support/site.ts'
import { querySite } from '../support/site-database.ts'

/** A pack of 500 MB, the built product in its own process. */
const [count, fileBytes] = [20, 25 * 1024 * 1024]
const maxGrowthMb = 60

/** An order of the demo's buyer with large files, as if they had been added. */
async function orderWithFiles(site: Site): Promise<number> {
  const sql = (text: string, ...values: unknown[]) => querySite(site.databaseSocket, text, ...values)
  const [row] = await sql(`select o.id, u.id as "userId", u.company_id as "companyId" from orders o
    join users u on u.company_id = o.buyer_company_id and u.login_name = 'buyer' where o.status = 'completed' limit 1`)
  const { id, userId, companyId } = z.object({ id: z.int(), userId: z.int(), companyId: z.int() }).parse(row)
  mkdirSync(join(site.dataDir, 'files/attachment'), { recursive: true })
  for (let index = 0; index < count; index += 1) {
    const bytes = Buffer.alloc(fileBytes, `file ${index} `)
    const fileId = `large${String(index).padStart(17, '0')}`
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    writeFileSync(join(site.dataDir, 'files/attachment', fileId), bytes)
    await sql(
      `insert into files (id, purpose, audience, user_id, company_id, name, content_type, size, sha256, storage_key)
      values ($1, 'attachment', 'private', $2, $3, $1 || '.pdf', 'application/pdf', $4, $5, 'attachment/' || $1)`,
      fileId,
      userId,
      companyId,
      fileBytes,
      sha256,
    )
    await sql(
      `insert into order_files (order_id, file_id, kind, company_id, user_id) values ($1, $2, 'other', $3, $4)`,
      id,
      fileId,
      companyId,
      userId,
    )
    const body = `{"files":[{"fileId":"${fileId}","name":"${fileId}.pdf","sha256":"${sha256}","size":${fileBytes}}]}`
    await sql(
      `insert into deal_entries (order_id, kind, event, side, body) values ($1, 'document', 'add', 'buyer', $2)`,
      id,
      body,
    )
  }
  return id
}

/** Downloads a pack; `pause` is called once after the first chunks. Returns its bytes. */
async function download(site: Site, path: string, cookie: string, pause?: () => Promise<void>): Promise<number> {
  const answer = await fetch(site.url + path, { headers: { cookie } })
  expect(answer.status).toBe(200)
  let [bytes, paused] = [0, pause === undefined]
  for await (const chunk of answer.body ?? []) {
    bytes += z.instanceof(Uint8Array).parse(chunk).byteLength
    if (!paused && bytes > 1_000_000) {
      paused = true
      await pause?.()
    }
  }
  return bytes
}

test('a pack of 500 MB grows the process by less than 60 MB, also while its reader pauses', async () => {
  const site = await startSite(allocatorSettings, { withDatabaseSocket: true })
  onTestFinished(() => site.remove())
  const id = await orderWithFiles(site)
  const toSite = { fetch: async (request: Request) => fetch(site.url + new URL(request.url).pathname, request) }
  const buyer = await signInAs(toSite, 'buyer')
  const cookie = [...buyer.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const path = `/files/evidence-pack/buyer/${id}`
  const pid = site.process.pid ?? 0
  // The first download loads what each needs: fonts for the contract, the library of archives.
  const first = await fetch(site.url + path, { headers: { cookie } })
  await first.body?.cancel()
  await sleep(1_000)
  const watch = watchMemory(pid)
  const before = memoryOf(pid)
  let grownInPause = 0
  const bytes = await download(site, path, cookie, async () => {
    await sleep(3_000)
    grownInPause = memoryOf(pid) - before
  })
  const grown = watch.stop()
  expect(bytes).toBeGreaterThan(count * fileBytes)
  expect([grown < maxGrowthMb, grownInPause < maxGrowthMb], `${grown} MB, in the pause ${grownInPause} MB`).toEqual([
    true,
    true,
  ])
  // Who leaves while the pack is prepared leaves the place to others: one person has one.
  for (let left = 0; left < 2; left += 1) {
    const { hostname, port } = new URL(site.url)
    const socket = connect(Number(port), hostname === 'localhost' ? '127.0.0.1' : hostname)
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nCookie: ${cookie}\r\n\r\n`)
    await sleep(20)
    socket.destroy()
  }
  expect(await download(site, `${path}?again`, cookie)).toBeGreaterThan(count * fileBytes)
}, 180_000)
