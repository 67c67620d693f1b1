import { beforeAll, expect, test } from 'vitest'
import { outboxMessages } from '../../../src/db/tables/operations.ts'
import { startAppForTest } from '../../support/app.ts'
import { signInAs, contentOf, failureOf, fieldsWithErrors, visitor } from '../../support/client.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()
beforeAll(async () => {
  const sms = { channel: 'sms', recipient: '13800138000', template: 'code', params: { code: '406182' } } as const
  const mail = { channel: 'mail', recipient: 'Li@example.com', template: 'notice', subject: '密码已变更' } as const
  await app.db.insert(outboxMessages).values([
    { ...sms, text: '登录验证码 406182', createdAt: new Date(Date.now() - 60_000) },
    { ...mail, text: '密码已变更' },
  ])
})

test('lists messages newest first, with codes, for everyone', async () => {
  const { data } = contentOf(await visitor(app).api.operations.demoOutbox({}))
  expect(data.map(({ channel, code }) => [channel, code])).toEqual([
    ['mail', ''],
    ['sms', '406182'],
  ])
  expect(data[1]).toMatchObject({ recipient: '13800138000', text: '登录验证码 406182' })
  // The job that sends may have begun.
  expect(data[1]?.status).toMatch(/^(queued|sending|sent)$/)
})

test('filters by channel and complete recipient in any notation; a part finds nothing', async () => {
  const { api } = visitor(app)
  const found = async (input: Parameters<typeof api.operations.demoOutbox>[0]) =>
    contentOf(await api.operations.demoOutbox(input)).data.map(({ recipient }) => recipient)
  expect(await found({ channel: 'sms' })).toEqual(['13800138000'])
  expect(await found({ recipient: 'li@Example.com' })).toEqual(['Li@example.com'])
  expect(await found({ recipient: '+86 138-0013-8000' })).toEqual(['13800138000'])
  expect(await found({ recipient: 'li@' })).toEqual([])
  expect(await found({ recipient: '%' })).toEqual([])
})

test('returns field errors', async () => {
  const answer = await visitor(app).api.operations.demoOutbox({ recipient: 'x'.repeat(101) })
  expect(fieldsWithErrors(answer)).toEqual(['recipient'])
})

test('does not exist outside of DEMO', async () => {
  const real = await startAppForTest({ DEMO: '0' })
  expect(failureOf(await visitor(real).api.operations.demoOutbox({}))).toBe('notFound')
  expect(failureOf(await (await signInAs(real, 'ops')).api.operations.demoOutbox({}))).toBe('notFound')
})
