import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Agreement, AgreementProposal, agreementsCalls } from '../../../contract/orders/agreements.ts'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { agreements, agreementVersions } from '../../../db/tables/agreements.ts'
import { shops } from '../../../db/tables/shops.ts'
import { isCertified } from '../../../domain/accounts/certification.ts'
import { personName } from '../../../domain/accounts/person-name.ts'
import type { SignMethod } from '../../../domain/accounts/session.ts'
import { links } from '../../../domain/links.ts'
import {
  agreementActorOf,
  agreementKindLabels,
  agreementTransitions,
  isAgreementOver,
  isVersionProposed,
  versionTransitions,
  type AgreementEvent,
  type AgreementStep,
  type VersionEvent,
} from '../../../domain/orders/agreements/agreement-states.ts'
import {
  agreementHashText,
  agreementPrefixes,
  articlesOf,
  periodOf,
  termsRefusal,
  type AgreedLine,
  type AgreementTerms,
} from '../../../domain/orders/agreements/agreement-terms.ts'
import { dealSideLabels } from '../../../domain/orders/deal-record.ts'
import { sentence } from '../../../domain/sentence.ts'
import { otherSide, type Side } from '../../../domain/sides.ts'
import { today } from '../../../domain/time.ts'
import { nextState } from '../../../domain/transition.ts'
import { notify } from '../../accounts/notifications/notify.ts'
import { assertReauthenticated } from '../../accounts/profile/reauthenticate.ts'
import type { Context, Handler, Member } from '../../handler.ts'
import { actorOf, recordSteps, type Actor } from '../../platform/history/record-steps.ts'
import { recipientsWithPermission } from '../../platform/notices/notices.ts'
import { takeNumber } from '../../platform/numbers/take-number.ts'
import { assertCertified } from '../../session/authorise.ts'
import { isOpen } from '../../shops/shop-rows.ts'
import { assertNotBlocked } from '../../shops/supplier-marks.ts'
import { loadPurchasables, purchasableKey } from '../purchasables.ts'
import { isCustomerOf } from './agreement-choices.ts'
import {
  committedOf,
  findAgreement,
  loadVersions,
  presentAgreement,
  type AgreementRecord,
  type SideContext,
  type VersionRow,
} from './load-agreements.ts'

/** Columns of a side's signature. */
function signatureOf(side: Side, caller: Pick<Member, 'userId' | 'realName' | 'loginName'>, method: SignMethod) {
  const [name, at] = [personName(caller), new Date()]
  return side === 'buyer'
    ? { buyerUserId: caller.userId, buyerName: name, buyerMethod: method, buyerSignedAt: at }
    : { sellerUserId: caller.userId, sellerName: name, sellerMethod: method, sellerSignedAt: at }
}

type Hashed = Pick<VersionRow, 'version' | 'side' | 'reason' | 'terms'>

/** Fingerprint of a version: SHA-256 of its canonical text, hex. */
export function fingerprintOf(
  {
    agreementNo,
    buyerCompanyId,
    sellerCompanyId,
  }: Pick<AgreementRecord, 'agreementNo' | 'buyerCompanyId' | 'sellerCompanyId'>,
  { version, side, reason, terms }: Hashed,
): string {
  const text = agreementHashText({ agreementNo, version, side, buyerCompanyId, sellerCompanyId, reason, terms })
  return createHash('sha256').update(text, 'utf8').digest('hex')
}

interface AgreementMove {
  readonly event: AgreementEvent
  readonly actor: ReturnType<typeof agreementActorOf> | 'system'
  /** null = a job. */
  readonly by: Actor | null
  readonly reason?: string
  readonly set?: Partial<typeof agreements.$inferInsert>
}

/** Moves a locked agreement by its transition table, with history; throws stepNotAllowed. */
export async function moveAgreement(
  tx: Db,
  agreement: AgreementRecord,
  { event, actor, by, reason = '', set }: AgreementMove,
): Promise<AgreementRecord> {
  const status = nextState(agreementTransitions, agreement.status, event, actor)
  if (status === undefined) throw new CallFailed('stepNotAllowed')
  const [moved] = await tx
    .update(agreements)
    .set({ ...set, status, ...(isAgreementOver(status) && { closeReason: reason, closedAt: new Date() }) })
    .where(and(eq(agreements.id, agreement.id), eq(agreements.status, agreement.status)))
    .returning()
  if (moved === undefined) throw new CallFailed('stepNotAllowed')
  const step = { entity: 'agreement' as const, entityId: agreement.id, event, reason, ...by }
  await recordSteps(tx, [{ ...step, fromStatus: agreement.status, toStatus: status }])
  return moved
}

/** Decides a version of a locked agreement. */
export async function moveVersion(
  tx: Db,
  version: VersionRow,
  event: VersionEvent,
  actor: AgreementMove['actor'],
  set: Partial<typeof agreementVersions.$inferInsert> = {},
): Promise<void> {
  const status = nextState(versionTransitions, version.status, event, actor)
  if (status === undefined) throw new CallFailed('stepNotAllowed')
  await tx
    .update(agreementVersions)
    .set({ ...set, status, closedAt: new Date() })
    .where(eq(agreementVersions.id, version.id))
}

const findOpen = (versions: readonly VersionRow[]) => versions.find(({ status }) => isVersionProposed(status))

/** Terms with their wording and the names of what they price; throws agreementLineWrong for what the supplier does not sell. */
async function resolveTerms(
  tx: Db,
  sellerCompanyId: number,
  terms: AgreementProposal['terms'],
  version: number,
): Promise<AgreementTerms> {
  const articles = articlesOf(terms, version)
  if (terms.kind === 'nda') return { ...terms, articles }
  const things = await loadPurchasables(tx, terms.lines)
  const lines = terms.lines.map((line, at): AgreedLine => {
    const thing = things.get(purchasableKey(line))
    if (thing === undefined || thing.shop.orgId !== sellerCompanyId || !thing.onSale || !thing.specOnSale)
      throw new CallFailed('agreementLineWrong', { line: at })
    const { kind, listingId, specId, title: name, specName, unit } = thing
    return { kind, listingId, specId, name, specName, unit, unitPrice: line.unitPrice, minQuantity: line.minQuantity }
  })
  return { ...terms, lines, articles }
}

/** Throws the refusal of terms by its name. */
async function assertTerms(tx: Db, { id, version, validFrom }: AgreementRecord, terms: AgreementTerms): Promise<void> {
  const committed = await committedOf(tx, id)
  const inForceFrom = version === 0 ? null : validFrom
  const refusal = termsRefusal(terms, { today: today(), committed, inForceFrom })
  if (refusal !== null) throw new CallFailed(refusal, refusal === 'ceilingBelowCommitted' ? { committed } : undefined)
}

/**
 * Company of the other side of a new agreement: certified; as a supplier with an open shop, as a buyer one that has
 * ordered from the proposing supplier or received an offer of it.
 */
async function findPartner(tx: Db, side: Side, companyId: number, partnerId: number | null): Promise<number> {
  const [partner] = await tx
    .select({ id: companies.id, certification: companies.certification, shopId: shops.id })
    .from(companies)
    .leftJoin(shops, and(eq(shops.companyId, companies.id), isOpen()))
    .where(and(eq(companies.id, partnerId ?? 0), side === 'seller' ? isCustomerOf(tx, companyId) : undefined))
  if (partner === undefined || partner.id === companyId || !isCertified(partner.certification))
    throw new CallFailed('agreementPartnerWrong')
  if (side === 'buyer' && partner.shopId === null) throw new CallFailed('agreementPartnerWrong')
  return partner.id
}

/** Runs in the transaction of its idempotency key. */
async function propose(side: Side, input: AgreementProposal, context: SideContext): Promise<Agreement> {
  const { caller, db } = context
  assertCertified(caller)
  const method = await assertReauthenticated(db, caller)
  const agreement =
    input.agreementId === null
      ? await createAgreement(side, input, context)
      : await prepareNextVersion(side, input.agreementId, input, context)
  if (side === 'buyer') await assertNotBlocked(db, caller, [agreement.sellerCompanyId])
  const version = input.shownVersion + 1
  const terms = await resolveTerms(db, agreement.sellerCompanyId, input.terms, version)
  if (terms.kind !== agreement.kind) throw new CallFailed('agreementChanged')
  await assertTerms(db, agreement, terms)
  const proposed = { version, side, reason: input.reason, terms }
  const fingerprint = fingerprintOf(agreement, proposed)
  const own = { agreementId: agreement.id, userId: caller.userId, fingerprint }
  await db.insert(agreementVersions).values({ ...proposed, ...own, ...signatureOf(side, caller, method) })
  if (agreement.version === 0)
    await db.update(agreements).set({ title: terms.title }).where(eq(agreements.id, agreement.id))
  await notifySide(context, agreement, otherSide(side), {
    title: `${dealSideLabels[side]}提出${nameOf(agreement)}第 ${version} 版，请核对并签署`,
    text: `${sentence(terms.title)}${input.reason === '' ? '' : `说明：${sentence(input.reason)}`}`,
  })
  context.note(`${agreement.agreementNo}，第 ${version} 版`)
  return presentAgreement(db, side, await findAgreement(db, side, caller.companyId, agreement.id))
}

const nameOf = ({ kind, agreementNo }: Pick<AgreementRecord, 'kind' | 'agreementNo'>) =>
  `${agreementKindLabels[kind]} ${agreementNo}`

async function createAgreement(
  side: Side,
  { partnerId, shownVersion, terms }: AgreementProposal,
  { caller, db }: SideContext,
): Promise<AgreementRecord> {
  if (shownVersion !== 0) throw new CallFailed('agreementChanged')
  const partner = await findPartner(db, side, caller.companyId, partnerId)
  const [buyerCompanyId, sellerCompanyId] = side === 'buyer' ? [caller.companyId, partner] : [partner, caller.companyId]
  const { id, no: agreementNo } = await takeNumber(db, 'agreements', agreementPrefixes[terms.kind])
  const { kind, title } = terms
  const [created] = await db
    .insert(agreements)
    .values({ id, agreementNo, kind, title, buyerCompanyId, sellerCompanyId })
    .returning()
  if (created === undefined) throw new Error('An agreement was not saved')
  const step = { entity: 'agreement', entityId: id, event: 'propose', fromStatus: '', toStatus: 'proposed' } as const
  await recordSteps(db, [{ ...step, ...actorOf(caller) }])
  return created
}

/** Counters the version that waits, or opens an amendment of the agreement in force. */
async function prepareNextVersion(
  side: Side,
  agreementId: number,
  { shownVersion, reason }: AgreementProposal,
  { caller, db }: SideContext,
): Promise<AgreementRecord> {
  const agreement = await findAgreement(db, side, caller.companyId, agreementId, true)
  const versions = await loadVersions(db, agreementId)
  if (versions.length !== shownVersion) throw new CallFailed('agreementChanged')
  const open = findOpen(versions)
  const actor = agreementActorOf(open?.side ?? null, side)
  const event = open === undefined ? 'propose' : 'counter'
  if (open !== undefined) await moveVersion(db, open, 'counter', actor)
  return moveAgreement(db, agreement, { event, actor, by: actorOf(caller), reason })
}

interface SignInput {
  readonly agreementId: number
  readonly version: number
  readonly fingerprint: string
}

/** Runs in the transaction of its idempotency key. The lock of the agreement is the lock of its call-offs as well. */
async function sign(side: Side, { agreementId, version, fingerprint }: SignInput, context: SideContext) {
  const { caller, db } = context
  assertCertified(caller)
  const method = await assertReauthenticated(db, caller)
  const agreement = await findAgreement(db, side, caller.companyId, agreementId, true)
  const open = findOpen(await loadVersions(db, agreementId))
  if (open?.version !== version) throw new CallFailed('agreementChanged')
  if (fingerprint !== open.fingerprint || fingerprintOf(agreement, open) !== open.fingerprint)
    throw new CallFailed('agreementFingerprint')
  if (side === 'buyer') await assertNotBlocked(db, caller, [agreement.sellerCompanyId])
  await assertTerms(db, agreement, open.terms)
  const actor = agreementActorOf(open.side, side)
  await moveVersion(db, open, 'sign', actor, signatureOf(side, caller, method))
  const { from: validFrom, until: validUntil } = periodOf(open.terms, today())
  const signed = await moveAgreement(db, agreement, {
    event: 'sign',
    actor,
    by: actorOf(caller),
    set: { version, title: open.terms.title, validFrom, validUntil },
  })
  const text = `有效期 ${validFrom} 至 ${validUntil}，可在协议页下载 PDF。`
  const title = `${nameOf(agreement)}第 ${version} 版已由双方签署`
  await notifySide(context, agreement, 'buyer', { title, text })
  await notifySide(context, agreement, 'seller', { title, text })
  context.note(`${agreement.agreementNo}，第 ${version} 版`)
  return presentAgreement(db, side, signed)
}

interface StepInput {
  readonly agreementId: number
  readonly event: AgreementStep
  readonly version: number
  readonly reason: string
}

const stepLabels = { reject: '拒绝', withdraw: '撤回', terminate: '终止' } as const

async function step(side: Side, { agreementId, event, version, reason }: StepInput, context: SideContext) {
  const { caller, db } = context
  return db.transaction(async (tx) => {
    const agreement = await findAgreement(tx, side, caller.companyId, agreementId, true)
    const open = findOpen(await loadVersions(tx, agreementId))
    const actor = agreementActorOf(open?.side ?? null, side)
    if (event === 'terminate') {
      await assertReauthenticated(tx, caller)
      if (version !== agreement.version) throw new CallFailed('agreementChanged')
      if (open !== undefined) await moveVersion(tx, open, 'void', 'system')
    } else if (open?.version !== version) throw new CallFailed('agreementChanged')
    else await moveVersion(tx, open, event, actor, { answer: reason })
    const moved = await moveAgreement(tx, agreement, { event, actor, by: actorOf(caller), reason })
    const what = event === 'terminate' ? '' : `的第 ${version} 版`
    await notifySide({ ...context, db: tx }, agreement, otherSide(side), {
      title: `${dealSideLabels[side]}${stepLabels[event]}了${nameOf(agreement)}${what}`,
      text: `原因：${sentence(reason)}`,
    })
    context.note(`${agreement.agreementNo}，${stepLabels[event]}`)
    return presentAgreement(tx, side, moved)
  })
}

/** Tells the people of one side who may sign. */
export async function notifySide(
  context: Pick<Context, 'db' | 'after' | 'jobs' | 'push'>,
  { id, buyerCompanyId, sellerCompanyId }: AgreementRecord,
  side: Side,
  content: { readonly title: string; readonly text: string },
): Promise<void> {
  const [companyId, permission, path] =
    side === 'buyer'
      ? ([buyerCompanyId, 'my_orders', links.buyerAgreement(id)] as const)
      : ([sellerCompanyId, 'order_manage', links.sellerAgreement(id)] as const)
  const people = (await recipientsWithPermission(context.db, [companyId], permission)).get(companyId) ?? []
  await notify(context.db, context, 'agreement.moved', people, { ...content, path })
}

export const buyerAgreementPropose: Handler<typeof agreementsCalls.buyerAgreementPropose> = (input, context) =>
  propose('buyer', input, context)
export const sellerAgreementPropose: Handler<typeof agreementsCalls.sellerAgreementPropose> = (input, context) =>
  propose('seller', input, context)
export const buyerAgreementSign: Handler<typeof agreementsCalls.buyerAgreementSign> = (input, context) =>
  sign('buyer', input, context)
export const sellerAgreementSign: Handler<typeof agreementsCalls.sellerAgreementSign> = (input, context) =>
  sign('seller', input, context)
export const buyerAgreementStep: Handler<typeof agreementsCalls.buyerAgreementStep> = (input, context) =>
  step('buyer', input, context)
export const sellerAgreementStep: Handler<typeof agreementsCalls.sellerAgreementStep> = (input, context) =>
  step('seller', input, context)
