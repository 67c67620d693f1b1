import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { links } from '../../src/domain/links.ts'
import { launchBrowser, violations, visit } from '../support/browser.ts'
import { hydrated } from '../support/hydrated.ts'
import { signIn } from '../support/sign-in.ts'

/** What is typed into a dialog is not lost by a slip of the hand, nor by a key that belongs to the input method. */

const site = inject('site')
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** The page at an address as the buyer sees it, once what it is about can be worked with. */
async function asBuyer(path: string, button: string) {
  const { page, context, faults } = await visit(browser, site)
  await page.goto(links.login(path))
  await signIn(page, 'buyer')
  const opener = page.getByRole('button', { name: button }).first()
  await opener.waitFor()
  await hydrated(page)
  return { page, context, faults, opener, dialog: page.getByRole('dialog', { name: button }) }
}

/** A key as the browser reports it while an input method is choosing characters. */
async function pressComposing(page: Page, key: 'Enter' | 'Escape'): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const text = key === 'Enter' ? { text: '\r' } : {}
  await session.send('Input.dispatchKeyEvent', { type: 'keyDown', key, windowsVirtualKeyCode: 229, ...text })
  await session.detach()
}

test('Esc, the cross and the scrim ask before what was typed is lost; nothing typed, nothing asked', async () => {
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

test('a dialog whose draft is kept closes at once and has it again', async () => {
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

test('a search of a list is not started by the Enter that ends a composition', async () => {
  const { page, context, faults } = await visit(browser, site)
  await page.goto(links.login(links.buyerDemands()))
  await signIn(page, 'buyer')
  const search = page.getByRole('search').last().getByRole('searchbox')
  await search.waitFor()
  await hydrated(page)
  await search.fill('毒理')
  await pressComposing(page, 'Enter')
  expect(new URL(page.url()).search).toBe('')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.searchParams.get('keyword') === '毒理')
  expect(faults).toEqual([])
  await context.close()
})

test('a double click opens a dialog and leaves it open; the scrim closes it after that', async () => {
  const { page, context, faults, opener, dialog } = await asBuyer(links.buyerRoles(), '新增角色')
  await opener.dblclick()
  await dialog.getByLabel('角色名称').focus()
  expect(await dialog.count()).toBe(1)
  await page.mouse.click(20, 400)
  await dialog.waitFor({ state: 'detached' })
  expect(faults).toEqual([])
  await context.close()
})
