import { and, desc, eq, ilike, inArray, like, lt, sql, type SQL } from 'drizzle-orm'
import { alias, union, type PgColumn } from 'drizzle-orm/pg-core'
import type { AnyRecordKind, RecordRow } from '../../../contract/operations/platform-records.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { companies, users } from '../../../db/tables/accounts.ts'
import { products, services } from '../../../db/tables/catalogue.ts'
import { demands } from '../../../db/tables/demands.ts'
import { orders } from '../../../db/tables/orders.ts'
import { payments } from '../../../db/tables/payments.ts'
import { shops } from '../../../db/tables/shops.ts'
import { certificationLabels } from '../../../domain/accounts/certification.ts'
import { listingLabels } from '../../../domain/catalogue/listing-states.ts'
import { demandLabels } from '../../../domain/demands/demand-states.ts'
import { maskPhone } from '../../../domain/masks.ts'
import { yuan } from '../../../domain/money.ts'
import { orderLabel } from '../../../domain/orders/order-states.ts'
import { paymentStateLabels } from '../../../domain/orders/payment-states.ts'
import type { StateLabel } from '../../../domain/transition.ts'
import { likePattern } from '../../search/like-pattern.ts'

/** Conditions of a list of records; `before` pages by id. */
export interface RecordQuery {
  readonly keyword: string
  readonly before?: number | undefined
  readonly limit: number
}

const isNumber = (keyword: string) => /^\d{1,9}$/.test(keyword)
/** A trigram index finds parts of a name from so many characters. */
const minPartLength = 3

/** Companies whose name contains the keyword, or begins with it where it is too short for the index. */
const companyMatches = (keyword: string): SQL =>
  [...keyword].length >= minPartLength
    ? ilike(companies.name, likePattern(keyword))
    : like(companies.name, startPattern(keyword))

/** LIKE pattern for texts that begin with the keyword. */
const startPattern = (keyword: string): string => likePattern(keyword).slice(1)

/** Titles are found by parts of three characters; without an index for shorter ones they are refused. */
function titleMatches(column: PgColumn, keyword: string): SQL {
  if ([...keyword].length < minPartLength) throw new CallFailed('keywordShort')
  return ilike(column, likePattern(keyword))
}

const beforeId = (column: PgColumn, before: number | undefined) =>
  before === undefined ? undefined : lt(column, before)

const userState = (user: typeof users.$inferSelect): StateLabel =>
  user.deletedAt !== null
    ? { label: '已删除', tone: 'mute' }
    : user.locked
      ? { label: '已停用', tone: 'bad' }
      : { label: '正常', tone: 'good' }

/** So many matches are sorted by their ids; reading more would take too long. */
const maxNameMatches = 1_000

/**
 * Ids of the users whose login name or name begins with the keyword; of those with exactly this name where too many
 * begin with it. Throws recordsTooMany if nobody or too many have exactly this name.
 */
async function usersByName(db: Db, keyword: string): Promise<number[]> {
  const loginName = sql`lower(${users.loginName})`
  const find = (byLogin: SQL, byName: SQL) => {
    const ids = (condition: SQL) =>
      db
        .select({ id: users.id })
        .from(users)
        .where(condition)
        .limit(maxNameMatches + 1)
    return union(ids(byLogin), ids(byName))
  }
  const name = keyword.toLowerCase()
  const begun = await find(like(loginName, startPattern(name)), like(users.realName, startPattern(keyword)))
  const rows = begun.length > maxNameMatches ? await find(eq(loginName, name), eq(users.realName, keyword)) : begun
  if (rows.length > maxNameMatches || (rows.length === 0 && begun.length > 0)) throw new CallFailed('recordsTooMany')
  return rows.map(({ id }) => id)
}

async function findUsers(db: Db, { keyword, before, limit }: RecordQuery): Promise<RecordRow[]> {
  const found =
    keyword === ''
      ? undefined
      : /^1\d{10}$/.test(keyword)
        ? eq(users.mobileHash, keyword)
        : isNumber(keyword)
          ? eq(users.id, Number(keyword))
          : inArray(users.id, await usersByName(db, keyword))
  const rows = await db
    .select({ user: users, companyName: companies.name })
    .from(users)
    .leftJoin(companies, eq(companies.id, users.companyId))
    .where(and(found, beforeId(users.id, before)))
    .orderBy(desc(users.id))
    .limit(limit)
  return rows.map(({ user, companyName }) => ({
    kind: 'user',
    id: user.id,
    number: user.loginName,
    title: user.realName || user.loginName,
    note: [maskPhone(user.mobile), companyName ?? ''].filter((part) => part !== '').join('，'),
    state: userState(user),
    at: user.createdAt.toISOString(),
  }))
}

async function findCompanies(db: Db, { keyword, before, limit }: RecordQuery): Promise<RecordRow[]> {
  const found =
    keyword === ''
      ? undefined
      : isNumber(keyword)
        ? eq(companies.id, Number(keyword))
        : /^[0-9A-Z]{18}$/i.test(keyword)
          ? eq(companies.creditCode, keyword.toUpperCase())
          : companyMatches(keyword)
  const rows = await db
    .select()
    .from(companies)
    .where(and(found, beforeId(companies.id, before)))
    .orderBy(desc(companies.id))
    .limit(limit)
  return rows.map((company) => ({
    kind: 'company',
    id: company.id,
    number: company.creditCode ?? `编号 ${company.id}`,
    title: company.name,
    note: company.isSaler ? '已开通店铺' : '',
    state: certificationLabels[company.certification],
    at: company.createdAt.toISOString(),
  }))
}

async function findShops(db: Db, { keyword, before, limit }: RecordQuery): Promise<RecordRow[]> {
  const found =
    keyword === '' ? undefined : isNumber(keyword) ? eq(shops.id, Number(keyword)) : titleMatches(shops.name, keyword)
  const rows = await db
    .select({ shop: shops, company: companies })
    .from(shops)
    .innerJoin(companies, eq(companies.id, shops.companyId))
    .where(and(found, beforeId(shops.id, before)))
    .orderBy(desc(shops.id))
    .limit(limit)
  return rows.map(({ shop, company }) => ({
    kind: 'shop',
    id: shop.id,
    number: `编号 ${shop.id}`,
    title: shop.name,
    note: company.name,
    state: company.isSaler ? certificationLabels[company.certification] : { label: '已关闭', tone: 'mute' },
    at: shop.createdAt.toISOString(),
  }))
}

async function findListings(
  db: Db,
  kind: 'service' | 'product',
  { keyword, before, limit }: RecordQuery,
): Promise<RecordRow[]> {
  const t = kind === 'service' ? services : products
  const no = kind === 'service' ? services.serviceNo : products.productNo
  const found =
    keyword === ''
      ? undefined
      : isNumber(keyword)
        ? eq(t.id, Number(keyword))
        : /^[A-Z]*\d+-\d+$/i.test(keyword)
          ? eq(no, keyword.toUpperCase())
          : titleMatches(t.title, keyword)
  const rows = await db
    .select({ id: t.id, no, title: t.title, status: t.status, at: t.createdAt, companyName: companies.name })
    .from(t)
    .innerJoin(companies, eq(companies.id, t.companyId))
    .where(and(found, beforeId(t.id, before)))
    .orderBy(desc(t.id))
    .limit(limit)
  return rows.map(({ id, no: number, title, status, at, companyName }) => ({
    kind,
    id,
    number,
    title,
    note: companyName,
    state: listingLabels[status],
    at: at.toISOString(),
  }))
}

async function findDemands(db: Db, { keyword, before, limit }: RecordQuery): Promise<RecordRow[]> {
  const found =
    keyword === ''
      ? undefined
      : isNumber(keyword)
        ? eq(demands.id, Number(keyword))
        : /^[A-Z]*\d+-\d+$/i.test(keyword)
          ? eq(demands.demandNo, keyword.toUpperCase())
          : titleMatches(demands.title, keyword)
  const rows = await db
    .select({ demand: demands, companyName: companies.name })
    .from(demands)
    .innerJoin(companies, eq(companies.id, demands.companyId))
    .where(and(found, beforeId(demands.id, before)))
    .orderBy(desc(demands.id))
    .limit(limit)
  return rows.map(({ demand, companyName }) => ({
    kind: 'demand',
    id: demand.id,
    number: demand.demandNo,
    title: demand.title,
    note: companyName,
    state: demand.deletedAt === null ? demandLabels[demand.status] : { label: '已删除', tone: 'mute' },
    at: demand.createdAt.toISOString(),
  }))
}

const buyers = alias(companies, 'buyers')
const sellers = alias(companies, 'sellers')

/** Orders that meet a condition, newest first; also used for the orders of a company. */
export async function selectOrderRows(db: Db, where: SQL | undefined, limit: number): Promise<RecordRow[]> {
  const rows = await db
    .select({ order: orders, buyerName: buyers.name, sellerName: sellers.name })
    .from(orders)
    .innerJoin(buyers, eq(buyers.id, orders.buyerCompanyId))
    .innerJoin(sellers, eq(sellers.id, orders.sellerCompanyId))
    .where(where)
    .orderBy(desc(orders.id))
    .limit(limit)
  return rows.map(({ order, buyerName, sellerName }) => ({
    kind: 'order',
    id: order.id,
    number: order.orderNo,
    title: order.title,
    note: `${buyerName} → ${sellerName}，¥${yuan(order.total)}`,
    state: orderLabel(order.status, 'buyer'),
    at: order.createdAt.toISOString(),
  }))
}

function findOrders(db: Db, { keyword, before, limit }: RecordQuery): Promise<RecordRow[]> {
  const found =
    keyword === ''
      ? undefined
      : isNumber(keyword)
        ? eq(orders.id, Number(keyword))
        : eq(orders.orderNo, keyword.toUpperCase())
  return selectOrderRows(db, and(found, beforeId(orders.id, before)), limit)
}

/** Payments that meet a condition, newest first. */
export async function selectPaymentRows(db: Db, where: SQL | undefined, limit: number): Promise<RecordRow[]> {
  const rows = await db
    .select({ payment: payments, companyName: companies.name })
    .from(payments)
    .innerJoin(companies, eq(companies.id, payments.companyId))
    .where(where)
    .orderBy(desc(payments.id))
    .limit(limit)
  return rows.map(({ payment, companyName }) => ({
    kind: 'payment',
    id: payment.id,
    number: payment.paymentNo,
    title: `¥${yuan(payment.amount)}`,
    note: companyName,
    state: paymentStateLabels[payment.status],
    at: payment.createdAt.toISOString(),
  }))
}

function findPayments(db: Db, { keyword, before, limit }: RecordQuery): Promise<RecordRow[]> {
  const found =
    keyword === ''
      ? undefined
      : isNumber(keyword)
        ? eq(payments.id, Number(keyword))
        : eq(payments.paymentNo, keyword.toUpperCase())
  return selectPaymentRows(db, and(found, beforeId(payments.id, before)), limit)
}

const finders: Record<AnyRecordKind, (db: Db, query: RecordQuery) => Promise<RecordRow[]>> = {
  user: findUsers,
  company: findCompanies,
  shop: findShops,
  service: (db, query) => findListings(db, 'service', query),
  product: (db, query) => findListings(db, 'product', query),
  demand: findDemands,
  order: findOrders,
  payment: findPayments,
}

/** Records of a kind by number, name or telephone number, newest first. Every way of searching has an index. */
export const findRecords = (db: Db, kind: AnyRecordKind, query: RecordQuery): Promise<RecordRow[]> =>
  finders[kind](db, query)
