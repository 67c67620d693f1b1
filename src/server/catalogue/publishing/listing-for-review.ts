import { and, eq, isNull } from 'drizzle-orm'
import { productForm, serviceForm } from '../../../contract/catalogue/listing-form.ts'
import type { listingReviewsCalls } from '../../../contract/catalogue/listing-reviews.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { shops } from '../../../db/tables/shops.ts'
import type { Context, Handler } from '../../handler.ts'
import { categoryNodes } from '../category-tree.ts'
import type { AnyForm, Kind } from './kind.ts'
import { changesFor } from './pending-changes.ts'
import { productKind } from './product-kind.ts'
import { serviceKind } from './service-kind.ts'

/** What waits for its verdict beside what is out now. Throws notFound when nothing of it waits. */
export const listingForReview: Handler<typeof listingReviewsCalls.listingForReview> = async (
  { kind, listingId },
  context,
) => {
  if (kind === 'service') {
    const { row, form, now } = await waiting(serviceKind, listingId, context)
    return { ...row, kind, form: serviceForm.parse(form), now: now === null ? null : serviceForm.parse(now) }
  }
  const { row, form, now } = await waiting(productKind, listingId, context)
  return { ...row, kind, form: productForm.parse(form), now: now === null ? null : productForm.parse(now) }
}

async function waiting<F extends AnyForm>(kind: Kind<F>, id: number, context: Context<'operator'>) {
  const { db } = context
  const [listing] = await kind.read(db, and(eq(kind.table.id, id), isNull(kind.table.deletedAt)))
  if (listing === undefined) throw new CallFailed('notFound')
  const change = (await changesFor(db, kind, [listing])).get(id)
  const isChange = listing.status !== 'pending_review'
  if (isChange && change?.status !== 'pending_review') throw new CallFailed('notFound')
  const shown = isChange && change !== undefined ? change : listing
  const [shop] = await db.select({ name: shops.name }).from(shops).where(eq(shops.id, listing.shopId))
  const { categoryId, title } = shown.form
  const node = categoryId === null ? undefined : (await categoryNodes(context)).get(categoryId)
  return {
    row: {
      ...{ kind: kind.kind, listingId: id, title, categoryName: node?.name ?? '' },
      ...{ shopId: listing.shopId, shopName: shop?.name ?? '', orgId: listing.companyId },
      ...{ isChange, submittedAt: shown.updatedAt.toISOString() },
    },
    form: shown.form,
    now: isChange ? listing.form : null,
  }
}
