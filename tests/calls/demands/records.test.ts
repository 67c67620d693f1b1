import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { followUps } from '../../../src/db/tables/demands.ts'
import { notices } from '../../../src/db/tables/operations.ts'
import { signInAs, contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'
import { inHours, openDemand, submittedOffer } from '../../support/scenes/demands/demand.ts'
import { remindFollowUps } from '../../../src/server/demands/records/follow-ups.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()
let buyer: Client
let other: Client
let seller: Client
let rival: Client
let sub: Client
let person: Client
beforeAll(async () => {
  ;[buyer, other, seller, rival, sub, person] = await Promise.all([
    signInAs(app, 'buyer'),
    signInAs(app, 'buyer2'),
    signInAs(app, 'seller'),
    signInAs(app, 'seller3'),
    signInAs(app, 'sub'),
    signInAs(app, 'person'),
  ])
})

const list = (client: Client, entity: 'demand' | 'offer', entityId: number) =>
  client.api.demands.records({ entity, entityId })
const textsOf = async (client: Client, entity: 'demand' | 'offer', entityId: number) =>
  contentOf(await list(client, entity, entityId)).data.map(({ text }) => text)
const save = (
  client: Client,
  entity: 'demand' | 'offer',
  entityId: number,
  text: string,
  nextAt: string | null = null,
) => client.api.demands.recordSave({ entity, entityId, text, nextAt })

describe('follow-up records', () => {
  test('are listed newest first with their author, per company', async () => {
    const demandId = await openDemand(app, buyer)
    const first = contentOf(await save(buyer, 'demand', demandId, '已与药理部确认剂量'))
    expect(first).toMatchObject({ text: '已与药理部确认剂量', nextAt: null, reminded: false })
    expect(first.personName).not.toBe('')
    contentOf(await save(buyer, 'demand', demandId, '等预算批复', inHours(24)))
    contentOf(await save(seller, 'demand', demandId, '可以接，先问动物房排期'))
    expect(await textsOf(buyer, 'demand', demandId)).toEqual(['等预算批复', '已与药理部确认剂量'])
    expect(await textsOf(seller, 'demand', demandId)).toEqual(['可以接，先问动物房排期'])
    const page = contentOf(
      await buyer.api.demands.records({ entity: 'demand', entityId: demandId, pageSize: 1, current: 2 }),
    )
    expect([page.total, page.data.map(({ text }) => text)]).toEqual([2, ['已与药理部确认剂量']])
  })

  test('of an offer are limited to its supplier', async () => {
    const demandId = await openDemand(app, buyer)
    const offerId = await submittedOffer(seller, demandId)
    contentOf(await save(seller, 'offer', offerId, '已电话说明报价'))
    expect(await textsOf(seller, 'offer', offerId)).toEqual(['已电话说明报价'])
    for (const stranger of [buyer, rival]) {
      expect(failureOf(await list(stranger, 'offer', offerId))).toBe('notFound')
      expect(failureOf(await save(stranger, 'offer', offerId, '看看'))).toBe('notFound')
    }
  })

  test('of a non-public demand are limited to its company and to bidders', async () => {
    const draft = await openDemand(app, buyer, { submit: false })
    contentOf(await save(buyer, 'demand', draft, '草稿也可以记'))
    for (const stranger of [other, seller]) expect(failureOf(await list(stranger, 'demand', draft))).toBe('notFound')
    const demandId = await openDemand(app, buyer)
    await submittedOffer(seller, demandId)
    contentOf(await buyer.api.demands.demandEditStatus({ demandId, event: 'close', reason: '项目暂停' }))
    contentOf(await save(seller, 'demand', demandId, '对方暂停，下季度再问'))
    expect(failureOf(await save(rival, 'demand', demandId, '我也记一笔'))).toBe('notFound')
    await expect(textsOf(seller, 'demand', demandId)).resolves.toHaveLength(1)
  })

  test('require the permission, a company and a session', async () => {
    const demandId = await openDemand(app, buyer)
    expect(failureOf(await list(sub, 'demand', demandId))).toBe('forbidden')
    expect(failureOf(await save(sub, 'demand', demandId, '没有权限'))).toBe('forbidden')
    expect(failureOf(await save(person, 'demand', demandId, '没有企业'))).toBe('notCertified')
    expect(failureOf(await save(visitor(app), 'demand', demandId, '没有登录'))).toBe('sessionInvalid')
    expect(failureOf(await list(visitor(app), 'demand', demandId))).toBe('sessionInvalid')
    expect(failureOf(await save(buyer, 'demand', missingId, '没有'))).toBe('notFound')
    expect(await textsOf(buyer, 'demand', demandId)).toEqual([])
  })

  test('return field errors', async () => {
    const demandId = await openDemand(app, buyer)
    expect(fieldsWithErrors(await save(buyer, 'demand', demandId, ' '))).toEqual(['text'])
    expect(fieldsWithErrors(await save(buyer, 'demand', demandId, '长'.repeat(1001)))).toEqual(['text'])
    expect(fieldsWithErrors(await save(buyer, 'demand', demandId, '晚了', inHours(-1)))).toEqual(['nextAt'])
    expect(fieldsWithErrors(await save(buyer, 'demand', demandId, '太远', inHours(24 * 400)))).toEqual(['nextAt'])
  })
})

describe('reminders', () => {
  const told = async (title: string) =>
    (
      await app.db
        .select()
        .from(notices)
        .where(and(eq(notices.event, 'record.due'), eq(notices.title, title)))
    ).length
  const fall = (recordId: number) =>
    app.db
      .update(followUps)
      .set({ nextAt: new Date(inHours(-0.1)) })
      .where(eq(followUps.id, recordId))

  test('are sent once to the author, also with parallel job runs', async () => {
    const demandId = await openDemand(app, buyer, { demandTitle: '到时候要跟进的需求' })
    const { recordId } = contentOf(await save(buyer, 'demand', demandId, '问进展', inHours(2)))
    await remindFollowUps(app.db, app.runtime)
    expect(await told('跟进提醒：“到时候要跟进的需求”')).toBe(0)
    await fall(recordId)
    const send = vi.spyOn(app.runtime.push, 'send')
    await Promise.all([remindFollowUps(app.db, app.runtime), remindFollowUps(app.db, app.runtime)])
    await remindFollowUps(app.db, app.runtime)
    expect(
      send.mock.calls.filter(([, message]) => JSON.stringify(message).includes('到时候要跟进的需求')),
    ).toHaveLength(1)
    send.mockRestore()
    expect(await told('跟进提醒：“到时候要跟进的需求”')).toBe(1)
    expect(contentOf(await list(buyer, 'demand', demandId)).data[0]?.reminded).toBe(true)
  })

  test('are combined for several records, and skipped for deleted ones', async () => {
    const [one, two, gone] = [
      await openDemand(app, other),
      await openDemand(app, other),
      await openDemand(app, other, { submit: false }),
    ]
    for (const demandId of [one, two, gone]) {
      await fall(contentOf(await save(other, 'demand', demandId, '再问', inHours(1))).recordId)
    }
    contentOf(await other.api.demands.demandDelete({ demandId: gone }))
    await remindFollowUps(app.db, app.runtime)
    expect(await told('有 2 条跟进到时间了')).toBe(1)
  })

  test('stay on the dashboard until a newer record is written', async () => {
    const title = '桌面上的跟进'
    const demandId = await openDemand(app, buyer, { demandTitle: title })
    const offerId = await submittedOffer(seller, demandId)
    contentOf(await save(buyer, 'demand', demandId, '明天问', inHours(20)))
    contentOf(await save(seller, 'offer', offerId, '下月再问', inHours(24 * 30)))
    const todos = async (client: Client, side: 'buyerDashboard' | 'sellerDashboard') =>
      contentOf(await client.api.orders[side]({})).todos.filter((todo) => todo.title === `跟进“${title}”`)
    expect(await todos(buyer, 'buyerDashboard')).toMatchObject([{ kind: 'follow', urgent: false }])
    expect(await todos(seller, 'sellerDashboard')).toEqual([])
    await fall(contentOf(await save(seller, 'offer', offerId, '改成今天问', inHours(1))).recordId)
    expect(await todos(seller, 'sellerDashboard')).toMatchObject([{ kind: 'follow', urgent: true }])
    contentOf(await save(buyer, 'demand', demandId, '已经问过'))
    expect(await todos(buyer, 'buyerDashboard')).toEqual([])
  })
})
