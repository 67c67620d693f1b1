import { and, asc, eq, isNull, sql, type SQL } from 'drizzle-orm'
import type { ProductDetail, productsCalls } from '../../../contract/catalogue/products.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { preparedOn } from '../../../db/prepared.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { brands, molecules, productSpecs, products } from '../../../db/tables/catalogue.ts'
import { shops } from '../../../db/tables/shops.ts'
import type { Context, Handler } from '../../handler.ts'
import { shopBoxColumns, presentShopBox, detailColumns, presentDetail } from './detail-row.ts'
import { wasOnSale } from '../query/listings.ts'
import { regionNames } from '../../reference/region-names.ts'
import { presentProduct, productColumns } from './product-rows.ts'

const columns = {
  ...productColumns,
  ...detailColumns(products),
  ...shopBoxColumns,
  productIntro: products.summary,
  status: products.status,
  reason: products.reason,
  minOrder: products.minOrder,
  unit: products.unit,
  discounts: products.discounts,
  downPaymentPercent: products.downPaymentPercent,
  brandName: brands.name,
  hazards: products.hazards,
  molecule: {
    smiles: molecules.smiles,
    formula: molecules.formula,
    mass: molecules.mass,
    atoms: molecules.atoms,
    drawing: molecules.drawing,
  },
}

/** Products with all data of their page except specifications, in one query. */
export const productDetails = (db: Db, where: SQL | undefined) =>
  db
    .select(columns)
    .from(products)
    .innerJoin(shops, eq(shops.id, products.shopId))
    .innerJoin(companies, eq(companies.id, products.companyId))
    .leftJoin(brands, eq(brands.id, products.brandId))
    .leftJoin(molecules, eq(molecules.id, products.moleculeId))
    .where(where)

export type ProductDetailRow = Awaited<ReturnType<typeof productDetails>>[number]

/** A selected product in wire field names. */
export async function presentProductDetail(
  row: ProductDetailRow,
  specs: ProductDetail['specs'],
  context: Pick<Context, 'db' | 'pages'>,
): Promise<ProductDetail> {
  const regionOf = await regionNames(context.db)
  return {
    ...presentProduct(row, regionOf),
    ...(await presentDetail(row, context)),
    productIntro: row.productIntro,
    brandName: row.brandName ?? '',
    minOrder: row.minOrder,
    unit: row.unit,
    discounts: row.discounts.map((step) => ({ ...step })),
    downPaymentPercent: row.downPaymentPercent,
    molecule: row.molecule,
    hazards: [...row.hazards],
    specs,
    shop: await presentShopBox(row, regionOf, context),
  }
}

const preparedSpecs = preparedOn((db) => {
  const { id, name, price, stock, sort, productId, removedAt } = productSpecs
  return db
    .select({ specId: id, name, price, stock })
    .from(productSpecs)
    .where(and(eq(productId, sql.placeholder('productId')), isNull(removedAt)))
    .orderBy(asc(sort), asc(id))
    .prepare('product_specs')
})

/** Active specifications of a product. With price type 面议 their prices are hidden. */
export async function listSpecs(
  db: Db,
  { productId, priceType }: Pick<ProductDetailRow, 'productId' | 'priceType'>,
): Promise<ProductDetail['specs']> {
  const rows = await preparedSpecs(db).execute({ productId })
  // Only a draft has a specification without a price; published ones cost more than 0.
  return rows.map((row) => ({ ...row, price: priceType === 2 || row.price === 0 ? null : row.price }))
}

const preparedProduct = preparedOn((db) =>
  productDetails(
    db,
    and(eq(products.productNo, sql.placeholder('productNo')), eq(products.status, 'published')),
  ).prepare('product_detail'),
)

/** A published product with specifications and shop. Throws gone for a formerly published one. */
export const product: Handler<typeof productsCalls.product> = async ({ productNo }, context) => {
  const { db } = context
  const [row] = await preparedProduct(db).execute({ productNo })
  if (row !== undefined) return presentProductDetail(row, await listSpecs(db, row), context)
  const [before] = await db
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.productNo, productNo), wasOnSale(products)))
  throw new CallFailed(before === undefined ? 'notFound' : 'gone')
}
