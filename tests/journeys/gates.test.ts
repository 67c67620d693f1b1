import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { permissionName } from '../../src/domain/accounts/permissions.ts'
import { links } from '../../src/domain/links.ts'
import { opsMenu } from '../../src/components/operations/ops-menu.ts'
import type { Account } from '../support/accounts.ts'
import { launchBrowser, violations, visit, type Visitor } from '../support/browser.ts'
import { saveScreenshotsOnFailure } from '../support/failure-screenshots.ts'
import { signIn } from '../support/sign-in.ts'

/** Restricted pages: what unauthorised users see, and the link they get. */

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

async function at(account: Account, path: string): Promise<Visitor> {
  const person = await visit(browser, inject('site'))
  saveScreenshotsOnFailure({ person })
  await person.page.goto(links.login(path))
  await signIn(person.page, account)
  await person.page.waitForURL((url) => url.pathname === path)
  return person
}

const right = permissionName('my_requirement')
test.each<[Account, string, string, string, string]>([
  ['person', links.buyerDashboard(), '您的账号尚未加入企业', '新建或加入企业', links.buyerAccount({ tab: 'company' })],
  ['sub', links.buyerDemands(), `您没有“${right}”权限`, '查看我的账号', links.buyerAccount()],
  ['ops', links.sellerDashboard(), '您的账号用于平台运营', '平台运营', links.ops()],
  ['service', links.buyerDashboard(), '您的账号用于客服工作台', '客服工作台', links.supportConsole()],
])('%s at %s sees why the page is restricted, and where to go', async (account, path, why, word, to) => {
  const { page, errors } = await at(account, path)
  await page.getByRole('main').getByText(why, { exact: true }).waitFor()
  const way = page.getByRole('main').getByRole('link', { name: word, exact: true })
  expect(await way.getAttribute('href')).toBe(to)
  expect([...errors, ...(await violations(page))]).toEqual([])
})

test('a buyer in the seller centre is offered to become a supplier', async () => {
  const { page, errors } = await at('buyer', links.sellerDashboard())
  await page.getByRole('main').getByRole('heading', { name: '成为供应商' }).waitFor()
  expect(errors).toEqual([])
})

test('operators find all their pages in the menu; for everybody else they return 404', async () => {
  const entries = opsMenu.flatMap((group) => group.entries)
  const { page, errors } = await at('ops', links.needs())
  for (const { label, href } of entries) {
    await page
      .getByRole('navigation', { name: '平台运营' })
      .getByRole('link', { name: new RegExp(`^${label}(\\s|\\d|$)`) })
      .click()
    await page.waitForURL((url) => url.pathname === href)
    const current = page.getByRole('navigation', { name: '平台运营' }).locator('[aria-current="page"]')
    // A count of what waits may follow.
    expect(await current.innerText()).toMatch(new RegExp(`^${label}`))
  }
  expect(errors).toEqual([])
  const other = await at('seller', links.home())
  for (const { href } of entries) {
    const answer = await other.page.request.get(href)
    expect([href, answer.status()]).toEqual([href, 404])
  }
})
