import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { serviceCases } from '../../../src/db/tables/support.ts'
import { handOverText } from '../../../src/domain/chat/support.ts'
import type { Account } from '../../support/accounts.ts'
import { contentOf, failureOf, fieldsWithErrors, visitor } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'
import { deskOf } from '../../support/scenes/chat/support.ts'
import { statusOf, textOf } from '../../support/scenes/chat/conversation.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()
let desk: Awaited<ReturnType<typeof deskOf>>
beforeAll(async () => {
  desk = await deskOf(app)
})

describe('the queue', () => {
  test('lists the longest waiting case first, to agents only', async () => {
    const { caseId } = await desk.begin('person')
    const rows = (await desk.list('service2', 'open')).data
    const waits = rows.flatMap(({ waitingSince }) => (waitingSince === null ? [] : [waitingSince]))
    expect(waits.length).toBeGreaterThan(1)
    expect(waits).toEqual(waits.toSorted())
    expect(rows.slice(0, waits.length).every(({ waitingSince }) => waitingSince !== null)).toBe(true)
    expect((await desk.list('service2', 'waiting')).data.map((row) => row.caseId)).toContain(caseId)
    for (const name of ['ops', 'seller', 'person'] as const) {
      expect(failureOf(await (await desk.client(name)).api.chat.supportCases({}))).toBe('forbidden')
      expect(failureOf(await (await desk.client(name)).api.chat.supportCaseTake({ caseId, from: null }))).toBe(
        'forbidden',
      )
    }
    expect(failureOf(await visitor(app).api.chat.supportCases({}))).toBe('sessionInvalid')
  })

  test('counts cases and pushes changes to every agent', async () => {
    const before = (await desk.list('service', 'open')).counts
    await desk.begin('seller3')
    const send = vi.spyOn(app.runtime.push, 'send')
    await desk.write('seller3', '还在吗？')
    await expect
      .poll(() => send.mock.calls.filter(([, what]) => JSON.stringify(what) === '{"kind":"support"}').length)
      .toBe(2)
    send.mockRestore()
    const { counts, statistics } = await desk.list('service', 'open')
    expect(counts.open).toBeGreaterThanOrEqual(before.open)
    expect(statistics.waiting).toBeGreaterThanOrEqual(2)
    // A second message of the same visitor does not restart the waiting time.
    const [visit] = await app.db
      .select()
      .from(serviceCases)
      .where(eq(serviceCases.id, (await desk.visitOf('seller3')).caseId))
    expect(visit?.waitingSince?.getTime()).toBe(visit?.openedAt.getTime())
  })
})

describe('taking', () => {
  test('assigns a case to one of two concurrent agents, who alone may answer', async () => {
    const { caseId, agentId } = await desk.begin('buyer2')
    expect(agentId).toBeNull()
    const both = await Promise.all([
      (await desk.client('service')).api.chat.supportCaseTake({ caseId, from: null }),
      (await desk.client('service2')).api.chat.supportCaseTake({ caseId, from: null }),
    ])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(both.flatMap((one) => (one.ok ? [] : [failureOf(one)]))).toEqual(['caseTaken'])
    const [winner, other]: Account[] = both[0]?.ok === true ? ['service', 'service2'] : ['service2', 'service']
    if (winner === undefined || other === undefined) throw new Error('nobody')
    expect(failureOf(await desk.answer(other, 'buyer2', '我来答'))).toBe('caseTaken')
    expect((await desk.seen('buyer2')).filter(({ content }) => content.includes('我来答'))).toEqual([])
    contentOf(await desk.answer(winner, 'buyer2', '您好，我来为您处理'))
    const visit = await desk.visitOf('buyer2', other)
    expect(visit).toMatchObject({ agentId: await desk.idOf(winner), waitingSince: null })
    expect(visit.answeredAt).not.toBeNull()
    // Taking again by the same agent changes nothing; the other one takes it over with the state they saw.
    contentOf(await (await desk.client(winner)).api.chat.supportCaseTake({ caseId, from: null }))
    contentOf(await (await desk.client(other)).api.chat.supportCaseTake({ caseId, from: await desk.idOf(winner) }))
    expect((await desk.visitOf('buyer2')).agentId).toBe(await desk.idOf(other))
  })

  test('assigns the case to the first agent who answers, also concurrently', async () => {
    const { caseId } = await desk.begin('seller2')
    const tries = await Promise.all(
      Array.from({ length: 10 }, (_, n) => desk.answer(n % 2 === 0 ? 'service' : 'service2', 'seller2', `第 ${n} 次`)),
    )
    const [row] = await app.db.select().from(serviceCases).where(eq(serviceCases.id, caseId))
    const mine = row?.agentId === (await desk.idOf('service')) ? 0 : 1
    tries.forEach((one, n) => expect(one.ok).toBe(n % 2 === mine))
  })

  test('refuses unknown and closed cases', async () => {
    expect(
      failureOf(await (await desk.client('service')).api.chat.supportCaseTake({ caseId: missingId, from: null })),
    ).toBe('notFound')
    const [closed] = (await desk.list('service', 'closed')).data
    const taking = (await desk.client('service')).api.chat.supportCaseTake({
      caseId: closed?.caseId ?? 0,
      from: closed?.agentId ?? null,
    })
    expect(failureOf(await taking)).toBe('caseClosed')
  })
})

describe('handing over', () => {
  test('stores a note for the agents and a neutral system message for the visitor', async () => {
    const { caseId, entry } = await desk.begin('person')
    contentOf(await desk.answer('service', 'person', '您好，我查一下'))
    const to = await desk.idOf('service2')
    contentOf(
      await (await desk.client('service')).api.chat.supportCaseHandOver({ caseId, to, note: '客户着急，请先回电' }),
    )
    const [line] = await desk.seen('person')
    expect([textOf(line), statusOf(line), line?.author, line?.sendId]).toEqual([
      handOverText,
      'notice',
      null,
      desk.serviceId,
    ])
    expect(JSON.stringify(await desk.seen('person'))).not.toContain('回电')
    const { case: visit, events } = contentOf(
      await (await desk.client('service2')).api.chat.supportCase({ conversationId: entry.conversationId ?? 0 }),
    )
    expect(visit).toMatchObject({ agentId: to, agentName: '宋知秋' })
    expect(visit?.waitingSince).not.toBeNull()
    expect(events[0]).toMatchObject({ event: 'handed', by: '平台客服', to: '宋知秋', note: '客户着急，请先回电' })
    // The first agent can no longer hand over, answer or close it.
    expect(failureOf(await (await desk.client('service')).api.chat.supportCaseHandOver({ caseId, to: null }))).toBe(
      'caseTaken',
    )
    expect(failureOf(await (await desk.client('service')).api.chat.supportCaseClose({ caseId }))).toBe('caseTaken')
    contentOf(await (await desk.client('service2')).api.chat.supportCaseHandOver({ caseId, to: null }))
    expect((await desk.visitOf('person')).agentId).toBeNull()
  })

  test('is possible to other agents only', async () => {
    const { caseId } = await desk.begin('person')
    const { supportCaseHandOver } = (await desk.client('service')).api.chat
    for (const to of [await desk.idOf('ops'), missingId, desk.serviceId]) {
      expect(fieldsWithErrors(await supportCaseHandOver({ caseId, to }))).toEqual(['to'])
    }
    expect(failureOf(await supportCaseHandOver({ caseId: missingId, to: null }))).toBe('notFound')
  })
})
