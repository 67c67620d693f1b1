import { createRequire } from 'node:module'
import { z } from 'zod'
import type { Config } from '../../../config.ts'
import {
  wechatAnswer,
  GatewayUnavailable,
  type GatewayRefund,
  type GatewayRefundState,
  type PayGateway,
  gatewayTimeout,
  withGatewayTimeout,
} from './pay.ts'
import { plainSubject } from './gateway-text.ts'
import { readWechatCallback, wechatState } from './wechat-callback.ts'

// CommonJS: required as it is, its types and its exports agree.
const load = createRequire(import.meta.url)
const { Decorator }: typeof import('wechatpay-axios-plugin') = load('wechatpay-axios-plugin')

type Settings = NonNullable<Config['pay']['wechat']>

const opened = z.union([z.object({ code_url: z.string().min(1) }), z.object({ h5_url: z.url() })])
const refusal = z.object({ code: z.string(), message: z.string().default('') })
const refunded = z.object({
  refund_id: z.string(),
  out_refund_no: z.string(),
  transaction_id: z.string(),
  status: z.string(),
  amount: z.object({ refund: z.int() }),
})

/** WeChat Pay (API v3): a QR code for desktops, a page for phones. Its answers are signed, and checked by the client. `notifyUrl` is the whole address to which it posts its notices. */
export function wechat(settings: Settings, notifyUrl: string): PayGateway {
  const { mchid, appid } = settings
  const { v3: client } = new Decorator({
    mchid,
    serial: settings.serial,
    privateKey: settings.privateKey.export({ type: 'pkcs8', format: 'pem' }),
    certs: { [settings.publicKeyId]: settings.publicKey.export({ type: 'spki', format: 'pem' }) },
    timeout: gatewayTimeout,
    maxRedirects: 0,
    maxContentLength: 200_000,
    // Responses are parsed here, also errors; only successful responses are signed.
    validateStatus: (status: number) => status >= 200 && status < 300,
    baseURL: settings.endpoint ?? 'https://api.mch.weixin.qq.com/',
  })
  const ask = (path: string, data?: object): Promise<RefundAnswer> =>
    withGatewayTimeout('wechat', async () => {
      const asking = data === undefined ? client.get(path, { params: { mchid } }) : client.post(path, data)
      return asking.then(
        (answer) => ({ ok: true, data: answer.data }),
        (thrown: unknown) => refusalOf(thrown),
      )
    })
  const byNumber = (paymentNo: string) => `v3/pay/transactions/out-trade-no/${encodeURIComponent(paymentNo)}`

  return {
    openPayment: async ({ paymentNo, amount, subject, expiresAt, device, site, back, address }) => {
      const scene = { payer_client_ip: address ?? '127.0.0.1', h5_info: { type: 'Wap' } }
      const asked = await ask(`v3/pay/transactions/${device === 'desktop' ? 'native' : 'h5'}`, {
        mchid,
        appid,
        description: plainSubject(subject),
        out_trade_no: paymentNo,
        notify_url: notifyUrl,
        time_expire: expiresAt.toISOString().replace(/\.\d+Z$/, 'Z'),
        amount: { total: amount, currency: 'CNY' },
        ...(device === 'desktop' ? {} : { scene_info: scene }),
      })
      const answer = asked.ok ? opened.safeParse(asked.data) : undefined
      if (answer?.success !== true) throw notDone(asked)
      if ('code_url' in answer.data) return { url: null, qr: answer.data.code_url }
      return { url: withReturn(answer.data.h5_url, `${site}${back}`), qr: null }
    },
    readCallback: async (came) => readWechatCallback(settings, came),
    answer: wechatAnswer,
    query: async (paymentNo) => {
      const asked = await ask(byNumber(paymentNo))
      if (!asked.ok && /^ORDER_?NOT_?EXIST$/.test(asked.code)) return { state: 'unknown' }
      const state = asked.ok ? wechatState(settings, paymentNo, asked.data) : undefined
      if (state === undefined) throw notDone(asked)
      return state
    },
    close: async (paymentNo) => {
      const asked = await ask(`${byNumber(paymentNo)}/close`, { mchid })
      const left = /^ORDER_?(PAID|CLOSED|NOT_?EXIST)$/
      if (!asked.ok && !left.test(asked.code)) throw notDone(asked)
    },
    refund: async (wish) => {
      const { tradeNo, refundNo, amount: refund, total, reason } = wish
      const asked = await ask('v3/refund/domestic/refunds', {
        transaction_id: tradeNo,
        out_refund_no: refundNo,
        reason: shortReason(reason),
        amount: { refund, total, currency: 'CNY' },
      })
      if (asked.ok) return refundState(wish, asked.data)
      if (/^(SYSTEM_ERROR|FREQUENCY_LIMITED|RATELIMIT_EXCEEDED)$/.test(asked.code)) throw notDone(asked)
      return { state: 'failed', reason: asked.message.slice(0, 200) || asked.code }
    },
  }
}

type RefundAnswer =
  | { readonly ok: true; readonly data: unknown }
  | { readonly ok: false; readonly code: string; readonly message: string }

/** An error with a WeChat code; other errors are rethrown. */
function refusalOf(thrown: unknown): RefundAnswer {
  const response = thrown instanceof Error && 'response' in thrown ? thrown.response : undefined
  const [status, data] =
    typeof response === 'object' && response !== null && 'status' in response && 'data' in response
      ? [response.status, response.data]
      : []
  const said = refusal.safeParse(data)
  if (!said.success || typeof status !== 'number' || status < 400 || status >= 500) throw thrown
  return { ok: false, ...said.data }
}

const notDone = (asked: RefundAnswer) =>
  new GatewayUnavailable(
    asked.ok ? 'wechat: an answer without sense' : `wechat: ${asked.code} ${asked.message}`.slice(0, 200),
  )

/** Maximum 80 bytes. */
const shortReason = (reason: string) => [...plainSubject(reason)].slice(0, 26).join('')

function withReturn(page: string, back: string): string {
  const url = new URL(page)
  url.searchParams.set('redirect_url', back)
  return url.href
}

function refundState(refund: GatewayRefund, data: unknown): GatewayRefundState {
  const parsed = refunded.safeParse(data)
  if (!parsed.success) throw new GatewayUnavailable('wechat: an answer without sense')
  const { refund_id: tradeNo, out_refund_no: refundNo, transaction_id: of, status, amount } = parsed.data
  if (refundNo !== refund.refundNo || of !== refund.tradeNo)
    throw new GatewayUnavailable('wechat: an answer about something else')
  if (amount.refund !== refund.amount)
    return { state: 'failed', reason: '微信支付退回的金额与申请不符，请在商户平台核对' }
  if (status === 'SUCCESS') return { state: 'done', tradeNo }
  if (status === 'PROCESSING') return { state: 'pending' }
  return { state: 'failed', reason: status === 'ABNORMAL' ? '退款异常，请在微信支付商户平台处理' : '退款已关闭' }
}
