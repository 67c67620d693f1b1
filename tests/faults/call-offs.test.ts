import { and, eq, notInArray, sum } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { users } from '../../src/db/tables/accounts.ts'
import { agreements, agreementVersions } from '../../src/db/tables/agreements.ts'
import { services } from '../../src/db/tables/catalogue.ts'
import { orders } from '../../src/db/tables/orders.ts'
import { endedStatuses } from '../../src/domain/orders/order-states.ts'
import { contentOf, failureOf } from '../support/client.ts'
import { appForFile, clientForFile } from '../support/fixtures.ts'
import { agreed, callOffOf, frameworkTerms, nextVersion, signAgreement } from '../support/scenes/orders/agreements.ts'
import { companyOf } from '../support/scenes/orders/cart.ts'
import { prove } from '../support/scenes/orders/changes.ts'
import { submitted } from '../support/scenes/orders/checkout.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const seller = clientForFile(app, 'seller')
/** A colleague of the buyer: one person makes at most 600 calls a minute. */
const colleague = clientForFile(app, 'sub')
beforeAll(async () => {
  await prove(buyer)
  await prove(seller)
  await app.db.update(users).set({ isOwner: true }).where(eq(users.loginName, 'sub'))
})

/** fen */
const price = 10_000

/** Terms with one service of the supplier, which has neither stock nor postage: each call-off is its price. */
async function serviceTerms(ceiling: number) {
  const [service] = await app.db
    .select({ id: services.id })
    .from(services)
    .where(and(eq(services.companyId, await companyOf(app, 'seller')), eq(services.status, 'published')))
    .limit(1)
  if (service === undefined) throw new Error('The seller sells no services')
  const lines = [{ kind: 'service' as const, listingId: service.id, specId: null, unitPrice: price, minQuantity: 1 }]
  return frameworkTerms({ kind: 'service', listingId: service.id, specId: null }, { ceiling, lines })
}

/** Runs some calls, a limited number of them at a time. */
async function atMost<T>(limit: number, calls: readonly (() => Promise<T>)[]): Promise<T[]> {
  const answers: T[] = []
  const left = [...calls.entries()]
  const work = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) answers[next[0]] = await next[1]()
  }
  await Promise.all(Array.from({ length: limit }, work))
  return answers
}

const committedOf = async (agreementId: number): Promise<number> => {
  const [row] = await app.db
    .select({ sum: sum(orders.total).mapWith(Number) })
    .from(orders)
    .where(and(eq(orders.agreementId, agreementId), notInArray(orders.status, [...endedStatuses])))
  return row?.sum ?? 0
}

test('1,000 call-offs against room for 100 make exactly 100 orders', async () => {
  const running = await agreed(app, buyer, seller, await serviceTerms(100 * price))
  const asked = { ...callOffOf(running, 1), addressId: null }
  const shown = contentOf(await buyer.api.orders.orderConfirm(asked))
  const calls = Array.from(
    { length: 1_000 },
    (_, at) => () => submitted(at % 2 === 0 ? buyer : colleague, asked, shown),
  )
  const names = (await atMost(20, calls)).map((answer) => (answer.ok ? 'ok' : failureOf(answer)))
  const tally = Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]))
  expect(tally).toEqual({ ok: 100, agreementRoomShort: 900 })
  expect(await app.db.$count(orders, eq(orders.agreementId, running.agreementId))).toBe(100)
  expect(await committedOf(running.agreementId)).toBe(100 * price)
}, 300_000)

test('call-offs against the signature of a lower ceiling: what is committed never exceeds the ceiling in force', async () => {
  for (let round = 0; round < 8; round += 1) {
    const running = await agreed(app, buyer, seller, await serviceTerms(20 * price))
    const amended = contentOf(await nextVersion(seller, 'seller', running, await serviceTerms(5 * price)))
    const asked = { ...callOffOf(running, 1), addressId: null }
    const shown = contentOf(await buyer.api.orders.orderConfirm(asked))
    const callOffs = Array.from({ length: 10 }, () => () => submitted(buyer, asked, shown))
    const sign = () => signAgreement(buyer, 'buyer', amended)
    // The signature comes at another place of the queue each round.
    await atMost<unknown>(11, [...callOffs.slice(0, round), sign, ...callOffs.slice(round)])
    const [inForce] = await app.db
      .select({ terms: agreementVersions.terms, version: agreements.version })
      .from(agreements)
      .innerJoin(
        agreementVersions,
        and(eq(agreementVersions.agreementId, agreements.id), eq(agreementVersions.version, agreements.version)),
      )
      .where(eq(agreements.id, running.agreementId))
    if (inForce?.terms.kind !== 'framework') throw new Error('No terms in force')
    const committed = await committedOf(running.agreementId)
    expect(committed).toBeLessThanOrEqual(inForce.terms.ceiling)
    // Without the lower ceiling all call-offs had room.
    if (inForce.version === 1) expect(committed).toBe(10 * price)
  }
}, 120_000)

test('both sides amend at once: one version is open, and a signature meets a counter-proposal once', async () => {
  for (let round = 0; round < 5; round += 1) {
    const running = await agreed(app, buyer, seller, await serviceTerms(20 * price))
    const terms = await serviceTerms(30 * price)
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        at % 2 === 0 ? nextVersion(buyer, 'buyer', running, terms) : nextVersion(seller, 'seller', running, terms),
      ),
    )
    const [made] = answers.flatMap((answer) => (answer.ok ? [answer.content] : []))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    if (made === undefined) throw new Error('No version was proposed')
    const [side, client] =
      made.versions[0]?.side === 'buyer' ? (['seller', seller] as const) : (['buyer', buyer] as const)
    const ends = await Promise.all([signAgreement(client, side, made), nextVersion(client, side, made, terms)])
    expect(ends.filter(({ ok }) => ok).length).toBeGreaterThanOrEqual(1)
    const open = and(eq(agreementVersions.agreementId, running.agreementId), eq(agreementVersions.status, 'proposed'))
    expect(await app.db.$count(agreementVersions, open)).toBeLessThanOrEqual(1)
  }
}, 120_000)
