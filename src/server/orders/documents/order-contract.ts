import { createHash } from 'node:crypto'
import { and, asc, desc, eq, inArray, lte } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { documentsCalls } from '../../../contract/orders/documents.ts'
import type { Db } from '../../../db/open.ts'
import { certifications, companies } from '../../../db/tables/accounts.ts'
import { demands, offers } from '../../../db/tables/demands.ts'
import { orderLines, orders, paymentLines } from '../../../db/tables/orders.ts'
import { yuan } from '../../../domain/money.ts'
import {
  type Clause,
  contractClauses,
  type ContractFacts,
  contractState,
  contractTitle,
  paymentDueText,
} from '../../../domain/orders/contract-text.ts'
import type { OrderStatus } from '../../../domain/orders/order-states.ts'
import type { Side } from '../../../domain/sides.ts'
import { date } from '../../../domain/time.ts'
import type { Context, Handler } from '../../handler.ts'
import { findGeneratedFile, saveGeneratedFile } from '../../platform/files/generated-files.ts'
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
): Promise<{ facts: ContractFacts; status: OrderStatus }> {
  const [row] = await db
    .select({ order: orders, demandNo: demands.demandNo, offerNo: offers.offerNo, version: offers.version })
    .from(orders)
    .leftJoin(demands, eq(demands.id, orders.demandId))
    .leftJoin(offers, eq(offers.id, orders.offerId))
    .where(and(eq(orders.id, orderId), eq(sideCompanyId(side), companyId)))
  if (row === undefined) throw new CallFailed('notFound')
  const { order, demandNo, offerNo, version } = row
  const certifiedAt = order.confirmedAt ?? new Date()
  const parties = await loadPartiesAt(db, [order.buyerCompanyId, order.sellerCompanyId], certifiedAt)
  const { kind, name, specName, unit, quantity, unitPrice, amount } = orderLines
  const lines = await db
    .select({ kind, name, specName, unit, quantity, unitPrice, amount })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .orderBy(asc(orderLines.id))
  const facts: ContractFacts = {
    orderNo: order.orderNo,
    source: order.source,
    buyer: requireParty(parties, order.buyerCompanyId),
    seller: requireParty(parties, order.sellerCompanyId),
    createdAt: order.createdAt.toISOString(),
    confirmedAt: order.confirmedAt?.toISOString() ?? null,
    promisedAt: order.promisedAt?.toISOString() ?? null,
    lines,
    payments: await loadContractPayments(db, order),
    postage: order.postage,
    total: order.total,
    address: toContractAddress(order.address),
    invoice: toContractInvoice(order.invoice),
    remark: order.remark,
    offer: demandNo === null || offerNo === null || version === null ? null : { demandNo, offerNo, version },
  }
  return { facts, status: order.status }
}

type OrderRecord = typeof orders.$inferSelect
type Party = ContractFacts['buyer']

/** Payment schedule; only orders from offers have agreed due dates. */
async function loadContractPayments(db: Db, { id, source }: OrderRecord): Promise<ContractFacts['payments']> {
  const { name, percent, amount, dueAt } = paymentLines
  const rows = await db
    .select({ name, percent, amount, dueAt })
    .from(paymentLines)
    .where(eq(paymentLines.orderId, id))
    .orderBy(asc(paymentLines.seq))
  return rows.map((line) => ({
    name: line.name,
    percent: line.percent,
    amount: line.amount,
    dueAt: source === 'demand' ? (line.dueAt?.toISOString() ?? null) : null,
  }))
}

const toContractAddress = (address: OrderRecord['address']): ContractFacts['address'] =>
  address && { receiver: address.receiver, districtName: address.districtName, street: address.street }

const toContractInvoice = (invoice: OrderRecord['invoice']): ContractFacts['invoice'] =>
  invoice && { kind: invoice.kind, title: invoice.title, taxNo: invoice.taxNo }

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
  createContract('buyer', orderId, context)

export const sellerOrderContract: Handler<typeof documentsCalls.sellerOrderContract> = ({ orderId }, context) =>
  createContract('seller', orderId, context)

/** Increment when text or layout change, so that stored contracts are regenerated. */
const layoutVersion = 1

const sha256 = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex')

/** Returns the stored contract if its content is unchanged, else creates it. Both sides get the same bytes. */
async function createContract(
  side: Side,
  orderId: number,
  { caller, db, config, providers }: Context<'company' | 'seller'>,
) {
  const { facts, status } = await loadContractFacts(db, side, caller.companyId, orderId)
  const fingerprint = sha256(facts)
  const documentHash = sha256([fingerprint, layoutVersion, contractState(status, facts.confirmedAt), config.demo])
  const saved = await findGeneratedFile(db, caller.companyId, documentHash)
  if (saved !== undefined) return { url: saved.url, name: saved.name }
  const bytes = await createContractPdf({ facts, status, fingerprint, demo: config.demo })
  const title = `${contractTitle(facts)} ${facts.orderNo}`
  const { url, name } = await saveGeneratedFile({ db, providers }, caller, {
    title,
    kind: 'pdf',
    bytes,
    facts: documentHash,
  })
  return { url, name }
}

interface ContractDocument {
  readonly facts: ContractFacts
  readonly status: OrderStatus
  /** SHA-256 of the facts, in hex. */
  readonly fingerprint: string
  /** Marked as demo data. */
  readonly demo: boolean
}

/** Contract of an order as PDF; deterministic bytes. */
function createContractPdf({ facts, status, fingerprint, demo }: ContractDocument): Promise<Uint8Array> {
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
    page.gap(10)
    page.sides(
      { title: '甲方（采购方）', facts: [['单位名称', facts.buyer.name]] },
      { title: '乙方（供应方）', facts: [['单位名称', facts.seller.name]] },
    )
    page.paragraph(`校验码（SHA-256）：${fingerprint}`, { size: 8.5, align: 'left' })
  })
}

function drawParty(page: PdfPage, title: string, { name, creditCode, address }: ContractFacts['buyer']): void {
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
    if (at === 0 && table !== undefined) page.table(table === 'lines' ? linesTable(facts) : paymentsTable(facts))
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
  rows: facts.payments.map(({ name, percent, amount, dueAt }, at) => [
    String(at + 1),
    name,
    `${percent}%`,
    yuan(amount),
    paymentDueText(facts, at + 1, dueAt),
  ]),
})
