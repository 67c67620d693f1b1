import { DrizzleQueryError } from 'drizzle-orm'
import pino, { type Logger } from 'pino'
import type { Config } from '../config.ts'

/** Serialises errors. Of a failed query only text and database message, without values (personal data). */
function errorFor(err: Error): object {
  if (!(err instanceof DrizzleQueryError)) return pino.stdSerializers.err(err)
  const { cause, query, name } = err
  const code = cause !== undefined && 'code' in cause ? cause.code : undefined
  return { type: name, message: cause?.message, code, query, stack: cause?.stack }
}

/** Structured log without secrets: tokens, passwords, cookies and captchas never reach it. */
export const createLog = (config: Pick<Config, 'logLevel'>): Logger =>
  pino({
    level: config.logLevel,
    serializers: { err: errorFor },
    redact: {
      paths: ['*.token', '*.password', '*.captcha', '*.cookie', 'token', 'password', 'req.headers', '*.idempotencyKey'],
      censor: '***',
    },
  })
