import { AlipaySdk } from 'alipay-sdk'
import { z } from 'zod'
import type { Config } from '../../../config.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { alipayPaid, readAlipay } from './alipay-news.ts'
import { alipayAnswer } from './answers.ts'
import { fenOfText, momentOfText, plainSubject, shanghaiText, yuanText } from './gateway-text.ts'
import { gatewayTimeout, inTime } from './in-time.ts'
import { PayAway, type GatewayRefund, type GatewayRefundState, type GatewayState, type PayGateway } from './pay.ts'

type Settings = NonNullable<Config['pay']['alipay']>

/** Most that Alipay takes at once; fen. */
const most = 10_000_000_000

const answer = z.object({ code: z.string(), msg: z.string().optional() }).extend({
  ...{ subCode: z.string().optional(), subMsg: z.string().optional(), outTradeNo: z.string().optional() },
  ...{ tradeNo: z.string().optional(), tradeStatus: z.string().optional(), totalAmount: z.string().optional() },
  ...{ sendPayDate: z.string().optional(), fundChange: z.string().optional(), refundStatus: z.string().optional() },
  ...{ outRequestNo: z.string().optional(), refundAmount: z.string().optional() },
})
type Answer = z.output<typeof answer>

/** Alipay by its public keys (RSA2). `notifyUrl` is the whole address to which it posts its notices. */
export function alipay(settings: Settings, notifyUrl: string): PayGateway {
  const sdk = new AlipaySdk({
    appId: settings.appId,
    privateKey: settings.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
    alipayPublicKey: settings.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    timeout: gatewayTimeout,
    ...(settings.gateway === undefined ? {} : { gateway: settings.gateway }),
  })
  // Its own clock text is that of the process's zone.
  const now = () => shanghaiText(new Date())
  const ask = (method: string, bizContent: Readonly<Record<string, string>>) =>
    inTime('alipay', async () =>
      answer.parse(await sdk.exec(method, { timestamp: now(), bizContent }, { validateSign: true })),
    )

  const refundState = async ({ paymentNo, tradeNo, refundNo, amount }: GatewayRefund): Promise<GatewayRefundState> => {
    const said = await ask('alipay.trade.fastpay.refund.query', {
      ...{ out_trade_no: paymentNo, trade_no: tradeNo, out_request_no: refundNo },
    })
    const done = said.code === '10000' && said.refundStatus === 'REFUND_SUCCESS' && said.outRequestNo === refundNo
    if (!done) return { state: 'pending' }
    return fenOfText(said.refundAmount) === amount
      ? { state: 'done', tradeNo: refundNo }
      : { state: 'failed', reason: '支付宝退回的金额与申请不符，请在支付宝商家平台核对' }
  }

  return {
    open: async ({ paymentNo, amount, subject, expiresAt, device, site, back }) => {
      if (amount > most) throw new CallFailed('methodOff')
      const desktop = device === 'desktop'
      const url = sdk.pageExecute(desktop ? 'alipay.trade.page.pay' : 'alipay.trade.wap.pay', 'GET', {
        timestamp: now(),
        notify_url: notifyUrl,
        return_url: `${site}${back}`,
        biz_content: {
          ...{ out_trade_no: paymentNo, total_amount: yuanText(amount), subject: plainSubject(subject) },
          ...{ time_expire: shanghaiText(expiresAt) },
          product_code: desktop ? 'FAST_INSTANT_TRADE_PAY' : 'QUICK_WAP_WAY',
          ...(desktop ? {} : { quit_url: `${site}${back}` }),
        },
      })
      return { url, qr: null }
    },
    read: async ({ body }) => readAlipay(sdk, settings, body),
    answer: alipayAnswer,
    query: async (paymentNo) => stateOf(paymentNo, await ask('alipay.trade.query', { out_trade_no: paymentNo })),
    close: async (paymentNo) => {
      const said = await ask('alipay.trade.close', { out_trade_no: paymentNo })
      const left = ['ACQ.TRADE_NOT_EXIST', 'ACQ.TRADE_STATUS_ERROR', 'ACQ.REASON_TRADE_STATUS_INVALID']
      if (said.code !== '10000' && !left.includes(said.subCode ?? '')) throw notDone(said)
    },
    refund: async (wish) => {
      const said = await ask('alipay.trade.refund', {
        ...{ out_trade_no: wish.paymentNo, trade_no: wish.tradeNo, out_request_no: wish.refundNo },
        ...{ refund_amount: yuanText(wish.amount), refund_reason: plainSubject(wish.reason) },
      })
      // Its word of a repeated refund is no word of money: only the query tells.
      if (said.code === '10000') return refundState(wish)
      if (said.code === '20000' || said.subCode === 'ACQ.SYSTEM_ERROR') throw notDone(said)
      return { state: 'failed', reason: (said.subMsg ?? said.msg ?? said.code).slice(0, 200) }
    },
  }
}

const notDone = ({ code, subCode, msg }: Answer) => new PayAway(`alipay: ${code} ${subCode ?? ''} ${msg ?? ''}`)

function stateOf(paymentNo: string, said: Answer): GatewayState {
  if (said.subCode === 'ACQ.TRADE_NOT_EXIST') return { state: 'unknown' }
  if (said.code !== '10000' || said.outTradeNo !== paymentNo) throw notDone(said)
  if (said.tradeStatus === 'WAIT_BUYER_PAY') return { state: 'open' }
  if (said.tradeStatus === 'TRADE_CLOSED') return { state: 'closed' }
  const [amount, paidAt] = [fenOfText(said.totalAmount), momentOfText(said.sendPayDate) ?? new Date()]
  if (!alipayPaid.includes(said.tradeStatus) || amount === null || said.tradeNo === undefined) throw notDone(said)
  return { state: 'paid', tradeNo: said.tradeNo, amount, paidAt }
}
