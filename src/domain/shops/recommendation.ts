import { minShownOrders } from '../orders/supplier-record.ts'

/** Facts about a supplier's activity on the platform. */
export interface SupplierFacts {
  readonly completedOrders: number
  /** Demands with an offer of it in the last 180 days. */
  readonly offers: number
  readonly inquiries: number
  readonly answered: number
}
interface Supplier {
  readonly facts: SupplierFacts
  readonly serviceAccount: number
  readonly productAccount: number
  readonly followCount: number
}

/**
 * Score of a recommended supplier: completed work counts most, then responsiveness, then breadth. Square roots
 * keep size alone from dominating.
 */
export const recommendationScore = ({ facts, serviceAccount, productAccount, followCount }: Supplier): number =>
  6 * Math.sqrt(facts.completedOrders) +
  3 * Math.sqrt(facts.offers) +
  (facts.inquiries === 0 ? 0 : (4 * facts.answered) / facts.inquiries) +
  Math.sqrt(serviceAccount + productAccount) +
  Math.sqrt(followCount) / 2

/** Reasons for the recommendation as text, without zero counts and few orders. At most four. */
export function recommendationReasons({ facts, serviceAccount, productAccount, followCount }: Supplier): string[] {
  const allAnswered = facts.inquiries >= 3 && facts.answered === facts.inquiries
  const listed = [
    serviceAccount > 0 ? `${serviceAccount} 项服务` : '',
    productAccount > 0 ? `${productAccount} 件商品` : '',
  ].filter(Boolean)
  return [
    facts.completedOrders >= minShownOrders ? `已完成 ${facts.completedOrders} 个订单` : '',
    facts.offers > 0 ? `近 180 天参与 ${facts.offers} 个需求的报价` : '',
    allAnswered ? `${facts.inquiries} 次询价全部回复` : facts.answered > 0 ? `已回复 ${facts.answered} 次询价` : '',
    listed.length > 0 ? `在售 ${listed.join('、')}` : '',
    followCount > 0 ? `${followCount} 人关注` : '',
  ]
    .filter(Boolean)
    .slice(0, 4)
}
