import pino, { type Logger } from 'pino'
import type { Config } from '../config.ts'

/** Structured log without secrets: tokens, passwords, cookies and captchas never reach it. */
export const createLog = (config: Pick<Config, 'logLevel'>): Logger =>
  pino({
    level: config.logLevel,
    redact: {
      paths: ['*.token', '*.password', '*.captcha', '*.cookie', 'token', 'password', 'req.headers', '*.idempotencyKey'],
      censor: '***',
    },
  })
