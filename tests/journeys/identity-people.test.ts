import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { permissionName } from '../../src/domain/accounts/permissions.ts'
import { links } from '../../src/domain/links.ts'
import { demoPassword } from '../support/accounts.ts'
import { launchBrowser, violations, visit, type Visitor } from '../support/browser.ts'
import { waitForIslands } from '../support/wait-for-islands.ts'
import {
  passCodeInterval,
  requestCodeOn,
  codeSentTo,
  linkSentTo,
  newPerson,
  registerOn,
  type NewPerson,
} from '../support/new-person.ts'
import { saveScreenshotsOnFailure } from '../support/failure-screenshots.ts'
import { measurePageWeight } from '../support/page-weight.ts'

/** People of a company: permissions, invitations, sessions and passwords. */

const refusal = `您没有“${permissionName('my_requirement')}”权限`
const [site, door] = [inject('site'), inject('databaseSocket')]
let browser: Browser
let owner: Visitor
let other: Visitor
const found: string[] = []
const look = async (page: Page) => found.push(...(await violations(page)))

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())
beforeEach(async () => {
  found.length = 0
  owner = await visit(browser, site)
  other = await visit(browser, site)
  saveScreenshotsOnFailure({ owner, other })
})
// Their windows stay open until the browser closes, for screenshots of failures.
afterEach(() => {
  expect([...found, ...owner.errors, ...other.errors]).toEqual([])
})

async function signInAs({ page }: Visitor, loginName: string, password: string, to = links.home()): Promise<void> {
  await page.goto(links.login(to))
  const main = page.getByRole('main')
  await main.getByLabel('登录名或手机号').fill(loginName)
  await main.getByLabel('密码', { exact: true }).fill(password)
  await main.getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL((url) => url.pathname === new URL(to, site).pathname)
}

async function addSubAccount(page: Page, person: NewPerson, role: string): Promise<void> {
  await waitForIslands(page)
  await page.getByRole('button', { name: '新增子账号' }).first().click()
  const dialog = page.getByRole('dialog', { name: '新增子账号' })
  await dialog.getByLabel('姓名').fill('乔一禾')
  await dialog.getByLabel('手机号').fill(person.mobile)
  await dialog.getByRole('checkbox', { name: new RegExp(`^${role}`) }).check()
  await look(page)
  await dialog.getByRole('button', { name: '发送邀请', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('row', { name: /乔一禾.*待接受/ }).waitFor()
}

/** Opens the link of the SMS, verifies the number and creates the account; ends in the buyer centre. */
async function acceptInvitation({ page }: Visitor, person: NewPerson): Promise<void> {
  const link = await linkSentTo(door, person.mobile)
  expect(measurePageWeight(await (await fetch(site + link)).text()).script).toBeLessThanOrEqual(20 * 1024)
  await page.goto(link)
  const main = page.getByRole('main')
  await main.getByText('成都衡序医药科技有限公司').waitFor()
  await look(page)
  await main.getByRole('button', { name: '获取验证码' }).click()
  await main.getByRole('button', { name: /秒后重发/ }).waitFor()
  await main.getByLabel('短信验证码').fill(await codeSentTo(door, person.mobile))
  await main.getByRole('button', { name: '下一步' }).click()
  await main.getByLabel('登录名', { exact: true }).fill(person.loginName)
  await main.getByLabel('密码', { exact: true }).fill(person.password)
  await main.getByRole('checkbox', { name: /已阅读并同意/ }).check()
  await look(page)
  await main.getByRole('button', { name: '接受邀请' }).click()
  await page.waitForURL((url) => url.pathname === new URL(links.buyerDashboard(), site).pathname)
}

test('a revoked permission applies at the next click, with a contact, and the menu is updated', async () => {
  const person = newPerson()
  await signInAs(owner, 'buyer', demoPassword, links.buyerSubAccounts())
  await addSubAccount(owner.page, person, '采购员')
  await look(owner.page)

  await acceptInvitation(other, person)
  await owner.page.reload()
  await owner.page.getByRole('row', { name: new RegExp(`乔一禾.*${person.loginName}.*正常`) }).waitFor()
  await other.page.goto(links.buyerDemands())
  const { page } = other
  const menu = page.getByRole('navigation', { name: '买家中心' })
  await menu.getByRole('link', { name: '我的需求' }).waitFor()
  const tabs = page.getByRole('main').getByRole('tab')
  await waitForIslands(page)
  await tabs.nth(1).click()
  await page
    .getByRole('main')
    .getByRole('table')
    .or(page.getByText('暂无').filter({ visible: true }))
    .first()
    .waitFor()
  await look(page)

  await owner.page.getByRole('button', { name: '编辑 乔一禾' }).first().click()
  const dialog = owner.page.getByRole('dialog', { name: '编辑账号：乔一禾' })
  await dialog.getByRole('checkbox', { name: /^采购员/ }).uncheck()
  await dialog.getByRole('button', { name: '保存' }).click()
  await dialog.waitFor({ state: 'hidden' })

  await tabs.nth(2).click()
  await page.getByRole('main').getByText(refusal).waitFor()
  await page.getByText('请联系贵企业的主账号').first().waitFor()
  await look(page)
  await page.goto(links.buyerAccount())
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await menu.getByRole('link', { name: '我的需求' }).count()).toBe(0)
  await page.goto(links.buyerDemands())
  await page.getByRole('main').getByText(refusal).waitFor()
})

test('an invitation adds a newly registered user to the company, once', async () => {
  const person = newPerson()
  await signInAs(owner, 'buyer', demoPassword, links.buyerSubAccounts())
  await waitForIslands(owner.page)
  await owner.page.getByRole('tab', { name: '邀请' }).click()
  await owner.page.getByRole('button', { name: '邀请加入' }).first().click()
  const dialog = owner.page.getByRole('dialog', { name: '邀请加入' })
  await dialog.getByRole('checkbox', { name: /^财务/ }).check()
  await dialog.getByRole('button', { name: '生成链接' }).click()
  const made = owner.page.getByRole('dialog', { name: '邀请链接已生成' })
  const link = await made.getByRole('textbox', { name: '邀请链接' }).inputValue()
  await look(owner.page)

  const { page } = other
  const { pathname, search } = new URL(link)
  await page.goto(pathname + search)
  await look(page)
  await registerOn(page, door, person)
  await page.waitForURL((url) => !url.pathname.startsWith('/login/'))
  await page.goto(links.buyerAccount({ tab: 'company' }))
  const company = await companyOf(owner.page)
  await page.getByRole('main').getByText(company).first().waitFor()
  await page.goto(links.buyerOrders())
  await page.getByRole('main').getByRole('tab').first().waitFor()

  const late = await visit(browser, site)
  await late.page.goto(pathname + search)
  await registerOn(late.page, door, newPerson())
  await late.page
    .getByText(/邀请不存在|已使用|已过期/)
    .first()
    .waitFor()
  await late.context.close()
})

/** The company name as seen by its own people. */
async function companyOf(page: Page): Promise<string> {
  const stored = await page.evaluate(() => localStorage.getItem('userInfo') ?? '')
  const name = /"companyName":"([^"]+)"/.exec(stored)?.[1]
  if (name === undefined) throw new Error('Nobody is signed in')
  return name
}

test('signing out another browser ends its session, and this one continues', async () => {
  const person = newPerson()
  await owner.page.goto(links.register())
  await registerOn(owner.page, door, person)
  await owner.page.waitForURL((url) => url.pathname === '/')
  await signInAs(other, person.loginName, person.password, links.buyerAccount())

  const { page } = owner
  await page.goto(links.buyerSecurity())
  await waitForIslands(page)
  await look(page)
  const there = page.getByRole('button', { name: /^退出 .*登录于/ })
  await there.first().click()
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog')).last()
  await question.getByRole('button', { name: '退出', exact: true }).click()
  await there.first().waitFor({ state: 'detached' })
  await other.page.reload()
  await other.page.waitForURL((url) => url.pathname === '/login/login')
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(new URL(page.url()).pathname).toBe(links.buyerSecurity())
})

test('a forgotten password is reset with the code from the outbox, and other sessions end', async () => {
  const person = newPerson()
  await owner.page.goto(links.register())
  await registerOn(owner.page, door, person)
  await owner.page.waitForURL((url) => url.pathname === '/')

  const { page } = other
  await page.goto(links.resetPassword())
  await look(page)
  await passCodeInterval(door, person.mobile)
  await requestCodeOn(page, door, person.mobile)
  const outbox = await other.context.newPage()
  await outbox.goto(links.demoOutbox())
  await look(outbox)
  const message = outbox.getByRole('main').getByText(person.mobile).first()
  await message.waitFor()
  const text = await outbox.getByRole('main').innerText()
  const code = await codeSentTo(door, person.mobile)
  expect(text).toContain(code)
  await outbox.close()
  const main = page.getByRole('main')
  await main.getByLabel('短信验证码').fill(code)
  await main.getByRole('button', { name: '下一步' }).click()
  await main.getByLabel('新密码', { exact: true }).fill('Wangji@2027')
  await look(page)
  await main.getByRole('button', { name: '下一步' }).click()
  await main.getByText('密码已重新设置').waitFor()
  await main.getByText(person.loginName).waitFor()
  await look(page)

  await owner.page.goto(links.buyerAccount())
  await owner.page.waitForURL((url) => url.pathname === '/login/login')
  await signInAs(other, person.loginName, 'Wangji@2027', links.buyerAccount())
})
