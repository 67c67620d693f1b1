import { and, desc, eq, or, sql, type SQL } from 'drizzle-orm'
import type { InquiryMessage, inquiriesCalls } from '../../../contract/catalogue/inquiries.ts'
import { inquiries, inquiryMessages } from '../../../db/tables/interest.ts'
import type { Handler } from '../../handler.ts'
import { listMessages } from './inquiry-messages.ts'
import { links } from '../../../domain/links.ts'
import { stepInquiry, type Inquiry } from './inquiry-step.ts'
import { notify } from '../../accounts/notifications/notify.ts'
import { recipientsWithPermission } from '../../platform/notices/notices.ts'
import type { Db } from '../../../db/open.ts'
import { preparedOn } from '../../../db/prepared.ts'
import { products, services } from '../../../db/tables/catalogue.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { recordSteps } from '../../platform/history/record-steps.ts'
import type { ListingKind } from '../../../domain/catalogue/listing.ts'

/** Selects a listing by service id or product number. */
export interface ListingSelector {
  readonly serviceId?: number | undefined
  readonly productNo?: string | undefined
}

/** Listing data that an inquiry needs. */
export interface InquiredListing {
  readonly kind: ListingKind
  readonly id: number
  readonly companyId: number
  readonly title: string
}

/** The selected listing if it is on sale; throws notFound otherwise. */
async function findInquiredListing(db: Db, { serviceId, productNo }: ListingSelector): Promise<InquiredListing> {
  const kind = productNo === undefined ? 'service' : 'product'
  const t = kind === 'service' ? services : products
  const meant = productNo === undefined ? eq(services.id, serviceId ?? 0) : eq(products.productNo, productNo)
  const [row] = await db
    .select({ id: t.id, companyId: t.companyId, title: t.title })
    .from(t)
    .where(and(meant, eq(t.status, 'published')))
  if (row === undefined) throw new CallFailed('notFound')
  return { kind, ...row }
}

/** Title of the listing and cache tag of its page. */
async function inquirySubject(
  db: Db,
  { kind, listingId }: Pick<Inquiry, 'kind' | 'listingId'>,
): Promise<{ title: string; tag: string }> {
  if (kind === 'service') {
    const [row] = await db.select({ title: services.title }).from(services).where(eq(services.id, listingId))
    return { title: row?.title ?? '', tag: `service:${listingId}` }
  }
  const [row] = await db
    .select({ title: products.title, no: products.productNo })
    .from(products)
    .where(eq(products.id, listingId))
  return { title: row?.title ?? '', tag: `product:${row?.no ?? ''}` }
}

const isAnswered = sql`exists (select 1 from ${inquiryMessages}
  where ${inquiryMessages.inquiryId} = ${inquiries.id} and ${inquiryMessages.side} = 'seller')`

const isShownToAll = and(eq(inquiries.isPublic, true), isAnswered)

/** A listing on sale with the number of its inquiries that everybody sees. Every detail page asks for it. */
const preparedPublic = (t: typeof services | typeof products, kind: ListingKind, which: SQL) =>
  preparedOn((db) =>
    db
      .select({
        id: t.id,
        shownToAll: sql<number>`(select count(*)::int from ${inquiries}
          where ${and(sql`${inquiries.kind} = ${sql.raw(`'${kind}'`)}`, eq(inquiries.listingId, t.id), isShownToAll)})`,
      })
      .from(t)
      .where(and(which, sql`${t.status} = 'published'`))
      .prepare(`inquiries_of_${kind}`),
  )
const publicOfService = preparedPublic(services, 'service', eq(services.id, sql.placeholder('serviceId')))
const publicOfProduct = preparedPublic(products, 'product', eq(products.productNo, sql.placeholder('productNo')))

/** Public answered inquiries without the asker's name, and all inquiries of the caller. */
export const productInquiries: Handler<typeof inquiriesCalls.productInquiries> = async (input, { caller, db }) => {
  const { current, pageSize, serviceId = 0, productNo } = input
  const [listing] =
    productNo === undefined
      ? await publicOfService(db).execute({ serviceId })
      : await publicOfProduct(db).execute({ productNo })
  if (listing === undefined) throw new CallFailed('notFound')
  if (caller === null && listing.shownToAll === 0) return { total: 0, data: [] }
  const shown = and(
    eq(inquiries.kind, productNo === undefined ? 'service' : 'product'),
    eq(inquiries.listingId, listing.id),
    or(isShownToAll, caller === null ? undefined : eq(inquiries.userId, caller.userId)),
  )
  const total = caller === null ? listing.shownToAll : await db.$count(inquiries, shown)
  const rows = await db
    .select()
    .from(inquiries)
    .where(shown)
    .orderBy(desc(inquiries.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  const messagesIn = await listMessages(
    db,
    rows.map(({ id }) => id),
  )
  const data = rows.map(({ id, userId, isPublic, status, createdAt }) => {
    const mine = caller?.userId === userId
    const messages = messagesIn(id)
    return {
      inquiryId: id,
      mine,
      isPublic,
      status,
      messages: mine ? messages : untilLastAnswer(messages),
      askedAt: createdAt.toISOString(),
    }
  })
  return { total, data }
}

/** Messages up to the last answer: the seller may still make a follow-up private. */
const untilLastAnswer = (said: InquiryMessage[]) =>
  said.slice(0, said.findLastIndex(({ side }) => side === 'seller') + 1)

/** Saves an answer of the seller, also a further one, and notifies the asker. */
export const inquiryReply: Handler<typeof inquiriesCalls.inquiryReply> = async (input, context) => {
  const { caller, db, after, pages, note } = context
  return db.transaction(async (tx) => {
    const inquiry = await stepInquiry(tx, { ...input, side: 'seller', event: 'answer' }, caller)
    const { title, tag } = await inquirySubject(tx, inquiry)
    note(title)
    await notify(tx, context, 'inquiry.answered', [inquiry.userId], {
      title: `供应商回复了您对“${title}”的咨询`,
      path: links.buyerInquiries(),
      text: '请在买家中心的“我的咨询”中查看，可以继续追问。',
    })
    // Also for a formerly public inquiry, which disappears from the page.
    if (inquiry.isPublic || input.keepPrivate) after(() => pages.invalidate([tag]))
    return { status: inquiry.status }
  })
}

/** Saves a follow-up question and notifies the seller's people. */
export const inquiryFollowUp: Handler<typeof inquiriesCalls.inquiryFollowUp> = async (input, context) => {
  const { caller, db } = context
  return db.transaction(async (tx) => {
    const inquiry = await stepInquiry(tx, { ...input, side: 'asker', event: 'ask' }, caller)
    const { title } = await inquirySubject(tx, inquiry)
    const people = await recipientsWithPermission(tx, [inquiry.sellerCompanyId], 'question_manage')
    await notify(tx, context, 'inquiry.received', people.get(inquiry.sellerCompanyId) ?? [], {
      title: `买家追问了“${title}”`,
      path: links.sellerInquiries(),
      text: '请在卖家中心的“客户咨询”中回复。',
    })
    return { status: inquiry.status }
  })
}

/** Closes an inquiry by its asker. A public inquiry stays readable. */
export const inquiryClose: Handler<typeof inquiriesCalls.inquiryClose> = async ({ inquiryId }, { caller, db }) => {
  const inquiry = await db.transaction((tx) => stepInquiry(tx, { inquiryId, side: 'asker', event: 'close' }, caller))
  return { status: inquiry.status }
}

/** Asks the seller of a listing, and notifies the people who may answer. */
export const productInquiryAdd: Handler<typeof inquiriesCalls.productInquiryAdd> = async (input, context) => {
  const { caller, db } = context
  const { text, isPublic, ...which } = input
  const { userId, companyId } = caller
  return db.transaction(async (tx) => {
    const listing = await findInquiredListing(tx, which)
    if (listing.companyId === companyId) throw new CallFailed('ownListing')
    const [made] = await tx
      .insert(inquiries)
      .values({
        kind: listing.kind,
        listingId: listing.id,
        sellerCompanyId: listing.companyId,
        userId,
        companyId,
        isPublic,
        status: 'open',
      })
      .returning({ id: inquiries.id })
    if (made === undefined) throw new Error('An inquiry was not written')
    await tx.insert(inquiryMessages).values({ inquiryId: made.id, side: 'asker', userId, text })
    await recordSteps(tx, [
      { entity: 'inquiry', entityId: made.id, event: 'ask', fromStatus: '', toStatus: 'open', userId, companyId },
    ])
    const people = await recipientsWithPermission(tx, [listing.companyId], 'question_manage')
    await notify(tx, context, 'inquiry.received', people.get(listing.companyId) ?? [], {
      title: `买家咨询了“${listing.title}”`,
      path: links.sellerInquiries(),
      text: '请在卖家中心的“客户咨询”中回复。',
    })
    return { inquiryId: made.id }
  })
}
