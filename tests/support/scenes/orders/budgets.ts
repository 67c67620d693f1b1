import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { budgetEntries } from '../../../../src/db/tables/budget-entries.ts'
import { budgets } from '../../../../src/db/tables/budgets.ts'
import { usedSum } from '../../../../src/domain/orders/budgets/budgets.ts'
import { date } from '../../../../src/domain/time.ts'
import type { TestApp } from '../../app.ts'
import { contentOf, type Client } from '../../client.ts'
import { newKey } from '../../sentinels.ts'

type Wanted = Parameters<Client['api']['orders']['budgetSave']>[0]

const dayFromNow = (days: number) => date(new Date(Date.now() + days * 86_400_000).toISOString())

export const budgetOf = (changes: Partial<Wanted> & Pick<Wanted, 'costCentre'>): Wanted => ({
  name: `${changes.costCentre} 采购`,
  startsOn: dayFromNow(-30),
  endsOn: dayFromNow(30),
  amount: 100_000_000,
  mode: 'stop',
  ...changes,
})

export const saveBudget = (client: Client, wanted: Wanted, idempotencyKey = newKey()) =>
  client.api.orders.budgetSave(wanted, { idempotencyKey })

/** A new cost centre with a budget of today. */
export async function budgeted(client: Client, costCentre: string, changes: Partial<Wanted> = {}) {
  contentOf(await client.api.orders.costCentreSave({ code: costCentre, name: '测试中心' }))
  return contentOf(await saveBudget(client, budgetOf({ costCentre, ...changes })))
}

/** Changes a budget as it is now. */
export async function changed(
  client: Client,
  budgetId: number,
  changes: Partial<Pick<Wanted, 'name' | 'amount' | 'mode'>>,
  idempotencyKey = newKey(),
) {
  const { version, name, amount, mode } = contentOf(await client.api.orders.budget({ budgetId }))
  return client.api.orders.budgetUpdate({ budgetId, version, name, amount, mode, ...changes }, { idempotencyKey })
}

/** Balances of a budget; they are the sum of its entries, and a budget that stops is never exceeded. */
export async function useOf(app: Pick<TestApp, 'db'>, budgetId: number) {
  const [row] = await app.db.select().from(budgets).where(eq(budgets.id, budgetId))
  if (row === undefined) throw new Error(`There is no budget ${budgetId}`)
  const sum = (column: typeof budgetEntries.held | typeof budgetEntries.committed | typeof budgetEntries.spent) =>
    sql<number>`coalesce(sum(${column}), 0)::float8`
  const [sums] = await app.db
    .select({
      held: sum(budgetEntries.held),
      committed: sum(budgetEntries.committed),
      spent: sum(budgetEntries.spent),
    })
    .from(budgetEntries)
    .where(eq(budgetEntries.budgetId, budgetId))
  const { held, committed, spent, amount, mode } = row
  expect({ held, committed, spent }).toEqual(sums)
  if (mode === 'stop') expect(usedSum(row)).toBeLessThanOrEqual(amount)
  return { held, committed, spent }
}

/** What moved a budget, oldest first. */
export const eventsOf = async (app: Pick<TestApp, 'db'>, budgetId: number) =>
  (await app.db.select().from(budgetEntries).where(eq(budgetEntries.budgetId, budgetId)).orderBy(budgetEntries.id)).map(
    ({ source, event }) => `${source} ${event}`,
  )
