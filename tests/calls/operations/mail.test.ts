import { expect, test } from 'vitest'
import { readConfig } from '../../../src/config.ts'
import { createMail, type MailSender } from '../../../src/server/providers/mail.ts'
import { SendRejectedError } from '../../../src/server/providers/send-rejected-error.ts'
import { onTestFinished } from 'vitest'
import { startSmtpServer } from '../../support/smtp.ts'

const mail = { to: 'li@example.com', subject: '绑定邮箱', text: '验证码 406182', reference: 'outbox-9' }

function senderOf(url: string): MailSender {
  const sender = createMail(readConfig({ MAIL_URL: url, MAIL_FROM: '药械研发 <noreply@example.com>' }))
  if (sender === undefined) throw new Error('no sender')
  onTestFinished(sender.close)
  return sender
}

test('a mail has sender, one recipient, Chinese subject and text, and the same id for every attempt', async () => {
  const server = await startSmtpServer()
  const sender = senderOf(server.url)
  await sender.send(mail)
  await sender.send(mail)
  const [first, second] = server.arrived
  expect(first).toMatchObject({ from: 'noreply@example.com', to: ['li@example.com'] })
  expect(first?.subject).toBe('绑定邮箱')
  expect(first?.text).toContain('验证码 406182')
  expect(first?.headers).toContain('Message-ID: <outbox-9@example.com>')
  expect(second?.headers).toContain('Message-ID: <outbox-9@example.com>')
})

test.each([
  ['a list of addresses', 'a@example.com, b@example.com'],
  ['a line break', 'a@example.com\r\nBcc: b@example.com'],
  ['a name with another address', '"x" <b@example.com>'],
])('%s in the recipient reaches nobody else', async (_what, to) => {
  const server = await startSmtpServer()
  await senderOf(server.url)
    .send({ ...mail, to })
    .catch(() => undefined)
  expect(server.arrived.flatMap((one) => one.to).filter((address) => address === 'b@example.com')).toEqual([])
})

test('a line break in the subject adds no header', async () => {
  const server = await startSmtpServer()
  await senderOf(server.url).send({ ...mail, subject: 'Hello\r\nBcc: b@example.com' })
  expect(server.arrived[0]?.to).toEqual(['li@example.com'])
  expect(server.arrived[0]?.headers).not.toMatch(/^Bcc:/m)
})

test('an unknown recipient fails permanently, a full mailbox temporarily', async () => {
  const server = await startSmtpServer()
  const sender = senderOf(server.url)
  server.refuse('li@example.com', 550)
  await expect(sender.send(mail)).rejects.toBeInstanceOf(SendRejectedError)
  server.refuse('li@example.com', 452)
  await expect(sender.send(mail)).rejects.not.toBeInstanceOf(SendRejectedError)
  server.refuse('li@example.com', undefined)
  await sender.send(mail)
  expect(server.arrived.length).toBe(1)
})

test('a wrong password and an unavailable server are retried; mail is sent once it is back', async () => {
  const server = await startSmtpServer()
  await expect(senderOf(server.url.replace('secret', 'wrong')).send(mail)).rejects.not.toBeInstanceOf(SendRejectedError)
  const sender = senderOf(server.url)
  await sender.send(mail)
  await server.stop()
  await expect(sender.send(mail)).rejects.not.toBeInstanceOf(SendRejectedError)
  await server.start()
  await sender.send(mail)
  expect(server.arrived.length).toBe(2)
})
