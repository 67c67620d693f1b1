import type { Api } from '../../client/api.ts'
import type { ProductRow } from '../../contract/catalogue/products.ts'
import type { ServiceRow } from '../../contract/catalogue/services.ts'
import type { CartItem } from '../../contract/orders/cart.ts'

/** Listings related to a cart item: of the same shop, and similar ones of other shops. */
export type RelatedListings =
  | { readonly kind: 'service'; readonly sameShop: readonly ServiceRow[]; readonly similar: readonly ServiceRow[] }
  | { readonly kind: 'product'; readonly sameShop: readonly ProductRow[]; readonly similar: readonly ProductRow[] }

type CartListing = Pick<CartItem, 'kind' | 'listingId' | 'listingNo'> & { readonly shopId: number }

/** Loads both; a failed call leaves its list empty. */
export async function loadRelatedListings(
  { catalogue }: Api,
  { kind, listingId, listingNo, shopId }: CartListing,
): Promise<RelatedListings> {
  if (kind === 'service') {
    const [same, near] = await Promise.all([
      catalogue.services({ shopId, pageSize: 5 }),
      catalogue.similarServices({ serviceId: listingId }),
    ])
    const others = same.ok ? same.content.data.filter(({ serviceId }) => serviceId !== listingId) : []
    return { kind, sameShop: others.slice(0, 4), similar: near.ok ? near.content.data : [] }
  }
  const [same, near] = await Promise.all([
    catalogue.products({ shopId, pageSize: 6 }),
    catalogue.similarProducts({ productNo: listingNo }),
  ])
  const others = same.ok ? same.content.data.filter(({ productId }) => productId !== listingId) : []
  return { kind, sameShop: others.slice(0, 5), similar: near.ok ? near.content.data : [] }
}
