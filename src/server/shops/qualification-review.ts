import { and, eq } from 'drizzle-orm'
import type { qualificationsCalls } from '../../contract/shops/qualifications.ts'
import { CallFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { shopQualifications } from '../../db/tables/shops.ts'
import { links } from '../../domain/links.ts'
import { qualificationTransitions } from '../../domain/shops/qualifications.ts'
import { sentence } from '../../domain/sentence.ts'
import { next } from '../../domain/transition.ts'
import { notify } from '../accounts/public.ts'
import type { Handler } from '../handler.ts'
import { peopleOf, recordSteps } from '../operations/public.ts'
import { lockShop, shopEverywhere } from './seller/own-shop.ts'
import type { Qualification } from './seller/qualification-rows.ts'
import { wearTags } from './seller/worn-tags.ts'

/** Nobody decides about their own company. */
export const qualificationReview: Handler<typeof qualificationsCalls.qualificationReview> = async (input, context) => {
  const { caller, db, pages, after, note } = context
  const { qualificationId, event, reason, seen } = input
  return db.transaction(async (tx) => {
    const { shopId } = await qualificationOf(tx, qualificationId)
    const { companyId } = await lockShop(tx, { shopId })
    if (companyId === caller.companyId) throw new CallFailed('forbidden')
    // Read again: what came before the lock may have decided already.
    const paper = await qualificationOf(tx, qualificationId)
    if (seen !== undefined && !isSame(seen, paper)) throw new CallFailed('conflict')
    const { status, tag, name } = paper
    const to = next(qualificationTransitions, status, event, 'operator')
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
      await wearTags(tx, shopId)
      after(() => pages.invalidate(shopEverywhere(shopId)))
    }
    const people = (await peopleOf(tx, [companyId], 'corporate_show')).get(companyId) ?? []
    const which = `资质证书“${name}”`
    await notify(tx, context, 'qualification.moved', people, {
      title: to === 'approved' ? `资质 ${tag} 已通过审核` : `资质 ${tag} 未通过审核`,
      text:
        to === 'approved'
          ? `${which}已通过，店铺已带有 ${tag} 标签。`
          : `${which}未通过：${sentence(reason)}请修改后重新提交。`,
      path: links.sellerTags(),
    })
    note(`${tag}，${name}`)
    return { status: to }
  })
}

type Seen = Pick<Qualification, 'tag' | 'name' | 'scope' | 'until'> & { readonly fileId: string | null }

/** A verdict is about what the operator read, not about what its shop put in its place since. */
const isSame = (seen: Seen, paper: Qualification): boolean =>
  (['tag', 'name', 'scope', 'until'] as const).every((field) => seen[field] === paper[field]) &&
  (seen.fileId === null || seen.fileId === paper.fileId)

async function qualificationOf(tx: Db, id: number): Promise<Qualification> {
  const [row] = await tx.select().from(shopQualifications).where(eq(shopQualifications.id, id))
  if (row === undefined) throw new CallFailed('notFound')
  return row
}
