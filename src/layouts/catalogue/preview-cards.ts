import type { z } from 'zod'
import type { previewsCalls } from '../../contract/catalogue/previews.ts'
import type { ListingChangeStatus, ListingStatus } from '../../domain/catalogue/listing-states.ts'
import { links } from '../../domain/links.ts'
import type { GoodsCardProps, ServiceCardProps } from '../../ui/card-types.ts'
import { goodsCard, serviceCard } from './cards.ts'

type Services = z.output<typeof previewsCalls.servicesPreview.output>['data']
type Products = z.output<typeof previewsCalls.productsPreview.output>['data']

/** A card of a preview's list, with the state that stands above it. */
export type PreviewCard = { readonly status: ListingStatus; readonly change: ListingChangeStatus | null } & (
  { readonly service: ServiceCardProps } | { readonly goods: GoodsCardProps }
)

const untitled = '（未填写标题）'

/** Own services as cards that lead to their previews. */
export const serviceCards = (rows: Services): PreviewCard[] =>
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
export const goodsCards = (rows: Products): PreviewCard[] =>
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
