import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../support/app.ts'
import { as, contentOf, failureOf, faultyFields, visitor, type Client } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'

let app: TestApp
let buyer: Client
let sub: Client
beforeAll(async () => {
  app = await startApp()
  buyer = await as(app, 'buyer')
  sub = await as(app, 'sub')
})
afterAll(() => app.close())

const card = {
  ...{ name: '仲晓妮', jobTitle: '采购经理', department: '采购部', mobile: '13880702046' },
  ...{ email: 'zhong@example.com', wechat: 'zhongxn', intro: '负责 CRO 与试剂采购。' },
}
const idOf = async (client: Client) => contentOf(await client.api.accounts.profile({})).userId

test('userCard starts from the account; how to reach somebody is filled in for themselves only', async () => {
  const own = contentOf(await buyer.api.accounts.userCard({}))
  expect(own).toMatchObject({ name: '仲晓妮', jobTitle: '采购经理', mobile: '13880702046', department: '' })
  const seen = contentOf(await sub.api.accounts.userCard({ userId: own.userId }))
  expect(seen).toMatchObject({ name: '仲晓妮', mobile: '', email: '' })
})

test('userCardSave keeps it, again and again, and colleagues see it', async () => {
  contentOf(await buyer.api.accounts.userCardSave({ ...card, department: '研发采购部' }))
  contentOf(await buyer.api.accounts.userCardSave(card))
  expect(contentOf(await buyer.api.accounts.userCard({}))).toMatchObject(card)
  expect(contentOf(await sub.api.accounts.userCard({ userId: await idOf(buyer) }))).toMatchObject(card)
  contentOf(await buyer.api.accounts.userCardSave({ name: '仲晓妮' }))
  expect(contentOf(await buyer.api.accounts.userCard({}))).toMatchObject({ mobile: '', email: '', wechat: '' })
})

test('userCardSave names the wrong fields', async () => {
  const answer = await buyer.api.accounts.userCardSave({ ...card, name: ' ', mobile: '12', email: 'x' })
  expect(faultyFields(answer)).toEqual(['name', 'mobile', 'email'])
  expect(faultyFields(await buyer.api.accounts.userCard({ userId: 0 }))).toEqual(['userId'])
})

test('cards are for people of the same company who are signed in', async () => {
  const theirs = await idOf(await as(app, 'buyer2'))
  expect(failureOf(await buyer.api.accounts.userCard({ userId: theirs }))).toBe('notFound')
  expect(failureOf(await buyer.api.accounts.userCard({ userId: missingId }))).toBe('notFound')
  const person = await as(app, 'person')
  expect(failureOf(await person.api.accounts.userCard({ userId: theirs }))).toBe('notFound')
  expect(failureOf(await visitor(app).api.accounts.userCard({}))).toBe('sessionInvalid')
  expect(failureOf(await visitor(app).api.accounts.userCardSave(card))).toBe('sessionInvalid')
})
