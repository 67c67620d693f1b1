import { expect } from 'vitest'
import { sessions } from '../../../../src/db/tables/accounts.ts'
import { halfCookie, tokenCookie } from '../../session-cookies.ts'
import { startApp, type TestApp } from '../../app.ts'
import { contentOf, failureOf, type Client } from '../../client.ts'
import { ssoSettings, startOidcProvider, type OidcProvider } from '../../oidc-provider.ts'

/** A provider and an app that uses it. */
export interface SsoScene {
  readonly provider: OidcProvider
  readonly app: TestApp
  /** Signs in another, new user at the provider and resets it; returns the subject. */
  readonly nextPerson: () => string
  /** Goes to the provider; returns the query of its redirect. */
  readonly goThere: (client: Client, redirect?: string) => Promise<string>
  /** Returns with a query and expects a refusal without session or session cookie. */
  readonly refused: (client: Client, query: string) => Promise<string>
  readonly close: () => Promise<void>
}

export const comeBack = (client: Client, query: string) => client.api.accounts.ssoLogin({ query })

export async function ssoScene(): Promise<SsoScene> {
  const provider = await startOidcProvider()
  const app = await startApp(ssoSettings(provider))
  let people = 0
  const sessionCount = async () => (await app.db.select({ id: sessions.id }).from(sessions)).length
  return {
    provider,
    app,
    nextPerson: () => {
      people += 1
      const sub = `person-${people}`
      Object.assign(provider.behaviour, {
        person: { sub, name: '林一' },
        claims: {},
        userinfo: {},
        broken: new Set(),
        silent: new Set(),
        refuses: false,
        tamper: (token: string) => token,
      })
      return sub
    },
    goThere: async (client, redirect = '') => {
      const { url } = contentOf(await client.api.accounts.unAwareLoginKey({ redirect }))
      return (await provider.visit(url)).search
    },
    refused: async (client, query) => {
      const before = await sessionCount()
      const failure = failureOf(await comeBack(client, query))
      expect(client.cookies.has(tokenCookie) || client.cookies.has(halfCookie)).toBe(false)
      expect(await sessionCount()).toBe(before)
      return failure
    },
    close: async () => {
      await app.close()
      await provider.close()
    },
  }
}
