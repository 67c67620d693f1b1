/** What an action of an operator can be about. */
export const actionSubjectKinds = [
  'user',
  'company',
  'shop',
  'service',
  'product',
  'demand',
  'order',
  'payment',
  'payout',
  'class',
  'declaration',
  'claim',
  'complaint',
  'fraudSign',
] as const
export type ActionSubjectKind = (typeof actionSubjectKinds)[number]

export const actionSubjectLabels: Readonly<Record<ActionSubjectKind, string>> = {
  user: '用户',
  company: '企业',
  shop: '店铺',
  service: '服务',
  product: '商品',
  demand: '需求',
  order: '订单',
  payment: '付款',
  payout: '打款',
  class: '课程',
  declaration: '项目申报',
  claim: '企业认领',
  complaint: '举报',
  fraudSign: '风险线索',
}

/** The subject of an action and the companies concerned, of which the operator must not be a member. */
export interface ActionSubject {
  readonly kind: ActionSubjectKind
  readonly id: number
  readonly companyIds?: readonly (number | null)[]
}
