import { createPrivateKey, createPublicKey, createSecretKey, type KeyObject } from 'node:crypto'
import { z } from 'zod'

const text = z.string().min(1).max(200).optional()

/** A key as PEM (line breaks may be written \n) or as base64, as shown in the consoles of the gateways. */
const key = (read: (given: string) => KeyObject | undefined) =>
  z
    .string()
    .max(8000)
    .transform((given, context) => {
      const found = read(given.replaceAll('\\n', '\n').trim())
      if (found?.asymmetricKeyType === 'rsa') return found
      context.addIssue({ code: 'custom', message: 'is no RSA key in PEM or base64' })
      return z.NEVER
    })
    .optional()

const attempt = <T>(make: () => T): T | undefined => {
  try {
    return make()
  } catch {
    return undefined
  }
}
const der = (given: string) => Buffer.from(given, 'base64')
const privateKey = key((given) =>
  given.startsWith('-----')
    ? attempt(() => createPrivateKey(given))
    : (attempt(() => createPrivateKey({ key: der(given), format: 'der', type: 'pkcs8' })) ??
      attempt(() => createPrivateKey({ key: der(given), format: 'der', type: 'pkcs1' }))),
)
const publicKey = key((given) =>
  given.startsWith('-----')
    ? attempt(() => createPublicKey(given))
    : attempt(() => createPublicKey({ key: der(given), format: 'der', type: 'spki' })),
)

/** Settings of the payment gateways; a gateway without them is not offered. */
export const paySettings = {
  PAY_ALIPAY_APP_ID: text.describe('app at Alipay (支付宝); off without it'),
  PAY_ALIPAY_PRIVATE_KEY: privateKey.describe("the app's private key (RSA2), as PEM or base64"),
  PAY_ALIPAY_PUBLIC_KEY: publicKey.describe("Alipay's public key for the app (支付宝公钥), as PEM or base64"),
  PAY_ALIPAY_SELLER_ID: text.describe('account (2088…) that collects; with it money for any other is refused'),
  PAY_ALIPAY_GATEWAY: z.url().optional().describe('gateway of Alipay, where it is not the usual one'),
  PAY_WECHAT_MCHID: text.describe('merchant at WeChat Pay (微信支付); off without it'),
  PAY_WECHAT_APPID: text.describe('app that the merchant is bound to'),
  PAY_WECHAT_SERIAL: text.describe("serial number of the merchant's API certificate"),
  PAY_WECHAT_PRIVATE_KEY: privateKey.describe('private key of that certificate, as PEM or base64'),
  PAY_WECHAT_API_V3_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{32}$/, 'must have 32 characters')
    .optional()
    .describe('APIv3 key, 32 characters'),
  PAY_WECHAT_PUBLIC_KEY_ID: text.describe("id of WeChat Pay's public key, or serial number of its certificate"),
  PAY_WECHAT_PUBLIC_KEY: publicKey.describe('that key or certificate, as PEM or base64'),
  PAY_WECHAT_ENDPOINT: z.url().optional().describe('API of WeChat Pay, where it is not the usual one'),
} as const

/** Settings of payouts of online money to suppliers. */
export const payoutSettings = {
  PAYOUT_DAYS: z.coerce
    .number()
    .int()
    .min(0)
    .max(90)
    .default(7)
    .describe('days after acceptance or completion at which money paid online falls due for its supplier'),
  PAYOUT_FEE: z.coerce
    .number()
    .int()
    .min(0)
    .max(3_000)
    .default(0)
    .describe('fee of the platform, kept of each payout, in basis points (100 = 1 %)'),
} as const

const payoutShape = z.object(payoutSettings)

export const payoutOf = ({ PAYOUT_DAYS: days, PAYOUT_FEE: fee }: z.output<typeof payoutShape>) => ({ days, fee })

const shape = z.object(paySettings)
type PayEnv = z.output<typeof shape>

const alipayNeeds = ['PAY_ALIPAY_APP_ID', 'PAY_ALIPAY_PRIVATE_KEY', 'PAY_ALIPAY_PUBLIC_KEY'] as const
const wechatNeeds = [
  ...(['PAY_WECHAT_MCHID', 'PAY_WECHAT_APPID', 'PAY_WECHAT_SERIAL', 'PAY_WECHAT_PRIVATE_KEY'] as const),
  ...(['PAY_WECHAT_API_V3_KEY', 'PAY_WECHAT_PUBLIC_KEY_ID', 'PAY_WECHAT_PUBLIC_KEY'] as const),
]
const anyOf = (names: readonly (keyof PayEnv)[]) => (env: PayEnv) => names.some((name) => env[name] !== undefined)

/** Settings that a configured gateway requires. */
export const payDependentSettings: readonly (readonly [
  when: (env: PayEnv) => boolean,
  needs: readonly (keyof PayEnv)[],
])[] = [
  [anyOf([...alipayNeeds, 'PAY_ALIPAY_SELLER_ID', 'PAY_ALIPAY_GATEWAY']), alipayNeeds],
  [anyOf([...wechatNeeds, 'PAY_WECHAT_ENDPOINT']), wechatNeeds],
]

/** The configured gateways. Keys are objects, so that they are never logged by mistake. */
export const payOf = (env: PayEnv) => ({ alipay: alipayOf(env), wechat: wechatOf(env) })

function alipayOf(env: PayEnv) {
  const { PAY_ALIPAY_APP_ID: appId, PAY_ALIPAY_PRIVATE_KEY: privateKey, PAY_ALIPAY_PUBLIC_KEY: publicKey } = env
  if (appId === undefined || privateKey === undefined || publicKey === undefined) return undefined
  return { appId, privateKey, publicKey, sellerId: env.PAY_ALIPAY_SELLER_ID, gateway: env.PAY_ALIPAY_GATEWAY }
}

function wechatOf(env: PayEnv) {
  const { PAY_WECHAT_MCHID: mchid, PAY_WECHAT_APPID: appid, PAY_WECHAT_SERIAL: serial } = env
  const { PAY_WECHAT_PRIVATE_KEY: privateKey, PAY_WECHAT_API_V3_KEY: apiKey } = env
  const { PAY_WECHAT_PUBLIC_KEY_ID: publicKeyId, PAY_WECHAT_PUBLIC_KEY: publicKey } = env
  if (mchid === undefined || appid === undefined || serial === undefined || privateKey === undefined) return undefined
  if (apiKey === undefined || publicKeyId === undefined || publicKey === undefined) return undefined
  return {
    mchid,
    appid,
    serial,
    privateKey,
    publicKeyId,
    publicKey,
    endpoint: env.PAY_WECHAT_ENDPOINT,
    /** Decrypts callbacks of the gateway; 32 bytes. */
    apiKey: createSecretKey(Buffer.from(apiKey)),
  }
}
