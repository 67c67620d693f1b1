import { and, eq, gt, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { files } from '../../../db/tables/operations.ts'
import { certificateReadings, shopQualifications, shops } from '../../../db/tables/shops.ts'
import { isCertified } from '../../../domain/accounts/certification.ts'
import { links } from '../../../domain/links.ts'
import {
  certificateFaults,
  type AgreementFacts,
  type AgreementFault,
} from '../../../domain/shops/certificate-agreement.ts'
import { nextState } from '../../../domain/transition.ts'
import { isQualificationInReview, qualificationTransitions } from '../../../domain/shops/qualifications.ts'
import type { Context } from '../../handler.ts'
import { notify } from '../../accounts/notifications/notify.ts'
import { recordSteps } from '../../platform/history/record-steps.ts'
import { createJobContext } from '../../platform/job-context.ts'
import { recipientsWithPermission } from '../../platform/notices/notices.ts'
import { allShopPageTags, lockShop } from '../seller/own-shop.ts'
import type { Qualification } from '../seller/qualification-rows.ts'
import { updateShopTags } from '../seller/qualification-tags.ts'
import { today } from '../today.ts'
import { isHeldElsewhere, lockNumber } from './number-holders.ts'
import { completeReadings, findReading, readAgain, readOnce, type SavedReading } from './read-certificate.ts'
import { listRefusedCompanies } from './refused-companies.ts'

type PassContext = Pick<Context, 'after' | 'jobs' | 'push' | 'pages'>

interface ComparedCompany {
  readonly name: string
  readonly certification: Parameters<typeof isCertified>[0]
}

/** What stands against passing a certificate without an operator. */
export const faultsOf = (
  { tag, number, holder, until }: Pick<Qualification, 'tag' | 'number' | 'holder' | 'until'>,
  reading: SavedReading | null | undefined,
  company: ComparedCompany,
  { isHeldElsewhere, isRefusedBefore }: Pick<AgreementFacts, 'isHeldElsewhere' | 'isRefusedBefore'>,
): AgreementFault[] =>
  certificateFaults({
    stated: { tag, number, holder, until },
    readings: reading == null ? [] : completeReadings(reading),
    company: { name: company.name, isCertified: isCertified(company.certification) },
    isHeldElsewhere,
    isRefusedBefore,
    today: today(),
  })

/**
 * Approves a certificate whose paper, stated fields and certified company agree. Requires the lock of its shop.
 * Returns whether it has passed.
 */
export async function passIfAgreed(tx: Db, context: PassContext, qualificationId: number): Promise<boolean> {
  const [row] = await tx
    .select({ qualification: shopQualifications, company: companies })
    .from(shopQualifications)
    .innerJoin(shops, eq(shops.id, shopQualifications.shopId))
    .innerJoin(companies, eq(companies.id, shops.companyId))
    .where(eq(shopQualifications.id, qualificationId))
  if (row === undefined) return false
  const { qualification, company } = row
  const { shopId, numberKey, status, tag, name, fileId } = qualification
  const to = nextState(qualificationTransitions, status, 'agree', 'system')
  if (to === undefined) return false
  await lockNumber(tx, numberKey)
  const reading = await findReading(tx, fileId)
  const faults = faultsOf(qualification, reading, company, {
    isHeldElsewhere: await isHeldElsewhere(tx, numberKey, shopId),
    isRefusedBefore: (await listRefusedCompanies(tx, [company.id])).has(company.id),
  })
  if (faults.length > 0) return false
  await tx
    .update(shopQualifications)
    .set({ status: to, reason: '' })
    .where(and(eq(shopQualifications.id, qualificationId), eq(shopQualifications.status, status)))
  const step = { entity: 'qualification' as const, entityId: qualificationId, event: 'agree' }
  const reason = '证书影像、填写内容与认证企业一致'
  await recordSteps(tx, [{ ...step, fromStatus: status, toStatus: to, reason }])
  await updateShopTags(tx, shopId)
  context.after(() => context.pages.invalidate(allShopPageTags(shopId)))
  const people = (await recipientsWithPermission(tx, [company.id], 'corporate_show')).get(company.id) ?? []
  await notify(tx, context, 'qualification.moved', people, {
    title: `资质 ${tag} 已通过审核`,
    text: `资质证书“${name}”的影像、填写内容与认证企业一致，已自动通过，店铺已带有 ${tag} 标签。`,
    path: links.sellerTags(),
  })
  return true
}

/** Hours after its upload in which a paper is read again after a failure. */
const readingHours = 24
/** Minutes after its upload in which every run takes up a paper; older ones are taken up about twice an hour. */
const eagerMinutes = 15

/**
 * Condition for taking up a paper in this run. One that always takes too long would otherwise hold the only thread of
 * text recognition all day.
 */
const isReadInThisRun = sql`(${files.createdAt} > now() - make_interval(mins => ${eagerMinutes})
  or extract(minute from now()) % 30 < 3)`

/**
 * Reads the papers of certificates under review, sequentially and outside transactions because it takes seconds, and
 * passes those that agree. A picture is recognised a second time only if the first reading agrees. Failed readings are
 * tried again by later runs for one day; after that an operator decides, or the supplier has the paper read again.
 */
export async function readPendingQualifications(
  db: Db,
  { push, pages, providers }: Pick<Context, 'push' | 'pages' | 'providers'>,
): Promise<void> {
  const waiting = await db
    .select({
      qualification: shopQualifications,
      company: { id: companies.id, name: companies.name, certification: companies.certification },
      file: { id: files.id, storageKey: files.storageKey, contentType: files.contentType },
    })
    .from(shopQualifications)
    .innerJoin(shops, eq(shops.id, shopQualifications.shopId))
    .innerJoin(companies, eq(companies.id, shops.companyId))
    .innerJoin(files, eq(files.id, shopQualifications.fileId))
    .leftJoin(certificateReadings, eq(certificateReadings.fileId, files.id))
    .where(
      and(
        eq(shopQualifications.status, 'pending_review'),
        ne(shopQualifications.numberKey, ''),
        gt(files.createdAt, sql`now() - make_interval(hours => ${readingHours})`),
        isReadInThisRun,
        or(
          isNull(certificateReadings.fileId),
          // A picture that was read once, or a PDF whose reading ended after the certificate was submitted.
          and(isNotNull(certificateReadings.source), isNull(certificateReadings.secondLines)),
        ),
      ),
    )
    .orderBy(shopQualifications.id)
  const refused = await listRefusedCompanies(
    db,
    waiting.map(({ company }) => company.id),
  )
  const failed: unknown[] = []
  for (const { qualification, company, file } of waiting) {
    try {
      const key = `shop ${qualification.shopId}`
      const first = await readOnce(db, providers, file, key)
      const asIfRepeated = { ...first, second: first.second ?? first.first }
      const isRefusedBefore = refused.has(company.id)
      const faults = faultsOf(qualification, asIfRepeated, company, { isHeldElsewhere: false, isRefusedBefore })
      if (faults.length > 0) continue
      if (first.source === 'ocr') await readAgain(db, providers, file, key)
      await passWaiting(db, { push, pages }, qualification)
    } catch (thrown) {
      // A failed paper does not block the following ones.
      failed.push(thrown)
    }
  }
  if (failed.length > 0) throw new AggregateError(failed, 'Certificates that could not be read')
}

async function passWaiting(
  db: Db,
  { push, pages }: Pick<Context, 'push' | 'pages'>,
  { id, shopId, fileId }: Qualification,
): Promise<void> {
  const { context, notifyAll } = createJobContext(push)
  await db.transaction(async (tx) => {
    await lockShop(tx, { shopId })
    const [now] = await tx.select().from(shopQualifications).where(eq(shopQualifications.id, id))
    // It may have been decided, changed or deleted meanwhile.
    if (now === undefined || !isQualificationInReview(now.status) || now.fileId !== fileId) return
    await passIfAgreed(tx, { ...context, pages }, id)
  })
  await notifyAll()
}
