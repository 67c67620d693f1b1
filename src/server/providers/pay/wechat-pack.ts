import { createRequire } from 'node:module'
import { z } from 'zod'
import type { Config } from '../../../config.ts'
import type { GatewayMoney, GatewayNews, GatewayState } from './pay.ts'

// CommonJS: required as it is, its types and its exports agree.
const load = createRequire(import.meta.url)
const { Aes, Formatter, Rsa }: typeof import('wechatpay-axios-plugin') = load('wechatpay-axios-plugin')

type Settings = NonNullable<Config['pay']['wechat']>

/** Seconds that a notice may be old or ahead: what is older may be somebody's copy. */
const window = 300

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

/** Reads a notice of WeChat Pay: signed as a whole, and inside a box that only the merchant's key opens. */
export function readWechat(settings: Settings, { headers, body }: { headers: Headers; body: string }): GatewayNews {
  const of = (name: string) => headers.get(`wechatpay-${name}`) ?? ''
  const [timestamp, nonce, serial, signature] = [of('timestamp'), of('nonce'), of('serial'), of('signature')]
  if (serial !== settings.publicKeyId) return refuse('another key')
  if (!/^\d{1,12}$/.test(timestamp)) return refuse('no time')
  if (!Rsa.verify(Formatter.response(timestamp, nonce, body), signature, settings.publicKey))
    return refuse('wrong signature')
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > window) return refuse('too old')
  const opened = openPack(settings, body)
  if (opened === undefined) return refuse('cannot be opened')
  return newsOf(settings, opened)
}

const refuse = (reason: string, of?: Transaction, harmless = false): GatewayNews => ({
  ...{ ok: false, reason, paymentNo: of?.out_trade_no, tradeNo: of?.transaction_id },
  ...(harmless ? { harmless } : {}),
})

function openPack({ apiKey }: Settings, body: string): Transaction | undefined {
  try {
    const { resource } = pack.parse(JSON.parse(body))
    const { ciphertext, nonce, associated_data: data = '' } = resource
    return transaction.parse(JSON.parse(Aes.AesGcm.decrypt(ciphertext, apiKey, nonce, data)))
  } catch {
    return undefined
  }
}

function newsOf(settings: Settings, said: Transaction): GatewayNews {
  const foreign = foreignTo(settings, said)
  if (foreign !== undefined) return refuse(foreign, said)
  if (said.trade_state !== 'SUCCESS') return refuse(`no money: ${said.trade_state}`.slice(0, 60), said, true)
  const money = moneyOf(said)
  return money === undefined ? refuse('no sum or time', said) : { ok: true, ...money }
}

/** Why a transaction is not this merchant's. */
function foreignTo({ mchid, appid }: Settings, said: Transaction): string | undefined {
  if (said.mchid !== mchid) return 'another merchant'
  if (said.appid !== undefined && said.appid !== appid) return 'another app'
  return (said.amount?.currency ?? 'CNY') === 'CNY' ? undefined : 'another currency'
}

const moneyOf = (said: Transaction): GatewayMoney | undefined =>
  said.transaction_id === undefined || said.amount === undefined || said.success_time === undefined
    ? undefined
    : {
        ...{ paymentNo: said.out_trade_no, tradeNo: said.transaction_id, amount: said.amount.total },
        paidAt: new Date(said.success_time),
      }

/** States of a transaction that no money came in by. One whose money went back was paid. */
const unpaid: Readonly<Record<string, 'open' | 'closed'>> = {
  ...{ NOTPAY: 'open', USERPAYING: 'open', ACCEPT: 'open', CLOSED: 'closed', REVOKED: 'closed', PAYERROR: 'closed' },
}

/** How a payment stands, from the answer about it. Undefined when that answer makes no sense. */
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
