import { yuan } from '../../../domain/money.ts'
import { contractClauses, contractState, contractTitle, paymentDueText } from '../../../domain/orders/contract-text.ts'
import type { Clause, ContractFacts } from '../../../domain/orders/contract-text.ts'
import type { OrderStatus } from '../../../domain/orders/order-states.ts'
import { date } from '../../../domain/time.ts'
import { createPdf } from './create-pdf.ts'
import type { PdfPage } from './pdf-page.ts'
import type { PdfTable } from './pdf-table.ts'

interface ContractDocument {
  readonly facts: ContractFacts
  readonly status: OrderStatus
  /** SHA-256 of the facts, in hex. */
  readonly fingerprint: string
  /** Marked as demo data. */
  readonly demo: boolean
}

/** Contract of an order as PDF; deterministic bytes. */
export function createContractPdf({ facts, status, fingerprint, demo }: ContractDocument): Promise<Uint8Array> {
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
