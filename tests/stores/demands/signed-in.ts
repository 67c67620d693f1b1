import type { Account } from '../../support/accounts.ts'
import { startAppForTest, type TestApp } from '../../support/app.ts'
import { signInAs } from '../../support/client.ts'
import { openPage, type Page } from '../page.ts'

/** Stores running in the page of a signed-in user. */
export interface SignedIn extends Page {
  /** Ends the session on the server. */
  readonly expire: () => void
}

/** Opens a page at `search` as a signed-in user; closed after the test. */
export async function signedIn(account: Account, search = '', started?: TestApp): Promise<SignedIn> {
  const app = started ?? (await startAppForTest())
  const client = await signInAs(app, account)
  return { ...openPage(app, client, '/here', search), expire: () => client.cookies.clear() }
}
