import { and, eq, isNull, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { messages } from '../../../src/db/tables/chat.ts'
import { serviceCaseEvents, serviceCases } from '../../../src/db/tables/support.ts'
import type { Account } from '../../support/accounts.ts'
import { contentOf, failureOf, fieldsWithErrors } from '../../support/client.ts'
import { deskOf } from '../../support/scenes/chat/support.ts'
import { statusOf } from '../../support/scenes/chat/conversation.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()
let desk: Awaited<ReturnType<typeof deskOf>>
beforeAll(async () => {
  desk = await deskOf(app)
})

describe("the agent's identity", () => {
  test('shows the answering agent to agents only', async () => {
    await desk.begin('person')
    contentOf(await desk.answer('service2', 'person', '我是第二位客服'))
    const [outside] = await desk.seen('person')
    expect(outside).toMatchObject({ sendId: desk.serviceId, author: null, mine: false })
    const inside = contentOf(
      await (await desk.client('service')).api.chat.messages({ receiveId: await desk.idOf('person') }),
    ).data[0]
    expect(inside).toMatchObject({ author: '宋知秋', mine: true })
    // The visitor sees the read position of an agent without a name.
    const read = contentOf(await (await desk.client('person')).api.chat.messages(desk.toService))
    expect(read.peerReadSeq).toBe(inside?.seq)
  })
})

describe('ending and rating', () => {
  test('asks once, accepts one rating, and opens a new case with the next message', async () => {
    const { caseId } = await desk.begin('seller3')
    contentOf(await desk.answer('service', 'seller3', '已为您处理'))
    expect(failureOf(await (await desk.client('seller3')).api.chat.rateService({ caseId, score: 5 }))).toBe('notFound')
    const { supportCaseClose } = (await desk.client('service')).api.chat
    await Promise.all([supportCaseClose({ caseId }), supportCaseClose({ caseId }), supportCaseClose({ caseId })])
    const asked = (await desk.seen('seller3')).filter((message) => statusOf(message) === 'rating')
    expect(asked).toHaveLength(1)
    const rate = async (name: Account, score: number) =>
      (await desk.client(name)).api.chat.rateService({ caseId, score, words: '很快，谢谢' })
    expect(failureOf(await rate('person', 5))).toBe('notFound')
    expect(failureOf(await rate('service', 5))).toBe('notFound')
    expect(fieldsWithErrors(await rate('seller3', 6))).toEqual(['score'])
    const before = (await desk.list('service', 'closed')).statistics
    const twice = await Promise.all([rate('seller3', 4), rate('seller3', 2)])
    expect(twice.flatMap((one) => (one.ok ? [] : [failureOf(one)]))).toEqual(['caseRated'])
    const line = (await desk.seen('seller3')).find((message) => statusOf(message) === 'rating')
    expect(line?.content).toMatch(/"score":[24]/)
    const after = (await desk.list('service', 'closed')).statistics
    expect(after.ratings).toBe(before.ratings + 1)
    expect(after.satisfaction).not.toBeNull()
    expect(after.today.median).not.toBeNull()
    await desk.write('seller3', '还有一个问题')
    expect((await desk.visitOf('seller3')).caseId).not.toBe(caseId)
    const events = await app.db.select().from(serviceCaseEvents).where(eq(serviceCaseEvents.caseId, caseId))
    expect(events.map(({ event }) => event)).toEqual(['opened', 'taken', 'closed', 'rated'])
  })

  test('writes a message and its support case in one transaction', async () => {
    const { caseId } = await desk.begin('buyer')
    contentOf(await (await desk.client('service')).api.chat.supportCaseTake({ caseId, from: null }))
    expect(failureOf(await desk.answer('service2', 'buyer', '不该出现'))).toBe('caseTaken')
    expect(await app.db.$count(messages, sql`${messages.content}::text like ${'%不该出现%'}`)).toBe(0)
    contentOf(await desk.answer('service', 'buyer', '该出现的回复'))
    expect(await app.db.$count(messages, sql`${messages.content}::text like ${'%该出现的回复%'}`)).toBe(1)
    expect(await app.db.$count(serviceCases, and(eq(serviceCases.id, caseId), isNull(serviceCases.closedAt)))).toBe(1)
  })
})
