import { and, eq, isNull, ne, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { z } from 'zod'
import type { cartCalls } from '../../../contract/orders/cart.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { preparedOn } from '../../../db/prepared.ts'
import { products, productSpecs, services } from '../../../db/tables/catalogue.ts'
import { shops } from '../../../db/tables/shops.ts'
import type { ListingKind } from '../../../domain/catalogue/listing.ts'
import { isListingPublished } from '../../../domain/catalogue/listing-states.ts'
import { maxCartItems, maxQuantity } from '../../../domain/orders/cart-items.ts'
import type { Handler } from '../../handler.ts'

/** Result of the database function `add_to_cart`: `cartId` is null when the quantity or the item limit refused it. */
const added = z.object({ cartId: z.int().nullable(), quantity: z.int(), count: z.int() }).nullable()
type Added = z.output<typeof added>

/** One caller at a time changes the number of a person's cart items; `add_to_cart` takes the same lock. */
export const lockCart = (tx: Db, userId: number) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtext('cart'), ${userId}::int)`)

const given = {
  userId: sql`${sql.placeholder('userId')}::int`,
  companyId: sql`${sql.placeholder('companyId')}::int`,
  listingId: sql`${sql.placeholder('listingId')}::int`,
  specId: sql`${sql.placeholder('specId')}::int`,
  quantity: sql`${sql.placeholder('quantity')}::int`,
}

interface Item {
  readonly kind: ListingKind
  readonly specId: SQLWrapper
  readonly price: SQLWrapper
  readonly minOrder: SQLWrapper
  readonly stock: SQLWrapper
}

/** Adds the item where it can be bought; null where it cannot. */
const addWhere = (buyable: SQL | undefined, { kind, specId, price, minOrder, stock }: Item) => sql<Added>`
  case when ${buyable} then add_to_cart(${given.userId}, ${given.companyId}, ${sql.raw(`'${kind}'`)}, ${given.listingId},
    ${specId}, ${given.quantity}, ${price}, ${minOrder}, least(${stock}, ${maxQuantity}::int), ${maxCartItems}::int) end`

const isBuyable = (t: typeof services | typeof products): SQL | undefined =>
  and(eq(t.status, 'published'), isNull(t.deletedAt), eq(t.priceType, 0), ne(shops.companyId, given.companyId))

/** Reads a service and adds it, in one statement. */
const addService = preparedOn((db) =>
  db
    .select({
      specId: sql<number | null>`null::int`,
      orgId: shops.companyId,
      status: services.status,
      deletedAt: services.deletedAt,
      removedAt: sql<Date | null>`null`,
      priceType: services.priceType,
      price: services.price,
      minOrder: sql<number>`1`,
      stock: sql<number | null>`null::int`,
      added: addWhere(sql`${isBuyable(services)} and ${services.price} is not null`, {
        kind: 'service',
        specId: sql`null::int`,
        price: services.price,
        minOrder: sql`1`,
        stock: sql`null::int`,
      }),
    })
    .from(services)
    .innerJoin(shops, eq(shops.id, services.shopId))
    .where(and(eq(services.id, given.listingId), sql`${given.specId} is null`))
    .prepare('add_service_to_cart'),
)

/** Reads a specification of a product and adds it, in one statement. Without `specId` it is the only one on sale. */
const addProduct = preparedOn((db) =>
  db
    .select({
      specId: productSpecs.id,
      orgId: shops.companyId,
      status: products.status,
      deletedAt: products.deletedAt,
      removedAt: productSpecs.removedAt,
      priceType: products.priceType,
      price: productSpecs.price,
      minOrder: products.minOrder,
      stock: productSpecs.stock,
      added: addWhere(
        sql`${isBuyable(products)} and ${productSpecs.removedAt} is null and ${productSpecs.price} is not null`,
        {
          kind: 'product',
          specId: productSpecs.id,
          price: productSpecs.price,
          minOrder: products.minOrder,
          stock: productSpecs.stock,
        },
      ),
    })
    .from(products)
    .innerJoin(productSpecs, eq(productSpecs.productId, products.id))
    .innerJoin(shops, eq(shops.id, products.shopId))
    .where(
      and(
        eq(products.id, given.listingId),
        sql`(${productSpecs.id} = ${given.specId} or ${given.specId} is null and ${productSpecs.removedAt} is null
          and (select count(*) from product_specs as other
            where other.product_id = ${products.id} and other.removed_at is null) = 1)`,
      ),
    )
    .prepare('add_product_to_cart'),
)

/**
 * Adds an item to the cart at the server's price. Adding again accepts the current price, adds the quantity and selects
 * the item.
 */
export const cartJoin: Handler<typeof cartCalls.cartJoin> = async (
  { kind, listingId, specId, quantity },
  { caller: { userId, companyId }, db },
) => {
  const statement = kind === 'product' ? addProduct(db) : addService(db)
  const [row] = await statement.execute({ userId, companyId, listingId, specId, quantity })
  if (row === undefined) throw new CallFailed(kind === 'product' && specId === null ? 'specMissing' : 'gone')
  if (!isListingPublished(row.status) || row.deletedAt !== null || row.removedAt !== null) throw new CallFailed('gone')
  if (row.priceType !== 0) throw new CallFailed('priceOpen')
  if (row.orgId === companyId) throw new CallFailed('ownListing')
  if (row.price === null) throw new CallFailed('priceOpen')
  const result = added.parse(row.added)
  if (result === null) throw new CallFailed('conflict')
  if (result.cartId !== null) return { cartId: result.cartId, quantity: result.quantity, count: result.count }
  const maxAllowed = Math.min(row.stock ?? maxQuantity, maxQuantity)
  if (result.quantity + quantity > maxAllowed)
    throw new CallFailed('stockShort', { stock: maxAllowed, quantity: result.quantity })
  if (result.quantity + quantity < row.minOrder) throw new CallFailed('belowMinimum', { minOrder: row.minOrder })
  throw new CallFailed('cartFull')
}
