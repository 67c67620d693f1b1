import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { products, services } from '../../db/tables/catalogue.ts'
import { demands } from '../../db/tables/demands.ts'
import {
  linkPreviewLabels,
  shortenText,
  textContent,
  type LinkPreviewKind,
  type MessageContent,
} from '../../domain/chat/content.ts'
import { findOwnLink, type OwnLink } from '../../domain/chat/own-link.ts'
import { publicDemandStatuses } from '../../domain/demands/demand-states.ts'
import { links } from '../../domain/links.ts'
import { listingPrice, listingPriceText, yuan } from '../../domain/money.ts'
import { isOwnOrigin, type SiteOrigins } from '../platform/own-origin.ts'
import { listingPictureUrl, mainPicture } from '../catalogue/listings/listing-row.ts'

interface LinkPreview {
  readonly status: LinkPreviewKind
  readonly url: string
  readonly imgUrl?: string
  readonly title: string
  readonly price: string
  readonly tag: string
}

/** Target of a link with its owner. */
export type LinkedItem = {
  readonly card: LinkPreview
  readonly companyId: number
} & (
  | { readonly demandId: number; /** The person who posted it. */ readonly userId: number }
  /** Listings belong to the shop. */
  | { readonly demandId: null }
)

/** Public demand, service or product of a link, read from the database. */
export async function findLinkedItem(db: Db, link: OwnLink): Promise<LinkedItem | undefined> {
  if (link.kind === 'demand') return findLinkedDemand(db, link.demandId)
  return link.kind === 'service' ? findLinkedService(db, link.serviceId) : findLinkedProduct(db, link.productNo)
}

async function findLinkedDemand(db: Db, demandId: number): Promise<LinkedItem | undefined> {
  const [row] = await db
    .select({ title: demands.title, budget: demands.budget, companyId: demands.companyId, userId: demands.userId })
    .from(demands)
    .where(and(eq(demands.id, demandId), isNull(demands.deletedAt), inArray(demands.status, [...publicDemandStatuses])))
  if (row === undefined) return undefined
  // Word of the specification, section 7.
  const price = `预算：${row.budget === null ? '议价' : `¥${yuan(row.budget)}`}`
  const card = {
    status: 'demand',
    url: links.demandDetail(demandId),
    title: row.title,
    price,
    tag: linkPreviewLabels.demand,
  } as const
  return { card, companyId: row.companyId, userId: row.userId, demandId }
}

async function findLinkedService(db: Db, serviceId: number): Promise<LinkedItem | undefined> {
  const { title, priceType, price, highPrice, figure, companyId } = services
  const [row] = await db
    .select({ title, priceType, price, highPrice, figure, companyId, picture: mainPicture(services) })
    .from(services)
    .where(and(eq(services.id, serviceId), eq(services.status, 'published')))
  return row && presentListing('service', links.serviceDetail(serviceId), row)
}

async function findLinkedProduct(db: Db, productNo: string): Promise<LinkedItem | undefined> {
  const { title, priceType, price, highPrice, figure, companyId } = products
  const [row] = await db
    .select({ title, priceType, price, highPrice, figure, companyId, picture: mainPicture(products) })
    .from(products)
    .where(and(eq(products.productNo, productNo), eq(products.status, 'published')))
  return row && presentListing('market', links.goodsDetail(productNo), row)
}

interface ListingRow {
  readonly title: string
  readonly priceType: number
  readonly price: number | null
  readonly highPrice: number | null
  readonly figure: string
  /** URL of the main picture; null = the placeholder image of the category. */
  readonly picture: string | null
  readonly companyId: number
}

function presentListing(status: 'service' | 'market', url: string, row: ListingRow): LinkedItem {
  const price = listingPriceText(listingPrice(row.priceType, row.price, row.highPrice))
  const imgUrl = listingPictureUrl(row.picture, row.figure)
  return {
    card: { status, url, imgUrl, title: row.title, price, tag: linkPreviewLabels[status] },
    companyId: row.companyId,
    demandId: null,
  }
}

/**
 * Content of a message: text, or a link preview if it contains a link to an own detail page. The text stays as typed.
 */
export async function createMessageContent(db: Db, text: string, config: SiteOrigins): Promise<MessageContent> {
  const link = findOwnLink(text, (origin) => isOwnOrigin(config, origin))
  const found = link === undefined ? undefined : await findLinkedItem(db, link)
  if (found === undefined) return textContent(text)
  return { ...found.card, text, lastShort: `[${found.card.tag}] ${shortenText(found.card.title)}` }
}
