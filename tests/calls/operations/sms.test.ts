import { expect, test } from 'vitest'
import { readConfig } from '../../../src/config.ts'
import { SendRejectedError } from '../../../src/server/providers/send-rejected-error.ts'
import { createSms } from '../../../src/server/providers/sms-sender.ts'
import type { SmsSender } from '../../../src/server/providers/sms.ts'
import { startMockService } from '../../support/mock-service.ts'

const code = { mobile: '13800138000', template: 'code', params: { code: '406182' }, reference: 'outbox-7' } as const
const notice = { ...code, template: 'notice', params: { text: '密码已变更' } } as const

function senderOf(provider: 'aliyun' | 'tencent', endpoint: string): SmsSender {
  const sender = createSms(
    readConfig({
      SMS_PROVIDER: provider,
      SMS_ENDPOINT: endpoint,
      SMS_KEY_ID: 'key-id',
      SMS_KEY_SECRET: 'key-secret',
      SMS_SIGN: '药械研发',
      SMS_TEMPLATE_CODE: 'T-code',
      SMS_TEMPLATE_NOTICE: 'T-notice',
      SMS_APP_ID: '1400',
    }),
  )
  if (sender === undefined) throw new Error('no sender')
  return sender
}

const refusalOf = (sending: Promise<void>) =>
  sending.then(
    () => 'taken',
    (cause: unknown) => (cause instanceof SendRejectedError ? 'for good' : 'for now'),
  )

const aliyun = (answer: string) => ({ body: JSON.stringify({ Code: answer, Message: answer, RequestId: 'r' }) })
const tencent = (answer: string) => ({
  body: JSON.stringify({ Response: { RequestId: 'r', SendStatusSet: [{ Code: answer, Message: answer }] } }),
})

test('Aliyun: a signed SendSms with sign, template and values', async () => {
  const side = await startMockService(() => aliyun('OK'))
  const sender = senderOf('aliyun', side.url)
  await sender.send(code)
  await sender.send(notice)
  const [first, second] = side.requests
  expect(Object.fromEntries(first?.url.searchParams ?? [])).toEqual({
    PhoneNumbers: '13800138000',
    SignName: '药械研发',
    TemplateCode: 'T-code',
    OutId: 'outbox-7',
    TemplateParam: '{"code":"406182"}',
  })
  expect(first?.headers).toMatchObject({ 'x-acs-action': 'SendSms', 'x-acs-version': '2017-05-25' })
  expect(first?.headers.authorization).toMatch(
    /^ACS3-HMAC-SHA256 Credential=key-id,SignedHeaders=host;.*,Signature=[0-9a-f]{64}$/,
  )
  expect(first?.headers['x-acs-signature-nonce']).not.toBe(second?.headers['x-acs-signature-nonce'])
  expect(second?.url.searchParams.get('TemplateCode')).toBe('T-notice')
})

test('Tencent: a signed SendSms with app, sign, template and values in order', async () => {
  const side = await startMockService(() => tencent('Ok'))
  await senderOf('tencent', side.url).send(code)
  const [heard] = side.requests
  expect(JSON.parse(heard?.body.toString() ?? '')).toEqual({
    PhoneNumberSet: ['+8613800138000'],
    SmsSdkAppId: '1400',
    SignName: '药械研发',
    TemplateId: 'T-code',
    TemplateParamSet: ['406182'],
    SessionContext: 'outbox-7',
  })
  expect(heard?.headers).toMatchObject({ 'x-tc-action': 'SendSms', 'x-tc-version': '2021-01-11' })
  expect(heard?.headers.authorization).toMatch(
    /^TC3-HMAC-SHA256 Credential=key-id\/\d{4}-\d\d-\d\d\/\w+\/tc3_request, SignedHeaders=content-type;host, Signature=[0-9a-f]{64}$/,
  )
})

test('permanent failures are distinguished from temporary ones', async () => {
  const side = await startMockService(() => aliyun('isv.MOBILE_NUMBER_ILLEGAL'))
  const [first, second] = [senderOf('aliyun', side.url), senderOf('tencent', side.url)]
  expect(await refusalOf(first.send(code))).toBe('for good')
  side.respondWith(() => aliyun('isv.BUSINESS_LIMIT_CONTROL'))
  expect(await refusalOf(first.send(code))).toBe('for now')
  side.respondWith(() => ({ ...aliyun('InvalidAccessKeyId.NotFound'), status: 400 }))
  expect(await refusalOf(first.send(code))).toBe('for now')
  side.respondWith(() => tencent('FailedOperation.PhoneNumberInBlacklist'))
  expect(await refusalOf(second.send(code))).toBe('for good')
  side.respondWith(() => tencent('LimitExceeded.PhoneNumberDailyLimit'))
  expect(await refusalOf(second.send(code))).toBe('for now')
  side.respondWith(() => ({ body: '{"Response":{"RequestId":"r","Error":{"Code":"AuthFailure","Message":"no"}}}' }))
  expect(await refusalOf(second.send(code))).toBe('for now')
  side.respondWith(() => ({ status: 502, body: '<html>bad gateway</html>' }))
  expect(await refusalOf(first.send(code))).toBe('for now')
  expect(await refusalOf(second.send(code))).toBe('for now')
})

test('an unreachable provider is retried', async () => {
  expect(await refusalOf(senderOf('aliyun', 'http://127.0.0.1:1').send(code))).toBe('for now')
  expect(await refusalOf(senderOf('tencent', 'http://127.0.0.1:1').send(code))).toBe('for now')
})

test('without a provider there is no sender', () => {
  expect(createSms(readConfig({}))).toBeUndefined()
})
