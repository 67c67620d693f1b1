import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { links } from '../../src/domain/links.ts'
import { launchBrowser, violations, visit } from '../support/browser.ts'
import { waitForIslands } from '../support/wait-for-islands.ts'
import { signIn } from '../support/sign-in.ts'

/** Input in a dialog is not lost by accidental clicks, nor by keys of an input method. */

const site = inject('site')
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** Opens a page as the buyer and waits until a button is interactive. */
async function asBuyer(path: string, button: string) {
  const { page, context, errors } = await visit(browser, site)
  await page.goto(links.login(path))
  await signIn(page, 'buyer')
  const opener = page.getByRole('button', { name: button }).first()
  await opener.waitFor()
  await waitForIslands(page)
  return { page, context, faults: errors, opener, dialog: page.getByRole('dialog', { name: button }) }
}

/** A key event during a composition of an input method. */
async function pressComposing(page: Page, key: 'Enter' | 'Escape'): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const text = key === 'Enter' ? { text: '\r' } : {}
  await session.send('Input.dispatchKeyEvent', { type: 'keyDown', key, windowsVirtualKeyCode: 229, ...text })
  await session.detach()
}

test('Esc, the close button and the backdrop ask before discarding input, and do not ask without input', async () => {
  const { page, context, faults, opener, dialog } = await asBuyer(links.buyerRoles(), '新增角色')
  const question = page.getByRole('dialog', { name: '放弃已填写的内容？' })
  const name = dialog.getByLabel('角色名称')
  const open = () => opener.click()

  await open()
  await name.focus()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  await open()
  await name.fill('报价专员')
  await pressComposing(page, 'Enter')
  expect(await dialog.getByText('请至少选择一项权限').count()).toBe(0)
  await pressComposing(page, 'Escape')
  expect(await question.count()).toBe(0)
  const ways = [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: '关闭' }).click(),
    () => page.mouse.click(20, 400),
  ]
  for (const leave of ways) {
    await leave()
    await question.getByRole('button', { name: '继续填写' }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    expect(await name.inputValue()).toBe('报价专员')
  }
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: '放弃' }).click()
  await dialog.waitFor({ state: 'detached' })
  await open()
  expect(await name.inputValue()).toBe('')
  expect(faults).toEqual([])
  await context.close()
})

test('a dialog with a saved draft closes at once and shows it again', async () => {
  const { page, context, faults, opener, dialog } = await asBuyer(links.buyerMessages(), '写消息')
  await opener.click()
  await dialog.getByRole('textbox', { name: '内容' }).fill('写到一半')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await opener.click()
  expect(await dialog.getByRole('textbox', { name: '内容' }).inputValue()).toBe('写到一半')
  expect(faults).toEqual([])
  await context.close()
})

test('the Enter that ends a composition does not start a search', async () => {
  const { page, context, errors } = await visit(browser, site)
  await page.goto(links.login(links.buyerDemands()))
  await signIn(page, 'buyer')
  const search = page.getByRole('search').last().getByRole('searchbox')
  await search.waitFor()
  await waitForIslands(page)
  await search.fill('毒理')
  await pressComposing(page, 'Enter')
  expect(new URL(page.url()).search).toBe('')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.searchParams.get('keyword') === '毒理')
  expect(errors).toEqual([])
  await context.close()
})

test('a double click opens a dialog once; the backdrop closes it afterwards', async () => {
  const { page, context, faults, opener, dialog } = await asBuyer(links.buyerRoles(), '新增角色')
  await opener.dblclick()
  await dialog.getByLabel('角色名称').focus()
  expect(await dialog.count()).toBe(1)
  await page.mouse.click(20, 400)
  await dialog.waitFor({ state: 'detached' })
  expect(faults).toEqual([])
  await context.close()
})
