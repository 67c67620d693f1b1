import { afterAll, beforeAll, expect, test } from 'vitest'
import { outboxMessages } from '../../../src/db/tables/operations.ts'
import { startApp, startAppForTest, type TestApp } from '../../support/app.ts'
import { as, contentOf, failureOf, faultyFields, visitor } from '../../support/client.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
  const sms = { channel: 'sms', recipient: '13800138000', template: 'code', params: { code: '406182' } } as const
  const mail = { channel: 'mail', recipient: 'Li@example.com', template: 'notice', subject: '密码已变更' } as const
  await app.db.insert(outboxMessages).values([
    { ...sms, text: '登录验证码 406182', createdAt: new Date(Date.now() - 60_000) },
    { ...mail, text: '密码已变更' },
  ])
})
afterAll(() => app.close())

test('newest first, with the codes, for everyone', async () => {
  const { data } = contentOf(await visitor(app).api.operations.demoOutbox({}))
  expect(data.map(({ channel, code }) => [channel, code])).toEqual([
    ['mail', ''],
    ['sms', '406182'],
  ])
  expect(data[1]).toMatchObject({ recipient: '13800138000', text: '登录验证码 406182', status: 'queued' })
})

test('by channel and by part of the recipient', async () => {
  const { api } = visitor(app)
  const found = async (input: Parameters<typeof api.operations.demoOutbox>[0]) =>
    contentOf(await api.operations.demoOutbox(input)).data.map(({ recipient }) => recipient)
  expect(await found({ channel: 'sms' })).toEqual(['13800138000'])
  expect(await found({ recipient: 'li@' })).toEqual(['Li@example.com'])
  expect(await found({ recipient: '%' })).toEqual([])
})

test('wrong conditions are named', async () => {
  const answer = await visitor(app).api.operations.demoOutbox({ recipient: 'x'.repeat(101) })
  expect(faultyFields(answer)).toEqual(['recipient'])
})

test('outside of DEMO there is no such thing, whoever asks', async () => {
  const real = await startAppForTest({ DEMO: '0' })
  expect(failureOf(await visitor(real).api.operations.demoOutbox({}))).toBe('notFound')
  expect(failureOf(await (await as(real, 'ops')).api.operations.demoOutbox({}))).toBe('notFound')
})
