import type { z } from 'zod'
import type { previewsCalls } from '../../../contract/catalogue/previews.ts'
import { listState } from '../../../domain/catalogue/list-query.ts'
import type { ListingChangeStatus, ListingStatus } from '../../../domain/catalogue/listing-states.ts'
import { links } from '../../../domain/links.ts'
import type { GoodsCardProps, ServiceCardProps } from '../../../ui/card/card-types.ts'
import { goodsCard, serviceCard } from '../listing-cards.ts'

type Services = z.output<typeof previewsCalls.servicesPreview.output>['data']
type Products = z.output<typeof previewsCalls.productsPreview.output>['data']

/** A card of a preview's list, with the state that stands above it. */
export type PreviewCard = { readonly status: ListingStatus; readonly change: ListingChangeStatus | null } & (
  { readonly service: ServiceCardProps } | { readonly goods: GoodsCardProps }
)

/** A page of own listings, drafts and changes included. */
export type PreviewPage = {
  readonly kind: 'service' | 'goods'
  readonly cards: readonly PreviewCard[]
  readonly total: number
  readonly pageSize: number
  readonly current: number
}

const pageSize = 20
const untitled = '（未填写标题）'

/** Own services as cards that lead to their previews. */
const serviceCards = (rows: Services): PreviewCard[] =>
  rows.map((row) => {
    const card = serviceCard(row)
    const service = {
      ...card,
      id: undefined,
      title: card.title || untitled,
      href: links.serviceDetailPreview(row.serviceId),
    }
    return { status: row.status, change: row.change, service }
  })

/** Own products as cards that lead to their previews. */
const goodsCards = (rows: Products): PreviewCard[] =>
  rows.map((row) => {
    const card = goodsCard(row)
    const goods = {
      ...card,
      id: undefined,
      title: card.title || untitled,
      href: links.goodsDetailPreview(row.productNo),
    }
    return { status: row.status, change: row.change, goods }
  })

/** Own services for the preview's URL. */
export async function listServicePreviews(url: URL, { catalogue }: App.Locals['api']): Promise<PreviewPage> {
  const { current } = listState(url.searchParams)
  const answer = await catalogue.servicesPreview({ current, pageSize })
  const { data, total } = answer.ok ? answer.content : { data: [], total: 0 }
  return { kind: 'service', cards: serviceCards(data), total, pageSize, current }
}

/** Own products for the preview's URL. */
export async function listGoodsPreviews(url: URL, { catalogue }: App.Locals['api']): Promise<PreviewPage> {
  const { current } = listState(url.searchParams)
  const answer = await catalogue.productsPreview({ current, pageSize })
  const { data, total } = answer.ok ? answer.content : { data: [], total: 0 }
  return { kind: 'goods', cards: goodsCards(data), total, pageSize, current }
}

/** Label, required permission and back link of a preview. */
export const previewLabels = {
  service: { word: '服务', permission: 'org_service_manage', list: links.sellerServices() },
  goods: { word: '商品', permission: 'goods_manage', list: links.sellerGoods() },
} as const
