import { readConfig } from '../../../src/config.ts'
import { createPay } from '../../../src/server/providers/pay/create-pay.ts'
import type { GatewayPayment, PayGateway } from '../../../src/server/providers/pay/pay.ts'
import type { PayGateways } from '../../support/pay-gateway.ts'

/** The product's side of a gateway, against the other sides that stand here; what it says of trouble is in `warned`. */
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
/** A payment of its own number; fen. */
export const somePayment = (amount = 12_345, more: Partial<GatewayPayment> = {}): GatewayPayment => ({
  ...{ paymentNo: `P${Date.now()}${(count += 1)}`, amount, subject: '订单 20261121-0007', device: 'desktop' },
  ...{
    expiresAt: new Date(Date.now() + 1_800_000),
    site: 'https://portal.example',
    back: '/shop/payOrder?id=7&payment=9',
    ...more,
  },
})

/** Name of the failure that something throws, or `none`. */
export const failing = (asking: Promise<unknown>): Promise<string> =>
  asking.then(
    () => 'none',
    (thrown: unknown) =>
      thrown instanceof Error && 'failure' in thrown ? String(thrown.failure) : `other: ${String(thrown)}`,
  )

/** What came to a door, as `read` takes it. */
export const came = (body: string, headers: Readonly<Record<string, string>> = {}) => ({
  body,
  headers: new Headers(headers),
})
