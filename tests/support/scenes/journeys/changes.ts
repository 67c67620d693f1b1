import type { Locator, Page } from 'playwright'
import { demoPassword } from '../../accounts.ts'

/** Section of an order's page with its change orders. */
export const changes = (page: Page): Locator => page.getByRole('region', { name: '变更单' })

/** Proves the identity by the password, in the dialog before a signature. */
export async function confirmIdentity(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: '确认是您本人' })
  await dialog.getByRole('textbox', { name: '登录密码' }).fill(demoPassword)
  await dialog.getByRole('button', { name: '确认', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
}

/** Signs change order 1, of which the fingerprint is shown. */
export async function signChange(page: Page, look: (page: Page) => Promise<unknown>): Promise<void> {
  await changes(page).getByText('待您签署').waitFor()
  await changes(page).getByRole('button', { name: '核对并签署' }).click()
  const dialog = page.getByRole('dialog', { name: '签署变更单 1' })
  await dialog.getByText(/^[0-9a-f]{64}$/).waitFor()
  await dialog.getByText('签署期限').waitFor()
  await look(page)
  await dialog.getByRole('button', { name: '签署', exact: true }).click()
  await confirmIdentity(page)
  await changes(page).getByText('已签署生效').waitFor()
}
