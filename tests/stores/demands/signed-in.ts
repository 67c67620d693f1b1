import type { Account } from '../../support/accounts.ts'
import { startAppForTest, type TestApp } from '../../support/app.ts'
import { as } from '../../support/client.ts'
import { openPage, type Page } from '../page.ts'

/** Stores as they run in the page of somebody signed in. */
export interface SignedIn extends Page {
  /** Lets the session end on the server's side. */
  readonly expire: () => void
}

/** Puts a person into a page at `search`, and takes the page away after the test. */
export async function signedIn(account: Account, search = '', started?: TestApp): Promise<SignedIn> {
  const app = started ?? (await startAppForTest())
  const client = await as(app, account)
  return { ...openPage(app, client, '/here', search), expire: () => client.cookies.clear() }
}
