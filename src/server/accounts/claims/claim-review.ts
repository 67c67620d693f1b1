import { and, eq } from 'drizzle-orm'
import type { companyClaimsCalls } from '../../../contract/accounts/company-claims.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { companies, companyClaims, users } from '../../../db/tables/accounts.ts'
import { wasCertified } from '../../../domain/accounts/certification.ts'
import { claimTransitions, type ClaimEvent } from '../../../domain/accounts/company-claims.ts'
import { links } from '../../../domain/links.ts'
import { sentence } from '../../../domain/sentence.ts'
import { next } from '../../../domain/transition.ts'
import type { Context, Handler } from '../../handler.ts'
import { giveToCompany, recordSteps } from '../../operations/public.ts'
import { lockCompany, type Company } from '../companies/company-for-change.ts'
import { holdName } from '../companies/name-free.ts'
import { createCompany } from '../companies/new-company.ts'
import { notify } from '../news/notify.ts'
import { holdersOf, type Claim, type Holder } from './claim-rows.ts'
import { rivalsOf } from './claim-reviews.ts'
import { revokeCertification } from './revoke-certification.ts'

/**
 * Nobody decides about their own company. Locks, in the order of every certification: the claimant, the companies by
 * id, the name, the code, the claim; so of two approvals, or an approval and a certification that meet, the second
 * finds what the first did.
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
    if (locked.some(({ id }) => id === caller.companyId)) throw new CallFailed('forbidden')
    const claim = await claimOf(tx, claimId, 'locked')
    const status = next(claimTransitions, claim.status, decision, 'operator')
    if (status === undefined) throw new CallFailed('stepNotAllowed')
    if (decision === 'approve') {
      const holders = await holdersOf(tx, claim, person.companyId)
      mustBeSame(claim, holders, holderIds)
      if (holders.some(({ company }) => !locked.some(({ id }) => id === company.id)))
        throw new CallFailed('claimOutdated')
      for (const { company } of holders)
        await revokeCertification(tx, context, company, { operatorId: caller.userId, reason })
      await grant(tx, claim, person)
      await supersedeRivals(tx, context, claim)
    }
    await move(tx, claim, { event: decision, reason, operatorId: caller.userId })
    await tellClaimant(tx, context, claim, {
      title: decision === 'approve' ? '企业认领已通过' : '企业认领未通过',
      text:
        decision === 'approve'
          ? `${claim.companyName}（${claim.creditCode}）的认领已通过：${sentence(reason)}请随后提交企业认证。`
          : `${claim.companyName}（${claim.creditCode}）的认领未通过：${sentence(reason)}`,
    })
    note(`${claim.companyName}，${claim.creditCode}`)
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

/** Locks every company that the claim is about, then its name and code, so that nobody else is certified with them. */
async function lockAll(tx: Db, claim: Claim, own: number | null): Promise<Company[]> {
  const holders = await holdersOf(tx, claim, own)
  const ids = [...holders.map(({ company }) => company.id), ...(own === null ? [] : [own])].toSorted((a, b) => a - b)
  const locked: Company[] = []
  for (const id of ids) locked.push(await lockCompany(tx, id))
  await holdName(tx, 'company', claim.companyName)
  await holdName(tx, 'credit code', claim.creditCode)
  return locked
}

/** What is approved is what was claimed and looked at: the same companies hold it. Throws claimOutdated. */
function mustBeSame(claim: Claim, holders: readonly Holder[], seen: readonly number[] | undefined): void {
  const now = holders.map(({ company }) => company.id)
  const then = [claim.codeHolderId, claim.nameHolderId].flatMap((id) => id ?? [])
  const isSame = (ids: readonly number[]) => now.length === new Set(ids).size && now.every((id) => ids.includes(id))
  if (!isSame(then) || (seen !== undefined && !isSame(seen))) throw new CallFailed('claimOutdated')
}

/**
 * The code is the claimant's company's from now on, which is made where they have none. A company that is certified
 * under another code keeps that until it is certified anew. Throws claimantMoved for somebody who has joined a company
 * meanwhile that is not theirs to certify.
 */
async function grant(tx: Db, claim: Claim, person: Claimant): Promise<void> {
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
  for (const id of [claim.licenceFileId, claim.letterFileId]) await giveToCompany(tx, { id }, companyId)
  const company = await lockCompany(tx, companyId)
  if (wasCertified(company.certification)) return
  await tx.update(companies).set({ creditCode: claim.creditCode }).where(eq(companies.id, companyId))
}

async function supersedeRivals(tx: Db, context: Context<'operator'>, claim: Claim): Promise<void> {
  const rivals = await tx.select().from(companyClaims).where(rivalsOf(claim)).orderBy(companyClaims.id).for('update')
  const reason = '同一名称或信用代码的另一份认领已通过'
  for (const rival of rivals) {
    await move(tx, rival, { event: 'supersede', reason })
    await tellClaimant(tx, context, rival, {
      title: '企业认领已了结',
      text: `${rival.companyName}（${rival.creditCode}）：${reason}。仍有异议的，可以针对新的持有企业再次提交。`,
    })
  }
}

interface Step {
  readonly event: ClaimEvent
  readonly reason: string
  /** undefined = the system. */
  readonly operatorId?: number
}

/** Moves a claim with its history row; of two at once the second gets stepNotAllowed. */
async function move(tx: Db, claim: Claim, { event, reason, operatorId }: Step): Promise<void> {
  const status = next(claimTransitions, claim.status, event, operatorId === undefined ? 'system' : 'operator')
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

const tellClaimant = (tx: Db, context: Context<'operator'>, { userId }: Claim, news: { title: string; text: string }) =>
  notify(tx, context, 'claim.decided', [userId], { ...news, path: links.buyerAccount({ tab: 'certification' }) })
