import { createHash } from 'node:crypto'
import { and, count, desc, eq, isNotNull, isNull, max } from 'drizzle-orm'
import type { annexesCalls } from '../../../contract/demands/annexes.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { companies, users } from '../../../db/tables/accounts.ts'
import { annexOpenings as table, demandAcceptances, demands } from '../../../db/tables/demands.ts'
import { files } from '../../../db/tables/operations.ts'
import { confidentialityTerms } from '../../../domain/demands/confidentiality.ts'
import { links } from '../../../domain/links.ts'
import { sentence } from '../../../domain/sentence.ts'
import { notify } from '../../accounts/notifications/notify.ts'
import type { Handler } from '../../handler.ts'
import { recipientsWithPermission } from '../../platform/notices/notices.ts'
import { assertCertified } from '../../session/authorise.ts'
import { annexFiles } from '../demand-files.ts'
import { lockOwnDemand } from '../lock-own-demand.ts'
import { getOwnDemand } from '../received-offers.ts'
import {
  annexStateOf,
  assertSupplier,
  canManageDemands,
  liveOfferStatus,
  loadAnnexAccess,
  ndaWith,
  standingAcceptance,
  termsUnder,
  type AnnexAccess,
} from './load-annex-access.ts'
import { openAnnexAsSupplier } from './open-annex.ts'

/** What a supplier accepts, with the hash sent back: the agreement in force, or the terms of the demand. */
function termsWithHash({ demand, nda }: Pick<AnnexAccess, 'demand' | 'nda'>): { terms: string; termsHash: string } {
  const terms = nda === null ? confidentialityTerms(demand.ownTerms) : termsUnder(nda)
  return { terms, termsHash: createHash('sha256').update(terms).digest('hex') }
}

export const demandAnnexes: Handler<typeof annexesCalls.demandAnnexes> = async ({ demandId }, { caller, db }) => {
  const access = await loadAnnexAccess(db, demandId, caller.companyId)
  const { demand, acceptance, nda, isOwner, state } = access
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
      return { state, ...termsWithHash(access), hasText, fileCount: files.length }
    }
    case 'open': {
      const files = await annexFiles(db, demandId)
      const agreementNo = nda?.agreementNo ?? ''
      if (acceptance === null) {
        const { termsHash } = termsWithHash(access)
        return { state: 'agreed', agreementNo, termsHash, hasText, fileCount: files.length }
      }
      const { acceptedAt, agreementId } = acceptance
      const under = agreementId === null ? '' : agreementNo
      return { state, acceptedAt: acceptedAt.toISOString(), agreementNo: under, hasText, files }
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
    const access = await loadAnnexAccess(tx, demandId, caller.companyId)
    const { demand, acceptance, nda, isOwner, state } = access
    if (!demand.confidential) throw new CallFailed('notFound')
    if (isOwner) throw new CallFailed('ownDemand')
    if (state === 'revoked') throw new CallFailed('annexStopped', { reason: acceptance?.revokedReason ?? '' })
    if (state === 'over') throw new CallFailed('annexOver')
    note(demand.demandNo)
    if (state === 'open' && acceptance !== null) return { acceptedAt: acceptance.acceptedAt.toISOString() }
    const accepted = termsWithHash(access)
    if (accepted.termsHash !== termsHash) throw new CallFailed('conflict')
    const { terms } = accepted
    // One under an agreement that has ended, or that the buyer's own terms have overtaken, is replaced.
    await tx
      .delete(demandAcceptances)
      .where(
        and(
          eq(demandAcceptances.demandId, demandId),
          eq(demandAcceptances.companyId, caller.companyId),
          isNotNull(demandAcceptances.agreementId),
        ),
      )
    const [saved] = await tx
      .insert(demandAcceptances)
      .values({
        demandId,
        companyId: caller.companyId,
        userId: caller.userId,
        terms,
        agreementId: nda?.agreementId ?? null,
      })
      .onConflictDoUpdate({
        target: [demandAcceptances.demandId, demandAcceptances.companyId],
        // No-op update that returns an acceptance saved concurrently by a colleague.
        set: { companyId: caller.companyId },
      })
      .returning({ acceptedAt: demandAcceptances.acceptedAt })
    if (saved === undefined) throw new Error('An acceptance was not saved')
    return { acceptedAt: saved.acceptedAt.toISOString() }
  })
}

export const annexOpenings: Handler<typeof annexesCalls.annexOpenings> = async (
  { demandId, current, pageSize },
  { caller, db },
) => {
  await getOwnDemand(db, demandId, caller.companyId)
  const [total, rows] = await Promise.all([
    db.$count(table, eq(table.demandId, demandId)),
    db
      .select({
        openingId: table.id,
        companyName: companies.name,
        isOperator: users.isOperator,
        personName: users.realName,
        fileName: files.name,
        openedAt: table.openedAt,
      })
      .from(table)
      .innerJoin(companies, eq(companies.id, table.companyId))
      .innerJoin(users, eq(users.id, table.userId))
      .leftJoin(files, eq(files.id, table.fileId))
      .where(eq(table.demandId, demandId))
      .orderBy(desc(table.id))
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

export const annexReaders: Handler<typeof annexesCalls.annexReaders> = async (
  { demandId, current, pageSize },
  { caller, db },
) => {
  await getOwnDemand(db, demandId, caller.companyId)
  const opened = db
    .select({
      companyId: table.companyId,
      openings: count().as('openings'),
      lastOpenedAt: max(table.openedAt).as('last_opened_at'),
    })
    .from(table)
    .where(eq(table.demandId, demandId))
    .groupBy(table.companyId)
    .as('opened')
  const [total, rows] = await Promise.all([
    db.$count(demandAcceptances, eq(demandAcceptances.demandId, demandId)),
    db
      .select({
        acceptance: demandAcceptances,
        demand: { status: demands.status, deadline: demands.deadline },
        offer: liveOfferStatus(demandAcceptances.companyId),
        nda: ndaWith(demandAcceptances.companyId),
        companyName: companies.name,
        personName: users.realName,
        openings: opened.openings,
        lastOpenedAt: opened.lastOpenedAt,
      })
      .from(demandAcceptances)
      .innerJoin(demands, eq(demands.id, demandAcceptances.demandId))
      .innerJoin(companies, eq(companies.id, demandAcceptances.companyId))
      .innerJoin(users, eq(users.id, demandAcceptances.userId))
      .leftJoin(opened, eq(opened.companyId, demandAcceptances.companyId))
      .where(eq(demandAcceptances.demandId, demandId))
      .orderBy(desc(demandAcceptances.acceptedAt), desc(demandAcceptances.id))
      .limit(pageSize)
      .offset((current - 1) * pageSize),
  ])
  return {
    total,
    data: rows.map(({ acceptance, demand, offer, nda, companyName, personName, openings, lastOpenedAt }) => ({
      orgId: acceptance.companyId,
      companyName,
      personName,
      acceptedAt: acceptance.acceptedAt.toISOString(),
      openings: openings ?? 0,
      lastOpenedAt: lastOpenedAt?.toISOString() ?? null,
      canRead: annexStateOf(demand, standingAcceptance(acceptance, nda, offer), offer) === 'open',
      revokedAt: acceptance.revokedAt?.toISOString() ?? null,
      revokedReason: acceptance.revokedReason,
    })),
  }
}

export const annexAccess: Handler<typeof annexesCalls.annexAccess> = async (
  { demandId, orgId, event, reason },
  context,
) => {
  const { caller, db, note } = context
  const stops = event === 'revoke'
  await db.transaction(async (tx) => {
    const demand = await lockOwnDemand(tx, demandId, caller.companyId)
    const theirs = and(eq(demandAcceptances.demandId, demandId), eq(demandAcceptances.companyId, orgId))
    const [company] = await tx
      .select({ name: companies.name })
      .from(demandAcceptances)
      .innerJoin(companies, eq(companies.id, demandAcceptances.companyId))
      .where(theirs)
    if (company === undefined) throw new CallFailed('notFound')
    const { revokedAt } = demandAcceptances
    const [changed] = await tx
      .update(demandAcceptances)
      .set(stops ? { revokedAt: new Date(), revokedReason: reason } : { revokedAt: null, revokedReason: '' })
      .where(and(theirs, stops ? isNull(revokedAt) : isNotNull(revokedAt)))
      .returning({ id: demandAcceptances.id })
    if (changed === undefined) throw new CallFailed('stepNotAllowed')
    const why = reason === '' ? '' : `：${reason}`
    note(`${demand.demandNo}，${stops ? '停止' : '恢复'} ${company.name}${why}`)
    const people = (await recipientsWithPermission(tx, [orgId], 'my_supply')).get(orgId) ?? []
    await notify(tx, context, 'demand.changed', people, {
      title: `需求方${stops ? '停止' : '恢复'}了贵企业查看保密资料：“${demand.title}”`,
      text: stops ? `原因：${sentence(reason)}已接受的保密义务继续有效。` : '可以再次打开保密说明与保密附件。',
      path: links.demandDetail(demandId),
    })
  })
  return {}
}
