import { createRequire } from 'node:module'
import { z } from 'zod'
import type { Config } from '../../../config.ts'
import { plainSubject } from './gateway-text.ts'
import {
  type GatewayCallback,
  type GatewayMoney,
  type GatewayRefund,
  type GatewayRefundState,
  type GatewayState,
  gatewayTimeout,
  GatewayUnavailable,
  type PayGateway,
  wechatAnswer,
  withGatewayTimeout,
} from './pay.ts'

// CommonJS: required as it is, its types and its exports agree.
const load = createRequire(import.meta.url)
const { Aes, Decorator, Formatter, Rsa }: typeof import('wechatpay-axios-plugin') = load('wechatpay-axios-plugin')

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
    refund: async (request) => {
      const { tradeNo, refundNo, amount: refund, total, reason } = request
      const asked = await ask('v3/refund/domestic/refunds', {
        transaction_id: tradeNo,
        out_refund_no: refundNo,
        reason: shortReason(reason),
        amount: { refund, total, currency: 'CNY' },
      })
      if (asked.ok) return refundState(request, asked.data)
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

/** Maximum clock difference of a callback in seconds, against replays. */
const maxSkewSeconds = 300

const pack = z.object({
  resource: z.object({
    algorithm: z.literal('AEAD_AES_256_GCM'),
    ciphertext: z.string(),
    nonce: z.string(),
    associated_data: z.string().optional(),
  }),
})
const transaction = z.object({
  mchid: z.string(),
  appid: z.string().optional(),
  out_trade_no: z.string().min(1),
  transaction_id: z.string().optional(),
  trade_state: z.string(),
  success_time: z.iso.datetime({ offset: true }).optional(),
  amount: z.object({ total: z.int().positive(), currency: z.string().default('CNY') }).optional(),
})
type Transaction = z.output<typeof transaction>

/** Verifies and parses a callback of WeChat Pay: signed, with a resource encrypted for the merchant. */
export function readWechatCallback(
  settings: Settings,
  { headers, body }: { headers: Headers; body: string },
): GatewayCallback {
  const of = (name: string) => headers.get(`wechatpay-${name}`) ?? ''
  const [timestamp, nonce, serial, signature] = [of('timestamp'), of('nonce'), of('serial'), of('signature')]
  if (serial !== settings.publicKeyId) return refuse('another key')
  if (!/^\d{1,12}$/.test(timestamp)) return refuse('no time')
  if (!Rsa.verify(Formatter.response(timestamp, nonce, body), signature, settings.publicKey))
    return refuse('wrong signature')
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > maxSkewSeconds) return refuse('too old')
  const opened = decryptResource(settings, body)
  if (opened === undefined) return refuse('cannot be opened')
  return callbackOf(settings, opened)
}

const refuse = (reason: string, of?: Transaction, harmless = false): GatewayCallback => ({
  ok: false,
  reason,
  paymentNo: of?.out_trade_no,
  tradeNo: of?.transaction_id,
  ...(harmless ? { harmless } : {}),
})

function decryptResource({ apiKey }: Settings, body: string): Transaction | undefined {
  try {
    const { resource } = pack.parse(JSON.parse(body))
    const { ciphertext, nonce, associated_data: data = '' } = resource
    return transaction.parse(JSON.parse(Aes.AesGcm.decrypt(ciphertext, apiKey, nonce, data)))
  } catch {
    return undefined
  }
}

function callbackOf(settings: Settings, payment: Transaction): GatewayCallback {
  const foreign = foreignTo(settings, payment)
  if (foreign !== undefined) return refuse(foreign, payment)
  if (payment.trade_state !== 'SUCCESS') return refuse(`no money: ${payment.trade_state}`.slice(0, 60), payment, true)
  const money = moneyOf(payment)
  return money === undefined ? refuse('no sum or time', payment) : { ok: true, ...money }
}

/** Why a transaction does not belong to this merchant. */
function foreignTo({ mchid, appid }: Settings, payment: Transaction): string | undefined {
  if (payment.mchid !== mchid) return 'another merchant'
  if (payment.appid !== undefined && payment.appid !== appid) return 'another app'
  return (payment.amount?.currency ?? 'CNY') === 'CNY' ? undefined : 'another currency'
}

const moneyOf = (payment: Transaction): GatewayMoney | undefined =>
  payment.transaction_id === undefined || payment.amount === undefined || payment.success_time === undefined
    ? undefined
    : {
        paymentNo: payment.out_trade_no,
        tradeNo: payment.transaction_id,
        amount: payment.amount.total,
        paidAt: new Date(payment.success_time),
      }

/** States of an unpaid transaction. A refunded one was paid. */
const unpaid: Readonly<Record<string, 'open' | 'closed'>> = {
  NOTPAY: 'open',
  USERPAYING: 'open',
  ACCEPT: 'open',
  CLOSED: 'closed',
  REVOKED: 'closed',
  PAYERROR: 'closed',
}

/** State of a payment from a query response; undefined when the response is invalid. */
export function wechatState(settings: Settings, paymentNo: string, given: unknown): GatewayState | undefined {
  const parsed = transaction.safeParse(given)
  if (!parsed.success || parsed.data.out_trade_no !== paymentNo) return undefined
  const said = parsed.data
  if (foreignTo(settings, said) !== undefined) return undefined
  const state = unpaid[said.trade_state]
  if (state !== undefined) return { state }
  const money = moneyOf(said)
  if (money === undefined || !['SUCCESS', 'REFUND'].includes(said.trade_state)) return undefined
  return { state: 'paid', tradeNo: money.tradeNo, amount: money.amount, paidAt: money.paidAt }
}
