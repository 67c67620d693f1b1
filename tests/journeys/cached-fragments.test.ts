import { expect, inject, test } from 'vitest'
import { z } from 'zod'
import { links } from '../../src/domain/links.ts'
import { demoPassword, type Account } from '../support/accounts.ts'
import { saveCookie } from '../support/client.ts'
import { querySite } from '../support/site-database.ts'
import { tokenCookie } from '../support/session-cookies.ts'

/** Parts of pages that the server keeps (CachedFragment.astro), as two accounts and a visitor get them. */

const site = inject('site')
const socket = inject('databaseSocket')
const json = { 'content-type': 'application/json', 'app-id': 'web' }

async function signedIn(loginName: Account): Promise<Record<string, string>> {
  const body = JSON.stringify({ loginName, password: demoPassword })
  const answer = await fetch(`${site}/api/user-center/user/login`, { method: 'POST', headers: json, body })
  const cookies = new Map<string, string>()
  for (const line of answer.headers.getSetCookie()) saveCookie(cookies, line)
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return { token: cookies.get(tokenCookie) ?? '', cookie }
}

const read = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(site + path, { headers, redirect: 'manual' })
  return { status: answer.status, html: await answer.text() }
}

/** The profile of a shop, as it is saved. */
const shop = z.object({
  code: z.literal(200),
  content: z.object({
    shopName: z.string(),
    brief: z.string(),
    introduction: z.string(),
    logoFileId: z.string(),
    backdrop: z.int(),
    holidayFrom: z.string(),
    holidayUntil: z.string(),
    holidayNotice: z.string(),
    version: z.int(),
  }),
})

const own = `select s.id, s.shop_id, s.title from services s join users u on u.company_id = s.company_id
  where u.login_name = 'seller' and s.status = 'published' order by s.id limit 1`

test('a detail page is the same for two accounts and a visitor, whoever asks first', async () => {
  const [listing] = await querySite(socket, own)
  const [buyer, seller] = [await signedIn('buyer'), await signedIn('seller')]
  const people = await querySite(socket, `select real_name as name from users where login_name in ('buyer', 'seller')`)
  const addressOf = (mark: number) => `${links.serviceDetail(Number(listing?.id))}&_=${mark}`
  expect(people).toHaveLength(2)
  for (const [mark, asking] of [
    [buyer, seller, {}],
    [seller, {}, buyer],
    [{}, buyer, seller],
  ].entries()) {
    const pages = []
    for (const headers of asking) pages.push(await read(addressOf(mark), headers))
    const [first] = pages
    expect(first?.status).toBe(200)
    expect(first?.html).toContain(String(listing?.title))
    expect(pages).toEqual([first, first, first])
    for (const { name } of people) expect(first?.html).not.toContain(String(name))
  }
})

test('the preview of a listing leaves nothing in its public page, and nothing for another account', async () => {
  const [listing] = await querySite(socket, own)
  const id = Number(listing?.id)
  const [buyer, seller] = [await signedIn('buyer'), await signedIn('seller')]
  const before = await read(`${links.serviceDetail(id)}&_=before`)
  const preview = `/serviceHall/serviceDetailsConf?serviceId=${id}`
  const previewed = await read(preview, seller)
  expect(previewed.status).toBe(200)
  expect(previewed.html).toContain('预览中不能操作')
  expect((await read(preview, buyer)).html).not.toContain(String(listing?.title))
  const after = await read(`${links.serviceDetail(id)}&_=after`)
  expect(after).toEqual(before)
  expect(after.html).not.toContain('预览中不能操作')
})

test('a renamed shop is shown at once, on a page that is kept and on one that is drawn from kept parts', async () => {
  const [listing] = await querySite(socket, own)
  const id = Number(listing?.id)
  const seller = await signedIn('seller')
  const call = async (path: string, body: object) => {
    const init = { method: 'POST', headers: { ...json, ...seller }, body: JSON.stringify(body) }
    return shop.parse(await (await fetch(`${site}/api/fmall/shop/seller/${path}`, init)).json()).content
  }
  const { shopName: before, ...profile } = await call('detail', {})
  const shown = async (mark: string) => (await read(`${links.serviceDetail(id)}&_=${mark}`)).html
  expect(await shown('kept')).toContain(`>${before}</h2>`)
  const renamed = await call('save', { ...profile, shopName: '改名试验' })
  try {
    for (const mark of ['kept', 'drawn']) {
      expect(await shown(mark)).toContain('>改名试验</h2>')
      expect(await shown(mark)).not.toContain(`>${before}</h2>`)
    }
  } finally {
    await call('save', { ...renamed, shopName: before })
  }
  for (const mark of ['kept', 'drawn', 'again']) expect(await shown(mark)).toContain(`>${before}</h2>`)
})
