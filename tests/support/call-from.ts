import type { Page } from 'playwright'
import { z } from 'zod'
import { tokenCookie } from './session-cookies.ts'

const answer = z.object({ code: z.int(), message: z.string(), content: z.unknown() })

/** Makes a call with the session of a page, for test setup. */
export async function callFrom(page: Page, path: string, input: unknown): Promise<unknown> {
  const said: unknown = await page.evaluate(
    async ({ path, input, cookie }) => {
      const token = document.cookie
        .split('; ')
        .find((part) => part.startsWith(`${cookie}=`))
        ?.slice(cookie.length + 1)
      const response = await fetch(`/api${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'app-id': 'web',
          version: '1.0.0',
          token: token ?? '',
          'idempotency-key': crypto.randomUUID(),
        },
        body: JSON.stringify(input),
      })
      return response.json()
    },
    { path, input, cookie: tokenCookie },
  )
  const { code, message, content } = answer.parse(said)
  if (code !== 200) throw new Error(`${path}: ${code} ${message} ${JSON.stringify(content)}`)
  return content
}
