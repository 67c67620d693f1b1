import type { Page } from 'playwright'
import { shownBy } from '../accounts/two-factor.ts'
import { querySite } from '../../site-database.ts'

const dialogOf = (page: Page, hasText: string) => page.getByRole('dialog').filter({ hasText })

/** Confirms the user's identity with the password, where a dialog asks for it. */
export async function reauthenticateOn(page: Page, password: string): Promise<void> {
  const dialog = dialogOf(page, '确认是您本人')
  await dialog.getByRole('textbox', { name: '登录密码' }).fill(password)
  await dialog.getByRole('button', { name: '确认', exact: true }).click()
}

/** Enables two-factor authentication on the security page; `look` sees the enrolment. Returns secret and recovery codes. */
export async function enableTwoFactorOn(
  page: Page,
  password: string,
  look: () => Promise<void> = async () => {},
): Promise<{ secret: string; codes: string[] }> {
  await page.getByRole('button', { name: '开启两步验证' }).click()
  await reauthenticateOn(page, password)
  const enrolment = dialogOf(page, '不能扫码时')
  await enrolment.getByRole('img', { name: '两步验证的二维码' }).waitFor()
  const secret = ((await enrolment.locator('.font-mono').textContent()) ?? '').replaceAll(' ', '')
  await look()
  await enrolment.getByLabel('动态码').fill(shownBy(secret))
  await enrolment.getByRole('button', { name: '开启', exact: true }).click()
  const saved = dialogOf(page, '请保存恢复码')
  await saved.getByRole('listitem').first().waitFor()
  const codes = await saved.getByRole('listitem').allTextContents()
  await saved.getByRole('button', { name: '已保存' }).click()
  await page.getByText('还剩 10 个恢复码').waitFor()
  return { secret, codes }
}

/** Answers the second step with the code of now, as if the last one had been used long ago. */
export async function confirmSecondStepOn(
  page: Page,
  within: 'main' | 'dialog',
  { secret, socket }: { readonly secret: string; readonly socket: string },
): Promise<void> {
  const place = page.getByRole(within)
  const field = place.getByLabel('动态码或恢复码')
  await field.waitFor()
  await querySite(socket, 'update two_factors set last_step = 0')
  await field.fill(shownBy(secret))
  await place.getByRole('button', { name: '验证并登录' }).click()
}
