import { createRequire } from 'node:module'
import { z } from 'zod'
import type { Config } from '../../../config.ts'
import type { GatewayMoney, GatewayCallback, GatewayState } from './pay.ts'

// CommonJS: required as it is, its types and its exports agree.
const load = createRequire(import.meta.url)
const { Aes, Formatter, Rsa }: typeof import('wechatpay-axios-plugin') = load('wechatpay-axios-plugin')

type Settings = NonNullable<Config['pay']['wechat']>

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
