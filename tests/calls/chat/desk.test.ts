import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { serviceCases } from '../../../src/db/tables/service-desk.ts'
import { handedWords } from '../../../src/domain/chat/desk.ts'
import type { Account } from '../../support/accounts.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { contentOf, failureOf, faultyFields, visitor } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'
import { deskOf } from './desk-scene.ts'
import { statusOf, textOf } from './talk.ts'

let app: TestApp
let desk: Awaited<ReturnType<typeof deskOf>>
beforeAll(async () => {
  app = await startApp()
  desk = await deskOf(app)
})
afterAll(() => app.close())

describe('the queue', () => {
  test('shows who waits longest first, to every agent, and nobody else', async () => {
    const { caseId } = await desk.begin('person')
    const rows = (await desk.list('service2', 'open')).data
    const waits = rows.flatMap(({ waitingSince }) => (waitingSince === null ? [] : [waitingSince]))
    expect(waits.length).toBeGreaterThan(1)
    expect(waits).toEqual(waits.toSorted())
    expect(rows.slice(0, waits.length).every(({ waitingSince }) => waitingSince !== null)).toBe(true)
    expect((await desk.list('service2', 'waiting')).data.map((row) => row.caseId)).toContain(caseId)
    for (const name of ['ops', 'seller', 'person'] as const) {
      expect(failureOf(await (await desk.client(name)).api.chat.deskCases({}))).toBe('forbidden')
      expect(failureOf(await (await desk.client(name)).api.chat.deskTake({ caseId, from: null }))).toBe('forbidden')
    }
    expect(failureOf(await visitor(app).api.chat.deskCases({}))).toBe('sessionInvalid')
  })

  test('counts, and tells every agent at once', async () => {
    const before = (await desk.list('service', 'open')).counts
    await desk.begin('seller3')
    const send = vi.spyOn(app.runtime.push, 'send')
    await desk.write('seller3', '还在吗？')
    await expect
      .poll(() => send.mock.calls.filter(([, what]) => JSON.stringify(what) === '{"kind":"desk"}').length)
      .toBe(2)
    send.mockRestore()
    const { counts, figures } = await desk.list('service', 'open')
    expect(counts.open).toBeGreaterThanOrEqual(before.open)
    expect(figures.waiting).toBeGreaterThanOrEqual(2)
    // A second line of the same visitor does not begin to wait anew.
    const [visit] = await app.db
      .select()
      .from(serviceCases)
      .where(eq(serviceCases.id, (await desk.visitOf('seller3')).caseId))
    expect(visit?.waitingSince?.getTime()).toBe(visit?.openedAt.getTime())
  })
})

describe('taking', () => {
  test('two agents at once: one gets the visitor, and only that one may answer', async () => {
    const { caseId, agentId } = await desk.begin('buyer2')
    expect(agentId).toBeNull()
    const both = await Promise.all([
      (await desk.client('service')).api.chat.deskTake({ caseId, from: null }),
      (await desk.client('service2')).api.chat.deskTake({ caseId, from: null }),
    ])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(both.flatMap((one) => (one.ok ? [] : [failureOf(one)]))).toEqual(['caseTaken'])
    const [winner, other]: Account[] = both[0]?.ok === true ? ['service', 'service2'] : ['service2', 'service']
    if (winner === undefined || other === undefined) throw new Error('nobody')
    const before = (await desk.seen('buyer2')).length
    expect(failureOf(await desk.answer(other, 'buyer2', '我来答'))).toBe('caseTaken')
    expect(await desk.seen('buyer2')).toHaveLength(before)
    contentOf(await desk.answer(winner, 'buyer2', '您好，我来为您处理'))
    const visit = await desk.visitOf('buyer2', other)
    expect(visit).toMatchObject({ agentId: await desk.idOf(winner), waitingSince: null })
    expect(visit.answeredAt).not.toBeNull()
    // Once more by the same agent changes nothing; by the other one with what they saw, it goes over.
    contentOf(await (await desk.client(winner)).api.chat.deskTake({ caseId, from: null }))
    contentOf(await (await desk.client(other)).api.chat.deskTake({ caseId, from: await desk.idOf(winner) }))
    expect((await desk.visitOf('buyer2')).agentId).toBe(await desk.idOf(other))
  })

  test('whoever answers first has taken it; many at once are one', async () => {
    const { caseId } = await desk.begin('seller2')
    const tries = await Promise.all(
      Array.from({ length: 10 }, (_, n) => desk.answer(n % 2 === 0 ? 'service' : 'service2', 'seller2', `第 ${n} 次`)),
    )
    const [row] = await app.db.select().from(serviceCases).where(eq(serviceCases.id, caseId))
    const mine = row?.agentId === (await desk.idOf('service')) ? 0 : 1
    tries.forEach((one, n) => expect(one.ok).toBe(n % 2 === mine))
  })

  test('an unknown and a closed one are refused', async () => {
    expect(failureOf(await (await desk.client('service')).api.chat.deskTake({ caseId: missingId, from: null }))).toBe(
      'notFound',
    )
    const [closed] = (await desk.list('service', 'closed')).data
    const taking = (await desk.client('service')).api.chat.deskTake({
      caseId: closed?.caseId ?? 0,
      from: closed?.agentId ?? null,
    })
    expect(failureOf(await taking)).toBe('caseClosed')
  })
})

describe('handing over', () => {
  test('leaves a note for the agents and a neutral line for the visitor', async () => {
    const { caseId, entry } = await desk.begin('person')
    contentOf(await desk.answer('service', 'person', '您好，我查一下'))
    const to = await desk.idOf('service2')
    contentOf(await (await desk.client('service')).api.chat.deskHandOver({ caseId, to, note: '客户着急，请先回电' }))
    const [line] = await desk.seen('person')
    expect([textOf(line), statusOf(line), line?.author, line?.sendId]).toEqual([
      handedWords,
      'notice',
      null,
      desk.serviceId,
    ])
    expect(JSON.stringify(await desk.seen('person'))).not.toContain('回电')
    const { case: visit, events } = contentOf(
      await (await desk.client('service2')).api.chat.deskCase({ conversationId: entry.conversationId ?? 0 }),
    )
    expect(visit).toMatchObject({ agentId: to, agentName: '宋知秋' })
    expect(visit?.waitingSince).not.toBeNull()
    expect(events[0]).toMatchObject({ event: 'handed', by: '平台客服', to: '宋知秋', note: '客户着急，请先回电' })
    // It is no longer the first agent's to hand on, to answer or to end.
    expect(failureOf(await (await desk.client('service')).api.chat.deskHandOver({ caseId, to: null }))).toBe(
      'caseTaken',
    )
    expect(failureOf(await (await desk.client('service')).api.chat.deskClose({ caseId }))).toBe('caseTaken')
    contentOf(await (await desk.client('service2')).api.chat.deskHandOver({ caseId, to: null }))
    expect((await desk.visitOf('person')).agentId).toBeNull()
  })

  test('goes to an agent, not to oneself or to anybody else', async () => {
    const { caseId } = await desk.begin('person')
    const { deskHandOver } = (await desk.client('service')).api.chat
    for (const to of [await desk.idOf('ops'), missingId, desk.serviceId]) {
      expect(faultyFields(await deskHandOver({ caseId, to }))).toEqual(['to'])
    }
    expect(failureOf(await deskHandOver({ caseId: missingId, to: null }))).toBe('notFound')
  })
})
