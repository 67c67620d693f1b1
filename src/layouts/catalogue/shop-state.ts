import { listState, type ListState } from '../../domain/catalogue/list-query.ts'
import { links } from '../../domain/links.ts'
import { idOf } from './detail-head.ts'

export const shopSorts = [
  { sort: 'default', label: '综合' },
  { sort: 'services', label: '服务最多' },
  { sort: 'products', label: '商品最多' },
  { sort: 'follows', label: '关注最多' },
  { sort: 'new', label: '新入驻' },
] as const

/** What the address of the shop list says; what makes no sense is left out. */
export function shopListState(query: URLSearchParams) {
  const { keyword, tags, region, certified, current } = listState(query)
  const sort = shopSorts.find(({ sort }) => sort === query.get('sort'))?.sort ?? ('default' as const)
  return { keyword, tags, region, certified, current, sort }
}
export type ShopListState = ReturnType<typeof shopListState>

/** The address of a state, without what is as it would be anyway. */
export const shopListLink = ({ keyword, tags, region, certified, current, sort }: ShopListState) =>
  links.shopList({
    keyword,
    tags: tags.join(','),
    region,
    certified: certified ? 1 : undefined,
    sort: sort === 'default' ? undefined : sort,
    current: current === 1 ? undefined : current,
  })

/** Which shop a page of a shop is for: `id` is the shop, `orgId` its company. */
export function whichShop(query: URLSearchParams) {
  const [shopId, orgId] = [idOf(query.get('id')), idOf(query.get('orgId'))]
  return shopId === undefined ? undefined : { shopId, orgId }
}

/** How many services or goods a page of a shop shows. */
export const shopPageSize = 20

/** Input of the calls that list a shop's services or goods. `id` is the shop there, so the field is fieldLevel2Id. */
export const shopListingInput = (shopId: number, { fieldLevel2Id, keyword, current }: ListState) => ({
  ...{ shopId, id: fieldLevel2Id, keyword, current },
  pageSize: shopPageSize,
})
