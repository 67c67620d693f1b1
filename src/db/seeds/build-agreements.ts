import { createHash } from 'node:crypto'
import {
  agreementHashText,
  articlesOf,
  type AgreedLine,
  type AgreementTerms,
  type FrameworkTerms,
  type NdaTerms,
} from '../../domain/orders/agreements/agreement-terms.ts'
import { isEnded } from '../../domain/orders/order-states.ts'
import type { Side } from '../../domain/sides.ts'
import type { agreements, agreementVersions } from '../tables/agreements.ts'
import type { supplierMarks } from '../tables/shops.ts'
import { demoIds, type Accounts, type Organisation } from './build-accounts.ts'
import type { Catalogue } from './build-catalogue.ts'
import type { Demands } from './build-demands.ts'
import type { LineRow, OrderRow, Orders } from './build-orders.ts'
import type { Calendar } from './calendar.ts'
import type { ChangeLog } from './changes.ts'

export interface Agreements {
  readonly agreements: (typeof agreements.$inferInsert & { id: number })[]
  readonly versions: (typeof agreementVersions.$inferInsert & { id: number })[]
  readonly marks: (typeof supplierMarks.$inferInsert & { id: number })[]
}

type Unworded = Omit<FrameworkTerms, 'articles'> | Omit<NdaTerms, 'articles'>

interface Parties {
  readonly buyer: Organisation
  readonly seller: Organisation
}

interface AgreementNote extends Parties {
  /** Without the wording, which is that of today. */
  readonly terms: Unworded
  readonly side: Side
  readonly reason: string
  /** Day on which it was proposed. */
  readonly day: number
  /** Day of the second signature; null = it waits for the other side. */
  readonly signedDay: number | null
}

/**
 * Agreements of the demo's buyer: a framework agreement in force with two call-offs, one that waits for the buyer's
 * signature, a confidentiality agreement in force; and a preferred and a blocked supplier.
 */
export function buildAgreements(
  accounts: Accounts,
  catalogue: Catalogue,
  demands: Demands,
  orders: Orders,
  days: Calendar,
  log: ChangeLog,
): Agreements {
  const buyer = ownedBy(accounts, demoIds.buyer)
  const demoSeller = ownedBy(accounts, demoIds.seller)
  const called = twoCallOffs(buyer, orders, accounts)
  const quiet = quietSuppliers(buyer, accounts, demands, orders)
  const [partner, blocked] = quiet
  if (partner === undefined || blocked === undefined) throw new Error('The demo has too few suppliers')
  const notes: AgreementNote[] = [
    {
      buyer,
      seller: called.seller,
      side: 'buyer',
      reason: '',
      day: -45,
      signedDay: -43,
      terms: {
        kind: 'framework',
        title: '年度常用试剂与检测采购框架协议',
        from: days.date(-43),
        until: days.date(320),
        ceiling: Math.ceil((called.total * 3) / 1_000_000) * 1_000_000,
        payment: '每份订单按平台付款计划支付，发票随货开具。',
        lines: called.lines,
      },
    },
    {
      buyer,
      seller: demoSeller,
      side: 'seller',
      reason: '按上一年度用量给予优惠，协议期内价格不变。',
      day: -1,
      signedDay: null,
      terms: {
        kind: 'framework',
        title: '药学与分析服务框架协议',
        from: days.date(0),
        until: days.date(364),
        ceiling: 80_000_000,
        payment: '',
        lines: servicesOf(demoSeller, catalogue),
      },
    },
    {
      buyer,
      seller: partner,
      side: 'buyer',
      reason: '',
      day: -30,
      signedDay: -29,
      terms: {
        kind: 'nda',
        title: '缓释制剂项目保密协议',
        scope: '缓释制剂项目的处方、工艺参数、样品、质量标准与试验数据。',
        years: 3,
      },
    },
  ]
  const built = notes.map((note, index) => buildAgreement(note, index + 1, accounts, days, log))
  for (const order of called.orders) order.agreementId = 1
  buyer.company.blockedSuppliers = 1
  const own = { companyId: buyer.company.id, userId: buyer.ownerId }
  return {
    agreements: built.map(({ agreement }) => agreement),
    versions: built.map(({ version }) => version),
    marks: [
      {
        id: 1,
        ...own,
        supplierId: called.seller.company.id,
        mark: 'preferred',
        reason: '近一年交付准时，质量文件齐全，已签年度框架协议',
        createdAt: days.at(-43, '15:20'),
      },
      {
        id: 2,
        ...own,
        supplierId: blocked.company.id,
        mark: 'blocked',
        reason: '现场审计有未关闭的严重缺陷，整改验证通过前不再采购',
        createdAt: days.at(-12, '16:05'),
      },
    ],
  }
}

function ownedBy({ organisations }: Accounts, userId: number): Organisation {
  const found = organisations.find(({ ownerId }) => ownerId === userId)
  if (found === undefined) throw new Error(`No company of user ${userId}`)
  return found
}

interface CallOffs {
  readonly seller: Organisation
  readonly orders: readonly OrderRow[]
  readonly lines: readonly AgreedLine[]
  readonly total: number
}

/** The buyer's supplier with most running orders of listings, and two of these. */
function twoCallOffs({ company }: Organisation, { orders, lines }: Orders, { organisations }: Accounts): CallOffs {
  const wanted = orders.filter(
    ({ buyerCompanyId, source, status }) => buyerCompanyId === company.id && source !== 'demand' && !isEnded(status),
  )
  const bySeller = [...Map.groupBy(wanted, ({ sellerCompanyId }) => sellerCompanyId)].toSorted(
    ([, a], [, b]) => b.length - a.length,
  )
  const [sellerId, own] = bySeller[0] ?? [0, []]
  const seller = organisations.find((one) => one.company.id === sellerId)
  const chosen = own.slice(-2)
  if (seller === undefined || chosen.length < 2) throw new Error('The buyer has no supplier with two orders')
  const priced = new Map(lines.filter(({ orderId }) => chosen.some(({ id }) => id === orderId)).flatMap(agreedLine))
  const total = chosen.reduce((sum, order) => sum + order.total, 0)
  return { seller, orders: chosen, lines: [...priced.values()], total }
}

function agreedLine(line: LineRow): [string, AgreedLine][] {
  const { kind = null, listingId = null, specId = null, name, specName = '', unit = '项', unitPrice } = line
  if (kind === null || listingId === null) return []
  return [
    [`${kind} ${listingId} ${specId}`, { kind, listingId, specId, name, specName, unit, unitPrice, minQuantity: 1 }],
  ]
}

/** Three services of a supplier at nine tenths of their public prices. */
const servicesOf = ({ company }: Organisation, { services }: Catalogue): AgreedLine[] =>
  services
    .filter(({ companyId, status, priceType }) => companyId === company.id && status === 'published' && priceType === 0)
    .slice(0, 3)
    .map(({ id: listingId, title: name, price }) => ({
      kind: 'service',
      listingId,
      specId: null,
      name,
      specName: '',
      unit: '项',
      unitPrice: Math.round(((price ?? 0) * 9) / 1000) * 100,
      minQuantity: 1,
    }))

/** Certified suppliers without a demo account that have neither orders nor offers with the buyer. */
function quietSuppliers(buyer: Organisation, accounts: Accounts, demands: Demands, { orders }: Orders): Organisation[] {
  const own = new Set(demands.demands.flatMap(({ id, companyId }) => (companyId === buyer.company.id ? [id] : [])))
  const known = new Set([
    ...orders.filter(({ buyerCompanyId }) => buyerCompanyId === buyer.company.id).map((order) => order.sellerCompanyId),
    ...demands.offers.filter(({ demandId }) => own.has(demandId)).map(({ companyId }) => companyId),
  ])
  const accountIds = new Set<number>(Object.values(demoIds))
  return accounts.organisations.filter(
    ({ company, shop, ownerId }) =>
      shop !== undefined &&
      company.certification === 'approved' &&
      !accountIds.has(ownerId) &&
      !known.has(company.id) &&
      company.id !== buyer.company.id,
  )
}

function buildAgreement(note: AgreementNote, id: number, { users }: Accounts, days: Calendar, log: ChangeLog) {
  const { buyer, seller, side, reason, day, signedDay } = note
  const terms: AgreementTerms = { ...note.terms, articles: articlesOf(note.terms, 1) }
  const { kind, title } = terms
  const agreementNo = `${kind === 'nda' ? 'NDA' : 'FA'}${days.date(day).replaceAll('-', '')}-${String(id).padStart(4, '0')}`
  const [buyerCompanyId, sellerCompanyId] = [buyer.company.id, seller.company.id]
  const hashed = { agreementNo, version: 1, side, buyerCompanyId, sellerCompanyId, reason, terms }
  const fingerprint = createHash('sha256').update(agreementHashText(hashed), 'utf8').digest('hex')
  const proposedAt = days.at(day, '10:30')
  const signedAt = signedDay === null ? null : days.at(signedDay, '14:45')
  const proposer = side === 'buyer' ? buyer : seller
  const other = side === 'buyer' ? seller : buyer
  const by = ({ ownerId, company }: Organisation) => ({ userId: ownerId, companyId: company.id })
  log.add('agreement', id, '', [
    { event: 'propose', to: 'proposed', at: proposedAt, ...by(proposer) },
    ...(signedAt === null ? [] : [{ event: 'sign', to: 'in_force', at: signedAt, ...by(other) }]),
  ])
  const until = terms.kind === 'framework' ? terms.until : days.date((signedDay ?? 0) + 365 * terms.years)
  const from = terms.kind === 'framework' ? terms.from : days.date(signedDay ?? 0)
  const isSigned = signedAt !== null
  const signature = (of: Side) => (side === of ? proposedAt : signedAt)
  const signerOf = (of: Side) => (of === 'buyer' ? buyer : seller).ownerId
  const nameOf = (of: Side) =>
    signature(of) === null ? null : (users.find((user) => user.id === signerOf(of))?.realName ?? '')
  const method = (of: Side) => (signature(of) === null ? null : ('password' as const))
  return {
    agreement: {
      id,
      agreementNo,
      kind,
      buyerCompanyId,
      sellerCompanyId,
      title,
      status: isSigned ? ('in_force' as const) : ('proposed' as const),
      version: isSigned ? 1 : 0,
      validFrom: isSigned ? from : null,
      validUntil: isSigned ? until : null,
      createdAt: proposedAt,
    },
    version: {
      id,
      agreementId: id,
      version: 1,
      side,
      userId: proposer.ownerId,
      reason,
      terms,
      fingerprint,
      status: isSigned ? ('signed' as const) : ('proposed' as const),
      buyerUserId: signature('buyer') === null ? null : buyer.ownerId,
      buyerName: nameOf('buyer'),
      buyerSignedAt: signature('buyer'),
      buyerMethod: method('buyer'),
      sellerUserId: signature('seller') === null ? null : seller.ownerId,
      sellerName: nameOf('seller'),
      sellerSignedAt: signature('seller'),
      sellerMethod: method('seller'),
      closedAt: signedAt,
      createdAt: proposedAt,
    },
  }
}
