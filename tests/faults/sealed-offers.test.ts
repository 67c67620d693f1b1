import { and, asc, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demands, offers, offerVersions } from '../../src/db/tables/demands.ts'
import { stateChanges } from '../../src/db/tables/operations.ts'
import { closeDueDemands } from '../../src/server/demands/public.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { as, contentOf, failureOf, type Client } from '../support/client.ts'
import { openDemand, setDeadline, terms } from '../calls/demands/scene.ts'

/** PGlite serialises transactions; with DATABASE_URL the same races run on PostgreSQL. */

let app: TestApp
let buyer: Client
let sellers: Client[]
beforeAll(async () => {
  app = await startApp()
  buyer = await as(app, 'buyer')
  sellers = [await as(app, 'seller'), await as(app, 'seller2'), await as(app, 'seller3')]
})
afterAll(() => app.close())

const submit = (client: Client, demandId: number, note: string) =>
  client.api.demands.offerSave({ ...terms({ note }), demandId, submit: true, sealed: true })

test('submits, withdrawals and two clocks around the deadline: what stands is opened once, all else stays shut', async () => {
  for (let round = 0; round < 8; round += 1) {
    const demandId = await openDemand(app, buyer, { sealedOnly: round % 2 === 0 })
    const first = await Promise.all(sellers.map((seller) => submit(seller, demandId, '第一版')))
    const ids = first.map((answer) => contentOf(answer).offerId)
    // Some of the submits come before it, some after.
    await setDeadline(app, demandId, (round * 12) / 3_600_000)
    const answers = await Promise.all([
      ...sellers.flatMap((seller) => [submit(seller, demandId, '第二版'), submit(seller, demandId, '第三版')]),
      sellers[0]?.api.demands.sellerOfferDelete({ offerId: ids[0] ?? 0, reason: '撤回' }),
      closeDueDemands(app.db),
      closeDueDemands(app.db),
    ])
    const names = answers.flatMap((answer) => (answer === undefined ? [] : [failureOf(answer)]))
    expect(names.filter((name) => !['none', 'deadlinePast', 'stepNotAllowed'].includes(name))).toEqual([])
    await setDeadline(app, demandId, -0.0001)
    await closeDueDemands(app.db)
    await closeDueDemands(app.db)
    await expectOpened(demandId)
  }
})

/** Of every offer that stands the version in force is open, and nothing else of it; numbers are without a gap. */
async function expectOpened(demandId: number): Promise<void> {
  const [demand] = await app.db.select().from(demands).where(eq(demands.id, demandId))
  expect(demand?.status).toBe('evaluating')
  const all = await app.db.select().from(offers).where(eq(offers.demandId, demandId))
  const ids = all.map(({ id }) => id)
  const versions = await app.db
    .select()
    .from(offerVersions)
    .where(inArray(offerVersions.offerId, ids))
    .orderBy(asc(offerVersions.version))
  const opened = await app.db
    .select()
    .from(stateChanges)
    .where(and(eq(stateChanges.entity, 'offer'), inArray(stateChanges.entityId, ids), eq(stateChanges.event, 'open')))
  for (const { id, status, version } of all) {
    const own = versions.filter(({ offerId }) => offerId === id)
    expect(own.map((each) => each.version)).toEqual(Array.from({ length: version }, (_, at) => at + 1))
    const open = own.filter(({ openedAt }) => openedAt !== null).map((each) => each.version)
    expect(open).toEqual(status === 'submitted' ? [version] : [])
    expect(opened.filter(({ entityId }) => entityId === id).length).toBe(open.length)
  }
}
