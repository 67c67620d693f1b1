import type { AlipaySdk } from 'alipay-sdk'
import type { Config } from '../../../config.ts'
import { fenOfText, momentOfText } from './gateway-text.ts'
import type { GatewayNews } from './pay.ts'

type Settings = NonNullable<Config['pay']['alipay']>

/** States in which the payer's money is there. A finished trade only takes no refund any more. */
export const alipayPaid: readonly (string | undefined)[] = ['TRADE_SUCCESS', 'TRADE_FINISHED']

/**
 * Reads a notice of Alipay: a form whose sorted fields are signed. It is repeated for a day and about refunds too, so
 * its age says nothing; whoever books it tells a repetition by the trade's number.
 */
export function readAlipay(sdk: AlipaySdk, settings: Settings, body: string): GatewayNews {
  const fields: Readonly<Record<string, string | undefined>> = Object.fromEntries(new URLSearchParams(body))
  const [paymentNo, tradeNo] = [fields['out_trade_no'] ?? '', fields['trade_no'] ?? '']
  const refuse = (reason: string, harmless = false) =>
    ({ ok: false, reason, paymentNo, tradeNo, ...(harmless ? { harmless } : {}) }) as const
  // The older SHA-1 is not taken, whoever asks for it.
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
