import { paymentMethods, type GatewayMethod, type PaymentMethod } from '../../../domain/orders/payment-methods.ts'
import type { Pay } from '../../providers/pay/pay.ts'

interface OpenMethod {
  readonly method: PaymentMethod
  readonly enabled: boolean
  readonly note: string
}

const isGateway = (method: PaymentMethod): method is GatewayMethod => method !== 'bank'

/** Every way to pay and whether it is open here; the demo's is named only where it is. */
export function methodsOf(pay: Pay): OpenMethod[] {
  return paymentMethods.flatMap((method): OpenMethod[] => {
    if (!isGateway(method)) return [{ method, enabled: true, note: '转账后上传凭证，供应商核实到账' }]
    if (pay[method] !== undefined) return [{ method, enabled: true, note: notes[method] }]
    return method === 'demo' ? [] : [{ method, enabled: false, note: '本站未开通' }]
  })
}

const notes: Readonly<Record<GatewayMethod, string>> = {
  alipay: '跳转支付宝收银台，付款后即时到账',
  wechat: '微信扫码或在手机上支付，付款后即时到账',
  demo: '演示环境专用，不产生真实扣款',
}
