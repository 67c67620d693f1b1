import { and, count, desc, eq, inArray, or, sql } from 'drizzle-orm'
import type { supplierMarksCalls } from '../../contract/shops/supplier-marks.ts'
import { CallFailed, fieldFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { companies, users } from '../../db/tables/accounts.ts'
import { shops, supplierMarks } from '../../db/tables/shops.ts'
import { personName } from '../../domain/accounts/person-name.ts'
import { maxSupplierMarks } from '../../domain/shops/supplier-marks.ts'
import type { Handler, Member } from '../handler.ts'
import { isOpen } from './shop-rows.ts'

const marksOf = (companyId: number) => eq(supplierMarks.companyId, companyId)

export const supplierMarkList: Handler<typeof supplierMarksCalls.supplierMarks> = async (
  { mark, current, pageSize },
  { caller, db },
) => {
  const wanted = and(marksOf(caller.companyId), mark === undefined ? undefined : eq(supplierMarks.mark, mark))
  const rows = await db
    .select({
      row: supplierMarks,
      companyName: companies.name,
      shopId: shops.id,
      shopName: shops.name,
      by: { realName: users.realName, loginName: users.loginName },
    })
    .from(supplierMarks)
    .innerJoin(companies, eq(companies.id, supplierMarks.supplierId))
    .innerJoin(users, eq(users.id, supplierMarks.userId))
    .leftJoin(shops, and(eq(shops.companyId, supplierMarks.supplierId), isOpen()))
    .where(wanted)
    .orderBy(desc(supplierMarks.createdAt), desc(supplierMarks.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  return {
    total: await db.$count(supplierMarks, wanted),
    data: rows.map(({ row, companyName, shopId, shopName, by }) => ({
      orgId: row.supplierId,
      companyName,
      shopId,
      shopName: shopName ?? '',
      mark: row.mark,
      reason: row.reason,
      by: personName(by),
      at: row.createdAt.toISOString(),
    })),
  }
}

/** Counts the blocked suppliers anew; the lock of the company makes parallel changes count one after the other. */
async function changeMarks<T>(db: Db, companyId: number, change: (tx: Db) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.select({ id: companies.id }).from(companies).where(eq(companies.id, companyId)).for('no key update')
    const changed = await change(tx)
    const blocked = tx
      .select({ count: count() })
      .from(supplierMarks)
      .where(and(marksOf(companyId), eq(supplierMarks.mark, 'blocked')))
    await tx
      .update(companies)
      .set({ blockedSuppliers: sql`(${blocked})` })
      .where(eq(companies.id, companyId))
    return changed
  })
}

export const supplierMarkSave: Handler<typeof supplierMarksCalls.supplierMarkSave> = async (
  { orgId, mark, reason },
  { caller, db, note },
) => {
  const { companyId, userId } = caller
  if (orgId === companyId) throw fieldFailed({ field: 'orgId', message: '不能列入本企业' })
  const [supplier] = await db
    .select({ name: companies.name })
    .from(companies)
    .where(and(eq(companies.id, orgId), eq(companies.isSaler, true)))
  if (supplier === undefined) throw new CallFailed('notFound')
  await changeMarks(db, companyId, async (tx) => {
    const set = { mark, reason, userId, createdAt: new Date() }
    await tx
      .insert(supplierMarks)
      .values({ companyId, supplierId: orgId, ...set })
      .onConflictDoUpdate({ target: [supplierMarks.companyId, supplierMarks.supplierId], set })
    if ((await tx.$count(supplierMarks, marksOf(companyId))) > maxSupplierMarks) throw new CallFailed('tooManyMarks')
  })
  note(`${supplier.name}：${reason}`)
  return { orgId, mark, reason }
}

export const supplierMarkDelete: Handler<typeof supplierMarksCalls.supplierMarkDelete> = async (
  { orgId },
  { caller, db },
) => {
  await changeMarks(db, caller.companyId, (tx) =>
    tx.delete(supplierMarks).where(and(marksOf(caller.companyId), eq(supplierMarks.supplierId, orgId))),
  )
  return {}
}

export const ownSupplierMarks: Handler<typeof supplierMarksCalls.ownSupplierMarks> = async (
  { orgIds, shopIds },
  { caller, db },
) => {
  if (orgIds.length + shopIds.length === 0) return []
  const { supplierId: orgId, mark, reason } = supplierMarks
  return db
    .select({ orgId, mark, reason, shopId: shops.id })
    .from(supplierMarks)
    .leftJoin(shops, eq(shops.companyId, supplierMarks.supplierId))
    .where(and(marksOf(caller.companyId), or(inArray(orgId, orgIds), inArray(shops.id, shopIds))))
}

/**
 * Throws supplierBlocked for the first supplier that the caller's company has blocked, with its name and the reason: the
 * answer goes to the company's own people. A company that blocks nobody pays no statement.
 */
export async function assertNotBlocked(
  db: Db,
  { companyId, blockedSuppliers }: Pick<Member, 'companyId' | 'blockedSuppliers'>,
  supplierIds: readonly number[],
): Promise<void> {
  if (blockedSuppliers === 0 || supplierIds.length === 0) return
  const [blocked] = await db
    .select({ name: companies.name, reason: supplierMarks.reason })
    .from(supplierMarks)
    .innerJoin(companies, eq(companies.id, supplierMarks.supplierId))
    .where(
      and(marksOf(companyId), inArray(supplierMarks.supplierId, [...supplierIds]), eq(supplierMarks.mark, 'blocked')),
    )
    .limit(1)
  if (blocked !== undefined) throw new CallFailed('supplierBlocked', blocked)
}
