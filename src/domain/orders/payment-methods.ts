/** Ways to pay. Money through a gateway is believed only on its signed word; a transfer on its payee's. */
export const paymentMethods = ['bank', 'alipay', 'wechat', 'demo'] as const
export type PaymentMethod = (typeof paymentMethods)[number]
/** What its payer holds: a gateway shows a code to scan, or a page of its own. */
export type PayDevice = 'desktop' | 'phone'
export type GatewayMethod = Exclude<PaymentMethod, 'bank'>

export const paymentMethodLabels: Readonly<Record<PaymentMethod, string>> = {
  bank: '银行转账',
  alipay: '支付宝',
  wechat: '微信支付',
  demo: '演示收银台',
}

/** Minutes in which a gateway takes a payment; a transfer has its days. */
export const gatewayMinutes = 30
export const transferDays = 7
/** Hours in which something is to be paid of an order of goods or services; then it ends by itself. */
export const unpaidHours = 24
