import { and, asc, desc, eq, gt, isNull, lt, lte, or } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { companies, users } from '../../../db/tables/accounts.ts'
import { products, services } from '../../../db/tables/catalogue.ts'
import { conversations, messages } from '../../../db/tables/chat.ts'
import { demands } from '../../../db/tables/demands.ts'
import { reviews } from '../../../db/tables/fulfilment.ts'
import type { ExcerptLine } from '../../../db/tables/moderation.ts'
import { orders } from '../../../db/tables/orders.ts'
import { shops } from '../../../db/tables/shops.ts'
import type { Permission } from '../../../domain/accounts/permissions.ts'
import { isListingPublished, isListingSuspended, listingLabels } from '../../../domain/catalogue/listing-states.ts'
import {
  demandLabels,
  isDemandEvaluating,
  isDemandOpen,
  isDemandSuspended,
  publicDemandStatuses,
} from '../../../domain/demands/demand-states.ts'
import { links } from '../../../domain/links.ts'
import {
  complaintActionsOf,
  excerptAfter,
  excerptBefore,
  type ComplaintAction,
  type ComplaintKind,
} from '../../../domain/operations/complaints.ts'
import { callerCondition } from '../../chat/own-conversations.ts'
import type { Caller } from '../../handler.ts'
import { isOpen } from '../../shops/shop-rows.ts'

/** Something that can be reported, as it is now. */
export interface ComplaintSubject {
  readonly title: string
  readonly text: string
  /** State in words. */
  readonly state: string
  readonly ownerCompanyId: number | null
  /** Only of messages: who wrote it. */
  readonly ownerUserId: number | null
  /** Whether everyone, or for messages and reviews both sides, may see it. */
  readonly isShown: boolean
  /** Page of the subject for visitors. */
  readonly path: string
  /** Own page of the owner, for the notification. */
  readonly ownerPath: string
  /** Members of the owner's company who are told; null = the person alone. */
  readonly permission: Permission | null
  readonly record: { readonly kind: 'service' | 'product' | 'shop' | 'demand'; readonly id: number } | null
  /** What can be done about it now. */
  readonly actions: readonly ComplaintAction[]
  /** A decision `takeDown`, `closeShop` or `hideReview` is in force already. */
  readonly isDown: boolean
}

type Loader = (db: Db, id: number) => Promise<ComplaintSubject | undefined>

const withoutAction = (kind: ComplaintKind, possible: boolean): readonly ComplaintAction[] =>
  complaintActionsOf(kind).filter((action) => action === 'warn' || possible)

const listingParts = {
  service: { ownerPath: links.sellerServices(), permission: 'org_service_manage' },
  product: { ownerPath: links.sellerGoods(), permission: 'goods_manage' },
} as const

/** What services and products have in common as subjects. */
function listingSubject(
  kind: 'service' | 'product',
  row: Pick<typeof services.$inferSelect, 'id' | 'title' | 'summary' | 'status' | 'companyId'>,
  path: string,
): ComplaintSubject {
  const isDown = isListingSuspended(row.status)
  const isShown = isListingPublished(row.status)
  return {
    ...listingParts[kind],
    title: row.title,
    text: row.summary,
    state: listingLabels[row.status].label,
    ownerCompanyId: row.companyId,
    ownerUserId: null,
    isShown,
    path,
    record: { kind, id: row.id },
    actions: withoutAction(kind, isShown || isDown),
    isDown,
  }
}

const loadService: Loader = async (db, id) => {
  const [row] = await db
    .select()
    .from(services)
    .where(and(eq(services.id, id), isNull(services.deletedAt)))
  return row && listingSubject('service', row, links.serviceDetail(id))
}

const loadProduct: Loader = async (db, id) => {
  const [row] = await db
    .select()
    .from(products)
    .where(and(eq(products.id, id), isNull(products.deletedAt)))
  return row && listingSubject('product', row, links.goodsDetail(row.productNo))
}

const loadShop: Loader = async (db, id) => {
  const [row] = await db
    .select({ shop: shops, isSaler: companies.isSaler, open: companies.id })
    .from(shops)
    .innerJoin(companies, eq(companies.id, shops.companyId))
    .where(eq(shops.id, id))
  if (row === undefined) return undefined
  const [shown] = await db
    .select({ id: shops.id })
    .from(shops)
    .innerJoin(companies, eq(companies.id, shops.companyId))
    .where(and(eq(shops.id, id), isOpen()))
  const { shop, isSaler } = row
  return {
    title: shop.name,
    text: shop.brief,
    state: shown === undefined ? '未展示' : '营业中',
    ownerCompanyId: shop.companyId,
    ownerUserId: null,
    isShown: shown !== undefined,
    path: links.shopHome({ id: shop.id, orgId: shop.companyId }),
    ownerPath: links.sellerShop(),
    permission: 'corporate_show',
    record: { kind: 'shop', id },
    actions: complaintActionsOf('shop'),
    isDown: !isSaler,
  }
}

const publicStatuses = new Set<string>(publicDemandStatuses)

const loadDemand: Loader = async (db, id) => {
  const [row] = await db
    .select()
    .from(demands)
    .where(and(eq(demands.id, id), isNull(demands.deletedAt)))
  if (row === undefined) return undefined
  const isDown = isDemandSuspended(row.status)
  return {
    title: row.title,
    text: row.summary,
    state: demandLabels[row.status].label,
    ownerCompanyId: row.companyId,
    ownerUserId: null,
    isShown: publicStatuses.has(row.status),
    path: links.demandDetail(id),
    ownerPath: links.buyerDemand(id),
    permission: 'my_requirement',
    record: { kind: 'demand', id },
    actions: withoutAction('demand', isDemandOpen(row.status) || isDemandEvaluating(row.status) || isDown),
    isDown,
  }
}

const loadReview: Loader = async (db, id) => {
  const [row] = await db
    .select({ review: reviews, shopId: shops.id, orderId: orders.id, sellerCompanyId: orders.sellerCompanyId })
    .from(reviews)
    .innerJoin(orders, eq(orders.id, reviews.orderId))
    .leftJoin(shops, eq(shops.companyId, orders.sellerCompanyId))
    .where(eq(reviews.id, id))
  if (row === undefined) return undefined
  const { review, shopId, orderId, sellerCompanyId } = row
  const isVisible = review.visibleAt <= new Date()
  const isDown = review.hiddenAt !== null
  return {
    title: review.text === '' ? '没有文字的评价' : review.text.slice(0, titleLength),
    text: review.text,
    state: isDown ? '已隐藏' : isVisible ? '已公开' : '未公开',
    ownerCompanyId: review.companyId,
    ownerUserId: null,
    isShown: isVisible && !isDown,
    path: shopId === null ? links.shopList() : links.shopBrief({ id: shopId, orgId: sellerCompanyId }),
    ownerPath: review.side === 'buyer' ? links.buyerOrder(orderId) : links.sellerOrder(orderId),
    permission: review.side === 'buyer' ? 'my_orders' : 'order_manage',
    record: null,
    actions: complaintActionsOf('review'),
    isDown,
  }
}

const loadMessage: Loader = async (db, id) => {
  const [row] = await db
    .select({ message: messages, companyId: users.companyId })
    .from(messages)
    .innerJoin(users, eq(users.id, messages.senderUserId))
    .where(eq(messages.id, id))
  if (row === undefined) return undefined
  const { message, companyId } = row
  const text = message.content.text === '' ? message.content.lastShort : message.content.text
  return {
    title: text.slice(0, titleLength),
    text: '',
    state: message.recalledAt === null ? '已发送' : '已撤回',
    ownerCompanyId: companyId,
    ownerUserId: message.senderUserId,
    isShown: message.recalledAt === null,
    path: links.chat(),
    ownerPath: links.chat(),
    permission: null,
    record: null,
    actions: complaintActionsOf('message'),
    isDown: false,
  }
}

const titleLength = 40
const loaders: Readonly<Record<ComplaintKind, Loader>> = {
  service: loadService,
  product: loadProduct,
  shop: loadShop,
  demand: loadDemand,
  review: loadReview,
  message: loadMessage,
}

/** The subject of a complaint in any state, for operators; undefined if it is gone. */
export const findComplaintSubject: (
  db: Db,
  kind: ComplaintKind,
  id: number,
) => Promise<ComplaintSubject | undefined> = (db, kind, id) => loaders[kind](db, id)

/** What a person may report: with the messages that go with a reported one. */
export interface ReportableSubject extends ComplaintSubject {
  readonly excerpt: readonly ExcerptLine[]
}

/** The subject that a person wants to report. Throws notFound for what they cannot see, ownComplaint for their own. */
export async function getReportableSubject(
  db: Db,
  caller: Caller,
  kind: ComplaintKind,
  id: number,
): Promise<ReportableSubject> {
  const subject = await findComplaintSubject(db, kind, id)
  if (subject === undefined || !subject.isShown) throw new CallFailed('notFound')
  const excerpt = kind === 'message' ? await getExcerpt(db, caller, id) : []
  if (kind === 'review') await assertReviewVisible(db, caller, id)
  const isOwn =
    subject.ownerUserId === caller.userId || (caller.companyId !== null && subject.ownerCompanyId === caller.companyId)
  if (isOwn) throw new CallFailed('ownComplaint')
  return { ...subject, excerpt }
}

/** Reviews by buyers are public, those by suppliers are for the two sides of the order. */
async function assertReviewVisible(db: Db, { companyId }: Caller, id: number): Promise<void> {
  const [review] = await db
    .select({ side: reviews.side, companyId: reviews.companyId, ofCompanyId: reviews.ofCompanyId })
    .from(reviews)
    .where(and(eq(reviews.id, id), lte(reviews.visibleAt, new Date())))
  const isSide = companyId !== null && (review?.companyId === companyId || review?.ofCompanyId === companyId)
  if (review === undefined || (review.side !== 'buyer' && !isSide)) throw new CallFailed('notFound')
}

/** The reported message with up to three before it and two after it. Throws notFound outside the caller's conversations. */
async function getExcerpt(db: Db, caller: Caller, id: number): Promise<ExcerptLine[]> {
  const [reported] = await db
    .select({ conversationId: messages.conversationId, seq: messages.seq, party: messages.senderParty })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .where(and(eq(messages.id, id), callerCondition(caller)))
  if (reported === undefined) throw new CallFailed('notFound')
  const { conversationId, seq, party } = reported
  const inConversation = and(eq(messages.conversationId, conversationId), isNull(messages.recalledAt))
  const before = await db
    .select()
    .from(messages)
    .where(and(inConversation, lt(messages.seq, seq)))
    .orderBy(desc(messages.seq))
    .limit(excerptBefore)
  const from = await db
    .select()
    .from(messages)
    .where(and(inConversation, or(eq(messages.seq, seq), gt(messages.seq, seq))))
    .orderBy(asc(messages.seq))
    .limit(excerptAfter + 1)
  return [...before.toReversed(), ...from].map((row) => ({
    byOwner: row.senderParty === party,
    isReported: row.id === id,
    text: row.content.text === '' ? row.content.lastShort : row.content.text,
    at: row.createdAt.toISOString(),
  }))
}
