import { and, asc, eq, inArray } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { demands, offers, offerVersions } from '../../src/db/tables/demands.ts'
import { stateChanges } from '../../src/db/tables/operations.ts'
import { signInAs, contentOf, failureOf, type Client } from '../support/client.ts'
import { openDemand, setDeadline, terms } from '../support/scenes/demands/demand.ts'
import { closeDueDemands } from '../../src/server/demands/close-due-demands.ts'
import { appForFile, clientForFile } from '../support/fixtures.ts'

/** PGlite serialises transactions; with DATABASE_URL the races run on PostgreSQL. */

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
let sellers: Client[]
beforeAll(async () => {
  sellers = [await signInAs(app, 'seller'), await signInAs(app, 'seller2'), await signInAs(app, 'seller3')]
})

const submit = (client: Client, demandId: number, note: string) =>
  client.api.demands.offerSave({ ...terms({ note }), demandId, submit: true, sealed: true })

test('submits, withdrawals and two jobs around the deadline: active offers are opened once, others stay sealed', async () => {
  for (let round = 0; round < 8; round += 1) {
    const demandId = await openDemand(app, buyer, { sealedOnly: round % 2 === 0 })
    const first = await Promise.all(sellers.map((seller) => submit(seller, demandId, '第一版')))
    const ids = first.map((answer) => contentOf(answer).offerId)
    // Some submits are before the deadline, some after.
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

/** Asserts that exactly the version in force of every active offer is open; numbers have no gaps. */
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
