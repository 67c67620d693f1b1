import { expect, test } from 'vitest'
import { signInAs, contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const sub = clientForFile(app, 'sub')

const card = {
  name: '仲晓妮',
  jobTitle: '采购经理',
  department: '采购部',
  mobile: '13880702046',
  email: 'zhong@example.com',
  wechat: 'zhongxn',
  intro: '负责 CRO 与试剂采购。',
}
const idOf = async (client: Client) => contentOf(await client.api.accounts.profile({})).userId

test('userCard defaults to the account; contact details are filled in for its owner only', async () => {
  const own = contentOf(await buyer.api.accounts.userCard({}))
  expect(own).toMatchObject({ name: '仲晓妮', jobTitle: '采购经理', mobile: '13880702046', department: '' })
  const seen = contentOf(await sub.api.accounts.userCard({ userId: own.userId }))
  expect(seen).toMatchObject({ name: '仲晓妮', mobile: '', email: '' })
})

test('userCardSave saves repeatedly, and colleagues see the card', async () => {
  contentOf(await buyer.api.accounts.userCardSave({ ...card, department: '研发采购部' }))
  contentOf(await buyer.api.accounts.userCardSave(card))
  expect(contentOf(await buyer.api.accounts.userCard({}))).toMatchObject(card)
  expect(contentOf(await sub.api.accounts.userCard({ userId: await idOf(buyer) }))).toMatchObject(card)
  contentOf(await buyer.api.accounts.userCardSave({ name: '仲晓妮' }))
  expect(contentOf(await buyer.api.accounts.userCard({}))).toMatchObject({ mobile: '', email: '', wechat: '' })
})

test('userCardSave returns field errors', async () => {
  const answer = await buyer.api.accounts.userCardSave({ ...card, name: ' ', mobile: '12', email: 'x' })
  expect(fieldsWithErrors(answer)).toEqual(['name', 'mobile', 'email'])
  expect(fieldsWithErrors(await buyer.api.accounts.userCard({ userId: 0 }))).toEqual(['userId'])
})

test('cards require a session and the same company', async () => {
  const theirs = await idOf(await signInAs(app, 'buyer2'))
  expect(failureOf(await buyer.api.accounts.userCard({ userId: theirs }))).toBe('notFound')
  expect(failureOf(await buyer.api.accounts.userCard({ userId: missingId }))).toBe('notFound')
  const person = await signInAs(app, 'person')
  expect(failureOf(await person.api.accounts.userCard({ userId: theirs }))).toBe('notFound')
  expect(failureOf(await visitor(app).api.accounts.userCard({}))).toBe('sessionInvalid')
  expect(failureOf(await visitor(app).api.accounts.userCardSave(card))).toBe('sessionInvalid')
})
