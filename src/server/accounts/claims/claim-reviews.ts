import { and, asc, count, desc, eq, ilike, inArray, ne, notInArray, or, sql } from 'drizzle-orm'
import type { ClaimHolder, companyClaimsCalls } from '../../../contract/accounts/company-claims.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { companyClaims, users } from '../../../db/tables/accounts.ts'
import { nameKey } from '../../../db/tables/columns.ts'
import { orders } from '../../../db/tables/orders.ts'
import { shops } from '../../../db/tables/shops.ts'
import { endedStatuses } from '../../../domain/orders/order-states.ts'
import type { Handler } from '../../handler.ts'
import { likePattern } from '../../search/like-pattern.ts'
import { getVersionsInForce } from '../certification/certification-versions.ts'
import {
  selectClaims,
  formatClaimant,
  findHolders,
  getHolderNamesAtSubmission,
  presentClaim,
  type Claim,
  type IdentifierHolder,
} from './claim-rows.ts'
import { countsOf } from '../../platform/queries/counts-by-status.ts'
import { historyOf } from '../../platform/history/histories.ts'

export const claimReviews: Handler<typeof companyClaimsCalls.claimReviews> = async (input, { db }) => {
  const { keyword, status, current, pageSize } = input
  const part = likePattern(keyword)
  const found =
    keyword === '' ? undefined : or(ilike(companyClaims.companyName, part), ilike(companyClaims.creditCode, part))
  const byStatus = await db
    .select({ status: companyClaims.status, count: count() })
    .from(companyClaims)
    .where(found)
    .groupBy(companyClaims.status)
  const waits = sql`(case when ${companyClaims.status} = 'submitted' then ${companyClaims.id} end)`
  const rows = await selectClaims(db)
    .where(and(found, status === undefined ? undefined : eq(companyClaims.status, status)))
    .orderBy(asc(waits), desc(companyClaims.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  return {
    ...countsOf(byStatus, status),
    data: rows.map((row) => ({
      ...presentClaim(row),
      claimant: formatClaimant(row),
      holders: getHolderNamesAtSubmission(row),
    })),
  }
}

export const claimDetail: Handler<typeof companyClaimsCalls.claimDetail> = async ({ claimId }, { db }) => {
  const [row] = await selectClaims(db).where(eq(companyClaims.id, claimId))
  if (row === undefined) throw new CallFailed('notFound')
  const { claim } = row
  return {
    ...presentClaim(row),
    claimant: formatClaimant(row),
    holders: await presentHolders(db, await findHolders(db, claim, claim.companyId)),
    rivals: await db.$count(companyClaims, rivalCondition(claim)),
    history: await historyOf(db, 'claim', claimId),
  }
}

/** Condition: other submitted claims for the same name or code. */
export const rivalCondition = ({ id, companyName, creditCode }: Claim) =>
  and(
    ne(companyClaims.id, id),
    eq(companyClaims.status, 'submitted'),
    or(
      eq(companyClaims.creditCode, creditCode),
      eq(nameKey(companyClaims.companyName), nameKey(sql`${companyName}::text`)),
    ),
  )

/** Holders with the facts an operator needs for the decision. */
async function presentHolders(db: Db, holders: readonly IdentifierHolder[]): Promise<ClaimHolder[]> {
  const ids = holders.map(({ company }) => company.id)
  if (ids.length === 0) return []
  const inForce = await getVersionsInForce(db, ids)
  const shopRows = await db.select().from(shops).where(inArray(shops.companyId, ids))
  const people = await db
    .select({ companyId: users.companyId, count: count() })
    .from(users)
    .where(inArray(users.companyId, ids))
    .groupBy(users.companyId)
  const presented: ClaimHolder[] = []
  for (const { company, holds } of holders) {
    const version = inForce.get(company.id)
    presented.push({
      companyId: company.id,
      companyName: company.name,
      creditCode: company.creditCode ?? '',
      holds: [...holds],
      certification: company.certification,
      version:
        version === undefined
          ? null
          : {
              legalPerson: version.legalPerson,
              address: version.address,
              approvedAt: version.reviewedAt,
              licenceUrl: version.licenceUrl,
            },
      shopName: company.isSaler ? (shopRows.find(({ companyId }) => companyId === company.id)?.name ?? '') : '',
      memberCount: people.find(({ companyId }) => companyId === company.id)?.count ?? 0,
      runningOrders: await db.$count(
        orders,
        and(
          or(eq(orders.sellerCompanyId, company.id), eq(orders.buyerCompanyId, company.id)),
          notInArray(orders.status, [...endedStatuses, 'completed']),
        ),
      ),
      createdAt: company.createdAt.toISOString(),
    })
  }
  return presented
}
