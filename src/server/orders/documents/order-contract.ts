import { createHash } from 'node:crypto'
import { and, asc, desc, eq, inArray, lte } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Config } from '../../../config.ts'
import type { documentsCalls } from '../../../contract/orders/documents.ts'
import type { Db } from '../../../db/open.ts'
import { certifications, companies } from '../../../db/tables/accounts.ts'
import { agreements } from '../../../db/tables/agreements.ts'
import { changeOrders } from '../../../db/tables/change-orders.ts'
import { dealEntries } from '../../../db/tables/deal-record.ts'
import { demands, offers } from '../../../db/tables/demands.ts'
import { orderLines, orderMilestones, orders, paymentLines } from '../../../db/tables/orders.ts'
import { yuan } from '../../../domain/money.ts'
import {
  type Clause,
  contractClauses,
  type ContractFacts,
  contractState,
  contractTitle,
  paymentDueText,
} from '../../../domain/orders/contract-text.ts'
import { supplementName } from '../../../domain/orders/change-order-states.ts'
import { percentShares, type OrderTerms } from '../../../domain/orders/change-terms.ts'
import { endOfDay } from '../../../domain/orders/deadlines.ts'
import { dealFile } from '../../../domain/orders/deal-record.ts'
import type { OrderStatus } from '../../../domain/orders/order-states.ts'
import type { Side } from '../../../domain/sides.ts'
import { date } from '../../../domain/time.ts'
import type { Context, Handler } from '../../handler.ts'
import { fileUrl, findFile, type FileRow } from '../../platform/files/files.ts'
import { findGeneratedFile, saveGeneratedFile } from '../../platform/files/generated-files.ts'
import { actorOf, type Actor } from '../../platform/history/record-steps.ts'
import type { Providers } from '../../providers/providers.ts'
import { recordDeal } from '../deal-record/record-deal.ts'
import { lockOrder } from '../lock-order.ts'
import { sideCompanyId } from '../present-order.ts'
import { createPdf } from './create-pdf.ts'
import type { PdfPage } from './pdf-page.ts'
import type { PdfTable } from './pdf-table.ts'

/** Contract data and status of an order; throws notFound for other companies' orders. */
async function loadContractFacts(
  db: Db,
  side: Side,
  companyId: number,
  orderId: number,
): Promise<{ facts: ContractFacts; status: OrderStatus; supplements: readonly Supplement[] }> {
  const [row] = await db
    .select({
      order: orders,
      agreement: { agreementNo: agreements.agreementNo, title: agreements.title },
      demandNo: demands.demandNo,
      offerNo: offers.offerNo,
      version: offers.version,
    })
    .from(orders)
    .leftJoin(demands, eq(demands.id, orders.demandId))
    .leftJoin(offers, eq(offers.id, orders.offerId))
    .leftJoin(agreements, eq(agreements.id, orders.agreementId))
    .where(and(eq(orders.id, orderId), eq(sideCompanyId(side), companyId)))
  if (row === undefined) throw new CallFailed('notFound')
  const { order, agreement, demandNo, offerNo, version } = row
  const certifiedAt = order.confirmedAt ?? new Date()
  const parties = await loadParties(db, order, certifiedAt)
  const changes = await loadAppliedChanges(db, orderId)
  const first = changes.at(0)
  const terms = first === undefined ? await loadContractTerms(db, order) : originalTerms(order, first.termsBefore)
  const { kind, name, specName, unit, quantity, unitPrice, amount } = orderLines
  const lines = await db
    .select({ kind, name, specName, unit, quantity, unitPrice, amount })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .orderBy(asc(orderLines.id))
  const facts: ContractFacts = {
    orderNo: order.orderNo,
    source: order.source,
    buyer: parties.buyer,
    seller: parties.seller,
    createdAt: order.createdAt.toISOString(),
    confirmedAt: order.confirmedAt?.toISOString() ?? null,
    lines,
    ...terms,
    postage: order.postage,
    address: toContractAddress(order.address),
    invoice: toContractInvoice(order.invoice),
    remark: order.remark,
    ...(agreement !== null && { agreement }),
    offer: demandNo === null || offerNo === null || version === null ? null : { demandNo, offerNo, version },
  }
  const supplements = changes.map(({ baseVersion, closedAt, fingerprint }) => ({
    number: baseVersion,
    at: closedAt?.toISOString() ?? '',
    fingerprint,
  }))
  return { facts, status: order.status, supplements }
}

/** An applied change order, as its contract names it. */
interface Supplement {
  readonly number: number
  readonly at: string
  readonly fingerprint: string
}

const loadAppliedChanges = (db: Db, orderId: number) =>
  db
    .select()
    .from(changeOrders)
    .where(and(eq(changeOrders.orderId, orderId), eq(changeOrders.status, 'applied')))
    .orderBy(asc(changeOrders.baseVersion))

type ChangeableFacts = Pick<ContractFacts, 'total' | 'payments' | 'promisedAt'>

const loadContractTerms = async (db: Db, order: OrderRecord): Promise<ChangeableFacts> => ({
  promisedAt: order.promisedAt === null ? null : momentOfDay(date(order.promisedAt.toISOString())),
  payments: await loadContractPayments(db, order),
  total: order.total,
})

/** The terms from before the first change order: the contract stays what it was, its supplements change it. */
function originalTerms({ source }: Pick<OrderRecord, 'source'>, before: OrderTerms): ChangeableFacts {
  const percents = percentShares(before.rows.map(({ amount }) => amount))
  const payments = before.rows.map(({ stage, name, amount, deliverables, on }, at) => {
    const payment = { name, percent: percents[at] ?? 0, amount }
    if (stage === null || on === null)
      return { ...payment, dueAt: source === 'demand' && on !== null ? momentOfDay(on) : null }
    return { ...payment, dueAt: null, stage: { deliverables, plannedAt: momentOfDay(on) } }
  })
  const { promisedOn, total } = before
  // Members in the order of `loadContractTerms`: the facts are hashed as JSON.
  return { promisedAt: promisedOn === null ? null : momentOfDay(promisedOn), payments, total }
}

/** A contract names days: its moments are their ends, whatever the time at which a step set them. */
const momentOfDay = (day: string): string => endOfDay(day).toISOString()

type OrderRecord = typeof orders.$inferSelect
type Party = ContractFacts['buyer']

/** Payment schedule; only orders from offers have agreed due dates. */
async function loadContractPayments(db: Db, { id, source }: OrderRecord): Promise<ContractFacts['payments']> {
  const { name, percent, amount, dueAt } = paymentLines
  const { deliverables, plannedAt } = orderMilestones
  const rows = await db
    .select({ name, percent, amount, dueAt, deliverables, plannedAt })
    .from(paymentLines)
    .leftJoin(orderMilestones, eq(orderMilestones.paymentLineId, paymentLines.id))
    .where(eq(paymentLines.orderId, id))
    .orderBy(asc(paymentLines.seq))
  return rows.map((line) => {
    const payment = { name: line.name, percent: line.percent, amount: line.amount }
    if (line.deliverables === null || line.plannedAt === null)
      return {
        ...payment,
        dueAt: source === 'demand' && line.dueAt !== null ? momentOfDay(date(line.dueAt.toISOString())) : null,
      }
    // The terms stay the same when the acceptance gives the payment its day.
    return {
      ...payment,
      dueAt: null,
      stage: { deliverables: line.deliverables, plannedAt: momentOfDay(date(line.plannedAt.toISOString())) },
    }
  })
}

const toContractAddress = (address: OrderRecord['address']): ContractFacts['address'] =>
  address && { receiver: address.receiver, districtName: address.districtName, street: address.street }

const toContractInvoice = (invoice: OrderRecord['invoice']): ContractFacts['invoice'] =>
  invoice && { kind: invoice.kind, title: invoice.title, taxNo: invoice.taxNo }

export type ContractParties = Readonly<Record<Side, Party>>

/** Both companies of an order as certified at a moment. Two queries. */
export async function loadParties(
  db: Db,
  { buyerCompanyId, sellerCompanyId }: Pick<OrderRecord, 'buyerCompanyId' | 'sellerCompanyId'>,
  at: Date,
): Promise<ContractParties> {
  const parties = await loadPartiesAt(db, [buyerCompanyId, sellerCompanyId], at)
  return { buyer: requireParty(parties, buyerCompanyId), seller: requireParty(parties, sellerCompanyId) }
}

const requireParty = (parties: ReadonlyMap<number, Party>, companyId: number): Party => {
  const party = parties.get(companyId)
  if (party === undefined) throw new Error(`No company ${companyId}`)
  return party
}

/** Companies as certified at a moment, so that later renames do not change the contract. Two queries. */
async function loadPartiesAt(db: Db, ids: readonly number[], at: Date): Promise<ReadonlyMap<number, Party>> {
  const now = await db
    .select({ id: companies.id, name: companies.name, creditCode: companies.creditCode, address: companies.address })
    .from(companies)
    .where(inArray(companies.id, [...ids]))
  const { companyId, companyName, creditCode, address, status, reviewedAt, version } = certifications
  const then = await db
    .selectDistinctOn([companyId], { companyId, name: companyName, creditCode, address })
    .from(certifications)
    .where(and(inArray(companyId, [...ids]), inArray(status, ['approved', 'expired', 'revoked']), lte(reviewedAt, at)))
    .orderBy(companyId, desc(version))
  const certified = new Map(then.map((one) => [one.companyId, one]))
  return new Map(
    now.map((company) => {
      const of = certified.get(company.id) ?? company
      return [company.id, { name: of.name, creditCode: of.creditCode ?? '', address: of.address }]
    }),
  )
}

export const buyerOrderContract: Handler<typeof documentsCalls.buyerOrderContract> = ({ orderId }, context) =>
  contractLink('buyer', orderId, context)

export const sellerOrderContract: Handler<typeof documentsCalls.sellerOrderContract> = ({ orderId }, context) =>
  contractLink('seller', orderId, context)

async function contractLink(side: Side, orderId: number, context: Context<'company' | 'seller'>) {
  const file = await createContract(side, orderId, context)
  return { url: fileUrl(file), name: file.name }
}

/** Increment when text or layout change, so that stored contracts are regenerated. */
const layoutVersion = 2

const sha256 = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex')

export interface ContractContext {
  readonly caller: Actor
  readonly db: Db
  readonly config: Pick<Config, 'demo'>
  readonly providers: Pick<Providers, 'storage'>
}

/**
 * Returns the stored contract if its content is unchanged, else creates it. Both sides get the same bytes, whose hash
 * is in the deal record.
 */
export async function createContract(
  side: Side,
  orderId: number,
  { caller, db, config, providers }: ContractContext,
): Promise<FileRow> {
  const { facts, status, supplements } = await loadContractFacts(db, side, caller.companyId, orderId)
  const fingerprint = sha256(facts)
  const documentHash = sha256([
    fingerprint,
    layoutVersion,
    contractState(status, facts.confirmedAt),
    config.demo,
    supplements,
  ])
  const saved = await findGeneratedFile(db, caller.companyId, documentHash)
  if (saved !== undefined) return recordPaper(db, side, orderId, caller, saved.fileId, 'contract')
  const bytes = await createContractPdf({ facts, status, supplements, fingerprint, demo: config.demo })
  const title = `${contractTitle(facts)} ${facts.orderNo}`
  const made = await saveGeneratedFile({ db, providers }, caller, { title, kind: 'pdf', bytes, facts: documentHash })
  return recordPaper(db, side, orderId, caller, made.fileId, 'contract')
}

/** Enters a generated paper into the deal record, unless the newest one, or a supplement, has the same bytes. */
export const recordPaper = (
  db: Db,
  side: Side,
  orderId: number,
  by: Actor,
  fileId: string,
  event: 'contract' | 'supplement',
): Promise<FileRow> =>
  db.transaction(async (tx) => {
    await lockOrder(tx, side, by.companyId, orderId)
    const file = await findFile(tx, fileId)
    if (file === undefined) throw new CallFailed('notFound')
    const isPaper = and(eq(dealEntries.kind, 'document'), eq(dealEntries.event, event))
    // There is one contract, whose state changes, and any number of supplements, which never do.
    const papers = await tx
      .select({ body: dealEntries.body })
      .from(dealEntries)
      .where(and(eq(dealEntries.orderId, orderId), isPaper))
      .orderBy(desc(dealEntries.seq))
    const facts = { files: [dealFile(file)] }
    const known = event === 'contract' ? papers.slice(0, 1) : papers
    if (!known.some(({ body }) => body.includes(file.sha256)))
      await recordDeal(tx, [{ orderId, kind: 'document', event, side, by: actorOf(by), facts }])
    return file
  })

interface ContractDocument {
  readonly facts: ContractFacts
  readonly status: OrderStatus
  readonly supplements: readonly Supplement[]
  /** SHA-256 of the facts, in hex. */
  readonly fingerprint: string
  /** Marked as demo data. */
  readonly demo: boolean
}

/** Contract of an order as PDF; deterministic bytes. */
function createContractPdf({ facts, status, supplements, fingerprint, demo }: ContractDocument): Promise<Uint8Array> {
  const title = contractTitle(facts)
  const footer = `校验码 ${fingerprint.slice(0, 16)}${demo ? '　演示数据，不具法律效力' : ''}`
  const at = new Date(facts.confirmedAt ?? facts.createdAt)
  return createPdf({ title, no: facts.orderNo, footer, at, demo }, (page) => {
    page.title(title)
    page.facts([
      ['合同编号', facts.orderNo],
      ['订立日期', date(facts.createdAt)],
      ['合同状态', contractState(status, facts.confirmedAt)],
    ])
    drawParty(page, '甲方（采购方）', facts.buyer)
    drawParty(page, '乙方（供应方）', facts.seller)
    page.paragraph('甲乙双方经平等协商，就下列事项达成一致，订立本合同。')
    for (const [at, clause] of contractClauses(facts).entries()) drawClause(page, at + 1, clause, facts)
    if (supplements.length > 0) {
      page.heading('附：补充协议')
      page.paragraph('本合同已由下列补充协议变更，与本合同不一致的以补充协议为准：')
      for (const { number, at: signedAt, fingerprint: own } of supplements)
        page.paragraph(`${supplementName(number)}，${date(signedAt)} 生效，校验码 ${own.slice(0, 16)}`)
    }
    page.gap(10)
    page.sides(
      { title: '甲方（采购方）', facts: [['单位名称', facts.buyer.name]] },
      { title: '乙方（供应方）', facts: [['单位名称', facts.seller.name]] },
    )
    page.paragraph(`校验码（SHA-256）：${fingerprint}`, { size: 8.5, align: 'left' })
  })
}

export function drawParty(page: PdfPage, title: string, { name, creditCode, address }: ContractFacts['buyer']): void {
  page.facts([
    [title, name],
    ['信用代码', creditCode],
    ['住所', address],
  ])
}

function drawClause(page: PdfPage, no: number, { heading, table, paragraphs }: Clause, facts: ContractFacts): void {
  page.heading(`第${numerals[no] ?? no}条　${heading}`)
  for (const [at, text] of paragraphs.entries()) {
    page.paragraph(`${no}.${at + 1}　${text}`)
    if (at === 0 && table !== undefined) page.table(tables[table](facts))
  }
}

const numerals = ['', '一', '二', '三', '四', '五', '六', '七', '八', '九', '十']

const linesTable = ({ lines, postage, total }: ContractFacts): PdfTable => ({
  columns: [
    { head: '序号', share: 1, align: 'center' },
    { head: '名称与规格', share: 5.4 },
    { head: '数量', share: 1.8, align: 'right' },
    { head: '单价（元）', share: 2.3, align: 'right' },
    { head: '金额（元）', share: 2.4, align: 'right' },
  ],
  rows: [
    ...lines.map((line, at) => [
      String(at + 1),
      [line.name, line.specName].filter(Boolean).join('　'),
      `${line.quantity.toLocaleString('en-US')} ${line.unit}`,
      yuan(line.unitPrice),
      yuan(line.amount),
    ]),
    ...(postage === 0 ? [] : [['', '运费', '', '', yuan(postage)]]),
    ['', '合计', '', '', yuan(total)],
  ],
})

const paymentsTable = (facts: ContractFacts): PdfTable => ({
  columns: [
    { head: '序号', share: 1, align: 'center' },
    { head: '节点', share: 4 },
    { head: '比例', share: 1.5, align: 'right' },
    { head: '金额（元）', share: 2.6, align: 'right' },
    { head: '应付日', share: 3.2 },
  ],
  rows: facts.payments.map((payment, at) => [
    String(at + 1),
    payment.name,
    `${payment.percent}%`,
    yuan(payment.amount),
    paymentDueText(facts, at + 1, payment),
  ]),
})

const stagesTable = ({ payments }: ContractFacts): PdfTable => ({
  columns: [
    { head: '序号', share: 1, align: 'center' },
    { head: '里程碑', share: 3 },
    { head: '交付内容', share: 6 },
    { head: '计划日期', share: 2.3 },
  ],
  rows: payments
    .flatMap(({ name, stage }) => (stage === undefined ? [] : [{ name, ...stage }]))
    .map(({ name, deliverables, plannedAt }, at) => [String(at + 1), name, inOneLine(deliverables), date(plannedAt)]),
})

const tables = { lines: linesTable, payments: paymentsTable, stages: stagesTable } as const

/** The lines of a text in one. */
const inOneLine = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('；')
