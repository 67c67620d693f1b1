import { and, eq } from 'drizzle-orm'
import type { SubscriptionInput } from '../../../../src/contract/demands/matching.ts'
import { companies, users } from '../../../../src/db/tables/accounts.ts'
import { demandMatches, demandSubscriptions } from '../../../../src/db/tables/demands.ts'
import { notices } from '../../../../src/db/tables/operations.ts'
import { shops } from '../../../../src/db/tables/shops.ts'
import { links } from '../../../../src/domain/links.ts'
import type { Account } from '../../accounts.ts'
import type { TestApp } from '../../app.ts'
import { contentOf, type Client } from '../../client.ts'

/** A new subscription of a seller. */
export const subscribe = async (seller: Client, more: Partial<SubscriptionInput> = {}): Promise<number> =>
  contentOf(await seller.api.demands.subscriptionSave({ name: '全部需求', ...more })).subscriptionId

export const withoutSubscriptions = (app: TestApp) => app.db.delete(demandSubscriptions)

export async function personOf(app: TestApp, account: Account): Promise<{ userId: number; companyId: number }> {
  const [row] = await app.db
    .select({ userId: users.id, companyId: users.companyId })
    .from(users)
    .where(eq(users.loginName, account))
  return { userId: row?.userId ?? 0, companyId: row?.companyId ?? 0 }
}

export async function shopOf(app: TestApp, account: Account): Promise<number> {
  const { companyId } = await personOf(app, account)
  return (await app.db.select({ id: shops.id }).from(shops).where(eq(shops.companyId, companyId)))[0]?.id ?? 0
}

export const matchesOf = (app: TestApp, demandId: number) =>
  app.db.select().from(demandMatches).where(eq(demandMatches.demandId, demandId))

/** Notifications of one person about a demand. */
export async function toldOf(app: TestApp, account: Account, demandId: number) {
  const { userId } = await personOf(app, account)
  return app.db
    .select({ title: notices.title, text: notices.text })
    .from(notices)
    .where(
      and(
        eq(notices.userId, userId),
        eq(notices.event, 'demand.matched'),
        eq(notices.path, links.demandDetail(demandId)),
      ),
    )
}

/** Creates a number of supplier companies and returns their ids. */
export async function newSuppliers(app: TestApp, count: number): Promise<number[]> {
  const rows = await app.db
    .insert(companies)
    .values(
      Array.from({ length: count }, (_each, n) => ({
        name: `批量供应商 ${n}`,
        shortName: `批量 ${n}`,
        creditCode: `91510100TEST${String(n).padStart(6, '0')}`,
        districtCode: '510100',
        isSaler: true,
      })),
    )
    .returning({ id: companies.id })
  return rows.map(({ id }) => id)
}
