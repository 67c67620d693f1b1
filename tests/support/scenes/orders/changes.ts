import { desc, eq } from 'drizzle-orm'
import type { ChangeOrder, ChangeOrders } from '../../../../src/contract/orders/change-orders.ts'
import { changeOrders } from '../../../../src/db/tables/change-orders.ts'
import { orders } from '../../../../src/db/tables/orders.ts'
import type { Side } from '../../../../src/domain/sides.ts'
import { date } from '../../../../src/domain/time.ts'
import type { TestApp } from '../../app.ts'
import { demoPassword } from '../../accounts.ts'
import { contentOf, type Client } from '../../client.ts'
import { newKey } from '../../sentinels.ts'

/** Confirms the person of a session, as the dialog does before a signature. */
export const prove = (client: Client) => client.api.accounts.reauthenticate({ password: demoPassword }).then(contentOf)

/** A day some days ahead, in Shanghai. */
export const dayAhead = (days: number): string => date(new Date(Date.now() + days * 86_400_000).toISOString())

export const changesOf = async (client: Client, side: Side, orderId: number): Promise<ChangeOrders> =>
  contentOf(
    side === 'buyer'
      ? await client.api.orders.buyerChangeOrders({ orderId })
      : await client.api.orders.sellerChangeOrders({ orderId }),
  )

type Proposal = Parameters<Client['api']['orders']['buyerChangePropose']>[0]
type Row = Proposal['rows'][number]
type BaseRow = ChangeOrders['base']['rows'][number]

/** A row of a proposal: the row as it is with some values changed. */
export const rowWith = (row: BaseRow | undefined, changes: Partial<Row> = {}): Row => {
  if (row === undefined) throw new Error('The order has no such row')
  const { seq, name, deliverables, on, amount } = row
  return { seq, name, deliverables, on, amount, skip: false, ...changes }
}
export const addedRow = (changes: Partial<Row> = {}): Row => ({
  seq: null,
  name: '补充试验',
  deliverables: '补充试验报告',
  on: dayAhead(200),
  amount: 50_000,
  skip: false,
  ...changes,
})

/** A proposal on the order as it is; the total is that of the rows. */
export async function proposalFor(
  client: Client,
  side: Side,
  orderId: number,
  rowsOf: (rows: readonly BaseRow[]) => Row[],
  more: Partial<Proposal> = {},
): Promise<Proposal> {
  const { base } = await changesOf(client, side, orderId)
  const rows = rowsOf(base.rows)
  const kept = base.rows.filter(({ seq }) => !rows.some((row) => row.seq === seq))
  const total = [...kept, ...rows.map(({ skip, amount }) => ({ amount: skip === true ? 0 : amount }))].reduce(
    (sum, { amount }) => sum + amount,
    0,
  )
  const { version: baseVersion, promisedOn } = base
  return { orderId, baseVersion, reason: '检测指标增加', scope: '', promisedOn, total, rows, expiresInDays: 7, ...more }
}

export const propose = (client: Client, side: Side, proposal: Proposal, idempotencyKey = newKey()) =>
  side === 'buyer'
    ? client.api.orders.buyerChangePropose(proposal, { idempotencyKey })
    : client.api.orders.sellerChangePropose(proposal, { idempotencyKey })

export const sign = (
  client: Client,
  side: Side,
  change: Pick<ChangeOrder, 'changeId' | 'fingerprint'>,
  key = newKey(),
) => {
  const { changeId, fingerprint } = change
  const once = { idempotencyKey: key }
  return side === 'buyer'
    ? client.api.orders.buyerChangeSign({ changeId, fingerprint }, once)
    : client.api.orders.sellerChangeSign({ changeId, fingerprint }, once)
}

/** Proposes a change and returns it; its proposer is confirmed before. */
export async function proposed(
  client: Client,
  side: Side,
  orderId: number,
  rowsOf: (rows: readonly BaseRow[]) => Row[],
  more: Partial<Proposal> = {},
): Promise<ChangeOrder> {
  await prove(client)
  const { data } = contentOf(await propose(client, side, await proposalFor(client, side, orderId, rowsOf, more)))
  const [open] = data
  if (open === undefined) throw new Error('Nothing was proposed')
  return open
}

export const changeRows = (app: Pick<TestApp, 'db'>, orderId: number) =>
  app.db.select().from(changeOrders).where(eq(changeOrders.orderId, orderId)).orderBy(desc(changeOrders.number))

export const termsVersionOf = async (app: Pick<TestApp, 'db'>, orderId: number) => {
  const [row] = await app.db
    .select({ version: orders.termsVersion, total: orders.total })
    .from(orders)
    .where(eq(orders.id, orderId))
  if (row === undefined) throw new Error(`There is no order ${orderId}`)
  return row
}
