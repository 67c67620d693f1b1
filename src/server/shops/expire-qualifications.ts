import { and, eq, exists, lt, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { shopQualifications, shops } from '../../db/tables/shops.ts'
import { links } from '../../domain/links.ts'
import { notify } from '../accounts/public.ts'
import type { Context } from '../handler.ts'
import { newsOfJob } from '../jobs/news-of-job.ts'
import { peopleOf } from '../operations/public.ts'
import { lockShop, shopEverywhere } from './seller/own-shop.ts'
import { wearTags } from './seller/worn-tags.ts'
import { today } from './today.ts'

type Around = Pick<Context, 'push' | 'pages'>

/**
 * Takes off the tags of certificates whose last day is past, and tells the shop. Safe to run twice: only a shop whose
 * tags change is told. Pages are drawn anew either way, for a rest may have begun or ended with the day.
 */
export async function expireQualifications(db: Db, { push, pages }: Around): Promise<void> {
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
    const { news, tellAll } = newsOfJob(push)
    await db.transaction(async (tx) => {
      const before = await lockShop(tx, { shopId: id })
      if (!(await wearTags(tx, id))) return
      const [now] = await tx.select({ tags: shops.tags }).from(shops).where(eq(shops.id, id))
      const gone = before.tags.filter((tag) => now?.tags.includes(tag) === false)
      const people = (await peopleOf(tx, [before.companyId], 'corporate_show')).get(before.companyId) ?? []
      await notify(tx, news, 'qualification.moved', people, {
        title: `资质 ${gone.join('、')} 已到期`,
        text: '证书已过最后一天，店铺不再带有相应标签。请提交新的证书，审核通过后标签即恢复。',
        path: links.sellerTags(),
      })
      news.after(() => pages.invalidate(shopEverywhere(id)))
    })
    await tellAll()
  }
  const resting = await db
    .select({ id: shops.id })
    .from(shops)
    .where(sql`${shops.holidayUntil} >= ${today()}::date - 1`)
  if (resting.length > 0) pages.invalidate(resting.map(({ id }) => `shop:${id}`))
}
