import type { ListingKind } from '../../catalogue/listing.ts'
import type { Side } from '../../sides.ts'
import { yuan } from '../../money.ts'
import { capitalAmount } from '../capital-amount.ts'
import { canonicalJson } from '../deal-record.ts'
import type { AgreementKind } from './agreement-states.ts'

/** An agreed unit price of a service, or of one specification of a product; fen. */
export interface AgreedLine {
  readonly kind: ListingKind
  readonly listingId: number
  /** null = a service. */
  readonly specId: number | null
  /** Name of listing and specification when it was agreed. */
  readonly name: string
  readonly specName: string
  readonly unit: string
  readonly unitPrice: number
  /** Smallest quantity of a call-off. */
  readonly minQuantity: number
}

/** An article of the wording; both sides sign its text. */
export interface Article {
  readonly title: string
  readonly text: string
}

/** Terms of a framework agreement: days as `YYYY-MM-DD`, both inclusive. */
export interface FrameworkTerms {
  readonly kind: 'framework'
  readonly title: string
  readonly from: string
  readonly until: string
  /** Upper limit of the totals of all call-offs, postage included; fen. */
  readonly ceiling: number
  /** Terms of payment in words. */
  readonly payment: string
  readonly lines: readonly AgreedLine[]
  /** The whole wording, as it was when it was proposed. */
  readonly articles: readonly Article[]
}

/** Terms of a confidentiality agreement (NDA); its period begins with the second signature. */
export interface NdaTerms {
  readonly kind: 'nda'
  readonly title: string
  /** What it covers. */
  readonly scope: string
  readonly years: number
  /** The whole wording, as it was when it was proposed. */
  readonly articles: readonly Article[]
}

export type AgreementTerms = FrameworkTerms | NdaTerms

export const maxAgreementLines = 100
export const maxAgreementTitle = 60
export const maxAgreementText = 2_000
export const maxAgreementReason = 500
/** Longest period of a framework agreement, days. */
export const maxAgreementDays = 5 * 366
export const maxNdaYears = 10
export const maxAnnexes = 50

interface HashedVersion {
  readonly agreementNo: string
  readonly version: number
  readonly side: Side
  readonly buyerCompanyId: number
  readonly sellerCompanyId: number
  readonly reason: string
  readonly terms: AgreementTerms
}

/** What both sides sign: the canonical text of a version, to be hashed. */
export function agreementHashText({ terms, ...version }: HashedVersion): string {
  const articles = terms.articles.map((article) => ({ ...article }))
  const hashed =
    terms.kind === 'nda'
      ? { ...terms, articles }
      : { ...terms, articles, lines: terms.lines.map((line) => ({ ...line })) }
  return canonicalJson({ format: 'agreement-1', ...version, terms: hashed })
}

/** Identity of a line: one agreed price of a specification or service. */
const lineKey = ({ kind, listingId, specId }: AgreedLine): string => `${kind} ${listingId} ${specId ?? ''}`

export type TermsRefusal =
  'agreementPeriodWrong' | 'amendmentStartsLater' | 'agreementLineTwice' | 'ceilingBelowCommitted'

interface TermsFacts {
  readonly today: string
  /** Totals of the call-offs so far; fen. */
  readonly committed: number
  /** First day of the version that these terms would replace; null = none is in force. */
  readonly inForceFrom: string | null
}

/** Why terms cannot be proposed or signed; null = they can. The names are those of failures. */
export function termsRefusal(
  terms: AgreementTerms,
  { today, committed, inForceFrom }: TermsFacts,
): TermsRefusal | null {
  if (terms.kind === 'nda') return null
  const days = (Date.parse(terms.until) - Date.parse(terms.from)) / 86_400_000
  if (days < 0 || days > maxAgreementDays || terms.until < today) return 'agreementPeriodWrong'
  // The version in force ends with the signature: nothing could be ordered until the first day of the new one.
  if (inForceFrom !== null && terms.from > today && terms.from > inForceFrom) return 'amendmentStartsLater'
  if (new Set(terms.lines.map(lineKey)).size < terms.lines.length) return 'agreementLineTwice'
  return terms.ceiling < committed ? 'ceilingBelowCommitted' : null
}

/** Days of an agreement once both have signed it on `today`. */
export function periodOf(terms: AgreementTerms, today: string): { readonly from: string; readonly until: string } {
  if (terms.kind === 'framework') return { from: terms.from, until: terms.until }
  const year = Number(today.slice(0, 4)) + terms.years
  const rest = today.slice(4)
  // The 29th of February is not in every year.
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return { from: today, until: `${year}${rest === '-02-29' && !isLeap ? '-02-28' : rest}` }
}

/** Room of a ceiling; 0 where more is committed than was agreed, as after change orders signed by both. */
export const roomOf = (ceiling: number, committed: number): number => Math.max(0, ceiling - committed)

type Unworded = Omit<NdaTerms, 'articles'> | Omit<FrameworkTerms, 'articles' | 'lines'>

/**
 * Wording of a version that is proposed. It becomes part of the terms: page and paper show the stored articles, so that
 * a later change here changes nothing that was signed.
 */
export const articlesOf = (terms: Unworded, version: number): readonly Article[] => [
  ...(terms.kind === 'nda' ? ndaArticles(terms) : frameworkArticles(terms)),
  ...(version > 1 ? [{ title: '此前版本', text: '本版条款自双方签署之日起取代此前各版。' }] : []),
]

const frameworkArticles = ({
  from,
  until,
  ceiling,
  payment,
}: Pick<FrameworkTerms, 'from' | 'until' | 'ceiling' | 'payment'>): readonly Article[] => [
  {
    title: '约定价格',
    text: `甲乙双方经平等协商，约定甲方自 ${from} 至 ${until} 按下列协议单价向乙方采购所列商品与服务，订立本框架协议。`,
  },
  {
    title: '协议总额',
    text: `协议期内各订单价税合计（含运费）不超过人民币 ¥${yuan(ceiling)}，大写：${capitalAmount(ceiling)}。协议总额不构成甲方的最低采购承诺。`,
  },
  {
    title: '下单',
    text: '甲方在平台按本协议下单，每份订单的合同载明本协议编号；订单与本协议不一致的，价格以本协议为准。',
  },
  { title: '付款', text: payment === '' ? '按各订单的付款计划。' : payment },
]

/** The two companies are named above them. */
const ndaArticles = ({ scope, years }: Pick<NdaTerms, 'scope' | 'years'>): readonly Article[] => [
  {
    title: '保密信息',
    text: `本协议所称保密信息，是指一方（披露方）为下述保密事项向另一方（接收方）提供的、未公开的技术与商业信息，以及第 4 条所述需求的保密说明与保密附件。保密事项：${scope}`,
  },
  {
    title: '保密义务',
    text: '接收方应以不低于保护自身同类商业秘密的谨慎程度保管保密信息，仅用于上述保密事项；第 4 条所述需求的保密说明与保密附件，仅用于评估该需求、编制报价与履行由此产生的订单。接收方不得向第三方披露、转让或许可使用。已合法公开、接收方此前已合法知悉或独立获得的信息不在此限，由接收方举证；依法须向主管机关提供的，应在法律允许的范围内事先告知披露方。',
  },
  {
    title: '知悉范围',
    text: '接收方仅可向确有必要的本企业人员提供保密信息，并保证其承担同等义务。委托分包方、顾问或关联企业参与的，须事先取得披露方书面同意。',
  },
  {
    title: '平台上的需求与附件',
    text: '本协议有效期内，双方之间在平台上发布的需求的保密说明与保密附件适用本协议，无须另行接受保密条款；双方在本协议下登记的附件为本协议的组成部分。',
  },
  {
    title: '期限',
    text: `本协议自双方签署之日起生效，有效期 ${years} 年。任何一方可以书面说明原因提前终止；终止或到期前取得的保密信息，保密义务继续有效 ${years} 年，属于商业秘密的，在其成为公知信息之前持续有效。`,
  },
  {
    title: '返还与销毁',
    text: '披露方提出要求后，接收方应在 10 个工作日内返还或销毁保密信息及其复制件。依法规或质量体系必须存档的部分可以保留，保密义务在保留期间继续有效。',
  },
  {
    title: '违约责任与争议解决',
    text: '违反本协议给披露方造成损失的，应当赔偿实际损失以及为制止违约支付的合理费用。本协议适用中华人民共和国法律；争议协商不成的，提交披露方所在地有管辖权的人民法院解决。',
  },
]

/** Number of an agreement: FA20261128-0001 or NDA20261128-0002. */
export const agreementPrefixes: Readonly<Record<AgreementKind, string>> = { framework: 'FA', nda: 'NDA' }

/** Steps in the history of an agreement, in words. */
export const agreementEventLabels: Readonly<Record<string, string>> = {
  propose: '提出并签署',
  counter: '提出新版并签署',
  sign: '签署，双方签署完成',
  reject: '拒绝',
  withdraw: '撤回',
  terminate: '终止协议',
  end: '协议到期',
  annex: '登记附件',
}
