import type { ProductRow } from '../../../contract/catalogue/products.ts'
import type { ServiceRow } from '../../../contract/catalogue/services.ts'
import type { ListingMenu } from '../../../contract/catalogue/listing-fields.ts'
import { clearFilters, isIndexed, listQuery, type ListState } from '../../../domain/catalogue/list-query.ts'
import { links } from '../../../domain/links.ts'
import type { Crumb } from '../../shell/shell-props.ts'

/** Title, description, crumbs and canonical address of a list page, from what is chosen. */
export function listHead(state: ListState, menu: ListingMenu | undefined, kind: 'service' | 'goods') {
  const goods = kind === 'goods'
  const [hall, hallHref, list] = goods
    ? ['研发采购', links.goodsHall(), links.goodsList]
    : ['研发服务', links.serviceHall(), links.serviceList]
  const way = (menu?.levels ?? []).flatMap(({ level, chosenId, options }) => {
    const chosen = options.find(({ categoryId }) => categoryId === chosenId)
    return chosen === undefined
      ? []
      : [{ label: chosen.categoryName, href: list(categoryQuery(level, chosen.categoryId)) }]
  })
  const category = way.at(-1)?.label
  const region = menu?.districts.find(({ value }) => value === state.region?.slice(0, 2))?.label
  const brand = menu?.brands.find(({ value }) => value === String(state.brandId))?.label
  const facets = [region, ...state.tags, brand, category].filter((each) => each !== undefined).join(' ')
  const what = goods ? '商品' : '技术服务'
  const title =
    state.keyword === ''
      ? facets === ''
        ? goods
          ? '研发采购商品'
          : '研发技术服务'
        : `${facets} ${what}`
      : `“${state.keyword}”的搜索结果`
  const crumbs: Crumb[] = [{ label: '首页', href: links.home() }, { label: hall, href: hallHref }, ...way]
  if (state.keyword !== '') crumbs.push({ label: `“${state.keyword}”的搜索结果` })
  else if (way.length === 0) crumbs.push({ label: goods ? '商品列表' : '服务列表' })
  const page = state.current === 1 ? '' : `，第 ${state.current} 页`
  return {
    title: `${title}${page}`,
    description: goods
      ? `${facets === '' ? '试剂、对照品、耗材与仪器' : facets} 在线选购，可按 CAS 号、规格、地区与价格比较。`
      : `${facets === '' ? '药品与医疗器械研发技术服务' : facets} 供应商与报价，可按资质、周期、地区与价格比较。`,
    crumbs,
    canonical: list(listQuery(isIndexed(state) ? state : firstFacet(state))),
    noindex: !isIndexed(state),
    keyword: state.keyword,
  }
}

/** Canonical list: the first facet alone, first page. */
function firstFacet(state: ListState): ListState {
  const { id, fieldLevel2Id, fieldLevel3Id, region } = state
  const [tag] = state.tags
  const plain = clearFilters({ ...state, shopId: undefined, view: 'cards' })
  if ((id ?? fieldLevel2Id ?? fieldLevel3Id) !== undefined) return { ...plain, id, fieldLevel2Id, fieldLevel3Id }
  if (tag !== undefined) return { ...plain, tags: [tag] }
  if (region !== undefined) return { ...plain, region }
  return plain
}

const categoryQuery = (level: number, id: number) =>
  level === 2 ? { fieldLevel2Id: id } : level === 3 ? { fieldLevel3Id: id } : { id }

/** Structured data of breadcrumbs. */
export const breadcrumbData = (crumbs: readonly Crumb[], site: string, here: string) => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: crumbs.map(({ label, href }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: label,
    item: new URL(href ?? here, site).href,
  })),
})

/** List items for structured data. */
export const serviceItems = (rows: readonly ServiceRow[]) =>
  rows.map((row) => ({ name: row.serviceName, path: links.serviceDetail(row.serviceId) }))
export const goodsItems = (rows: readonly ProductRow[]) =>
  rows.map((row) => ({ name: row.productName, path: links.goodsDetail(row.productNo) }))
