import type { Browser, BrowserContext, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { halfCookie, tokenCookie } from './session-cookies.ts'
import { links } from '../../src/domain/links.ts'
import { visit, type Visitor } from './browser.ts'
import { signIn } from './sign-in.ts'

/** Somebody new in a browser of their own, until the running test is over. */
export async function arrive(browser: Browser, site: string): Promise<Visitor> {
  const visitor = await visit(browser, site)
  onTestFinished(() => visitor.context.close())
  return visitor
}

/** The buyer of the demo in a browser of their own. */
export async function signedIn(browser: Browser, site: string): Promise<Visitor> {
  const visitor = await arrive(browser, site)
  await visitor.page.goto(links.login())
  await signIn(visitor.page, 'buyer')
  await visitor.page.waitForURL((url) => url.pathname === '/')
  return visitor
}

/** The two halves of the session that a browser holds. */
export async function halvesOf({ context }: Visitor): Promise<{ token: string; half: string }> {
  const cookies = new Map((await context.cookies()).map(({ name, value }) => [name, value]))
  return { token: cookies.get(tokenCookie) ?? '', half: cookies.get(halfCookie) ?? '' }
}

/** Puts cookies of a site into a browser, as a thief would. */
export const put = (context: BrowserContext, site: string, cookies: Readonly<Record<string, string>>) =>
  context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: site })))

/** Makes a call from inside a page, as a script there would. Gives the code of its answer. */
export const callFrom = (page: Page, path: string, headers: Readonly<Record<string, string>>): Promise<number> =>
  page.evaluate(
    async ([to, more]) => {
      const response = await fetch(`/api${to}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'app-id': 'web', ...more },
        body: '{}',
      })
      const envelope: { code: number } = await response.json()
      return envelope.code
    },
    [path, headers] as const,
  )
