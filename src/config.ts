import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { dataKeysSetting, pushKeySetting, signingKeySetting } from './key-settings.ts'
import { databaseLimitsOf, limitSettings } from './limit-settings.ts'
import { payDependentSettings, payOf, payoutOf, payoutSettings, paySettings } from './pay-settings.ts'

const flag = z.enum(['0', '1']).transform((value) => value === '1')
const link = z.url().optional()
/** Path of a picture of this site, or the link of a generated QR code. */
const shownCode = z
  .string()
  .regex(
    /^(\/(?!\/)[\w./-]+\.(png|jpe?g|webp|svg)|[a-z][a-z\d+.-]*:\S{1,500})$/,
    'must be /path.png of this site or a link',
  )
  .optional()
const secret = z.string().min(1).max(500).optional()

/** Origins separated by spaces. */
const origins = z
  .string()
  .optional()
  .transform((text = '') => text.split(/\s+/).filter((origin) => origin !== ''))
  .refine(
    (list) => list.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin),
    'must be origins such as https://b.example.com, without a path',
  )
/** Base URL to which pages send calls. */
const callHost = z
  .string()
  .regex(/^(?:https?:\/\/[^\s/?#;,"']+)?(?:\/[\w.-]+)*$/, 'must be as https://calls.example.com/api or /api')
  .default('/api')

/**
 * Every setting of the product, read once. The table in src/docs/settings.md is generated from the descriptions.
 * An invalid value aborts the start with a message that names it.
 */
export const settings = {
  PORT: z.coerce.number().int().min(0).max(65535).default(4321).describe('port to listen on'),
  HOST: z.string().min(1).default('127.0.0.1').describe('address to listen on'),
  SITE_URL: z
    .url()
    .optional()
    .describe(
      'origin of absolute links, whatever the Host header says unless SITE_ORIGINS has it; http://localhost:PORT',
    ),
  SITE_ORIGINS: origins.describe(
    'further origins at which visitors open the site, divided by spaces: links made for a visitor keep theirs. The names of this machine count as one another',
  ),
  AREA: z
    .enum(['chengdu', 'taizhou', 'gaoxin', 'shanghai', 'standard', 'benxi', 'zhongdian', 'yaogang', 'changchun'])
    .default('standard')
    .describe('regional variant, chosen at build time; a process of a build for another area does not start'),
  DATA_DIR: z.string().min(1).default('.data').describe('embedded database and uploads'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
    .optional()
    .describe('PostgreSQL 15 or newer; without it the embedded PGlite in DATA_DIR'),
  DATA_KEYS: dataKeysSetting,
  DEAL_SIGNING_KEY: signingKeySetting,
  WEB_PUSH_KEY: pushKeySetting,
  WEB_PUSH_CONTACT: z
    .string()
    .regex(/^(mailto:\S+@\S+|https:\/\/\S+)$/, 'must start with mailto: or https://')
    .optional()
    .describe('address at which push services reach the operators of the platform; SITE_URL'),
  WEB_PUSH_LOOPBACK: flag
    .optional()
    .describe('1 lets web push call http addresses of this machine, for tests; only with DEMO=1'),
  SERVICE_WORKER: flag
    .default(true)
    .describe('0 removes the service worker and what it stored from every browser that comes by'),
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\//, 'must start with redis://')
    .optional()
    .describe('with it several app processes share push and rate limits'),
  ...limitSettings,
  DEMO: flag.optional().describe('demo data and accounts; 1 without DATABASE_URL, else 0'),
  REVIEW: z
    .enum(['auto', 'manual'])
    .optional()
    .describe(
      'who reviews demands, listings, classes and certifications that the licence itself confirms: manual = operators; auto = nobody, only with DEMO=1, where it is the default. Certificates and claims are always reviewed',
    ),
  TRUST_PROXY: z.coerce
    .number()
    .int()
    .min(0)
    .max(8)
    .default(0)
    .describe('proxies in front whose X-Forwarded-For is believed'),
  METRICS_TOKEN: z
    .string()
    .regex(/^\S{16,500}$/, 'must have 16 to 500 characters without spaces')
    .optional()
    .describe('bearer token for /metrics; without it only a program on this machine reads them'),
  OPERATOR_IDLE_MINUTES: z.coerce
    .number()
    .int()
    .min(5)
    .max(1440)
    .default(30)
    .describe('minutes without use after which a session of a platform operator is over'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info').describe('level of the log'),
  PUBLIC_API_URL: callHost.describe('host of the main calls, as pages name it'),
  PUBLIC_USER_CENTER_URL: callHost.describe('host of the calls under /user-center/'),
  PUBLIC_CLOUD_LOCATION_URL: callHost.describe('host of the parks and policies (parkSearchSafeList, policyList)'),
  CORS_ORIGINS: origins.describe(
    'origins, divided by spaces, whose pages may make calls here with their session: the site itself, where it names another host in PUBLIC_*_URL; none without',
  ),
  PUBLIC_LIVE_STREAM_URL: z
    .string()
    .default('/streams')
    .describe('where the playlists of live classes are, a folder each; set before the build'),
  WEBHOOK_LOOPBACK: flag
    .default(false)
    .describe('1 lets webhooks go to this machine over http too, for development and tests only'),
  SMS_PROVIDER: z
    .enum(['outbox', 'aliyun', 'tencent'])
    .default('outbox')
    .describe('who sends SMS; outbox only keeps them (DEMO shows them at /demo/outbox)'),
  SMS_KEY_ID: secret.describe('access key of the SMS provider'),
  SMS_KEY_SECRET: secret.describe('its secret'),
  SMS_SIGN: secret.describe('signature (签名) approved by the SMS provider'),
  SMS_TEMPLATE_CODE: secret.describe('template for verification codes; its one parameter is the code'),
  SMS_TEMPLATE_NOTICE: secret.describe(
    'template for notices; its one parameter is the text; without it no notices by SMS',
  ),
  SMS_TEMPLATE_INVITATION: secret.describe(
    'template for invitations of sub-accounts; its parameters are company and url; without it they are not sent',
  ),
  SMS_APP_ID: secret.describe('SdkAppId, Tencent only'),
  SMS_ENDPOINT: secret.describe(
    "host of the SMS provider's API, where it is not the usual one; http://… leaves out TLS",
  ),
  MAIL_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://')
    .optional()
    .describe('SMTP server with user and password; without it mail is only kept in the outbox'),
  MAIL_FROM: secret.describe('sender of mail, as 平台 <noreply@example.com>'),
  STORAGE_S3_BUCKET: secret.describe('S3 bucket for uploads; without it they lie in DATA_DIR'),
  STORAGE_S3_ENDPOINT: link.describe('S3 endpoint, where it is not AWS'),
  STORAGE_S3_REGION: secret.describe('S3 region'),
  STORAGE_S3_KEY_ID: secret.describe('S3 access key'),
  STORAGE_S3_KEY_SECRET: secret.describe('its secret'),
  SSO_ISSUER: link.describe('OpenID Connect issuer of the single sign-on (刷脸免登); off without it'),
  SSO_CLIENT_ID: secret.describe('client id at the single sign-on'),
  SSO_CLIENT_SECRET: secret.describe('its secret; also signs the state'),
  SSO_NAME: z.string().min(1).max(20).default('统一身份登录').describe('what the button is called'),
  ...paySettings,
  ...payoutSettings,
  INDUSTRY_LEADER_URL: link.describe('park-service site of /industryLeader; off without it'),
  SUPPLY_CHAIN_URL: link.describe('supply-chain service site; off without it'),
  MINI_PROGRAM_CODE: shownCode.describe(
    'mini-program behind 手机端: a picture of its code below public/, as /codes/mini.png, or the link that a drawn code holds; without it the code opens the site',
  ),
  OFFICIAL_ACCOUNT_CODE: shownCode.describe(
    'official account of the footer, in the same two forms; without it its name stands there to be searched for',
  ),
  NEWS_FEEDS: z
    .string()
    .optional()
    .transform((text = '') => text.split(/\s+/).filter((feed) => feed !== ''))
    .refine((feeds) => feeds.every((feed) => /^(\p{L}+=)?https?:\/\/\S+$/u.test(feed)), 'must be http(s) addresses')
    .describe('RSS and Atom feeds read into the news, divided by spaces, as 政府=https://…; off without any'),
  MALL_URL: link.describe('site behind /easy; off without it'),
} as const

/** Settings that require others. */
const dependentSettings: readonly (readonly [when: (env: Env) => boolean, needs: readonly (keyof Env)[]])[] = [
  [({ SMS_PROVIDER }) => SMS_PROVIDER !== 'outbox', ['SMS_KEY_ID', 'SMS_KEY_SECRET', 'SMS_SIGN', 'SMS_TEMPLATE_CODE']],
  [({ SMS_PROVIDER }) => SMS_PROVIDER === 'tencent', ['SMS_APP_ID']],
  [({ MAIL_URL }) => MAIL_URL !== undefined, ['MAIL_FROM']],
  [
    ({ STORAGE_S3_BUCKET }) => STORAGE_S3_BUCKET !== undefined,
    ['STORAGE_S3_REGION', 'STORAGE_S3_KEY_ID', 'STORAGE_S3_KEY_SECRET'],
  ],
  [({ SSO_ISSUER }) => SSO_ISSUER !== undefined, ['SSO_CLIENT_ID', 'SSO_CLIENT_SECRET']],
  ...payDependentSettings,
]

const settingsShape = z.object(settings)
type Env = z.output<typeof settingsShape>

const isDemo = ({ DEMO, DATABASE_URL }: Env): boolean => DEMO ?? DATABASE_URL === undefined

const completeSettings = settingsShape.superRefine((env, context) => {
  if (env.REVIEW === 'auto' && !isDemo(env)) {
    context.addIssue({
      code: 'custom',
      path: ['REVIEW'],
      message: 'auto approves without a person and is for DEMO=1 only; set REVIEW=manual or leave it out',
    })
  }
  if (env.WEB_PUSH_LOOPBACK === true && !isDemo(env)) {
    context.addIssue({ code: 'custom', path: ['WEB_PUSH_LOOPBACK'], message: 'is for DEMO=1 only; leave it out' })
  }
  if (env.WORKERS > 1 && env.DATABASE_URL === undefined) {
    context.addIssue({
      code: 'custom',
      path: ['WORKERS'],
      message: 'the embedded database belongs to one process; set DATABASE_URL, or leave WORKERS out',
    })
  }
  for (const [when, needs] of dependentSettings) {
    if (!when(env)) continue
    for (const name of needs) {
      if (env[name] === undefined)
        context.addIssue({ code: 'custom', path: [name], message: 'is needed with the others' })
    }
  }
})

const schema = completeSettings.transform((env) => ({
  port: env.PORT,
  host: env.HOST,
  siteUrl: (env.SITE_URL ?? `http://localhost:${env.PORT}`).replace(/\/$/, ''),
  siteOrigins: env.SITE_ORIGINS,
  apiHosts: {
    main: env.PUBLIC_API_URL,
    userCenter: env.PUBLIC_USER_CENTER_URL,
    cloudLocation: env.PUBLIC_CLOUD_LOCATION_URL,
  },
  corsOrigins: env.CORS_ORIGINS,
  webhookLoopback: env.WEBHOOK_LOOPBACK,
  area: env.AREA,
  dataDir: env.DATA_DIR,
  databaseUrl: env.DATABASE_URL,
  dataKeys: env.DATA_KEYS,
  dealSigningKey: env.DEAL_SIGNING_KEY,
  webPush: { key: env.WEB_PUSH_KEY, contact: env.WEB_PUSH_CONTACT, loopback: env.WEB_PUSH_LOOPBACK ?? false },
  serviceWorker: env.SERVICE_WORKER,
  redisUrl: env.REDIS_URL,
  databaseLimits: databaseLimitsOf(env),
  redisWaitMs: env.REDIS_WAIT_MS,
  publicCalls: { atOnce: env.PUBLIC_CALLS, queue: env.PUBLIC_CALL_QUEUE },
  pageDrawing: { atOnce: env.PAGE_DRAWS, queue: env.PAGE_QUEUE, waitMs: env.PAGE_WAIT_MS },
  workers: env.WORKERS,
  cacheBytes: env.CACHE_MB * 1024 * 1024,
  demo: isDemo(env),
  review: env.REVIEW ?? (isDemo(env) ? 'auto' : 'manual'),
  trustProxy: env.TRUST_PROXY,
  operatorIdleMinutes: env.OPERATOR_IDLE_MINUTES,
  logLevel: env.LOG_LEVEL,
  metricsToken: env.METRICS_TOKEN,
  industryLeaderUrl: env.INDUSTRY_LEADER_URL,
  supplyChainUrl: env.SUPPLY_CHAIN_URL,
  mallUrl: env.MALL_URL,
  miniProgramCode: env.MINI_PROGRAM_CODE,
  officialAccountCode: env.OFFICIAL_ACCOUNT_CODE,
  newsFeeds: env.NEWS_FEEDS,
  sms: {
    provider: env.SMS_PROVIDER,
    keyId: env.SMS_KEY_ID ?? '',
    keySecret: env.SMS_KEY_SECRET ?? '',
    sign: env.SMS_SIGN ?? '',
    templateCode: env.SMS_TEMPLATE_CODE ?? '',
    templateNotice: env.SMS_TEMPLATE_NOTICE,
    templateInvitation: env.SMS_TEMPLATE_INVITATION,
    appId: env.SMS_APP_ID ?? '',
    endpoint: env.SMS_ENDPOINT,
  },
  mail: env.MAIL_URL === undefined ? undefined : { url: env.MAIL_URL, from: env.MAIL_FROM ?? '' },
  s3:
    env.STORAGE_S3_BUCKET === undefined
      ? undefined
      : {
          bucket: env.STORAGE_S3_BUCKET,
          endpoint: env.STORAGE_S3_ENDPOINT,
          region: env.STORAGE_S3_REGION ?? '',
          keyId: env.STORAGE_S3_KEY_ID ?? '',
          keySecret: env.STORAGE_S3_KEY_SECRET ?? '',
        },
  sso:
    env.SSO_ISSUER === undefined
      ? undefined
      : {
          issuer: env.SSO_ISSUER,
          clientId: env.SSO_CLIENT_ID ?? '',
          clientSecret: env.SSO_CLIENT_SECRET ?? '',
          name: env.SSO_NAME,
        },
  pay: payOf(env),
  payout: payoutOf(env),
}))

export type Config = z.output<typeof schema>

/** Reads settings from an environment. Throws an Error whose message names each invalid setting. */
export function readConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new Error(`Wrong setting. ${problems.join('; ')}`)
}

function folderOf(file: string, from: string): string {
  const above = dirname(from)
  return existsSync(join(from, file)) || above === from ? from : folderOf(file, above)
}

/** Folder of the installation, whether this runs from the sources or from the built bundle. */
export const installation = folderOf('package.json', import.meta.dirname)
