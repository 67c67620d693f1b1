import { and, eq, exists, gt, gte, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { shopQualifications, shops } from '../../../db/tables/shops.ts'
import { links } from '../../../domain/links.ts'
import { dueWarning, warningDays } from '../../../domain/shops/qualifications.ts'
import type { Context } from '../../handler.ts'
import { notify, notifyRecipients } from '../../accounts/notifications/notify.ts'
import { createJobContext } from '../../platform/job-context.ts'
import { recipientsWithChoices, recipientsWithPermission } from '../../platform/notices/notices.ts'
import { allShopPageTags, lockShop } from '../seller/own-shop.ts'
import { updateShopTags } from '../seller/qualification-tags.ts'
import { today } from '../today.ts'
import { notifyRelyingBuyers } from './relying-buyers.ts'

type JobContext = Pick<Context, 'push' | 'pages'>

/** Value of `warnedDays` once the end itself was handled. */
const ended = 0

/**
 * Takes expired certificates out of tags, lists and cached pages, and notifies supplier and relying buyers, once a
 * certificate. Runs every few minutes, so that a day's end is noticed soon; everything that decides (offers, awards,
 * automatic passes) compares days and does not wait for it.
 */
export async function expireQualifications(db: Db, { push, pages }: JobContext): Promise<void> {
  const over = db
    .select({ one: sql`1` })
    .from(shopQualifications)
    .where(
      and(
        eq(shopQualifications.shopId, shops.id),
        eq(shopQualifications.status, 'approved'),
        lt(shopQualifications.until, today()),
        or(
          isNull(shopQualifications.warnedDays),
          gt(shopQualifications.warnedDays, ended),
          sql`${shopQualifications.tag} = any(${shops.tags}) and not exists (select 1 from ${shopQualifications} as held
            where held.shop_id = ${shops.id} and held.tag = ${shopQualifications.tag} and held.status = 'approved'
              and (held.until is null or held.until >= ${today()}))`,
        ),
      ),
    )
  const due = await db.select({ id: shops.id }).from(shops).where(exists(over))
  for (const { id } of due) {
    const { context, notifyAll } = createJobContext(push)
    await db.transaction(async (tx) => {
      const before = await lockShop(tx, { shopId: id })
      const { companyId } = before
      await tx
        .update(shopQualifications)
        .set({ warnedDays: ended })
        .where(
          and(
            eq(shopQualifications.shopId, id),
            eq(shopQualifications.status, 'approved'),
            lt(shopQualifications.until, today()),
          ),
        )
      const isChanged = await updateShopTags(tx, id)
      context.after(() => pages.invalidate(allShopPageTags(id)))
      if (!isChanged) return
      const [now] = await tx.select({ tags: shops.tags }).from(shops).where(eq(shops.id, id))
      const gone = before.tags.filter((tag) => now?.tags.includes(tag) === false)
      // With a renewal in force only the order of the tags changes.
      if (gone.length === 0) return
      const people = (await recipientsWithPermission(tx, [companyId], 'corporate_show')).get(companyId) ?? []
      await notify(tx, context, 'qualification.moved', people, {
        title: `资质 ${gone.join('、')} 已到期`,
        text: '证书已过最后一天，店铺不再带有相应标签。请提交新的证书，审核通过后标签即恢复。',
        path: links.sellerTags(),
      })
      await notifyRelyingBuyers(
        tx,
        context,
        gone.map((tag) => ({ companyId, tag, what: '已到期' })),
      )
    })
    await notifyAll()
  }
}

/** Invalidates pages of shops whose holiday may have begun or ended with the day. */
export async function showHolidays(db: Db, { pages }: Pick<JobContext, 'pages'>): Promise<void> {
  const resting = await db
    .select({ id: shops.id })
    .from(shops)
    .where(sql`${shops.holidayUntil} >= ${today()}::date - 1`)
  if (resting.length > 0) pages.invalidate(resting.map(({ id }) => `shop:${id}`))
}

/**
 * Warns of certificates that end within 90, 30 and 7 days: the supplier, and buyers with running orders that rely on
 * them. Each nearness is warned of once; a certificate with a renewal in force is left out.
 */
export async function warnOfEndingQualifications(db: Db, { push }: Pick<JobContext, 'push'>): Promise<void> {
  const { context, notifyAll } = createJobContext(push)
  await db.transaction(async (tx) => {
    const rows = await tx
      .select({
        id: shopQualifications.id,
        tag: shopQualifications.tag,
        name: shopQualifications.name,
        until: shopQualifications.until,
        warnedDays: shopQualifications.warnedDays,
        daysLeft: sql<number>`(${shopQualifications.until} - ${today()}::date)::int`,
        companyId: companies.id,
      })
      .from(shopQualifications)
      .innerJoin(shops, eq(shops.id, shopQualifications.shopId))
      .innerJoin(companies, eq(companies.id, shops.companyId))
      .where(
        and(
          eq(shopQualifications.status, 'approved'),
          gte(shopQualifications.until, today()),
          lte(shopQualifications.until, sql`${today()}::date + ${warningDays[0]}::int`),
          sql`not exists (select 1 from ${shopQualifications} as renewal
            where renewal.shop_id = ${shopQualifications.shopId} and renewal.tag = ${shopQualifications.tag}
              and renewal.status = 'approved' and (renewal.until is null or renewal.until > ${shopQualifications.until}))`,
        ),
      )
      .orderBy(shopQualifications.id)
      // A second run waits here and then finds the warnings sent.
      .for('update', { of: shopQualifications })
    const due = rows.flatMap((row) => {
      const days = dueWarning(row.daysLeft, row.warnedDays)
      return days === null ? [] : [{ ...row, days }]
    })
    if (due.length === 0) return
    for (const [days, certificates] of Map.groupBy(due, (row) => row.days)) {
      const ids = certificates.map(({ id }) => id)
      await tx
        .update(shopQualifications)
        .set({ warnedDays: days })
        .where(sql`${shopQualifications.id} = any(${sql.param(ids)}::int[])`)
    }
    const people = await recipientsWithChoices(
      tx,
      due.map(({ companyId }) => companyId),
      'corporate_show',
    )
    await notifyRecipients(
      tx,
      context,
      'qualification.moved',
      due.map(({ companyId, tag, name, until, daysLeft }) => ({
        people: people.get(companyId) ?? [],
        content: {
          title: daysLeft === 0 ? `资质 ${tag} 今天到期` : `资质 ${tag} 将在 ${daysLeft} 天后到期`,
          text: `资质证书“${name}”的最后一天为 ${until ?? ''}，次日起店铺不再带有 ${tag} 标签。取得新证书后请及时提交。`,
          path: links.sellerTags(),
        },
      })),
    )
    await notifyRelyingBuyers(
      tx,
      context,
      due.map(({ companyId, tag, until, daysLeft }) => ({
        companyId,
        tag,
        what: `将于 ${until ?? ''} 到期（还有 ${daysLeft} 天）`,
      })),
    )
  })
  await notifyAll()
}
