import { listState, type ListState } from '../../domain/catalogue/list-query.ts'
import { links } from '../../domain/links.ts'
import { parseListingId } from '../catalogue/detail/detail-head.ts'

export const shopSorts = [
  { sort: 'default', label: '综合' },
  { sort: 'services', label: '服务最多' },
  { sort: 'products', label: '商品最多' },
  { sort: 'follows', label: '关注最多' },
  { sort: 'new', label: '新入驻' },
] as const

/** Query of the shop list from its URL; invalid values are dropped. */
export function shopListQuery(query: URLSearchParams) {
  const { keyword, tags, region, certified, current } = listState(query)
  const sort = shopSorts.find(({ sort }) => sort === query.get('sort'))?.sort ?? ('default' as const)
  return { keyword, tags, region, certified, current, sort }
}
export type ShopListQuery = ReturnType<typeof shopListQuery>

/** URL of a query, without default values. */
export const shopListLink = ({ keyword, tags, region, certified, current, sort }: ShopListQuery) =>
  links.shopList({
    keyword,
    tags: tags.join(','),
    region,
    certified: certified ? 1 : undefined,
    sort: sort === 'default' ? undefined : sort,
    current: current === 1 ? undefined : current,
  })

/** Which shop a page of a shop is for: `id` is the shop, `orgId` its company. */
export function shopFromQuery(query: URLSearchParams) {
  const [shopId, orgId] = [parseListingId(query.get('id')), parseListingId(query.get('orgId'))]
  return shopId === undefined ? undefined : { shopId, orgId }
}

/** How many services or goods a page of a shop shows. */
export const shopPageSize = 20

/** Input of the calls that list a shop's services or goods. `id` is the shop there, so the field is fieldLevel2Id. */
export const shopListingInput = (shopId: number, { fieldLevel2Id, keyword, current }: ListState) => ({
  shopId,
  id: fieldLevel2Id,
  keyword,
  current,
  pageSize: shopPageSize,
})
