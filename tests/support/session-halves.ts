import type { Browser, BrowserContext, Page } from 'playwright'
import { onTestFinished } from 'vitest'
import { halfCookie, tokenCookie } from './session-cookies.ts'
import { links } from '../../src/domain/links.ts'
import { visit, type Visitor } from './browser.ts'
import { signIn } from './sign-in.ts'

/** A new browser context, closed after the running test. */
export async function openVisitor(browser: Browser, site: string): Promise<Visitor> {
  const visitor = await visit(browser, site)
  onTestFinished(() => visitor.context.close())
  return visitor
}

/** The demo buyer in a new browser context. */
export async function openSignedInBuyer(browser: Browser, site: string): Promise<Visitor> {
  const visitor = await openVisitor(browser, site)
  await visitor.page.goto(links.login())
  await signIn(visitor.page, 'buyer')
  await visitor.page.waitForURL((url) => url.pathname === '/')
  return visitor
}

/** The two halves of the session in a browser. */
export async function sessionHalvesOf({ context }: Visitor): Promise<{ token: string; half: string }> {
  const cookies = new Map((await context.cookies()).map(({ name, value }) => [name, value]))
  return { token: cookies.get(tokenCookie) ?? '', half: cookies.get(halfCookie) ?? '' }
}

/** Sets cookies of a site in a browser, as an attacker would. */
export const setCookies = (context: BrowserContext, site: string, cookies: Readonly<Record<string, string>>) =>
  context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: site })))

/** Makes a call from inside a page, as a script would. Returns the code of the response. */
export const callCodeFrom = (page: Page, path: string, headers: Readonly<Record<string, string>>): Promise<number> =>
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
