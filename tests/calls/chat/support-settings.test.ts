import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { users } from '../../../src/db/tables/accounts.ts'
import { serviceCases } from '../../../src/db/tables/support.ts'
import { isAutomatic } from '../../../src/domain/chat/answer-hours.ts'
import { personParty } from '../../../src/domain/chat/party.ts'
import {
  isStaffed,
  getNextAnswerTime,
  formatServiceHours,
  defaultServiceHours,
} from '../../../src/domain/chat/service-hours.ts'
import { sendServiceAwayReply } from '../../../src/server/chat/support/hours.ts'
import type { Account } from '../../support/accounts.ts'
import { signInAs, contentOf, failureOf, fieldsWithErrors, type Client } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()
const clients = new Map<Account, Client>()
const of = async (name: Account) => {
  const known = clients.get(name) ?? (await signInAs(app, name))
  clients.set(name, known)
  return known
}

describe('hours', () => {
  const hours = defaultServiceHours

  test('are weekdays from 9:30 to 18:00 in Shanghai; the next opening skips the weekend', () => {
    // A Saturday, a Monday at 9:29, at 9:30 and at 18:00, a Friday at 18:00.
    expect(isStaffed(hours, '2026-11-21T03:00:00.000Z')).toBe(false)
    expect(isStaffed(hours, '2026-11-23T01:29:00.000Z')).toBe(false)
    expect(isStaffed(hours, '2026-11-23T01:30:00.000Z')).toBe(true)
    expect(isStaffed(hours, '2026-11-23T10:00:00.000Z')).toBe(false)
    expect(getNextAnswerTime(hours, '2026-11-20T10:00:00.000Z')).toBe('2026-11-23T01:30:00.000Z')
    expect(getNextAnswerTime({ ...hours, days: [5] }, '2026-11-20T10:00:00.000Z')).toBe('2026-11-27T01:30:00.000Z')
    expect(getNextAnswerTime({ ...hours, days: [] }, '2026-11-20T10:00:00.000Z')).toBeUndefined()
  })

  test('are formatted as text', () => {
    expect(formatServiceHours(hours)).toBe('周一至周五 09:30–18:00')
    expect(formatServiceHours({ ...hours, days: [7, 6] })).toBe('周六、周日 09:30–18:00')
    expect(formatServiceHours({ ...hours, days: [1, 2, 3, 4, 5, 6, 7] })).toBe('每天 09:30–18:00')
  })

  test('can be read by every signed-in user and written by operators only', async () => {
    const input = { days: [7, 1, 1], answersFrom: '08:00', answersUntil: '20:30', awayReply: '我们明天回复您。' }
    for (const name of ['service', 'person', 'seller'] as const) {
      expect(failureOf(await (await of(name)).api.chat.serviceHoursSave(input))).toBe('forbidden')
    }
    const { serviceHoursSave } = (await of('ops')).api.chat
    expect(fieldsWithErrors(await serviceHoursSave({ ...input, answersUntil: '07:00' }))).toEqual(['answersUntil'])
    expect(fieldsWithErrors(await serviceHoursSave({ ...input, days: [] }))).toEqual(['days'])
    expect(fieldsWithErrors(await serviceHoursSave({ ...input, answersFrom: '24:00' }))).toContain('answersFrom')
    contentOf(await serviceHoursSave(input))
    expect(contentOf(await (await of('person')).api.chat.serviceHours({}))).toMatchObject({ ...input, days: [1, 7] })
  })
})

describe('the reply outside the hours', () => {
  const reply = (at: string) =>
    sendServiceAwayReply(app.db, { from: personParty(8), serviceId: 1, conversationId: 1, now: new Date(at) })

  test('is sent once from closing to the next opening, and again afterwards', async () => {
    contentOf(await (await of('ops')).api.chat.serviceHoursSave({ ...defaultServiceHours, days: [1, 2, 3, 4, 5] }))
    expect(await reply('2026-11-20T09:59:00Z')).toBeUndefined()
    expect((await reply('2026-11-20T10:00:00Z'))?.row.clientId).toBe('away:1:2026-11-23T01:30:00.000Z')
    expect(await reply('2026-11-21T03:00:00Z')).toBeUndefined()
    expect(await reply('2026-11-23T01:00:00Z')).toBeUndefined()
    expect(await reply('2026-11-23T02:00:00Z')).toBeUndefined()
    expect((await reply('2026-11-23T10:30:00Z'))?.row.content.text).toBe(defaultServiceHours.awayReply)
  })

  test('answers the visitor, whose case stays waiting', async () => {
    const never = (new Date(Date.now() + 8 * 3_600_000).getUTCDay() + 2) % 7 || 7
    contentOf(await (await of('ops')).api.chat.serviceHoursSave({ ...defaultServiceHours, days: [never] }))
    const chat = (await of('buyer2')).api.chat
    const [me] = await app.db.select({ id: users.id }).from(users).where(eq(users.loginName, 'buyer2'))
    contentOf(await chat.sendMessage({ receiveId: 1, content: '周末有人吗？' }))
    contentOf(await chat.sendMessage({ receiveId: 1, content: '？' }))
    const automatic = async () => contentOf(await chat.messages({ receiveId: 1 })).data.filter(isAutomatic)
    await expect.poll(automatic).toHaveLength(1)
    const open = contentOf(await (await of('service')).api.chat.supportCases({ list: 'open' })).data
    expect(open.find(({ entry }) => entry.id === me?.id)?.waitingSince).not.toBeNull()
    expect(await app.db.$count(serviceCases)).toBeGreaterThan(0)
  })
})

describe('canned answers', () => {
  test('are shared by the agents: created once, updated, deleted; nobody else reads them', async () => {
    const { cannedAnswers, cannedAnswerSave, cannedAnswerRemove } = (await of('service')).api.chat
    const before = contentOf(await cannedAnswers({})).length
    const key = { idempotencyKey: crypto.randomUUID() }
    const { answerId } = contentOf(await cannedAnswerSave({ title: '开票', text: '电子发票 3 天内开出。' }, key))
    contentOf(await cannedAnswerSave({ title: '开票', text: '电子发票 3 天内开出。' }, key))
    const colleague = (await of('service2')).api.chat
    expect(contentOf(await colleague.cannedAnswers({}))).toHaveLength(before + 1)
    const again = { idempotencyKey: crypto.randomUUID() }
    contentOf(await colleague.cannedAnswerSave({ answerId, title: '发票', text: '电子发票 1 天内开出。' }, again))
    expect(contentOf(await cannedAnswers({})).at(-1)).toEqual({
      answerId,
      title: '发票',
      text: '电子发票 1 天内开出。',
    })
    const empty = await cannedAnswerSave({ title: ' ', text: '' }, { idempotencyKey: crypto.randomUUID() })
    expect(fieldsWithErrors(empty)).toEqual(['title', 'text'])
    const gone = { answerId: missingId, title: '无', text: '无' }
    expect(failureOf(await cannedAnswerSave(gone, { idempotencyKey: crypto.randomUUID() }))).toBe('notFound')
    contentOf(await cannedAnswerRemove({ answerId }))
    contentOf(await cannedAnswerRemove({ answerId }))
    expect(contentOf(await cannedAnswers({}))).toHaveLength(before)
    for (const name of ['person', 'seller', 'ops'] as const) {
      expect(failureOf(await (await of(name)).api.chat.cannedAnswers({}))).toBe('forbidden')
      expect(failureOf(await (await of(name)).api.chat.cannedAnswerRemove({ answerId: 1 }))).toBe('forbidden')
    }
  })
})

test('lists agents with their open cases', async () => {
  const agents = contentOf(await (await of('service')).api.chat.supportAgents({}))
  expect(agents.map(({ name }) => name)).toEqual(['平台客服', '宋知秋'])
  expect(agents.some(({ open }) => open > 0)).toBe(true)
  expect(failureOf(await (await of('buyer')).api.chat.supportAgents({}))).toBe('forbidden')
})
