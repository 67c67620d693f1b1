import { readConfig } from '../../../../src/config.ts'
import { createPay } from '../../../../src/server/providers/pay/create-pay.ts'
import type { GatewayPayment, PayGateway } from '../../../../src/server/providers/pay/pay.ts'
import type { PayGateways } from '../../pay-gateway.ts'

/** A gateway client connected to the mock gateways; its warnings are collected in `warned`. */
export function gatewayOf(
  there: PayGateways,
  method: 'alipay' | 'wechat',
  more: Readonly<Record<string, string>> = {},
): PayGateway & { readonly warned: readonly string[] } {
  const warned: string[] = []
  const config = readConfig({ SITE_URL: 'https://portal.example', ...there.settings, ...more })
  const gateway = createPay(config, { warn: (reason) => warned.push(reason) }).pay[method]
  if (gateway === undefined) throw new Error(`${method} is off`)
  return { ...gateway, warned }
}

let count = 0
/** A payment with a number of its own; fen. */
export const somePayment = (amount = 12_345, more: Partial<GatewayPayment> = {}): GatewayPayment => ({
  paymentNo: `P${Date.now()}${(count += 1)}`,
  amount,
  subject: '订单 20261121-0007',
  device: 'desktop',
  expiresAt: new Date(Date.now() + 1_800_000),
  site: 'https://portal.example',
  back: '/shop/payOrder?id=7&payment=9',
  ...more,
})

/** Name of the failure thrown by a promise, or `none`. */
export const failing = (asking: Promise<unknown>): Promise<string> =>
  asking.then(
    () => 'none',
    (thrown: unknown) =>
      thrown instanceof Error && 'failure' in thrown ? String(thrown.failure) : `other: ${String(thrown)}`,
  )

/** A received callback, as the argument of `read`. */
export const came = (body: string, headers: Readonly<Record<string, string>> = {}) => ({
  body,
  headers: new Headers(headers),
})
