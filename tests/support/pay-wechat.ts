import { createCipheriv, createSign, createVerify, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto'

/** A payment at WeChat Pay; fen. */
export interface WechatTrade {
  readonly id: string
  state: string
  readonly total: number
  readonly refunds: Map<string, number>
}

interface Request {
  readonly method: string
  readonly path: string
  readonly authorization: string
  readonly body: string
}
interface Answer {
  readonly status: number
  readonly body: string
  readonly headers: Record<string, string>
}

const mchid = '1900000001'
const appid = 'wx8888888888888888'
const keyId = 'PUB_KEY_ID_0119000000010000000000000000000001'

/** WeChat Pay's side of API v3: signed requests and responses, and callbacks encrypted with the APIv3 key. */
export function wechatSide() {
  const [merchant, own] = [
    generateKeyPairSync('rsa', { modulusLength: 2048 }),
    generateKeyPairSync('rsa', { modulusLength: 2048 }),
  ]
  const apiKey = randomBytes(16).toString('hex')
  const trades = new Map<string, WechatTrade>()
  const sign = (text: string, key: KeyObject = own.privateKey) =>
    createSign('RSA-SHA256').update(text).sign(key, 'base64')

  function signed(body: string, how: { readonly key?: KeyObject; readonly age?: number } = {}) {
    const [timestamp, nonce] = [String(Math.floor(Date.now() / 1000) - (how.age ?? 0)), randomBytes(16).toString('hex')]
    return {
      'wechatpay-timestamp': timestamp,
      'wechatpay-nonce': nonce,
      'wechatpay-serial': keyId,
      'wechatpay-signature': sign(`${timestamp}\n${nonce}\n${body}\n`, how.key),
    }
  }

  function check({ method, path, authorization, body }: Request): void {
    const part = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(authorization)?.[1] ?? ''
    const text = `${method}\n${path}\n${part('timestamp')}\n${part('nonce_str')}\n${body}\n`
    const fits = createVerify('RSA-SHA256').update(text).verify(merchant.publicKey, part('signature'), 'base64')
    if (!fits || part('mchid') !== mchid) throw new Error('The product signed wrong')
  }

  const transaction = (no: string, trade: WechatTrade) => ({
    mchid,
    appid,
    out_trade_no: no,
    transaction_id: trade.id,
    trade_type: 'NATIVE',
    trade_state: trade.state,
    success_time: '2026-11-21T16:05:00+08:00',
    amount: { total: trade.total, payer_total: trade.total, currency: 'CNY', payer_currency: 'CNY' },
  })

  function said({ path, body }: Request): { status: number; content?: object } {
    const given = body === '' ? {} : JSON.parse(body)
    const no = decodeURIComponent(/out-trade-no\/([^/?]+)/.exec(path)?.[1] ?? given.out_trade_no ?? '')
    const trade = trades.get(no)
    if (/transactions\/(native|h5)$/.test(path)) {
      trades.set(no, { id: `4200${no}`, state: 'NOTPAY', total: given.amount.total, refunds: new Map() })
      const open = path.endsWith('h5')
        ? { h5_url: `https://wx.invalid/h5?no=${no}` }
        : { code_url: `weixin://wxpay/${no}` }
      return { status: 200, content: open }
    }
    if (path.includes('/refunds')) return refund(given)
    if (trade === undefined) return { status: 404, content: { code: 'ORDER_NOT_EXIST', message: '订单不存在' } }
    if (!path.endsWith('/close')) return { status: 200, content: transaction(no, trade) }
    if (trade.state === 'SUCCESS') return { status: 400, content: { code: 'ORDERPAID', message: '订单已支付' } }
    trade.state = 'CLOSED'
    return { status: 204 }
  }

  function refund(given: { transaction_id: string; out_refund_no: string; amount: { refund: number } }) {
    const trade = [...trades.values()].find(({ id }) => id === given.transaction_id)
    if (trade === undefined) return { status: 404, content: { code: 'RESOURCE_NOT_EXISTS', message: '订单不存在' } }
    const { out_refund_no: refundNo, amount } = given
    const back = [...trade.refunds.values()].reduce((sum, one) => sum + one, 0)
    if (!trade.refunds.has(refundNo) && back + amount.refund > trade.total)
      return { status: 400, content: { code: 'INVALID_REQUEST', message: '退款金额大于支付金额' } }
    // The first response to a refund is that it is being processed.
    const status = trade.refunds.has(refundNo) ? 'SUCCESS' : 'PROCESSING'
    trade.refunds.set(refundNo, amount.refund)
    const about = { out_refund_no: refundNo, transaction_id: given.transaction_id }
    const content = { refund_id: `5030${refundNo}`, ...about, status, amount }
    return { status: 200, content }
  }

  return {
    trades,
    settings: {
      PAY_WECHAT_MCHID: mchid,
      PAY_WECHAT_APPID: appid,
      PAY_WECHAT_SERIAL: '5157F09EFDC096DE15EBE81A47057A72',
      PAY_WECHAT_PRIVATE_KEY: merchant.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
      PAY_WECHAT_API_V3_KEY: apiKey,
      PAY_WECHAT_PUBLIC_KEY_ID: keyId,
      PAY_WECHAT_PUBLIC_KEY: own.publicKey.export({ format: 'pem', type: 'spki' }).toString().replaceAll('\n', '\\n'),
    },
    answer: (request: Request): Answer => {
      check(request)
      const { status, content } = said(request)
      const body = content === undefined ? '' : JSON.stringify(content)
      return { status, body, headers: signed(body) }
    },
    /** Pays by the QR code. */
    pay: (paymentNo: string): void => {
      const trade = trades.get(paymentNo)
      if (trade === undefined) throw new Error('Nothing to pay')
      trade.state = 'SUCCESS'
    },
    /** The callback sent by WeChat Pay. */
    notice: (paymentNo: string, how: WechatNotice = {}): { headers: Record<string, string>; body: string } => {
      const trade = trades.get(paymentNo) ?? { id: 'none', state: 'SUCCESS', total: 100, refunds: new Map() }
      const nonce = randomBytes(6).toString('hex')
      const cipher = createCipheriv('aes-256-gcm', how.apiKey ?? apiKey, nonce).setAAD(Buffer.from('transaction'))
      const plain = JSON.stringify({ ...transaction(paymentNo, trade), ...how.change })
      const packed = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
      if (how.breakTag === true) packed.writeUInt8((packed.at(-1) ?? 0) ^ 1, packed.length - 1)
      const resource = { algorithm: 'AEAD_AES_256_GCM', associated_data: 'transaction', nonce }
      const body = JSON.stringify({
        id: 'EV-1',
        event_type: 'TRANSACTION.SUCCESS',
        resource_type: 'encrypt-resource',
        resource: { ...resource, ciphertext: packed.toString('base64') },
      })
      return { body, headers: { 'content-type': 'application/json', ...signed(body, how) } }
    },
  }
}

export interface WechatNotice {
  readonly change?: object
  readonly key?: KeyObject
  /** Seconds. */
  readonly age?: number
  readonly apiKey?: string
  readonly breakTag?: boolean
}
