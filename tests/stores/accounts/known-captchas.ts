import { expect, vi } from 'vitest'
import type { CaptchaStore } from '../../../src/stores/accounts/captcha.ts'
import type { TestApp } from '../../support/app.ts'
import { plantCaptcha } from '../../support/captchas.ts'

/** Pictures of this page are such whose answers a test knows. Gives what a person would do: wait for one and read it. */
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
    captcha.need()
    await vi.waitFor(() => expect(captcha.state.get().at).toBe('ready'), 10_000)
    return known.get(captcha.answer('').captchaId) ?? ''
  }
}
