import { and, desc, eq, isNull } from 'drizzle-orm'
import type { previewsCalls } from '../../contract/catalogue/previews.ts'
import { CallFailed } from '../../contract/failures.ts'
import { products } from '../../db/tables/catalogue.ts'
import { productContent } from '../../domain/catalogue/listing-content.ts'
import type { Context, Handler, Seller } from '../handler.ts'
import { around, categoryPlaces, changesOf, isProductForm, type Change } from './pending.ts'
import { regionNames } from './places.ts'
import { presentProductDetail, productDetails, specsOf, type ProductDetailRow } from './product.ts'
import { presentProduct } from './product-rows.ts'

const own = ({ companyId }: Pick<Seller, 'companyId'>) =>
  and(eq(products.companyId, companyId), isNull(products.deletedAt))

/** A product as it would be with its change. */
async function changed(context: Pick<Context, 'db' | 'pages'>) {
  const placeOf = await categoryPlaces(context)
  return (row: ProductDetailRow, change: Change | undefined): ProductDetailRow => {
    if (change === undefined || !isProductForm(change.form)) return row
    const { detail, ...content } = productContent(change.form)
    const place = placeOf(change.form.categoryId)
    return { ...row, ...place, ...content, detail: { ...detail, certificates: row.detail.certificates } }
  }
}

/** Specifications of a change, those with a name. */
const specsIn = ({ form }: Change) =>
  isProductForm(form)
    ? form.specs.flatMap(({ specId, name, price, stock }) =>
        name === '' ? [] : [{ specId, name, price: form.priceType === 2 ? null : price, stock }],
      )
    : []

/** An own product as its page would be, whatever its state. */
export const productPreview: Handler<typeof previewsCalls.productPreview> = async ({ productNo }, context) => {
  const { db, caller } = context
  const [row] = await productDetails(db, and(own(caller), eq(products.productNo, productNo)))
  if (row === undefined) throw new CallFailed('notFound')
  const change = (await changesOf(db, 'product', [row.productId])).get(row.productId)
  const shown = (await changed(context))(row, change)
  return {
    ...(await presentProductDetail(shown, [], context)),
    specs: change === undefined ? await specsOf(db, row) : specsIn(change),
    ...around(row, change),
  }
}

/** The own products as a list would show them, what was written last first. */
export const productsPreview: Handler<typeof previewsCalls.productsPreview> = async (
  { current, pageSize },
  context,
) => {
  const { db, caller } = context
  const rows = await productDetails(db, own(caller))
    .orderBy(desc(products.updatedAt), desc(products.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  const ids = rows.map((row) => row.productId)
  const changes = await changesOf(db, 'product', ids)
  const [withChange, regionOf] = [await changed(context), await regionNames(db)]
  return {
    total: await db.$count(products, own(caller)),
    data: rows.map((row) => {
      const change = changes.get(row.productId)
      return { ...presentProduct(withChange(row, change), regionOf), ...around(row, change) }
    }),
  }
}
