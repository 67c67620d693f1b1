import { yuan } from '../money.ts'
import { date } from '../time.ts'
import { capitalAmount } from './capital-amount.ts'
import { acceptWithinDays, finalPaymentDays } from './deadlines.ts'
import { invoiceKindLabels } from './invoice-states.ts'
import type { OrderAddress, OrderInvoice } from './order-documents.ts'
import type { OrderSource, OrderStatus } from './order-states.ts'

interface ContractParty {
  readonly name: string
  readonly creditCode: string
  readonly address: string
}

/** Data of a contract, identical for both sides. Money in fen, moments in ISO 8601. */
export interface ContractFacts {
  readonly orderNo: string
  readonly source: OrderSource
  readonly buyer: ContractParty
  readonly seller: ContractParty
  readonly createdAt: string
  /** When the supplier confirmed; null = not yet. */
  readonly confirmedAt: string | null
  readonly promisedAt: string | null
  readonly lines: readonly {
    readonly kind: 'service' | 'product' | null
    readonly name: string
    readonly specName: string
    readonly unit: string
    readonly quantity: number
    readonly unitPrice: number
    readonly amount: number
  }[]
  readonly postage: number
  readonly total: number
  readonly payments: readonly {
    readonly name: string
    readonly percent: number
    readonly amount: number
    /** Of an order from an offer; the others are counted from the order and its delivery. */
    readonly dueAt: string | null
    /** Of a payment with a stage: what is delivered, and the planned day. Absent without one. */
    readonly stage?: { readonly deliverables: string; readonly plannedAt: string }
  }[]
  readonly address: Omit<OrderAddress, 'districtCode' | 'mobile'> | null
  readonly invoice: Pick<OrderInvoice, 'kind' | 'title' | 'taxNo'> | null
  readonly remark: string
  /** The demand and the version of the offer that it was made from. */
  /** The framework agreement that it calls off; absent = none. */
  readonly agreement?: { readonly agreementNo: string; readonly title: string }
  readonly offer: { readonly demandNo: string; readonly offerNo: string; readonly version: number } | null
}

/** A numbered clause; a table stands below its first paragraph. */
export interface Clause {
  readonly heading: string
  readonly table?: 'lines' | 'payments' | 'stages'
  readonly paragraphs: readonly string[]
}

export const contractTitle = ({ lines }: Pick<ContractFacts, 'lines'>): string => {
  if (lines.every(({ kind }) => kind === 'product')) return '商品采购合同'
  return lines.some(({ kind }) => kind === 'product') ? '商品与服务采购合同' : '服务采购合同'
}

/** State of the contract; not part of the terms and their hash. */
export function contractState(status: OrderStatus, confirmedAt: string | null): string {
  if (status === 'declined') return '乙方未接受订单，合同未成立'
  if (status === 'cancelled') return confirmedAt === null ? '订单已取消，合同未成立' : '订单已取消，合同已终止'
  if (status === 'completed') return '已履行完毕'
  return confirmedAt === null ? '待乙方确认，尚未生效' : `已生效，生效日期 ${date(confirmedAt)}`
}

/** When a payment is due; that of a stage counts from its acceptance. */
export function paymentDueText(
  { source }: Pick<ContractFacts, 'source'>,
  seq: number,
  { dueAt, stage }: Pick<ContractFacts['payments'][number], 'dueAt' | 'stage'>,
): string {
  if (stage !== undefined) return `验收后 ${finalPaymentDays} 日内`
  if (source === 'demand') return dueAt === null ? '按双方约定' : date(dueAt)
  return seq === 1 ? '下单后 24 小时内' : `交付后 ${finalPaymentDays} 日内`
}

/** Clauses of the contract of an order. */
export function contractClauses(facts: ContractFacts): Clause[] {
  return [
    subjectClause(facts),
    priceClause(facts),
    paymentClause(facts),
    isStaged(facts) ? stagesClause(facts) : deliveryClause(facts),
    changeClause(facts),
    invoiceClause(facts),
    ...generalClauses,
  ]
}

const subjectClause = ({ offer, agreement, remark }: ContractFacts): Clause => ({
  heading: '合同标的',
  table: 'lines',
  paragraphs: [
    '乙方按本合同向甲方提供下表所列的服务或商品：',
    ...(agreement === undefined
      ? []
      : [
          `本合同是双方框架协议 ${agreement.agreementNo}（${agreement.title}）项下的订单，商品与服务的单价为该协议约定的价格。`,
        ]),
    ...(offer === null
      ? ['服务或商品的内容、规格与标准，以甲方下单时乙方在平台公示的说明为准。']
      : [
          `本合同由甲方的需求 ${offer.demandNo} 与乙方的报价 ${offer.offerNo}（第 ${offer.version} 版）形成，该需求与该版报价的内容是本合同的组成部分。`,
        ]),
    ...(remark === '' ? [] : [`甲方在下单时说明：${remark}`]),
  ],
})

const priceClause = ({ total, postage }: ContractFacts): Clause => ({
  heading: '合同价款',
  paragraphs: [
    `合同价款为价税合计人民币 ¥${yuan(total)}，大写：${capitalAmount(total)}。${postage === 0 ? '' : `其中运费 ¥${yuan(postage)}。`}`,
    '除双方另行书面约定外，上述价款为甲方应付的全部款项，乙方不再收取其他费用。',
  ],
})

const paymentClause = ({ source }: ContractFacts): Clause => ({
  heading: '付款',
  table: 'payments',
  paragraphs: [
    '甲方按下表的节点付款：',
    '甲方可以银行转账，也可以使用平台开通的在线付款。银行转账的，款项付至平台付款页所示的、以乙方名义开立的账户，甲方上传付款凭证，以乙方核实到账为准；在线付款的，以支付机构的通知为准。乙方不得要求甲方向其他账户付款。',
    '多付的款项，乙方应予退还。退款按原付款途径办理，并在平台记录。',
    ...(source === 'demand' ? [] : ['下单后 24 小时内未支付首笔款项的，订单自动取消。']),
  ],
})

const isStaged = ({ payments }: ContractFacts) => payments.some(({ stage }) => stage !== undefined)

/** Delivery and acceptance milestone by milestone. */
const stagesClause = (facts: ContractFacts): Clause => ({
  heading: '交付与验收',
  table: 'stages',
  paragraphs: [
    '乙方按下表分里程碑交付，并在平台逐个提交交付说明与交付文件：',
    ...(facts.promisedAt === null ? [] : [`全部里程碑应于 ${date(facts.promisedAt)} 前交付。`]),
    `甲方应自乙方提交该里程碑的交付之日起 ${acceptWithinDays} 日内验收。不符合约定的，甲方写明原因要求修改，乙方修改后重新交付，验收期重新计算。`,
    `甲方在 ${acceptWithinDays} 日内既未验收，也未要求修改或发起争议的，该里程碑视为验收通过。里程碑验收后，对应的款项在 ${finalPaymentDays} 日内应付。`,
    '全部里程碑验收后，订单完成。',
  ],
})

const deliveryClause = ({ promisedAt, address }: ContractFacts): Clause => ({
  heading: '交付与验收',
  paragraphs: [
    promisedAt === null
      ? '乙方应按双方约定的期限交付，并在平台提交交付说明、交付文件或物流单号。'
      : `乙方应于 ${date(promisedAt)} 前交付，并在平台提交交付说明、交付文件或物流单号。`,
    ...(address === null
      ? []
      : [`商品送至：${address.districtName} ${address.street}，收货人 ${address.receiver}。联系电话见订单。`]),
    `甲方应自乙方提交交付之日起 ${acceptWithinDays} 日内验收。不符合约定的，甲方写明原因要求修改，乙方修改后重新交付，验收期重新计算。`,
    `甲方在 ${acceptWithinDays} 日内既未验收，也未要求修改或发起争议的，视为验收通过，订单完成。`,
  ],
})

const changeClause = ({ source }: ContractFacts): Clause => ({
  heading: '变更与取消',
  paragraphs: [
    '乙方确认订单之前，甲方可以取消订单，乙方可以写明原因拒绝订单，已付款项全额退还。',
    `乙方确认订单之后，任何一方提出取消的，须经另一方在平台同意，退还的金额由双方在取消时约定。${source === 'demand' ? '' : '首笔款项逾期未付的除外。'}`,
    source === 'cart'
      ? '对本合同的其他变更，由双方书面约定，并可作为订单文件上传至平台。'
      : '对工作范围、价款、日期与里程碑的变更，由一方在平台提出变更单，双方签署后生成补充协议。补充协议是本合同的组成部分，与本合同不一致的以补充协议为准。',
  ],
})

const invoiceClause = ({ invoice }: ContractFacts): Clause => ({
  heading: '发票',
  paragraphs: [
    invoice === null
      ? '甲方可以在付款后通过平台申请发票，乙方按甲方填写的抬头与税号开具，开票金额不超过甲方已付而未开票的金额。'
      : `乙方向甲方开具${invoiceKindLabels[invoice.kind]}，抬头：${invoice.title}，税号：${invoice.taxNo}。开票金额不超过甲方已付而未开票的金额。`,
  ],
})

const generalClauses: readonly Clause[] = [
  {
    heading: '保密与成果',
    paragraphs: [
      '双方对因订立和履行本合同知悉的对方技术资料、样品、数据、价格及其他未公开的信息负有保密义务，未经对方书面同意，不得向第三方披露或用于本合同以外的目的。保密义务不因本合同的履行完毕、取消或终止而免除，直至相关信息依法公开。',
      '交付成果的归属与使用由双方书面约定；没有约定的，依照法律规定。',
    ],
  },
  {
    heading: '争议的解决',
    paragraphs: [
      '因本合同发生争议的，双方应先行协商。任何一方可以在平台发起争议，平台根据订单、报价、付款、交付与沟通的记录协助处理，处理结果为继续履行、确认完成，或取消并退款。',
      '平台的处理不影响任何一方依法提起诉讼，或依双方的仲裁约定申请仲裁。',
    ],
  },
  {
    heading: '其他',
    paragraphs: [
      '合同在甲乙双方之间成立，平台不是合同的一方。乙方在平台确认订单时，本合同生效。',
      '双方在平台上的操作记录为电子数据，与书面文件具有同等效力。双方也可以在本合同上签章；签章与否不影响合同的效力。',
      '双方各自从平台取得的本合同，条款未变的，校验码一致。',
    ],
  },
]
