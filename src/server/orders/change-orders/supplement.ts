import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { changeOrdersCalls } from '../../../contract/orders/change-orders.ts'
import type { Db } from '../../../db/open.ts'
import { orders } from '../../../db/tables/orders.ts'
import { capitalAmount } from '../../../domain/orders/capital-amount.ts'
import { changeMarkLabels, compareTerms } from '../../../domain/orders/change-comparison.ts'
import { isChangeApplied, supplementName } from '../../../domain/orders/change-order-states.ts'
import { yuan } from '../../../domain/money.ts'
import type { Side } from '../../../domain/sides.ts'
import { date } from '../../../domain/time.ts'
import type { Handler } from '../../handler.ts'
import { fileUrl, type FileRow } from '../../platform/files/files.ts'
import { findGeneratedFile, saveGeneratedFile } from '../../platform/files/generated-files.ts'
import { createPdf } from '../documents/create-pdf.ts'
import {
  drawParty,
  loadParties,
  recordPaper,
  type ContractContext,
  type ContractParties,
} from '../documents/order-contract.ts'
import { signingParty } from '../documents/signing-party.ts'
import type { Order } from '../lock-order.ts'
import { sideCompanyId } from '../present-order.ts'
import { loadChanges, type SignedChange } from './present-changes.ts'

export const buyerSupplement: Handler<typeof changeOrdersCalls.buyerSupplement> = (input, context) =>
  supplementLink('buyer', input, context)
export const sellerSupplement: Handler<typeof changeOrdersCalls.sellerSupplement> = (input, context) =>
  supplementLink('seller', input, context)

async function supplementLink(
  side: Side,
  { orderId, supplement }: { readonly orderId: number; readonly supplement: number },
  context: ContractContext,
) {
  const order = await findOrder(context.db, side, context.caller.companyId, orderId)
  const signed = (await loadApplied(context.db, orderId)).find(({ change }) => change.baseVersion === supplement)
  if (signed === undefined) throw new CallFailed('notFound')
  const file = await createSupplement(side, order, signed, context)
  return { url: fileUrl(file), name: file.name }
}

async function findOrder(db: Db, side: Side, companyId: number, orderId: number): Promise<Order> {
  const [order] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(sideCompanyId(side), companyId)))
  if (order === undefined) throw new CallFailed('notFound')
  return order
}

const loadApplied = async (db: Db, orderId: number): Promise<SignedChange[]> =>
  (await loadChanges(db, orderId)).filter(({ change }) => isChangeApplied(change.status)).toReversed()

/** The supplements of an order for one of its sides, as an evidence pack has them; each is in the deal record. */
export async function createSupplements(side: Side, orderId: number, context: ContractContext): Promise<FileRow[]> {
  const order = await findOrder(context.db, side, context.caller.companyId, orderId)
  const made: FileRow[] = []
  for (const signed of await loadApplied(context.db, orderId))
    made.push(await createSupplement(side, order, signed, context))
  return made
}

/** Increment when text or layout change, so that stored supplements are regenerated. */
const layoutVersion = 1

/** Returns the stored supplement, else creates it. Both sides get the same bytes. */
async function createSupplement(
  side: Side,
  order: Order,
  signed: SignedChange,
  { caller, db, config, providers }: ContractContext,
): Promise<FileRow> {
  const { change } = signed
  const name = supplementName(change.baseVersion)
  const parties = await loadParties(db, order, change.closedAt ?? change.createdAt)
  const facts = [order.orderNo, change.fingerprint, signed.signatures, parties, config.demo, layoutVersion]
  const hash = createHash('sha256').update(JSON.stringify(facts)).digest('hex')
  const saved = await findGeneratedFile(db, caller.companyId, hash)
  if (saved !== undefined) return recordPaper(db, side, order.id, caller, saved.fileId, 'supplement')
  const bytes = await createSupplementPdf(order, signed, parties, config.demo)
  const title = `${name} ${order.orderNo}`
  const made = await saveGeneratedFile({ db, providers }, caller, { title, kind: 'pdf', bytes, facts: hash })
  return recordPaper(db, side, order.id, caller, made.fileId, 'supplement')
}

/** Supplement of an applied change order as PDF; deterministic bytes. */
function createSupplementPdf(
  order: Order,
  { change, signatures }: SignedChange,
  parties: ContractParties,
  demo: boolean,
): Promise<Uint8Array> {
  const { baseVersion, reason, scope, termsBefore, termsAfter, fingerprint } = change
  const title = supplementName(baseVersion)
  const at = change.closedAt ?? change.createdAt
  const footer = `校验码 ${fingerprint.slice(0, 16)}${demo ? '　演示数据，不具法律效力' : ''}`
  const party = (side: Side, heading: string) =>
    signingParty(
      heading,
      parties[side].name,
      signatures.find((each) => each.side === side),
    )
  return createPdf({ title, no: order.orderNo, footer, at, demo }, (page) => {
    page.title(title)
    page.facts([
      ['原合同编号', order.orderNo],
      ['变更单编号', `${order.orderNo}-${change.number}`],
      ['生效日期', date(at.toISOString())],
    ])
    drawParty(page, '甲方（采购方）', parties.buyer)
    drawParty(page, '乙方（供应方）', parties.seller)
    page.paragraph(
      `甲乙双方经平等协商，就编号 ${order.orderNo} 的合同达成以下变更。本补充协议是原合同的组成部分，与原合同不一致的，以本补充协议为准；未变更的条款继续有效。`,
    )
    page.heading('一　变更原因')
    page.paragraph(reason)
    page.heading('二　工作范围')
    page.paragraph(scope === '' ? '工作范围不变。' : scope)
    page.heading('三　价款、日期与交付')
    page.table({
      columns: [
        { head: '项目', share: 2 },
        { head: '变更前', share: 4.6 },
        { head: '变更后', share: 4.6 },
        { head: '说明', share: 1.2, align: 'center' },
      ],
      rows: compareTerms(termsBefore, termsAfter).map(({ label, mark, before, after }) => [
        label,
        before.join('\n') || '--',
        after.join('\n') || '--',
        changeMarkLabels[mark],
      ]),
    })
    page.paragraph(
      `变更后的合同价款为价税合计人民币 ¥${yuan(termsAfter.total)}，大写：${capitalAmount(termsAfter.total)}。取消的里程碑已付的款项，由乙方按原付款途径退还甲方。`,
    )
    page.gap(10)
    page.sides(party('buyer', '甲方（采购方）'), party('seller', '乙方（供应方）'))
    page.paragraph('双方在平台以登录密码或短信验证码确认本人，对下列校验码所对应的内容签署。', { size: 8.5 })
    page.paragraph(`校验码（SHA-256）：${fingerprint}`, { size: 8.5, align: 'left' })
  })
}
