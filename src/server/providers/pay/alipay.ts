import { AlipaySdk } from 'alipay-sdk'
import { z } from 'zod'
import type { Config } from '../../../config.ts'
import { CallFailed } from '../../../contract/failures.ts'
import {
  alipayAnswer,
  GatewayUnavailable,
  type GatewayRefund,
  type GatewayRefundState,
  type GatewayState,
  type PayGateway,
  gatewayTimeout,
  withGatewayTimeout,
  type GatewayCallback,
} from './pay.ts'
import { fenOfText, momentOfText, plainSubject, shanghaiText, yuanText } from './gateway-text.ts'

type AlipaySettings = NonNullable<Config['pay']['alipay']>

/** States of a paid trade. A finished trade can no longer be refunded. */
const alipayPaid: readonly (string | undefined)[] = ['TRADE_SUCCESS', 'TRADE_FINISHED']

/**
 * Parses a callback of Alipay: a form whose sorted fields are signed. It is repeated for a day and also sent for
 * refunds, so its age is not checked; the booking detects repetitions by trade number.
 */
function readAlipayCallback(sdk: AlipaySdk, settings: AlipaySettings, body: string): GatewayCallback {
  const fields: Readonly<Record<string, string | undefined>> = Object.fromEntries(new URLSearchParams(body))
  const [paymentNo, tradeNo] = [fields['out_trade_no'] ?? '', fields['trade_no'] ?? '']
  const refuse = (reason: string, harmless = false) =>
    ({ ok: false, reason, paymentNo, tradeNo, ...(harmless ? { harmless } : {}) }) as const
  // SHA-1 signatures are not accepted.
  if (fields['sign_type'] !== 'RSA2' || !sdk.checkNotifySignV2(fields)) return refuse('wrong signature')
  if (fields['app_id'] !== settings.appId) return refuse('another app')
  if (settings.sellerId !== undefined && fields['seller_id'] !== settings.sellerId) return refuse('another seller')
  const currencies = [fields['trans_currency'], fields['settle_currency'], fields['currency']]
  if (currencies.some((currency) => currency !== undefined && currency !== 'CNY')) return refuse('another currency')
  const status = fields['trade_status']
  if (!alipayPaid.includes(status)) return refuse(`no money: ${status ?? 'no state'}`.slice(0, 60), true)
  const amount = fenOfText(fields['total_amount'])
  const paidAt = momentOfText(fields['gmt_payment'] ?? fields['notify_time'])
  if (amount === null || amount === 0 || paidAt === null) return refuse('no sum or time')
  if (paymentNo === '' || tradeNo === '') return refuse('no number')
  return { ok: true, paymentNo, tradeNo, amount, paidAt }
}

type Settings = NonNullable<Config['pay']['alipay']>

/** Maximum amount of an Alipay payment; fen. */
const maxAmount = 10_000_000_000

const answer = z.object({ code: z.string(), msg: z.string().optional() }).extend({
  subCode: z.string().optional(),
  subMsg: z.string().optional(),
  outTradeNo: z.string().optional(),
  tradeNo: z.string().optional(),
  tradeStatus: z.string().optional(),
  totalAmount: z.string().optional(),
  sendPayDate: z.string().optional(),
  fundChange: z.string().optional(),
  refundStatus: z.string().optional(),
  outRequestNo: z.string().optional(),
  refundAmount: z.string().optional(),
})
type Answer = z.output<typeof answer>

/** Alipay with public keys (RSA2). `notifyUrl` is the absolute callback URL. */
export function alipay(settings: Settings, notifyUrl: string): PayGateway {
  const sdk = new AlipaySdk({
    appId: settings.appId,
    privateKey: settings.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
    alipayPublicKey: settings.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    timeout: gatewayTimeout,
    ...(settings.gateway === undefined ? {} : { gateway: settings.gateway }),
  })
  // Its default timestamp uses the time zone of the process.
  const now = () => shanghaiText(new Date())
  const ask = (method: string, bizContent: Readonly<Record<string, string>>) =>
    withGatewayTimeout('alipay', async () =>
      answer.parse(await sdk.exec(method, { timestamp: now(), bizContent }, { validateSign: true })),
    )

  const refundState = async ({ paymentNo, tradeNo, refundNo, amount }: GatewayRefund): Promise<GatewayRefundState> => {
    const said = await ask('alipay.trade.fastpay.refund.query', {
      out_trade_no: paymentNo,
      trade_no: tradeNo,
      out_request_no: refundNo,
    })
    const done = said.code === '10000' && said.refundStatus === 'REFUND_SUCCESS' && said.outRequestNo === refundNo
    if (!done) return { state: 'pending' }
    return fenOfText(said.refundAmount) === amount
      ? { state: 'done', tradeNo: refundNo }
      : { state: 'failed', reason: '支付宝退回的金额与申请不符，请在支付宝商家平台核对' }
  }

  return {
    openPayment: async ({ paymentNo, amount, subject, expiresAt, device, site, back }) => {
      if (amount > maxAmount) throw new CallFailed('methodOff')
      const desktop = device === 'desktop'
      const url = sdk.pageExecute(desktop ? 'alipay.trade.page.pay' : 'alipay.trade.wap.pay', 'GET', {
        timestamp: now(),
        notify_url: notifyUrl,
        return_url: `${site}${back}`,
        biz_content: {
          out_trade_no: paymentNo,
          total_amount: yuanText(amount),
          subject: plainSubject(subject),
          time_expire: shanghaiText(expiresAt),
          product_code: desktop ? 'FAST_INSTANT_TRADE_PAY' : 'QUICK_WAP_WAY',
          ...(desktop ? {} : { quit_url: `${site}${back}` }),
        },
      })
      return { url, qr: null }
    },
    readCallback: async ({ body }) => readAlipayCallback(sdk, settings, body),
    answer: alipayAnswer,
    query: async (paymentNo) => stateOf(paymentNo, await ask('alipay.trade.query', { out_trade_no: paymentNo })),
    close: async (paymentNo) => {
      const said = await ask('alipay.trade.close', { out_trade_no: paymentNo })
      const left = ['ACQ.TRADE_NOT_EXIST', 'ACQ.TRADE_STATUS_ERROR', 'ACQ.REASON_TRADE_STATUS_INVALID']
      if (said.code !== '10000' && !left.includes(said.subCode ?? '')) throw notDone(said)
    },
    refund: async (request) => {
      const said = await ask('alipay.trade.refund', {
        out_trade_no: request.paymentNo,
        trade_no: request.tradeNo,
        out_request_no: request.refundNo,
        refund_amount: yuanText(request.amount),
        refund_reason: plainSubject(request.reason),
      })
      // The response to a repeated refund is inconclusive: the query decides.
      if (said.code === '10000') return refundState(request)
      if (said.code === '20000' || said.subCode === 'ACQ.SYSTEM_ERROR') throw notDone(said)
      return { state: 'failed', reason: (said.subMsg ?? said.msg ?? said.code).slice(0, 200) }
    },
  }
}

const notDone = ({ code, subCode, msg }: Answer) =>
  new GatewayUnavailable(`alipay: ${code} ${subCode ?? ''} ${msg ?? ''}`)

function stateOf(paymentNo: string, answer: Answer): GatewayState {
  if (answer.subCode === 'ACQ.TRADE_NOT_EXIST') return { state: 'unknown' }
  if (answer.code !== '10000' || answer.outTradeNo !== paymentNo) throw notDone(answer)
  if (answer.tradeStatus === 'WAIT_BUYER_PAY') return { state: 'open' }
  if (answer.tradeStatus === 'TRADE_CLOSED') return { state: 'closed' }
  const [amount, paidAt] = [fenOfText(answer.totalAmount), momentOfText(answer.sendPayDate) ?? new Date()]
  if (!alipayPaid.includes(answer.tradeStatus) || amount === null || answer.tradeNo === undefined) throw notDone(answer)
  return { state: 'paid', tradeNo: answer.tradeNo, amount, paidAt }
}
