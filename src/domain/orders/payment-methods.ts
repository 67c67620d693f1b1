/** Payment methods. Gateway payments are confirmed by signed callbacks, transfers by the payee. */
export const paymentMethods = ['bank', 'alipay', 'wechat', 'demo'] as const
export type PaymentMethod = (typeof paymentMethods)[number]
/** Device of the payer: gateways show a QR code or their own page. */
export type PayDevice = 'desktop' | 'phone'
export type GatewayMethod = Exclude<PaymentMethod, 'bank'>

export const paymentMethodLabels: Readonly<Record<PaymentMethod, string>> = {
  bank: '银行转账',
  alipay: '支付宝',
  wechat: '微信支付',
  demo: '演示收银台',
}

/** Validity of a gateway payment in minutes, of a transfer in days. */
export const gatewayMinutes = 30
export const transferDays = 7
/** Hours until an unpaid order of goods or services is cancelled. */
export const unpaidHours = 24
