import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { users } from '../../../src/db/tables/accounts.ts'
import { messages } from '../../../src/db/tables/chat.ts'
import { serviceCaseEvents, serviceCases } from '../../../src/db/tables/service-desk.ts'
import { handedWords } from '../../../src/domain/chat/desk.ts'
import type { Account } from '../../support/accounts.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { as, contentOf, failureOf, faultyFields, visitor, type Client } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'
import { statusOf, textOf } from './talk.ts'

let app: TestApp
let serviceId = 0
const clients = new Map<Account, Client>()
const of = async (name: Account) => {
  const known = clients.get(name) ?? (await as(app, name))
  clients.set(name, known)
  return known
}
const idOf = async (name: Account) => {
  const [row] = await app.db.select({ id: users.id }).from(users).where(eq(users.loginName, name))
  return row?.id ?? 0
}
const toService = () => ({ receiveId: serviceId })
const write = async (name: Account, content: string) =>
  contentOf(await (await of(name)).api.chat.sendMessage({ ...toService(), content }))
const answer = async (agent: Account, to: Account, content: string) =>
  (await of(agent)).api.chat.sendMessage({ receiveId: await idOf(to), content })
const seen = async (name: Account) => contentOf(await (await of(name)).api.chat.messages(toService())).data
const list = async (agent: Account, which: 'waiting' | 'mine' | 'open' | 'closed') =>
  contentOf(await (await of(agent)).api.chat.deskCases({ list: which, pageSize: 100 }))
/** The open visit of an account. */
const visitOf = async (name: Account, agent: Account = 'service') => {
  const id = await idOf(name)
  const visit = (await list(agent, 'open')).data.find(({ entry }) => entry.id === id)
  if (visit === undefined) throw new Error(`no open visit of ${name}`)
  return visit
}
/** A visit that nobody has taken yet. */
const begin = async (name: Account) => {
  const id = await idOf(name)
  for (const { entry, caseId } of (await list('service', 'open')).data) {
    if (entry.id === id)
      await app.db.update(serviceCases).set({ closedAt: new Date() }).where(eq(serviceCases.id, caseId))
  }
  await write(name, '您好，请问在吗？')
  return visitOf(name)
}

beforeAll(async () => {
  app = await startApp()
  serviceId = await idOf('service')
})
afterAll(() => app.close())

describe('the queue', () => {
  test('shows who waits longest first, to every agent, and nobody else', async () => {
    const { caseId } = await begin('person')
    const rows = (await list('service2', 'open')).data
    const waits = rows.flatMap(({ waitingSince }) => (waitingSince === null ? [] : [waitingSince]))
    expect(waits.length).toBeGreaterThan(1)
    expect(waits).toEqual(waits.toSorted())
    expect(rows.slice(0, waits.length).every(({ waitingSince }) => waitingSince !== null)).toBe(true)
    expect((await list('service2', 'waiting')).data.map((row) => row.caseId)).toContain(caseId)
    for (const name of ['ops', 'seller', 'person'] as const) {
      expect(failureOf(await (await of(name)).api.chat.deskCases({}))).toBe('forbidden')
      expect(failureOf(await (await of(name)).api.chat.deskTake({ caseId, from: null }))).toBe('forbidden')
    }
    expect(failureOf(await visitor(app).api.chat.deskCases({}))).toBe('sessionInvalid')
  })

  test('counts, and tells every agent at once', async () => {
    const before = (await list('service', 'open')).counts
    await begin('seller3')
    const send = vi.spyOn(app.runtime.push, 'send')
    await write('seller3', '还在吗？')
    await expect
      .poll(() => send.mock.calls.filter(([, what]) => JSON.stringify(what) === '{"kind":"desk"}').length)
      .toBe(2)
    send.mockRestore()
    const { counts, figures } = await list('service', 'open')
    expect(counts.open).toBeGreaterThanOrEqual(before.open)
    expect(figures.waiting).toBeGreaterThanOrEqual(2)
    // A second line of the same visitor does not begin to wait anew.
    const [visit] = await app.db
      .select()
      .from(serviceCases)
      .where(eq(serviceCases.id, (await visitOf('seller3')).caseId))
    expect(visit?.waitingSince?.getTime()).toBe(visit?.openedAt.getTime())
  })
})

describe('taking', () => {
  test('two agents at once: one gets the visitor, and only that one may answer', async () => {
    const { caseId, agentId } = await begin('buyer2')
    expect(agentId).toBeNull()
    const both = await Promise.all([
      (await of('service')).api.chat.deskTake({ caseId, from: null }),
      (await of('service2')).api.chat.deskTake({ caseId, from: null }),
    ])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(both.flatMap((one) => (one.ok ? [] : [failureOf(one)]))).toEqual(['caseTaken'])
    const [winner, other]: Account[] = both[0]?.ok === true ? ['service', 'service2'] : ['service2', 'service']
    if (winner === undefined || other === undefined) throw new Error('nobody')
    const before = (await seen('buyer2')).length
    expect(failureOf(await answer(other, 'buyer2', '我来答'))).toBe('caseTaken')
    expect(await seen('buyer2')).toHaveLength(before)
    contentOf(await answer(winner, 'buyer2', '您好，我来为您处理'))
    const visit = await visitOf('buyer2', other)
    expect(visit).toMatchObject({ agentId: await idOf(winner), waitingSince: null })
    expect(visit.answeredAt).not.toBeNull()
    // Once more by the same agent changes nothing; by the other one with what they saw, it goes over.
    contentOf(await (await of(winner)).api.chat.deskTake({ caseId, from: null }))
    contentOf(await (await of(other)).api.chat.deskTake({ caseId, from: await idOf(winner) }))
    expect((await visitOf('buyer2')).agentId).toBe(await idOf(other))
  })

  test('whoever answers first has taken it; many at once are one', async () => {
    const { caseId } = await begin('seller2')
    const tries = await Promise.all(
      Array.from({ length: 10 }, (_, n) => answer(n % 2 === 0 ? 'service' : 'service2', 'seller2', `第 ${n} 次`)),
    )
    const [row] = await app.db.select().from(serviceCases).where(eq(serviceCases.id, caseId))
    const mine = row?.agentId === (await idOf('service')) ? 0 : 1
    tries.forEach((one, n) => expect(one.ok).toBe(n % 2 === mine))
  })

  test('an unknown and a closed one are refused', async () => {
    expect(failureOf(await (await of('service')).api.chat.deskTake({ caseId: missingId, from: null }))).toBe('notFound')
    const [closed] = (await list('service', 'closed')).data
    const taking = (await of('service')).api.chat.deskTake({
      caseId: closed?.caseId ?? 0,
      from: closed?.agentId ?? null,
    })
    expect(failureOf(await taking)).toBe('caseClosed')
  })
})

describe('handing over', () => {
  test('leaves a note for the agents and a neutral line for the visitor', async () => {
    const { caseId, entry } = await begin('person')
    contentOf(await answer('service', 'person', '您好，我查一下'))
    const to = await idOf('service2')
    contentOf(await (await of('service')).api.chat.deskHandOver({ caseId, to, note: '客户着急，请先回电' }))
    const [line] = await seen('person')
    expect([textOf(line), statusOf(line), line?.author, line?.sendId]).toEqual([handedWords, 'notice', null, serviceId])
    expect(JSON.stringify(await seen('person'))).not.toContain('回电')
    const { case: visit, events } = contentOf(
      await (await of('service2')).api.chat.deskCase({ conversationId: entry.conversationId ?? 0 }),
    )
    expect(visit).toMatchObject({ agentId: to, agentName: '宋知秋' })
    expect(visit?.waitingSince).not.toBeNull()
    expect(events[0]).toMatchObject({ event: 'handed', by: '平台客服', to: '宋知秋', note: '客户着急，请先回电' })
    // It is no longer the first agent's to hand on, to answer or to end.
    expect(failureOf(await (await of('service')).api.chat.deskHandOver({ caseId, to: null }))).toBe('caseTaken')
    expect(failureOf(await (await of('service')).api.chat.deskClose({ caseId }))).toBe('caseTaken')
    contentOf(await (await of('service2')).api.chat.deskHandOver({ caseId, to: null }))
    expect((await visitOf('person')).agentId).toBeNull()
  })

  test('goes to an agent, not to oneself or to anybody else', async () => {
    const { caseId } = await begin('person')
    const { deskHandOver } = (await of('service')).api.chat
    for (const to of [await idOf('ops'), missingId, serviceId]) {
      expect(faultyFields(await deskHandOver({ caseId, to }))).toEqual(['to'])
    }
    expect(failureOf(await deskHandOver({ caseId: missingId, to: null }))).toBe('notFound')
  })
})

describe('inside and outside', () => {
  test('agents see who answered; the visitor sees one service', async () => {
    await begin('person')
    contentOf(await answer('service2', 'person', '我是第二位客服'))
    const [outside] = await seen('person')
    expect(outside).toMatchObject({ sendId: serviceId, author: null, mine: false })
    const inside = contentOf(await (await of('service')).api.chat.messages({ receiveId: await idOf('person') })).data[0]
    expect(inside).toMatchObject({ author: '宋知秋', mine: true })
    // What one agent has read is told outside without a name.
    const read = contentOf(await (await of('person')).api.chat.messages(toService()))
    expect(read.peerReadSeq).toBe(inside?.seq)
  })
})

describe('ending and rating', () => {
  test('asks once, takes one rating, and the next words begin another visit', async () => {
    const { caseId } = await begin('seller3')
    contentOf(await answer('service', 'seller3', '已为您处理'))
    expect(failureOf(await (await of('seller3')).api.chat.rateService({ caseId, score: 5 }))).toBe('notFound')
    const { deskClose } = (await of('service')).api.chat
    await Promise.all([deskClose({ caseId }), deskClose({ caseId }), deskClose({ caseId })])
    const asked = (await seen('seller3')).filter((message) => statusOf(message) === 'rating')
    expect(asked).toHaveLength(1)
    const rate = async (name: Account, score: number) =>
      (await of(name)).api.chat.rateService({ caseId, score, words: '很快，谢谢' })
    expect(failureOf(await rate('person', 5))).toBe('notFound')
    expect(failureOf(await rate('service', 5))).toBe('notFound')
    expect(faultyFields(await rate('seller3', 6))).toEqual(['score'])
    const before = (await list('service', 'closed')).figures
    const twice = await Promise.all([rate('seller3', 4), rate('seller3', 2)])
    expect(twice.flatMap((one) => (one.ok ? [] : [failureOf(one)]))).toEqual(['caseRated'])
    const [line] = (await seen('seller3')).filter((message) => statusOf(message) === 'rating')
    expect(line?.content).toMatch(/"score":[24]/)
    const after = (await list('service', 'closed')).figures
    expect(after.ratings).toBe(before.ratings + 1)
    expect(after.satisfaction).not.toBeNull()
    expect(after.medianWait).not.toBeNull()
    await write('seller3', '还有一个问题')
    expect((await visitOf('seller3')).caseId).not.toBe(caseId)
    const [events] = [await app.db.select().from(serviceCaseEvents).where(eq(serviceCaseEvents.caseId, caseId))]
    expect(events.map(({ event }) => event)).toEqual(['opened', 'taken', 'closed', 'rated'])
  })

  test('a message and its visit are written together or not at all', async () => {
    const { caseId } = await begin('buyer')
    contentOf(await (await of('service')).api.chat.deskTake({ caseId, from: null }))
    const before = await app.db.$count(messages)
    expect(failureOf(await answer('service2', 'buyer', '不该出现'))).toBe('caseTaken')
    expect(await app.db.$count(messages)).toBe(before)
    expect(await app.db.$count(serviceCases, and(eq(serviceCases.id, caseId), isNull(serviceCases.closedAt)))).toBe(1)
  })
})
