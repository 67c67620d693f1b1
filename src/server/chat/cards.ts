import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { products, services } from '../../db/tables/catalogue.ts'
import { demands } from '../../db/tables/demands.ts'
import { cardWords, shortOf, textContent, type CardKind, type MessageContent } from '../../domain/chat/content.ts'
import { findOwnLink, type OwnLink } from '../../domain/chat/own-link.ts'
import { publicDemandStatuses } from '../../domain/demands/demand-states.ts'
import { links } from '../../domain/links.ts'
import { listingPrice, listingPriceText, yuan } from '../../domain/money.ts'

interface Card {
  readonly status: CardKind
  readonly url: string
  readonly imgUrl?: string
  readonly title: string
  readonly price: string
  readonly tag: string
}

/** What a link leads to, and whose it is. */
export type Linked = {
  readonly card: Card
  readonly companyId: number
} & (
  | { readonly demandId: number; /** The person who posted it. */ readonly userId: number }
  /** Listings are their shop's. */
  | { readonly demandId: null }
)

/** The public demand, service or product behind a link, looked up and never fetched. */
export async function linked(db: Db, link: OwnLink): Promise<Linked | undefined> {
  if (link.kind === 'demand') return linkedDemand(db, link.demandId)
  return link.kind === 'service' ? linkedService(db, link.serviceId) : linkedProduct(db, link.productNo)
}

async function linkedDemand(db: Db, demandId: number): Promise<Linked | undefined> {
  const [row] = await db
    .select({ title: demands.title, budget: demands.budget, companyId: demands.companyId, userId: demands.userId })
    .from(demands)
    .where(and(eq(demands.id, demandId), isNull(demands.deletedAt), inArray(demands.status, [...publicDemandStatuses])))
  if (row === undefined) return undefined
  const price = `预算：${row.budget === null ? '议价' : `¥${yuan(row.budget)}`}`
  const card = {
    status: 'demand',
    url: links.demandDetail(demandId),
    title: row.title,
    price,
    tag: cardWords.demand,
  } as const
  return { card, companyId: row.companyId, userId: row.userId, demandId }
}

async function linkedService(db: Db, serviceId: number): Promise<Linked | undefined> {
  const { title, priceType, price, highPrice, figure, companyId } = services
  const [row] = await db
    .select({ title, priceType, price, highPrice, figure, companyId })
    .from(services)
    .where(and(eq(services.id, serviceId), eq(services.status, 'published')))
  return row && listing('service', links.serviceDetail(serviceId), row)
}

async function linkedProduct(db: Db, productNo: string): Promise<Linked | undefined> {
  const { title, priceType, price, highPrice, figure, companyId } = products
  const [row] = await db
    .select({ title, priceType, price, highPrice, figure, companyId })
    .from(products)
    .where(and(eq(products.productNo, productNo), eq(products.status, 'published')))
  return row && listing('market', links.goodsDetail(productNo), row)
}

interface ListingRow {
  readonly title: string
  readonly priceType: number
  readonly price: number | null
  readonly highPrice: number | null
  readonly figure: string
  readonly companyId: number
}

function listing(status: 'service' | 'market', url: string, row: ListingRow): Linked {
  const price = listingPriceText(listingPrice(row.priceType, row.price, row.highPrice))
  const imgUrl = `/figures/${row.figure.replace(/^fig-/, '')}.svg`
  return {
    card: { status, url, imgUrl, title: row.title, price, tag: cardWords[status] },
    companyId: row.companyId,
    demandId: null,
  }
}

/** A message's content: text, or a card when it names one of our own pages. The text stays as typed in both. */
export async function contentOf(db: Db, text: string, siteUrl: string): Promise<MessageContent> {
  const link = findOwnLink(text, siteUrl)
  const found = link === undefined ? undefined : await linked(db, link)
  if (found === undefined) return textContent(text)
  return { ...found.card, text, lastShort: `[${found.card.tag}] ${shortOf(found.card.title)}` }
}
