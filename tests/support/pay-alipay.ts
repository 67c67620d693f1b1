import { createSign, createVerify, generateKeyPairSync, type KeyObject } from 'node:crypto'

/** A payment at Alipay. Amounts in yuan, as text. */
export interface AlipayTrade {
  readonly tradeNo: string
  status: string
  readonly total: string
  readonly refunds: Map<string, string>
}

const base64 = (key: KeyObject, type: 'pkcs8' | 'spki') => key.export({ format: 'der', type }).toString('base64')
const paidAt = '2026-11-21 16:05:00'

/** Alipay's side of its protocol: RSA2 over sorted fields, responses signed as raw text. */
export function alipaySide() {
  const [app, own] = [generateKeyPairSync('rsa', { modulusLength: 2048 }), keysOfAlipay()]
  const trades = new Map<string, AlipayTrade>()
  const text = (fields: Readonly<Record<string, string>>) =>
    Object.keys(fields)
      .toSorted()
      .map((name) => `${name}=${fields[name]}`)
      .join('&')
  const sign = (signed: string, key = own.privateKey, how = 'RSA-SHA256') =>
    createSign(how).update(signed).sign(key, 'base64')

  /** Fields of a request; throws if the product's signature is wrong. */
  function fieldsOf(query: URLSearchParams): Record<string, string> {
    const { sign: signature = '', ...fields } = Object.fromEntries(query)
    if (!createVerify('RSA-SHA256').update(text(fields)).verify(app.publicKey, signature, 'base64'))
      throw new Error('The product signed wrong')
    return fields
  }

  const methods: Readonly<Record<string, (about: Record<string, string>) => object>> = {
    'alipay.trade.query': ({ out_trade_no: no = '' }) => {
      const trade = trades.get(no)
      if (trade === undefined) return refusal('ACQ.TRADE_NOT_EXIST')
      const { status, tradeNo, total } = trade
      return {
        code: '10000',
        msg: 'Success',
        out_trade_no: no,
        trade_no: tradeNo,
        trade_status: status,
        total_amount: total,
        send_pay_date: paidAt,
      }
    },
    'alipay.trade.close': ({ out_trade_no: no = '' }) => {
      const trade = trades.get(no)
      if (trade === undefined) return refusal('ACQ.TRADE_NOT_EXIST')
      if (trade.status !== 'WAIT_BUYER_PAY') return refusal('ACQ.TRADE_STATUS_ERROR')
      trade.status = 'TRADE_CLOSED'
      return { code: '10000', msg: 'Success', out_trade_no: no }
    },
    'alipay.trade.refund': ({ out_trade_no: no = '', out_request_no: request = '', refund_amount: sum = '' }) => {
      const trade = trades.get(no)
      if (trade === undefined) return refusal('ACQ.TRADE_NOT_EXIST')
      const known = trade.refunds.has(request)
      const given = [...trade.refunds.values()].reduce((total, one) => total + Number(one), 0)
      if (!known && given + Number(sum) > Number(trade.total)) return refusal('ACQ.REFUND_AMT_NOT_EQUAL_TOTAL')
      if (!known) trade.refunds.set(request, sum)
      return { code: '10000', msg: 'Success', out_trade_no: no, fund_change: known ? 'N' : 'Y' }
    },
    'alipay.trade.fastpay.refund.query': ({ out_trade_no: no = '', out_request_no: request = '' }) => {
      const sum = trades.get(no)?.refunds.get(request)
      const done = { refund_status: 'REFUND_SUCCESS', out_request_no: request, refund_amount: sum }
      return { code: '10000', msg: 'Success', out_trade_no: no, ...(sum === undefined ? {} : done) }
    },
  }

  return {
    trades,
    settings: {
      PAY_ALIPAY_APP_ID: '2021004100000001',
      PAY_ALIPAY_PRIVATE_KEY: base64(app.privateKey, 'pkcs8'),
      PAY_ALIPAY_PUBLIC_KEY: base64(own.publicKey, 'spki'),
    },
    answer: (query: URLSearchParams): string => {
      const { method = '', biz_content: about = '{}' } = fieldsOf(query)
      const said = JSON.stringify(methods[method]?.(JSON.parse(about)) ?? refusal('isv.invalid-method'))
      return `{"${method.replaceAll('.', '_')}_response":${said},"sign":"${sign(said)}"}`
    },
    /** Opens the product's payment URL and pays. Returns the request fields. */
    pay: (url: string): Record<string, string> => {
      const fields = fieldsOf(new URL(url).searchParams)
      const about: Record<string, string> = JSON.parse(fields['biz_content'] ?? '{}')
      const [no = '', total = ''] = [about['out_trade_no'], about['total_amount']]
      trades.set(no, { tradeNo: `2026112122${no}`, status: 'TRADE_SUCCESS', total, refunds: new Map() })
      return { ...fields, ...about }
    },
    /** The callback form sent by Alipay. `change` applies before signing, `after` afterwards. */
    notice: (
      paymentNo: string,
      { change = {}, after = {}, ...how }: NoticeChange & { key?: typeof own.privateKey; how?: string } = {},
    ): string => {
      const trade = trades.get(paymentNo)
      const fields: Record<string, string> = {
        app_id: '2021004100000001',
        charset: 'utf-8',
        version: '1.0',
        notify_type: 'trade_status_sync',
        notify_time: '2026-11-21 16:05:02',
        notify_id: 'a1',
        seller_id: '2088000000000001',
        out_trade_no: paymentNo,
        trade_no: trade?.tradeNo ?? 'none',
        total_amount: trade?.total ?? '1.00',
        trade_status: trade?.status ?? 'TRADE_SUCCESS',
        gmt_payment: paidAt,
        subject: '订单 采购',
        ...change,
      }
      const signed = { ...fields, sign_type: how.how === undefined ? 'RSA2' : 'RSA' }
      return `${new URLSearchParams({ ...signed, sign: sign(text(fields), how.key, how.how), ...after })}`
    },
  }
}

export interface NoticeChange {
  readonly change?: Readonly<Record<string, string>>
  readonly after?: Readonly<Record<string, string>>
}

const keysOfAlipay = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
const refusal = (sub: string) => ({ code: '40004', msg: 'Business Failed', sub_code: sub, sub_msg: `拒绝 ${sub}` })
