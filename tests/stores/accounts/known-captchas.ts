import { expect, vi } from 'vitest'
import type { CaptchaStore } from '../../../src/stores/accounts/verification/captcha.ts'
import type { TestApp } from '../../support/app.ts'
import { plantCaptcha } from '../../support/captchas.ts'

/** Makes the captchas of this page known to the test. Returns a function that waits for one and reads it. */
export function knowCaptchas(app: TestApp): (captcha: CaptchaStore) => Promise<string> {
  const known = new Map<string, string>()
  const through = fetch
  vi.stubGlobal('fetch', async (input: Request) => {
    const response = await through(input)
    if (!input.url.endsWith('/user/login/captcha') || !response.ok) return response
    const body: { content: object } = await response.json()
    const { captchaId, captcha } = await plantCaptcha(app)
    known.set(captchaId, captcha)
    return Response.json({ ...body, content: { ...body.content, captchaId } })
  })
  return async (captcha) => {
    captcha.ensure()
    await vi.waitFor(() => expect(captcha.state.get().at).toBe('ready'), 10_000)
    return known.get(captcha.answer('').captchaId) ?? ''
  }
}
