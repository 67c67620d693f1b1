import { and, asc, count, desc, eq, ilike, isNull, or } from 'drizzle-orm'
import type { z } from 'zod'
import type { qualificationsCalls, QualificationReviewRow } from '../../contract/shops/qualifications.ts'
import { companies } from '../../db/tables/accounts.ts'
import { files } from '../../db/tables/operations.ts'
import { certificateReadings, shopQualifications, shops } from '../../db/tables/shops.ts'
import type { Handler } from '../handler.ts'
import { likePattern } from '../search/like-pattern.ts'
import {
  listScopeItems,
  presentQualification,
  qualificationColumns,
  type Qualification,
} from './seller/qualification-rows.ts'
import { countsOf } from '../platform/queries/counts-by-status.ts'
import { CallFailed, fieldFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { links } from '../../domain/links.ts'
import {
  isExpired,
  isQualificationInReview,
  needsRegister,
  qualificationTransitions,
  scopeItemLines,
  type ScopeItem,
} from '../../domain/shops/qualifications.ts'
import { sentence } from '../../domain/sentence.ts'
import { nextState } from '../../domain/transition.ts'
import { lockShop, allShopPageTags } from './seller/own-shop.ts'
import { updateShopTags } from './seller/qualification-tags.ts'
import { notify } from '../accounts/notifications/notify.ts'
import { recipientsWithPermission } from '../platform/notices/notices.ts'
import { recordSteps } from '../platform/history/record-steps.ts'
import { isQualificationInForce } from './certificates/in-force.ts'
import { isException, isHeldElsewhere, listNumberHolders, lockNumber } from './certificates/number-holders.ts'
import { faultsOf } from './certificates/pass-by-agreement.ts'
import { joinedReading } from './certificates/read-certificate.ts'
import { notifyRelyingBuyers } from './certificates/relying-buyers.ts'
import { listRefusedCompanies } from './certificates/refused-companies.ts'
import { today } from './today.ts'

type ReviewInput = z.output<typeof qualificationsCalls.qualificationReviews.input>

/** Matches shop, company, name and number of a certificate. */
function matching({ keyword }: Pick<ReviewInput, 'keyword'>) {
  const part = likePattern(keyword)
  const { name, number } = shopQualifications
  return keyword === ''
    ? undefined
    : or(ilike(shops.name, part), ilike(companies.name, part), ilike(name, part), ilike(number, part))
}

/** Condition for certificates in force of which nobody has noted the official register. */
const isUnchecked = () => and(isQualificationInForce(), isNull(shopQualifications.registerOn))

export const qualificationReviews: Handler<typeof qualificationsCalls.qualificationReviews> = async (input, { db }) => {
  const { status, exceptions, unchecked, current, pageSize } = input
  const found = and(matching(input), exceptions ? isException : undefined, unchecked ? isUnchecked() : undefined)
  const byStatus = await db
    .select({ status: shopQualifications.status, count: count() })
    .from(shopQualifications)
    .innerJoin(shops, eq(shops.id, shopQualifications.shopId))
    .innerJoin(companies, eq(companies.id, shops.companyId))
    .where(found)
    .groupBy(shopQualifications.status)
  const rows = await db
    .select({ ...qualificationColumns, shop: shops, company: companies, reading: certificateReadings })
    .from(shopQualifications)
    .innerJoin(shops, eq(shops.id, shopQualifications.shopId))
    .innerJoin(companies, eq(companies.id, shops.companyId))
    .leftJoin(files, eq(files.id, shopQualifications.fileId))
    .leftJoin(certificateReadings, eq(certificateReadings.fileId, shopQualifications.fileId))
    .where(and(found, status === undefined ? undefined : eq(shopQualifications.status, status)))
    .orderBy(desc(eq(shopQualifications.status, 'pending_review')), asc(shopQualifications.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  const holders = await listNumberHolders(
    db,
    rows.map(({ qualification }) => qualification.numberKey),
  )
  const refused = await listRefusedCompanies(
    db,
    rows.map(({ company }) => company.id),
  )
  const items = await listScopeItems(
    db,
    rows.map(({ qualification }) => qualification.id),
  )
  const data = rows.map((row): QualificationReviewRow => {
    const { qualification, shop, company } = row
    const reading = joinedReading(row.reading)
    const others = (holders.get(qualification.numberKey) ?? []).filter(({ shopId }) => shopId !== shop.id)
    const { registerUrl, registerOn, registerNote } = qualification
    const waits = isQualificationInReview(qualification.status)
    return {
      ...presentQualification(row, items.get(qualification.id) ?? []),
      shopId: shop.id,
      orgId: company.id,
      shopName: shop.name,
      companyName: company.name,
      reading: reading && { source: reading.source, fields: reading.fields },
      // One reading is enough to say what differs; the second only guards the automatic pass.
      faults: waits
        ? faultsOf(qualification, reading && { ...reading, second: reading.second ?? reading.first }, company, {
            isHeldElsewhere: others.length > 0,
            isRefusedBefore: refused.has(company.id),
          })
        : [],
      heldBy: [...others],
      register: registerOn === null ? null : { url: registerUrl, on: registerOn, note: registerNote },
    }
  })
  const exceptionCount = await db.$count(shopQualifications, isException)
  const uncheckedCount = await db.$count(shopQualifications, isUnchecked())
  return { ...countsOf(byStatus, status), exceptionCount, uncheckedCount, data }
}

type Verdict = z.output<typeof qualificationsCalls.qualificationReview.input>

/**
 * Decides on one certificate: passes it with the register that was looked at, notes the register of one that passed by
 * itself, rejects it, or revokes one that counts. Throws ownCompany for the operator's own company.
 */
export const qualificationReview: Handler<typeof qualificationsCalls.qualificationReview> = async (input, context) => {
  const { caller, db, pages, after, note } = context
  const { qualificationId, event, reason, seen, register } = input
  if (register !== null && register.on > today())
    throw fieldFailed({ field: 'register.on', message: '核对日期不能晚于今天' })
  return db.transaction(async (tx) => {
    const { shopId } = await findQualification(tx, qualificationId)
    const { companyId } = await lockShop(tx, { shopId })
    // Read again under the lock: a concurrent review may have decided already.
    const qualification = await findQualification(tx, qualificationId)
    const items = (await listScopeItems(tx, [qualificationId])).get(qualificationId) ?? []
    if (seen !== undefined && !isUnchanged(seen, qualification, items)) throw new CallFailed('conflict')
    const { status, tag, name } = qualification
    const to = nextState(qualificationTransitions, status, event, 'operator')
    if (to === undefined) throw new CallFailed('stepNotAllowed')
    if (needsRegister(event)) await assertPassable(tx, qualification, input)
    await tx
      .update(shopQualifications)
      .set({ status: to, reason, ...registerColumns(needsRegister(event) ? register : null) })
      .where(and(eq(shopQualifications.id, qualificationId), eq(shopQualifications.status, status)))
    const step = {
      entity: 'qualification' as const,
      entityId: qualificationId,
      event,
      fromStatus: status,
      toStatus: to,
    }
    await recordSteps(tx, [{ ...step, userId: caller.userId, reason }])
    note(`${tag}，${name}`, { kind: 'shop', id: shopId, companyIds: [companyId] })
    // Nothing changes for supplier and buyers.
    if (event === 'check') return { status: to }
    if (event !== 'reject') {
      await updateShopTags(tx, shopId)
      after(() => pages.invalidate(allShopPageTags(shopId)))
    }
    const people = (await recipientsWithPermission(tx, [companyId], 'corporate_show')).get(companyId) ?? []
    await notify(tx, context, 'qualification.moved', people, {
      ...verdictText(event, { tag, name, reason }),
      path: links.sellerTags(),
    })
    if (event === 'revoke') await notifyRelyingBuyers(tx, context, [{ companyId, tag, what: '已被平台撤销' }])
    return { status: to }
  })
}

/** Throws certificateExpired, and certificateHeldElsewhere where another company has the number and no note says why. */
async function assertPassable(tx: Db, { numberKey, shopId, until }: Qualification, { register }: Verdict) {
  if (isExpired(until, today())) throw new CallFailed('certificateExpired')
  await lockNumber(tx, numberKey)
  if ((register?.note ?? '') === '' && (await isHeldElsewhere(tx, numberKey, shopId)))
    throw new CallFailed('certificateHeldElsewhere')
}

const registerColumns = (register: Verdict['register']) =>
  register === null ? {} : { registerUrl: register.url, registerOn: register.on, registerNote: register.note }

/** What the supplier is told. */
function verdictText(
  event: Exclude<Verdict['event'], 'check'>,
  { tag, name, reason }: { readonly tag: string; readonly name: string; readonly reason: string },
) {
  const which = `资质证书“${name}”`
  switch (event) {
    case 'pass':
      return { title: `资质 ${tag} 已通过审核`, text: `${which}已通过，店铺已带有 ${tag} 标签。` }
    case 'reject':
      return { title: `资质 ${tag} 未通过审核`, text: `${which}未通过：${sentence(reason)}请修改后重新提交。` }
    case 'revoke':
      return {
        title: `资质 ${tag} 已被撤销`,
        text: `${which}已由平台撤销：${sentence(reason)}没有其他有效的 ${tag} 证书时，店铺不再带有该标签。`,
      }
  }
}

/** Fields that an operator decides about, besides file and accredited items. */
const seenFields = ['tag', 'name', 'number', 'issuer', 'holder', 'site', 'scope', 'issuedOn', 'until'] as const
type SeenQualification = NonNullable<Verdict['seen']>

/** The verdict applies only to the version that the operator read. */
const isUnchanged = (seen: SeenQualification, current: Qualification, items: readonly ScopeItem[]): boolean =>
  seenFields.every((field) => seen[field] === current[field]) &&
  scopeItemLines(seen.items) === scopeItemLines(items) &&
  (seen.fileId === null || seen.fileId === current.fileId)

async function findQualification(tx: Db, id: number): Promise<Qualification> {
  const [row] = await tx.select().from(shopQualifications).where(eq(shopQualifications.id, id))
  if (row === undefined) throw new CallFailed('notFound')
  return row
}
