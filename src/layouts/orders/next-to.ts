import type { Api } from '../../client/api.ts'
import type { ProductRow } from '../../contract/catalogue/products.ts'
import type { ServiceRow } from '../../contract/catalogue/services.ts'
import type { CartItem } from '../../contract/orders/cart.ts'

/** What goes with something in the cart: more of its shop, and the same from others. */
export type NextTo =
  | { readonly kind: 'service'; readonly sameShop: readonly ServiceRow[]; readonly similar: readonly ServiceRow[] }
  | { readonly kind: 'product'; readonly sameShop: readonly ProductRow[]; readonly similar: readonly ProductRow[] }

type Of = Pick<CartItem, 'kind' | 'listingId' | 'listingNo'> & { readonly shopId: number }

/** Reads both; where one cannot be read it is left out, for it only adds to the page. */
export async function nextTo({ catalogue }: Api, { kind, listingId, listingNo, shopId }: Of): Promise<NextTo> {
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
