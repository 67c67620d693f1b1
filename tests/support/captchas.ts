import { captchaText, saveCaptcha } from '../../src/server/session/captchas.ts'
import type { TestApp } from './app.ts'

/**
 * Creates a captcha with a known answer, to be spread into an input: `smsCaptcha({ mobile, ...(await
 * plantCaptcha(app)) })`. The server never discloses answers, so the test inserts its own captcha.
 */
export async function plantCaptcha(app: Pick<TestApp, 'db'>): Promise<{ captchaId: string; captcha: string }> {
  const captcha = captchaText()
  return { captchaId: await saveCaptcha(app.db, captcha), captcha }
}
