import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { eq, sql } from 'drizzle-orm'
import { expect, inject, test } from 'vitest'
import { conversations, messages } from '../../src/db/tables/chat.ts'
import { startAppForTest } from '../support/app.ts'
import { signInAs, contentOf } from '../support/client.ts'
import { memoryOf } from '../support/memory.ts'
import { unlimitedCalls } from '../support/unlimited-calls.ts'

/** Total messages; seconds of sending by the call itself; concurrent senders. */
const [count, seconds, hands] = [100_000, 50, 8]
const maxGrowthMb = 50

setFlagsFromString('--expose-gc')
const collect: unknown = runInNewContext('gc')
/** Memory in megabytes: heap after a collection, and of the process. */
async function memoryUse(): Promise<{ readonly kept: number; readonly process: number }> {
  for (let round = 0; round < 4; round += 1) {
    if (typeof collect === 'function') collect()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const { heapUsed, external } = process.memoryUsage()
  // The embedded database stores the tables in the measured process: its memory is not counted.
  const kept = embedded ? heapUsed : heapUsed + external
  return { kept: kept / 1_048_576, process: memoryOf(process.pid) }
}
const embedded = inject('template').engine === 'pglite'

test(`100,000 messages to an offline user grow the memory by less than ${maxGrowthMb} MB and are all in the history`, async () => {
  const app = await startAppForTest()
  const [buyer, seller] = [await signInAs(app, 'buyer'), await signInAs(app, 'seller3')]
  const orgId = contentOf(await seller.api.accounts.profile({})).companyId ?? 0
  const toShop = { isOrg: true, receiveOrgId: orgId }
  const call = unlimitedCalls(app, buyer)
  const say = (n: number) =>
    call('chat.sendMessage', { ...toShop, content: `第 ${n} 条：终稿已上传，请您验收`, clientId: crypto.randomUUID() })
  const readerId = contentOf(await seller.api.accounts.profile({})).userId
  /** Pushes so many messages as `sendMessage` does, yielding to the broker in between. */
  const push = async (first: number, many: number, message: object) => {
    for (let sent = 0; sent < many; sent += 1) {
      app.runtime.push.send(readerId, { ...message, type: 'chat', seq: first + sent })
      if (sent % 100 === 0) await new Promise((resolve) => setImmediate(resolve))
    }
  }
  // Warm-up, so that loading and compiling do not count as growth.
  for (let n = 0; n < 300; n += 1) await say(n)
  const { total: before, conversationId, data } = contentOf(await buyer.api.chat.messages(toShop))
  const [last] = data
  if (conversationId === null || last === undefined) throw new Error('no conversation')
  await push(0, count, last)
  const start = await memoryUse()

  const until = performance.now() + seconds * 1000
  let called = 0
  await Promise.all(
    Array.from({ length: hands }, async () => {
      while (called < count && performance.now() < until) await say((called += 1))
    }),
  )
  // The others are inserted as rows of the same form, each with its push: the broker gets all hundred thousand.
  const rest = count - called
  await app.db.transaction(async (tx) => {
    await tx.execute(sql`
      insert into ${messages} (conversation_id, seq, client_id, sender_user_id, sender_party, content, tokens)
      select conversation_id, seq + n, 'bulk-' || n, sender_user_id, sender_party, content, tokens
      from ${messages}, generate_series(1, ${rest}::int) n
      where conversation_id = ${conversationId} and seq = (select max(seq) from ${messages} where conversation_id = ${conversationId})`)
    await tx
      .update(conversations)
      .set({ lastSeq: before + count })
      .where(eq(conversations.id, conversationId))
  })
  await push(before + called, rest, last)
  const end = await memoryUse()
  const grown = end.kept - start.kept
  process.stdout.write(
    `${called} of ${count} by the call; ${grown.toFixed(1)} MB more are kept, the process holds ${(end.process - start.process).toFixed(0)} MB more\n`,
  )

  // The offline user returns and reads everything by sequence numbers.
  const me = contentOf(await buyer.api.accounts.profile({})).userId
  const fromShop = { receiveId: me, isOrgSend: true, sendOrgId: orgId }
  const back = unlimitedCalls(app, seller)
  let seq = before
  while (seq < before + count) {
    const page = await back('chat.messages', { ...fromShop, afterSeq: seq, pageSize: 100 })
    const rows: unknown = typeof page === 'object' && page !== null && 'data' in page ? page.data : []
    const seqs = Array.isArray(rows) ? rows.map((row: { seq: number }) => row.seq) : []
    expect(seqs).toEqual(Array.from({ length: Math.min(100, before + count - seq) }, (_, n) => seq + 1 + n))
    seq += seqs.length
  }
  expect(contentOf(await seller.api.chat.unreadTotal({}))).toBeGreaterThanOrEqual(count)
  expect(grown).toBeLessThan(maxGrowthMb)
})
