import { and, asc, count, desc, eq, ilike, or, exists, lt, sql } from 'drizzle-orm'
import type { qualificationsCalls } from '../../contract/shops/qualifications.ts'
import { companies } from '../../db/tables/accounts.ts'
import { files } from '../../db/tables/operations.ts'
import { shopQualifications, shops } from '../../db/tables/shops.ts'
import type { Handler, Context } from '../handler.ts'
import { likePattern } from '../search/like-pattern.ts'
import { presentQualification, qualificationColumns, type Qualification } from './seller/qualification-rows.ts'
import { countsOf } from '../platform/queries/counts-by-status.ts'
import { CallFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { links } from '../../domain/links.ts'
import { qualificationTransitions } from '../../domain/shops/qualifications.ts'
import { sentence } from '../../domain/sentence.ts'
import { nextState } from '../../domain/transition.ts'
import { lockShop, allShopPageTags } from './seller/own-shop.ts'
import { updateShopTags } from './seller/qualification-tags.ts'
import { notify } from '../accounts/notifications/notify.ts'
import { recipientsWithPermission } from '../platform/notices/notices.ts'
import { recordSteps } from '../platform/history/record-steps.ts'
import { createJobContext } from '../platform/job-context.ts'
import { today } from './today.ts'

export const qualificationReviews: Handler<typeof qualificationsCalls.qualificationReviews> = async (input, { db }) => {
  const { status, keyword, current, pageSize } = input
  const part = likePattern(keyword)
  const found =
    keyword === ''
      ? undefined
      : or(ilike(shops.name, part), ilike(companies.name, part), ilike(shopQualifications.name, part))
  const byStatus = await db
    .select({ status: shopQualifications.status, count: count() })
    .from(shopQualifications)
    .innerJoin(shops, eq(shops.id, shopQualifications.shopId))
    .innerJoin(companies, eq(companies.id, shops.companyId))
    .where(found)
    .groupBy(shopQualifications.status)
  const rows = await db
    .select({
      ...qualificationColumns,
      shop: { shopId: shops.id, orgId: shops.companyId, shopName: shops.name, companyName: companies.name },
    })
    .from(shopQualifications)
    .innerJoin(shops, eq(shops.id, shopQualifications.shopId))
    .innerJoin(companies, eq(companies.id, shops.companyId))
    .leftJoin(files, eq(files.id, shopQualifications.fileId))
    .where(and(found, status === undefined ? undefined : eq(shopQualifications.status, status)))
    .orderBy(desc(eq(shopQualifications.status, 'pending_review')), asc(shopQualifications.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  return { ...countsOf(byStatus, status), data: rows.map((row) => ({ ...presentQualification(row), ...row.shop })) }
}

/** Reviews one certificate. Throws forbidden for the operator's own company. */
export const qualificationReview: Handler<typeof qualificationsCalls.qualificationReview> = async (input, context) => {
  const { caller, db, pages, after, note } = context
  const { qualificationId, event, reason, seen } = input
  return db.transaction(async (tx) => {
    const { shopId } = await findQualification(tx, qualificationId)
    const { companyId } = await lockShop(tx, { shopId })
    // Read again under the lock: a concurrent review may have decided already.
    const qualification = await findQualification(tx, qualificationId)
    if (seen !== undefined && !isUnchanged(seen, qualification)) throw new CallFailed('conflict')
    const { status, tag, name } = qualification
    const to = nextState(qualificationTransitions, status, event, 'operator')
    if (to === undefined) throw new CallFailed('stepNotAllowed')
    await tx
      .update(shopQualifications)
      .set({ status: to, reason })
      .where(and(eq(shopQualifications.id, qualificationId), eq(shopQualifications.status, status)))
    const step = {
      entity: 'qualification' as const,
      entityId: qualificationId,
      event,
      fromStatus: status,
      toStatus: to,
    }
    await recordSteps(tx, [{ ...step, userId: caller.userId, reason }])
    if (to === 'approved') {
      await updateShopTags(tx, shopId)
      after(() => pages.invalidate(allShopPageTags(shopId)))
    }
    const people = (await recipientsWithPermission(tx, [companyId], 'corporate_show')).get(companyId) ?? []
    const which = `资质证书“${name}”`
    await notify(tx, context, 'qualification.moved', people, {
      title: to === 'approved' ? `资质 ${tag} 已通过审核` : `资质 ${tag} 未通过审核`,
      text:
        to === 'approved'
          ? `${which}已通过，店铺已带有 ${tag} 标签。`
          : `${which}未通过：${sentence(reason)}请修改后重新提交。`,
      path: links.sellerTags(),
    })
    note(`${tag}，${name}`, { kind: 'shop', id: shopId, companyIds: [companyId] })
    return { status: to }
  })
}

type SeenQualification = Pick<Qualification, 'tag' | 'name' | 'scope' | 'until'> & { readonly fileId: string | null }

/** The verdict applies only to the version that the operator read. */
const isUnchanged = (seen: SeenQualification, current: Qualification): boolean =>
  (['tag', 'name', 'scope', 'until'] as const).every((field) => seen[field] === current[field]) &&
  (seen.fileId === null || seen.fileId === current.fileId)

async function findQualification(tx: Db, id: number): Promise<Qualification> {
  const [row] = await tx.select().from(shopQualifications).where(eq(shopQualifications.id, id))
  if (row === undefined) throw new CallFailed('notFound')
  return row
}

type JobContext = Pick<Context, 'push' | 'pages'>

/**
 * Removes the tags of expired certificates and notifies the shop. Safe to run twice: only shops whose tags change are
 * notified. Pages of shops with a holiday are invalidated too, since it may have begun or ended with the day.
 */
export async function expireQualifications(db: Db, { push, pages }: JobContext): Promise<void> {
  const worn = db
    .select({ one: sql`1` })
    .from(shopQualifications)
    .where(
      and(
        eq(shopQualifications.shopId, shops.id),
        eq(shopQualifications.status, 'approved'),
        lt(shopQualifications.until, today()),
        sql`${shopQualifications.tag} = any(${shops.tags})`,
      ),
    )
  const due = await db.select({ id: shops.id }).from(shops).where(exists(worn))
  for (const { id } of due) {
    const { context, notifyAll } = createJobContext(push)
    await db.transaction(async (tx) => {
      const before = await lockShop(tx, { shopId: id })
      if (!(await updateShopTags(tx, id))) return
      const [now] = await tx.select({ tags: shops.tags }).from(shops).where(eq(shops.id, id))
      const gone = before.tags.filter((tag) => now?.tags.includes(tag) === false)
      const people =
        (await recipientsWithPermission(tx, [before.companyId], 'corporate_show')).get(before.companyId) ?? []
      await notify(tx, context, 'qualification.moved', people, {
        title: `资质 ${gone.join('、')} 已到期`,
        text: '证书已过最后一天，店铺不再带有相应标签。请提交新的证书，审核通过后标签即恢复。',
        path: links.sellerTags(),
      })
      context.after(() => pages.invalidate(allShopPageTags(id)))
    })
    await notifyAll()
  }
  const resting = await db
    .select({ id: shops.id })
    .from(shops)
    .where(sql`${shops.holidayUntil} >= ${today()}::date - 1`)
  if (resting.length > 0) pages.invalidate(resting.map(({ id }) => `shop:${id}`))
}
