import { and, asc, eq, like } from 'drizzle-orm'
import type { DemandInput } from '../../../../src/contract/demands/demands.ts'
import { notices, stateChanges } from '../../../../src/db/tables/operations.ts'
import { startApp, type TestApp } from '../../app.ts'
import { signInAs, contentOf, visitor, type Client } from '../../client.ts'
import { demandInput, leafOf, saveDemand } from './demand.ts'

export let app: TestApp
export let ops: Client
export let buyer: Client
export let other: Client
export let sub: Client
export let seller: Client
let leaf: number
/** For the `beforeAll` of each file: files of one process share this module. */
export async function startScene(): Promise<void> {
  app = await startApp({ REVIEW: 'manual' })
  ;[ops, buyer, other] = await Promise.all([signInAs(app, 'ops'), signInAs(app, 'buyer'), signInAs(app, 'buyer2')])
  ;[sub, seller] = await Promise.all([signInAs(app, 'sub'), signInAs(app, 'seller')])
  leaf = (await leafOf(app)).id
}

export const read = async (demandId: number) => contentOf(await ops.api.demands.demandForReview({ demandId }))
export const judge = async (demandId: number, verdict: 'pass' | 'reject', reason = '', version?: number) =>
  ops.api.demands.demandReview({ demandId, verdict, reason, version: version ?? (await read(demandId)).version })
export const form = async (demandId: number) => contentOf(await buyer.api.demands.demandForm({ demandId }))
/** Change of a demand in the owner's list. */
export const listed = async (demandId: number) =>
  contentOf(await buyer.api.demands.buyerDemands({ pageSize: 100 })).data.find((row) => row.demandId === demandId)
    ?.change
export const seen = async (demandId: number) => contentOf(await visitor(app).api.demands.demand({ demandId }))
export const waiting = async () =>
  contentOf(await ops.api.demands.demandReviews({ pageSize: 100 })).data.map(({ demandId }) => demandId)
export const steps = async (demandId: number) =>
  (
    await app.db
      .select({ event: stateChanges.event })
      .from(stateChanges)
      .where(and(eq(stateChanges.entity, 'demand'), eq(stateChanges.entityId, demandId)))
      .orderBy(asc(stateChanges.id))
  )
    .map(({ event }) => event)
    .slice(2)
export const told = async (event: 'demand.changed' | 'demand.reviewed', title: string) =>
  app.db
    .select()
    .from(notices)
    .where(and(eq(notices.event, event), like(notices.title, `%${title}%`)))
    .orderBy(asc(notices.id))

/** An open demand with functions to edit it. */
export async function opened(more: Partial<DemandInput> = {}) {
  const posted = demandInput(leaf, more)
  const { demandId } = contentOf(await saveDemand(buyer, posted))
  contentOf(await judge(demandId, 'pass'))
  const title = posted.demandTitle
  const edit = (change: Partial<DemandInput>, version?: number) =>
    buyer.api.demands.demandUpdate({ ...posted, ...change, demandId, version })
  return { demandId, title, posted, edit }
}
