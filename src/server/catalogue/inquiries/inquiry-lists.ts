import { and, count, desc, eq, exists, ilike, inArray, or, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { InquiryCounts, inquiriesCalls } from '../../../contract/catalogue/inquiries.ts'
import type { Db } from '../../../db/open.ts'
import { companies, users } from '../../../db/tables/accounts.ts'
import { products, services } from '../../../db/tables/catalogue.ts'
import { inquiries as table, inquiryMessages } from '../../../db/tables/interest.ts'
import { shops } from '../../../db/tables/shops.ts'
import { inquiryGroupOf, inquiryStatuses } from '../../../domain/catalogue/inquiry-states.ts'
import type { ListingPicture } from '../../../domain/catalogue/listing.ts'
import { maskName } from '../../../domain/masks.ts'
import { personName } from '../../../domain/accounts/person-name.ts'
import type { Handler, Handlers } from '../../handler.ts'
import { likePattern } from '../../search/like-pattern.ts'
import { listingPictureUrl, placeholderImage } from '../listings/listing-row.ts'
import { listMessages } from './inquiry-messages.ts'
import {
  inquiryClose,
  inquiryFollowUp,
  inquiryReply,
  productInquiries,
  productInquiryAdd,
} from './product-inquiries.ts'

type Input = z.output<typeof inquiriesCalls.inquiries.input>

const title = sql<string>`coalesce(${services.title}, ${products.title})`
const columns = {
  inquiry: table,
  productNo: products.productNo,
  title,
  onSale: sql<boolean>`coalesce(${services.status}, ${products.status}) = 'published'`,
  pictures: sql<readonly ListingPicture[]>`coalesce(${services.pictures}, ${products.pictures})`,
  figure: sql<string>`coalesce(${services.figure}, ${products.figure})`,
  shopId: shops.id,
  orgId: shops.companyId,
  shopName: shops.name,
  askerCompany: companies.name,
  realName: users.realName,
  loginName: users.loginName,
}

const joinsService = and(eq(table.kind, 'service'), eq(services.id, table.listingId))
const joinsProduct = and(eq(table.kind, 'product'), eq(products.id, table.listingId))

/** Inquiries of one side: counts by state, then one query each for the rows and their messages. */
async function listInquiries(db: Db, own: SQL, { keyword, state, current, pageSize }: Input) {
  const statuses = inquiryStatuses.filter((status) => state === undefined || inquiryGroupOf[status] === state)
  const wanted = and(
    own,
    state === undefined ? undefined : inArray(table.status, statuses),
    containsKeyword(db, keyword),
  )
  const [all] = await db
    .select({ total: count() })
    .from(table)
    .leftJoin(services, joinsService)
    .leftJoin(products, joinsProduct)
    .where(wanted)
  const rows = await db
    .select(columns)
    .from(table)
    .leftJoin(services, joinsService)
    .leftJoin(products, joinsProduct)
    .innerJoin(shops, eq(shops.companyId, table.sellerCompanyId))
    .innerJoin(users, eq(users.id, table.userId))
    .leftJoin(companies, eq(companies.id, table.companyId))
    .where(wanted)
    .orderBy(desc(table.updatedAt), desc(table.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  const messagesIn = await listMessages(
    db,
    rows.map(({ inquiry }) => inquiry.id),
  )
  const data = rows.map(({ inquiry, pictures, figure, realName, loginName, askerCompany, ...row }) => ({
    ...row,
    inquiryId: inquiry.id,
    kind: inquiry.kind,
    listingId: inquiry.listingId,
    isPublic: inquiry.isPublic,
    status: inquiry.status,
    messages: messagesIn(inquiry.id),
    figure: placeholderImage(figure),
    pictureUrl: listingPictureUrl(pictures[0]?.url, figure),
    askerCompany: askerCompany ?? '',
    asker: maskName(personName({ realName, loginName })),
    updatedAt: inquiry.updatedAt.toISOString(),
    createdAt: inquiry.createdAt.toISOString(),
  }))
  return { total: all?.total ?? 0, data, counts: await countByGroup(db, own) }
}

/** Matches the keyword in the listing title or in a message. */
function containsKeyword(db: Db, keyword: string): SQL | undefined {
  if (keyword === '') return undefined
  const part = likePattern(keyword)
  const said = db
    .select({ id: inquiryMessages.id })
    .from(inquiryMessages)
    .where(and(eq(inquiryMessages.inquiryId, table.id), ilike(inquiryMessages.text, part)))
  return or(ilike(title, part), exists(said))
}

async function countByGroup(db: Db, own: SQL): Promise<InquiryCounts> {
  const rows = await db.select({ status: table.status, count: count() }).from(table).where(own).groupBy(table.status)
  const counts = { waiting: 0, answered: 0, closed: 0 }
  for (const row of rows) counts[inquiryGroupOf[row.status]] += row.count
  return counts
}

/** Inquiries asked by the caller. */
export const inquiries: Handler<typeof inquiriesCalls.inquiries> = (input, { caller, db }) =>
  listInquiries(db, eq(table.userId, caller.userId), input)

/** Inquiries about listings of the caller's shop. */
export const sellerInquiries: Handler<typeof inquiriesCalls.sellerInquiries> = (input, { caller, db }) =>
  listInquiries(db, eq(table.sellerCompanyId, caller.companyId), input)

/** Number of inquiries that a company has not answered. */
export async function countWaitingInquiries(db: Db, companyId: number): Promise<number> {
  const waiting = inquiryStatuses.filter((status) => inquiryGroupOf[status] === 'waiting')
  return db.$count(table, and(eq(table.sellerCompanyId, companyId), inArray(table.status, waiting)))
}

export const inquiriesWaiting: Handler<typeof inquiriesCalls.inquiriesWaiting> = async (_, { caller, db }) => ({
  waiting: await countWaitingInquiries(db, caller.companyId),
})

/** Handlers of product inquiries. */
export const inquiriesHandlers: Handlers<typeof inquiriesCalls> = {
  inquiries,
  inquiriesWaiting,
  inquiryClose,
  inquiryFollowUp,
  inquiryReply,
  productInquiries,
  productInquiryAdd,
  sellerInquiries,
}
