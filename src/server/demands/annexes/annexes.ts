import type { annexesCalls } from '../../../contract/demands/annexes.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Handler } from '../../handler.ts'
import { annexFiles } from '../demand-files.ts'
import { canManageDemands, assertSupplier, loadAnnexAccess } from './load-annex-access.ts'
import { createHash } from 'node:crypto'
import { confidentialityTerms } from '../../../domain/demands/confidentiality.ts'
import { openAnnexAsSupplier } from './open-annex.ts'
import { eq, desc } from 'drizzle-orm'
import { demandAcceptances, demands, annexOpenings as openings } from '../../../db/tables/demands.ts'
import { assertCertified } from '../../session/authorise.ts'
import { companies, users } from '../../../db/tables/accounts.ts'
import { files } from '../../../db/tables/operations.ts'
import { getOwnDemand } from '../received-offers.ts'

/** Confidentiality terms of a demand with the hash sent back on acceptance. */
export function termsWithHash(ownTerms: string): { terms: string; termsHash: string } {
  const terms = confidentialityTerms(ownTerms)
  return { terms, termsHash: createHash('sha256').update(terms).digest('hex') }
}

export const demandAnnexes: Handler<typeof annexesCalls.demandAnnexes> = async ({ demandId }, { caller, db }) => {
  const { demand, acceptance, isOwner, state } = await loadAnnexAccess(db, demandId, caller.companyId)
  if (isOwner && !canManageDemands(caller)) throw new CallFailed('forbidden')
  if (!demand.confidential) return { state: 'none' }
  const hasText = demand.confidentialText !== ''
  if (isOwner) return { state: 'owner', hasText, files: await annexFiles(db, demandId) }
  assertSupplier(caller, acceptance !== null)
  switch (state) {
    case 'over':
      return { state }
    case 'revoked':
      return {
        state,
        reason: acceptance?.revokedReason ?? '',
        revokedAt: (acceptance?.revokedAt ?? new Date()).toISOString(),
      }
    case 'closed': {
      const files = await annexFiles(db, demandId)
      return { state, ...termsWithHash(demand.ownTerms), hasText, fileCount: files.length }
    }
    case 'open': {
      const acceptedAt = (acceptance?.acceptedAt ?? new Date()).toISOString()
      return { state, acceptedAt, hasText, files: await annexFiles(db, demandId) }
    }
  }
}

export const annexText: Handler<typeof annexesCalls.annexText> = async ({ demandId }, { caller, db }) => {
  const { demand, acceptance, isOwner } = await loadAnnexAccess(db, demandId, caller.companyId)
  if (isOwner) {
    if (!canManageDemands(caller)) throw new CallFailed('forbidden')
    return { text: demand.confidentialText }
  }
  assertSupplier(caller, acceptance !== null)
  if (demand.confidentialText === '') throw new CallFailed('notFound')
  const access = await openAnnexAsSupplier(db, { demandId, fileId: null }, caller)
  if (access.state === 'closed') throw new CallFailed('termsNotAccepted')
  if (access.state === 'revoked')
    throw new CallFailed('annexStopped', { reason: access.acceptance?.revokedReason ?? '' })
  if (access.state === 'over') throw new CallFailed('annexOver')
  return { text: access.demand.confidentialText }
}

export const annexAccept: Handler<typeof annexesCalls.annexAccept> = async (
  { demandId, termsHash },
  { caller, db, note },
) => {
  assertCertified(caller)
  return db.transaction(async (tx) => {
    // Locks the demand so that it does not change between check and acceptance.
    await tx.select({ id: demands.id }).from(demands).where(eq(demands.id, demandId)).for('share')
    const { demand, acceptance, isOwner, state } = await loadAnnexAccess(tx, demandId, caller.companyId)
    if (!demand.confidential) throw new CallFailed('notFound')
    if (isOwner) throw new CallFailed('ownDemand')
    if (state === 'revoked') throw new CallFailed('annexStopped', { reason: acceptance?.revokedReason ?? '' })
    if (state === 'over') throw new CallFailed('annexOver')
    note(demand.demandNo)
    if (state === 'open' && acceptance !== null) return { acceptedAt: acceptance.acceptedAt.toISOString() }
    const accepted = termsWithHash(demand.ownTerms)
    if (accepted.termsHash !== termsHash) throw new CallFailed('conflict')
    const { terms } = accepted
    const [saved] = await tx
      .insert(demandAcceptances)
      .values({ demandId, companyId: caller.companyId, userId: caller.userId, terms })
      .onConflictDoUpdate({
        target: [demandAcceptances.demandId, demandAcceptances.companyId],
        // No-op update that returns an acceptance saved concurrently by a colleague.
        set: { companyId: caller.companyId },
      })
      .returning({ acceptedAt: demandAcceptances.acceptedAt })
    if (saved === undefined) throw new Error('An acceptance was not kept')
    return { acceptedAt: saved.acceptedAt.toISOString() }
  })
}

export const annexOpenings: Handler<typeof annexesCalls.annexOpenings> = async (
  { demandId, current, pageSize },
  { caller, db },
) => {
  await getOwnDemand(db, demandId, caller.companyId)
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
      // Operators are shown without their names.
      companyName: isOperator ? '平台' : companyName,
      personName: isOperator ? '运营人员' : row.personName,
      openedAt: openedAt.toISOString(),
    })),
  }
}
