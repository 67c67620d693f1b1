import type { Locator, Page } from 'playwright'

/** Steps of milestones on the page of an order, which is open. */

export const milestones = (page: Page) => page.getByRole('region', { name: '里程碑与验收' })
/** The card of one milestone; the time axis has list items of its own. */
export const card = (page: Page, name: string): Locator =>
  milestones(page).getByRole('listitem', { name: new RegExp(`^里程碑 \\d“${name}”$`) })
export const press = (page: Page, name: string, step: string) =>
  card(page, name)
    .getByRole('button', { name: new RegExp(`^${step}`) })
    .click()
export const waitForLabel = (page: Page, name: string, label: string) =>
  card(page, name)
    .getByRole('heading', { name: new RegExp(label) })
    .first()
    .waitFor()

export async function confirmIn(page: Page, button: string): Promise<void> {
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  await dialog.getByRole('button', { name: button, exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
}

export async function start(seller: Page, name: string): Promise<void> {
  await press(seller, name, '开工')
  await confirmIn(seller, '开工')
  await waitForLabel(seller, name, '进行中')
}

export async function deliver(seller: Page, name: string, note: string): Promise<void> {
  await press(seller, name, '提交交付')
  await seller.getByRole('dialog').getByLabel('交付说明').fill(note)
  await confirmIn(seller, '提交交付')
  await waitForLabel(seller, name, '待验收')
}

export async function requestChanges(buyer: Page, name: string, note: string): Promise<void> {
  await waitForLabel(buyer, name, '待验收')
  await press(buyer, name, '要求修改')
  await buyer.getByRole('dialog').getByLabel('需要修改的内容').fill(note)
  await confirmIn(buyer, '提交')
}

export async function accept(buyer: Page, name: string): Promise<void> {
  await waitForLabel(buyer, name, '待验收')
  await press(buyer, name, '验收通过')
  await confirmIn(buyer, '验收通过')
  await waitForLabel(buyer, name, '已验收')
}
