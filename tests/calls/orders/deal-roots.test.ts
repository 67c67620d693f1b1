import { createPublicKey, verify } from 'node:crypto'
import { and, desc, eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { verifyDealRecords } from '../../../src/cli/verify-records.ts'
import { readConfig } from '../../../src/config.ts'
import { dealEntries, dealLeaves, dealRoots } from '../../../src/db/tables/deal-record.ts'
import { orders } from '../../../src/db/tables/orders.ts'
import { checkRoots } from '../../../src/server/orders/deal-record/check-roots.ts'
import { createDealRoot } from '../../../src/server/orders/deal-record/create-root.ts'
import { loadRecordProof } from '../../../src/server/orders/deal-record/inclusion-proof.ts'
import { leafHash, rootOfProof } from '../../../src/server/orders/deal-record/merkle-tree.ts'
import { dealLeafText, dealRootText, findSigningKey } from '../../../src/server/orders/deal-record/sign-root.ts'
import { origin } from '../../support/app.ts'
import { contentOf } from '../../support/client.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'
import { tamper } from '../../support/scenes/orders/deal-record.ts'
import { sells } from '../../support/scenes/orders/order.ts'
import { demandOrder } from '../../support/scenes/orders/pay.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const seller = clientForFile(app, 'seller')
let orderId = 0
beforeAll(async () => {
  orderId = await demandOrder(app, buyer, seller)
})

const dayAfter = (days: number) => new Date(Date.now() + days * 86_400_000)
const makeRoot = async (days: number) =>
  createDealRoot(app.db, await findSigningKey(app.db, app.runtime.config), dayAfter(days))
const published = z.object({
  publicKeys: z.array(z.string()),
  roots: z.array(
    z.object({
      day: z.string(),
      root: z.string(),
      count: z.int(),
      previousRoot: z.string(),
      signature: z.string(),
      publicKey: z.string(),
    }),
  ),
})
const publishedRoots = async () =>
  published.parse(await (await app.fetch(new Request(`${origin}/.well-known/deal-roots.json`))).json())

test('a day has one root over all records, signed and published', async () => {
  expect(await makeRoot(0)).toBe(true)
  expect(await makeRoot(0)).toBe(false)
  const { publicKeys, roots } = await publishedRoots()
  const [root] = roots
  if (root === undefined) throw new Error('No root is published')
  expect(root.count).toBe(await app.db.$count(orders))
  const key = createPublicKey({ key: Buffer.from(publicKeys[0] ?? '', 'base64'), format: 'der', type: 'spki' })
  expect(verify(null, Buffer.from(dealRootText(root)), key, Buffer.from(root.signature, 'base64'))).toBe(true)
  const answer = await app.fetch(new Request(`${origin}/.well-known/deal-roots.json`))
  expect(answer.headers.get('cache-control')).toBe('public, max-age=3600')
})

test('a proof leads from the last entry of a record to the root', async () => {
  const proof = await loadRecordProof(app.db, orderId)
  if (proof === undefined) throw new Error('The record is in no root')
  expect(proof.seq).toBe(3)
  expect(rootOfProof(leafHash(dealLeafText(proof)), proof.steps)).toBe(proof.root.root)
  const other = { ...proof, seq: 2 }
  expect(rootOfProof(leafHash(dealLeafText(other)), proof.steps)).not.toBe(proof.root.root)
})

test('the next root names the one before, and only records that grew have new leaves', async () => {
  contentOf(await sells(seller, orderId, 'start'))
  const fresh = await demandOrder(app, buyer, seller)
  expect(await makeRoot(1)).toBe(true)
  const [second, first] = (await publishedRoots()).roots
  expect(second).toMatchObject({ previousRoot: first?.root, count: (first?.count ?? 0) + 1 })
  const [newest] = await app.db.select().from(dealRoots).orderBy(desc(dealRoots.id)).limit(1)
  const leaves = await app.db
    .select()
    .from(dealLeaves)
    .where(eq(dealLeaves.rootId, newest?.id ?? 0))
  expect(leaves.map((leaf) => [leaf.orderId, leaf.seq]).toSorted()).toEqual(
    [
      [orderId, 4],
      [fresh, 3],
    ].toSorted(),
  )
  for (const id of [orderId, fresh]) {
    const proof = await loadRecordProof(app.db, id)
    expect(proof && rootOfProof(leafHash(dealLeafText(proof)), proof.steps)).toBe(second?.root)
  }
  const read = contentOf(await buyer.api.orders.buyerDealRecord({ orderId }))
  expect(read).toMatchObject({ state: 'verified', root: { seq: 4, signed: true, root: second?.root } })
})

test('a day without changes has a root all the same', async () => {
  expect(await makeRoot(2)).toBe(true)
  const [third, second] = (await publishedRoots()).roots
  expect(third).toMatchObject({ root: second?.root, previousRoot: second?.root })
  expect(await checkRoots(app.db, '')).toEqual({ roots: 3, unsigned: 0, otherKeys: [], broken: null })
})

test('without a key the root is published unsigned', async () => {
  expect(await createDealRoot(app.db, undefined, dayAfter(3))).toBe(true)
  expect((await publishedRoots()).roots[0]).toMatchObject({ signature: '', publicKey: '' })
  expect(await checkRoots(app.db, '')).toMatchObject({ roots: 4, unsigned: 1, broken: null })
})

test('the command recomputes everything, and names an order whose last entries are gone', async () => {
  const { faults, summary } = await verifyDealRecords(app.db, '', '')
  expect(faults).toEqual([])
  expect(summary).toMatch(/^\d+ entries of \d+ orders and 4 roots, 1 of them unsigned$/)
  const [order] = await app.db.select().from(orders).where(eq(orders.id, orderId))
  const last = and(eq(dealEntries.orderId, orderId), eq(dealEntries.seq, 4))
  await tamper(app.db, (tx) => tx.delete(dealEntries).where(last))
  expect((await verifyDealRecords(app.db, order?.orderNo ?? '', '')).faults).toEqual([
    `Order ${order?.orderNo}: entry 4 is not as it was written`,
  ])
  await expect(verifyDealRecords(app.db, 'none', '')).rejects.toThrow('There is no order none')
})

test('a leaf that was changed is found in its tree', async () => {
  await app.db.transaction(async (tx) => {
    await tx.execute(sql`alter table deal_leaves disable trigger user`)
    await tx
      .update(dealLeaves)
      .set({ seq: 2 })
      .where(and(eq(dealLeaves.position, 0), eq(dealLeaves.rootId, 1)))
    await tx.execute(sql`alter table deal_leaves enable trigger user`)
  })
  const [first] = await app.db.select().from(dealRoots).orderBy(dealRoots.id).limit(1)
  expect((await checkRoots(app.db, '')).broken).toEqual({ day: first?.day, fault: 'tree' })
})

test('the setting takes a private Ed25519 key only', () => {
  const key = 'MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g'
  expect(readConfig({ DEAL_SIGNING_KEY: key }).dealSigningKey?.asymmetricKeyType).toBe('ed25519')
  expect(() => readConfig({ DEAL_SIGNING_KEY: 'c2VjcmV0' })).toThrow('DEAL_SIGNING_KEY')
})
