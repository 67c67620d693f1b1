import type { Page } from 'playwright'
import { demoPassword } from './accounts.ts'

/** Fills in and submits the login form of the page or of a dialog. */
export async function signIn(page: Page, account: string, within: 'main' | 'dialog' = 'main'): Promise<void> {
  const place = page.getByRole(within)
  await place.getByLabel('登录名或手机号').fill(account)
  await place.getByLabel('密码', { exact: true }).fill(demoPassword)
  await place.getByRole('button', { name: '登录', exact: true }).click()
}
