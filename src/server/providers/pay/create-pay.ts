import type { Config } from '../../../config.ts'
import { alipayAnswer, wechatAnswer } from './answers.ts'
import { demoGateway, type DemoGateway, type DemoTrades } from './demo.ts'
import { late } from './late.ts'
import type { Pay } from './pay.ts'

/** The gateways, and with DEMO the one whose cash desk is a page of this site. */
export interface OwnPay {
  readonly pay: Pay
  readonly demoPay: DemoGateway | undefined
}

/** What the gateways need besides the settings. */
export interface PayAround {
  /** Where the demo's own gateway keeps its trades; without it there is no such gateway. */
  readonly trades?: DemoTrades | undefined
  /** Hears why a gateway could not be asked. */
  readonly warn?: (reason: string) => void
}

/** What the settings choose. A gateway's library is loaded with the first use. */
export function createPay(
  { pay: { alipay, wechat }, demo, siteUrl }: Pick<Config, 'pay' | 'demo' | 'siteUrl'>,
  { trades, warn = () => {} }: PayAround,
): OwnPay {
  const notify = (method: string) => `${siteUrl}/pay/notify/${method}`
  const demoPay = demo && trades !== undefined ? demoGateway(trades) : undefined
  const pay: Pay = {
    ...(alipay === undefined
      ? {}
      : {
          alipay: late(async () => (await import('./alipay.ts')).alipay(alipay, notify('alipay')), alipayAnswer, warn),
        }),
    ...(wechat === undefined
      ? {}
      : {
          wechat: late(async () => (await import('./wechat.ts')).wechat(wechat, notify('wechat')), wechatAnswer, warn),
        }),
    ...(demoPay === undefined ? {} : { demo: demoPay }),
  }
  return { pay, demoPay }
}
