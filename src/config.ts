import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'

const flag = z.enum(['0', '1']).transform((value) => value === '1')
const link = z.url().optional()

/**
 * Every setting of the product, read once. The README's table is generated from the descriptions.
 * A wrong value stops the start with a sentence that names it.
 */
export const settings = {
  PORT: z.coerce.number().int().min(0).max(65535).default(4321).describe('port to listen on'),
  HOST: z.string().min(1).default('127.0.0.1').describe('address to listen on'),
  SITE_URL: z
    .url()
    .optional()
    .describe('origin of absolute links, never taken from the Host header; http://localhost:PORT'),
  AREA: z
    .enum(['chengdu', 'taizhou', 'gaoxin', 'shanghai', 'standard', 'benxi', 'zhongdian', 'yaogang', 'changchun'])
    .default('standard')
    .describe('regional variant, chosen at build time'),
  DATA_DIR: z.string().min(1).default('.data').describe('embedded database and uploads'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
    .optional()
    .describe('PostgreSQL 15 or newer; without it the embedded PGlite in DATA_DIR'),
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\//, 'must start with redis://')
    .optional()
    .describe('with it several app processes share push and rate limits'),
  DEMO: flag.optional().describe('demo data and accounts; 1 without DATABASE_URL, else 0'),
  REVIEW: z.enum(['auto', 'manual']).default('auto').describe('review of demands and listings by operators'),
  TRUST_PROXY: z.coerce
    .number()
    .int()
    .min(0)
    .max(8)
    .default(0)
    .describe('proxies in front whose X-Forwarded-For is believed'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info').describe('level of the log'),
  PUBLIC_API_URL: z.string().default('/api').describe('host of the main calls'),
  PUBLIC_USER_CENTER_URL: z.string().default('/api').describe('host of the calls under /user-center/'),
  PUBLIC_CLOUD_LOCATION_URL: z.string().default('/api').describe('host of the two cloud-location calls'),
  INDUSTRY_LEADER_URL: link.describe('park-service site of /industryLeader; off without it'),
  SUPPLY_CHAIN_URL: link.describe('supply-chain service site; off without it'),
  MALL_URL: link.describe('site behind /easy; off without it'),
} as const

const schema = z.object(settings).transform((env) => ({
  port: env.PORT,
  host: env.HOST,
  siteUrl: (env.SITE_URL ?? `http://localhost:${env.PORT}`).replace(/\/$/, ''),
  area: env.AREA,
  dataDir: env.DATA_DIR,
  databaseUrl: env.DATABASE_URL,
  redisUrl: env.REDIS_URL,
  demo: env.DEMO ?? env.DATABASE_URL === undefined,
  review: env.REVIEW,
  trustProxy: env.TRUST_PROXY,
  logLevel: env.LOG_LEVEL,
  industryLeaderUrl: env.INDUSTRY_LEADER_URL,
  supplyChainUrl: env.SUPPLY_CHAIN_URL,
  mallUrl: env.MALL_URL,
}))

export type Config = z.output<typeof schema>

/** Settings from an environment. Throws an Error whose message names each wrong setting. */
export function readConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new Error(`Wrong setting. ${faults.join('; ')}`)
}

function folderOf(file: string, from: string): string {
  const above = dirname(from)
  return existsSync(join(from, file)) || above === from ? from : folderOf(file, above)
}

/** Folder of the installation, whether this runs from the sources or from the built bundle. */
export const installation = folderOf('package.json', import.meta.dirname)
