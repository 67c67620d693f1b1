import { and, asc, count, desc, eq, ilike, inArray, ne, notInArray, or, sql } from 'drizzle-orm'
import type { ClaimHolder, companyClaimsCalls } from '../../../contract/accounts/company-claims.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { companyClaims, users } from '../../../db/tables/accounts.ts'
import { nameKey } from '../../../db/tables/columns.ts'
import { orders } from '../../../db/tables/orders.ts'
import { shops } from '../../../db/tables/shops.ts'
import { claimTransitions, maxPendingClaims } from '../../../domain/accounts/company-claims.ts'
import { links } from '../../../domain/links.ts'
import { endedStatuses } from '../../../domain/orders/order-states.ts'
import { nextState } from '../../../domain/transition.ts'
import type { Caller, Handler } from '../../handler.ts'
import { assignFileToCompany, ownFile } from '../../platform/files/files.ts'
import { historiesOf, historyOf } from '../../platform/history/histories.ts'
import { recordSteps } from '../../platform/history/record-steps.ts'
import { operatorIds } from '../../platform/notices/notices.ts'
import { countsOf } from '../../platform/queries/counts-by-status.ts'
import { likePattern } from '../../search/like-pattern.ts'
import { getVersionsInForce } from '../certification/certification-versions.ts'
import { notify } from '../notifications/notify.ts'
import {
  type Claim,
  findHolders,
  formatClaimant,
  getClaim,
  getHolderNamesAtSubmission,
  type IdentifierHolder,
  presentClaim,
  selectClaims,
} from './claim-rows.ts'

/** Maximum number of claims in the list. */
const maxClaims = 50

/** Condition: the caller's own claims, and with the right corporate_credit those of their company. */
const ownClaimsCondition = ({ userId, companyId, permissions }: Caller) =>
  or(
    eq(companyClaims.userId, userId),
    companyId !== null && permissions.has('corporate_credit') ? eq(companyClaims.companyId, companyId) : undefined,
  )

export const claims: Handler<typeof companyClaimsCalls.claims> = async (_input, { caller, db }) => {
  const rows = await selectClaims(db).where(ownClaimsCondition(caller)).orderBy(desc(companyClaims.id)).limit(maxClaims)
  const histories = await historiesOf(
    db,
    'claim',
    rows.map(({ claim }) => claim.id),
  )
  return rows.map((row) => ({ ...presentClaim(row), history: histories.get(row.claim.id) ?? [] }))
}

export const claimWithdraw: Handler<typeof companyClaimsCalls.claimWithdraw> = ({ claimId }, { caller, db, note }) =>
  db.transaction(async (tx) => {
    const [claim] = await tx
      .select()
      .from(companyClaims)
      .where(and(eq(companyClaims.id, claimId), ownClaimsCondition(caller)))
      .for('update')
    if (claim === undefined) throw new CallFailed('notFound')
    const status = nextState(claimTransitions, claim.status, 'withdraw', 'claimant')
    if (status === undefined) throw new CallFailed('stepNotAllowed')
    await tx.update(companyClaims).set({ status }).where(eq(companyClaims.id, claimId))
    const by = { userId: caller.userId, companyId: caller.companyId }
    const step = { event: 'withdraw', fromStatus: claim.status, toStatus: status, ...by }
    await recordSteps(tx, [{ entity: 'claim', entityId: claimId, ...step }])
    note(claim.companyName)
    return { status }
  })

/**
 * Runs inside the transaction of its idempotency key. The user row is locked so that concurrent claims are counted
 * correctly.
 */
export const claimSave: Handler<typeof companyClaimsCalls.claimSave> = async (input, context) => {
  const { caller, db, note } = context
  const { userId, companyId } = caller
  await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
  const licence = await ownFile(db, input.licenceFileId, caller, 'licence')
  const letter = await ownFile(db, input.letterFileId, caller, 'licence')
  const waiting = await db
    .select({ creditCode: companyClaims.creditCode })
    .from(companyClaims)
    .where(and(eq(companyClaims.userId, userId), eq(companyClaims.status, 'submitted')))
  if (waiting.some(({ creditCode }) => creditCode === input.creditCode)) throw new CallFailed('claimWaiting')
  if (waiting.length >= maxPendingClaims) throw new CallFailed('tooManyClaims')
  const holders = await findHolders(db, input, companyId)
  if (holders.length === 0) throw new CallFailed('claimUnneeded')
  if (companyId !== null) for (const file of [licence, letter]) await assignFileToCompany(db, file, companyId)
  const holderOf = (identifier: 'creditCode' | 'companyName') =>
    holders.find(({ holds }) => holds.includes(identifier))?.company.id ?? null
  const [made] = await db
    .insert(companyClaims)
    .values({
      ...input,
      userId,
      companyId,
      status: 'submitted',
      codeHolderId: holderOf('creditCode'),
      nameHolderId: holderOf('companyName'),
    })
    .returning({ id: companyClaims.id })
  if (made === undefined) throw new CallFailed('conflict')
  const step = { event: 'submit', fromStatus: 'new', toStatus: 'submitted', userId, companyId }
  await recordSteps(db, [{ entity: 'claim', entityId: made.id, ...step }])
  await notify(db, context, 'claim.submitted', await operatorIds(db, 'review'), {
    title: `企业认领待核实：${input.companyName}`,
    text: `认领信用代码 ${input.creditCode}。`,
    path: links.claimReviews(),
  })
  note(`${input.companyName}，${input.creditCode}`)
  return getClaim(db, made.id, await historyOf(db, 'claim', made.id))
}

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
