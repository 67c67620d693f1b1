import { desc, eq } from 'drizzle-orm'
import type { annexesCalls } from '../../../contract/demands/annexes.ts'
import { companies, users } from '../../../db/tables/accounts.ts'
import { annexOpenings as openings } from '../../../db/tables/demands.ts'
import { files } from '../../../db/tables/operations.ts'
import type { Handler } from '../../handler.ts'
import { ownDemandOf } from '../received-offers.ts'

export const annexOpenings: Handler<typeof annexesCalls.annexOpenings> = async (
  { demandId, current, pageSize },
  { caller, db },
) => {
  await ownDemandOf(db, demandId, caller.companyId)
  const [total, rows] = await Promise.all([
    db.$count(openings, eq(openings.demandId, demandId)),
    db
      .select({
        openingId: openings.id,
        companyName: companies.name,
        isOperator: users.isOperator,
        personName: users.realName,
        fileName: files.name,
        openedAt: openings.openedAt,
      })
      .from(openings)
      .innerJoin(companies, eq(companies.id, openings.companyId))
      .innerJoin(users, eq(users.id, openings.userId))
      .leftJoin(files, eq(files.id, openings.fileId))
      .where(eq(openings.demandId, demandId))
      .orderBy(desc(openings.id))
      .limit(pageSize)
      .offset((current - 1) * pageSize),
  ])
  return {
    total,
    data: rows.map(({ isOperator, companyName, openedAt, ...row }) => ({
      ...row,
      // The buyer learns that the platform looked; which of its people is the platform's affair.
      companyName: isOperator ? '平台' : companyName,
      personName: isOperator ? '运营人员' : row.personName,
      openedAt: openedAt.toISOString(),
    })),
  }
}
