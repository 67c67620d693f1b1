import { captchaText, keepCaptcha } from '../../src/server/session/captchas.ts'
import type { TestApp } from './app.ts'

/**
 * A captcha with its answer, to be spread into an input: `smsCaptcha({ mobile, ...(await plantCaptcha(app)) })`. The
 * server never tells an answer; a test puts a captcha of its own where the server keeps them.
 */
export async function plantCaptcha(app: Pick<TestApp, 'db'>): Promise<{ captchaId: string; captcha: string }> {
  const captcha = captchaText()
  return { captchaId: await keepCaptcha(app.db, captcha), captcha }
}
