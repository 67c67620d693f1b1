import type { Config } from '../../../config.ts'
import { alipayAnswer, wechatAnswer, type Pay, GatewayUnavailable, type PayGateway } from './pay.ts'
import { demoGateway, type DemoGateway, type DemoTrades } from './demo.ts'
import { CallFailed } from '../../../contract/failures.ts'

/**
 * A gateway whose library is loaded on first use. The reason of a failure goes to `warn`, since callers only report
 * `gatewayAway`.
 */
function lazyGateway(
  load: () => Promise<PayGateway>,
  answer: PayGateway['answer'],
  warn: (reason: string) => void,
): PayGateway {
  let loaded: Promise<PayGateway> | undefined
  const ask = async <T>(what: (gateway: PayGateway) => Promise<T>): Promise<T> => {
    loaded ??= load()
    // A failed load is retried with the next request.
    const gateway = await loaded.catch((thrown: unknown) => {
      loaded = undefined
      throw thrown
    })
    return what(gateway).catch((thrown: unknown) => {
      if (thrown instanceof GatewayUnavailable) warn(thrown.reason)
      throw thrown instanceof CallFailed ? thrown : new GatewayUnavailable('broken')
    })
  }
  return {
    openPayment: (payment) => ask((gateway) => gateway.openPayment(payment)),
    readCallback: (callback) =>
      ask((gateway) => gateway.readCallback(callback)).catch(() => ({ ok: false, reason: 'cannot be read' }) as const),
    answer,
    query: (paymentNo) => ask((gateway) => gateway.query(paymentNo)),
    close: (paymentNo) => ask((gateway) => gateway.close(paymentNo)),
    refund: (refund) => ask((gateway) => gateway.refund(refund)),
  }
}

/** The gateways, and with DEMO the demo gateway, whose cashier is a page of this site. */
export interface PayProviders {
  readonly pay: Pay
  readonly demoPay: DemoGateway | undefined
}

/** Dependencies of the gateways besides the settings. */
export interface PayDependencies {
  /** Storage of the demo gateway; without it there is no demo gateway. */
  readonly trades?: DemoTrades | undefined
  /** Called with the reason when a gateway is unavailable. */
  readonly warn?: (reason: string) => void
}

/** Creates the gateways of the settings. Their libraries are loaded on first use. */
export function createPay(
  { pay: { alipay, wechat }, demo, siteUrl }: Pick<Config, 'pay' | 'demo' | 'siteUrl'>,
  { trades, warn = () => {} }: PayDependencies,
): PayProviders {
  const notify = (method: string) => `${siteUrl}/pay/notify/${method}`
  const demoPay = demo && trades !== undefined ? demoGateway(trades) : undefined
  const pay: Pay = {
    ...(alipay === undefined
      ? {}
      : {
          alipay: lazyGateway(
            async () => (await import('./alipay.ts')).alipay(alipay, notify('alipay')),
            alipayAnswer,
            warn,
          ),
        }),
    ...(wechat === undefined
      ? {}
      : {
          wechat: lazyGateway(
            async () => (await import('./wechat.ts')).wechat(wechat, notify('wechat')),
            wechatAnswer,
            warn,
          ),
        }),
    ...(demoPay === undefined ? {} : { demo: demoPay }),
  }
  return { pay, demoPay }
}
