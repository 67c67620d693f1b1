import { and, desc, eq, inArray } from 'drizzle-orm'
import type { companyClaimsCalls } from '../../contract/accounts/company-claims.ts'
import { CallFailed, fieldFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { certifications, companies, companyClaims, users } from '../../db/tables/accounts.ts'
import {
  certificationTransitions,
  isCertificationSubmitted,
  wasCertified,
} from '../../domain/accounts/certification.ts'
import { type ClaimEvent, claimTransitions } from '../../domain/accounts/company-claims.ts'
import { links } from '../../domain/links.ts'
import { sentence } from '../../domain/sentence.ts'
import { nextState } from '../../domain/transition.ts'
import { decideCertification } from '../accounts/certification/certification-steps.ts'
import { getLatestVersion } from '../accounts/certification/certification-versions.ts'
import { notifyCertification } from '../accounts/certification/notify-certification.ts'
import { type Claim, findHolders, type IdentifierHolder } from '../accounts/claims/claim-rows.ts'
import { rivalCondition } from '../accounts/claims/claims.ts'
import { type Company, lockCompany } from '../accounts/companies/company-for-change.ts'
import { lockName } from '../accounts/companies/company-names.ts'
import { getCompanyTags } from '../accounts/companies/company-tags.ts'
import { createCompany } from '../accounts/companies/new-company.ts'
import { notify } from '../accounts/notifications/notify.ts'
import { unlistCompany } from '../catalogue/publishing/unlist-company.ts'
import type { Context, Handler } from '../handler.ts'
import { assignFileToCompany } from '../platform/files/files.ts'
import { recordSteps } from '../platform/history/record-steps.ts'

/**
 * Reviews a claim; not by operators of an affected company. Lock order, as in every certification: claimant, companies
 * by id, name, code, claim; so concurrent approvals and certifications see each other's result.
 */
export const claimReview: Handler<typeof companyClaimsCalls.claimReview> = async (input, context) => {
  const { claimId, decision, reason, holderIds } = input
  const { caller, db, note } = context
  if (reason === '') throw fieldFailed({ field: 'reason', message: '请写明核实的依据与原因，双方将看到' })
  return db.transaction(async (tx) => {
    const before = await claimOf(tx, claimId)
    if (before.userId === caller.userId) throw new CallFailed('forbidden')
    const person = await lockPerson(tx, before.userId)
    const locked = await lockAll(tx, before, person.companyId)
    const claim = await claimOf(tx, claimId, 'locked')
    const status = nextState(claimTransitions, claim.status, decision, 'operator')
    if (status === undefined) throw new CallFailed('stepNotAllowed')
    if (decision === 'approve') {
      const holders = await findHolders(tx, claim, person.companyId)
      assertUnchanged(claim, holders, holderIds)
      if (holders.some(({ company }) => !locked.some(({ id }) => id === company.id)))
        throw new CallFailed('claimOutdated')
      for (const { company } of holders)
        await revokeCertification(tx, context, company, { operatorId: caller.userId, reason })
      await grantClaim(tx, claim, person)
      await supersedeRivals(tx, context, claim)
    }
    await moveClaim(tx, claim, { event: decision, reason, operatorId: caller.userId })
    await notifyClaimant(tx, context, claim, {
      title: decision === 'approve' ? '企业认领已通过' : '企业认领未通过',
      text:
        decision === 'approve'
          ? `${claim.companyName}（${claim.creditCode}）的认领已通过：${sentence(reason)}请随后提交企业认证。`
          : `${claim.companyName}（${claim.creditCode}）的认领未通过：${sentence(reason)}`,
    })
    const companyIds = locked.map(({ id }) => id)
    note(`${claim.companyName}，${claim.creditCode}`, { kind: 'claim', id: claimId, companyIds })
    return { status }
  })
}

async function claimOf(tx: Db, claimId: number, lock?: 'locked'): Promise<Claim> {
  const query = tx.select().from(companyClaims).where(eq(companyClaims.id, claimId))
  const [claim] = await (lock === undefined ? query : query.for('update'))
  if (claim === undefined) throw new CallFailed('notFound')
  return claim
}

/** The claimant's company as it is now. */
interface Claimant {
  readonly companyId: number | null
  readonly isOwner: boolean
}

async function lockPerson(tx: Db, userId: number): Promise<Claimant> {
  const [person] = await tx
    .select({ companyId: users.companyId, isOwner: users.isOwner })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update')
  if (person === undefined) throw new CallFailed('notFound')
  return person
}

/** Locks every company of the claim, then name and code, so that nobody else is certified with them. */
async function lockAll(tx: Db, claim: Claim, own: number | null): Promise<Company[]> {
  const holders = await findHolders(tx, claim, own)
  const ids = [...holders.map(({ company }) => company.id), ...(own === null ? [] : [own])].toSorted((a, b) => a - b)
  const locked: Company[] = []
  for (const id of ids) locked.push(await lockCompany(tx, id))
  await lockName(tx, 'company', claim.companyName)
  await lockName(tx, 'credit code', claim.creditCode)
  return locked
}

/** Asserts that the same companies still hold name and code. Throws claimOutdated. */
function assertUnchanged(
  claim: Claim,
  holders: readonly IdentifierHolder[],
  seen: readonly number[] | undefined,
): void {
  const now = holders.map(({ company }) => company.id)
  const then = [claim.codeHolderId, claim.nameHolderId].flatMap((id) => id ?? [])
  const isSame = (ids: readonly number[]) => now.length === new Set(ids).size && now.every((id) => ids.includes(id))
  if (!isSame(then) || (seen !== undefined && !isSame(seen))) throw new CallFailed('claimOutdated')
}

/**
 * Assigns the code to the claimant's company, which is created if needed. A company certified under another code keeps
 * that until its next certification. Throws claimantMoved when the claimant has meanwhile joined a company that they
 * may not certify.
 */
async function grantClaim(tx: Db, claim: Claim, person: Claimant): Promise<void> {
  const companyId =
    person.companyId ??
    (await createCompany(tx, {
      ownerId: claim.userId,
      name: claim.companyName,
      contactName: claim.contactName,
      contactPhone: claim.contactPhone,
    }))
  const isTheirs =
    claim.companyId === null ? person.companyId === null || person.isOwner : claim.companyId === companyId
  if (!isTheirs) throw new CallFailed('claimantMoved')
  for (const id of [claim.licenceFileId, claim.letterFileId]) await assignFileToCompany(tx, { id }, companyId)
  const company = await lockCompany(tx, companyId)
  if (wasCertified(company.certification)) return
  await tx.update(companies).set({ creditCode: claim.creditCode }).where(eq(companies.id, companyId))
}

async function supersedeRivals(tx: Db, context: Context<'operator'>, claim: Claim): Promise<void> {
  const rivals = await tx
    .select()
    .from(companyClaims)
    .where(rivalCondition(claim))
    .orderBy(companyClaims.id)
    .for('update')
  const reason = '同一名称或信用代码的另一份认领已通过'
  for (const rival of rivals) {
    await moveClaim(tx, rival, { event: 'supersede', reason })
    await notifyClaimant(tx, context, rival, {
      title: '企业认领已了结',
      text: `${rival.companyName}（${rival.creditCode}）：${reason}。仍有异议的，可以针对新的持有企业再次提交。`,
    })
  }
}

interface ClaimStep {
  readonly event: ClaimEvent
  readonly reason: string
  /** undefined = the system. */
  readonly operatorId?: number
}

/** Transitions a claim with its history row; a concurrent second one gets stepNotAllowed. */
async function moveClaim(tx: Db, claim: Claim, { event, reason, operatorId }: ClaimStep): Promise<void> {
  const status = nextState(claimTransitions, claim.status, event, operatorId === undefined ? 'system' : 'operator')
  if (status === undefined) throw new CallFailed('stepNotAllowed')
  const [moved] = await tx
    .update(companyClaims)
    .set({ status, reason, reviewedBy: operatorId ?? null, reviewedAt: new Date() })
    .where(and(eq(companyClaims.id, claim.id), eq(companyClaims.status, claim.status)))
    .returning({ id: companyClaims.id })
  if (moved === undefined) throw new CallFailed('stepNotAllowed')
  const step = { event, fromStatus: claim.status, toStatus: status, userId: operatorId ?? null, reason }
  await recordSteps(tx, [{ entity: 'claim', entityId: claim.id, ...step }])
}

const notifyClaimant = (
  tx: Db,
  context: Context<'operator'>,
  { userId }: Claim,
  news: { title: string; text: string },
) => notify(tx, context, 'claim.decided', [userId], { ...news, path: links.buyerAccount({ tab: 'certification' }) })

/** Who revokes and why; the reason is read by the company. */
interface Revocation {
  readonly operatorId: number
  readonly reason: string
}

/**
 * Revokes the credit code of a company, and its certification if any: a pending version is rejected, its shop is hidden
 * and its listings are unlisted. Its users keep seller access, so that open orders can be finished. Locks the company.
 */
export async function revokeCertification(
  tx: Db,
  context: Pick<Context, 'after' | 'jobs' | 'push' | 'pages'>,
  company: Company,
  { operatorId, reason }: Revocation,
): Promise<void> {
  const { id, name, certification, isSaler } = company
  const latest = await getLatestVersion(tx, id)
  if (isCertificationSubmitted(latest?.status))
    await decideCertification(tx, company, latest, { event: 'reject', reason, operatorId })
  const status = nextState(certificationTransitions, certification, 'revoke', 'operator')
  if (status === undefined) {
    // The code was granted by an earlier claim and never certified.
    await tx.update(companies).set({ creditCode: null }).where(eq(companies.id, id))
  } else {
    const lost = { certification: status, creditCode: null, certifiedUntil: null, expiryNotifiedDays: null }
    await tx.update(companies).set(lost).where(eq(companies.id, id))
    await revokeVersion(tx, id, reason)
    const step = { event: 'revoke', fromStatus: certification, toStatus: status, userId: operatorId, reason }
    await recordSteps(tx, [{ entity: 'certification', entityId: id, ...step }])
    if (isSaler) await unlistCompany(tx, context, id, '企业认证已撤销')
  }
  const tags = await getCompanyTags(tx, id)
  if (tags.length > 0) context.after(() => context.pages.invalidate([...tags, 'services', 'products', 'home']))
  await notifyCertification(tx, context, {
    companyId: id,
    isSaler,
    submittedBy: latest?.submittedBy,
    title: status === undefined ? '信用代码不再为贵企业保留' : '企业认证已被撤销',
    text: `${name}：${sentence(reason)}${status === undefined ? '' : '店铺不再展示，服务与商品已下架，不能发起新的交易；履行中的订单请继续完成。'}有异议的，可以提交认领或联系平台客服。`,
  })
}

/** Revokes the newest valid version. Its content is kept, because contracts refer to it. */
async function revokeVersion(tx: Db, companyId: number, reason: string): Promise<void> {
  const [version] = await tx
    .select({ id: certifications.id })
    .from(certifications)
    .where(and(eq(certifications.companyId, companyId), inArray(certifications.status, ['approved', 'expired'])))
    .orderBy(desc(certifications.version))
    .limit(1)
  if (version === undefined) return
  await tx.update(certifications).set({ status: 'revoked', reason }).where(eq(certifications.id, version.id))
}
