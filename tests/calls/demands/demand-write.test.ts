import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { DemandInput } from '../../../src/contract/demands/demands.ts'
import { demands } from '../../../src/db/tables/demands.ts'
import { contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { missingId, newKey } from '../../support/sentinels.ts'
import {
  demandInput,
  demandStatus,
  inHours,
  leafOf,
  openDemand,
  saveDemand,
  setDeadline,
  submittedOffer,
  terms,
} from '../../support/scenes/demands/demand.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const other = clientForFile(app, 'buyer2')
const sub = clientForFile(app, 'sub')
const seller = clientForFile(app, 'seller')
let leaf: number
beforeAll(async () => {
  leaf = (await leafOf(app)).id
})

const input = (more: Partial<DemandInput> = {}) => demandInput(leaf, more)
const detail = async (client: Client, demandId: number) => contentOf(await client.api.demands.demand({ demandId }))
const stepsOf = async (demandId: number) =>
  (await detail(buyer, demandId)).history.map(({ fromStatus, event, toStatus }) => `${fromStatus} ${event} ${toStatus}`)

describe('changing a demand', () => {
  test('updates a draft and submits it', async () => {
    const demandId = await openDemand(app, buyer, { submit: false })
    expect(await demandStatus(app, demandId)).toBe('draft')
    const changed = input({ demandTitle: '改过的题目', demandBudget: null })
    expect(contentOf(await buyer.api.demands.demandUpdate({ ...changed, demandId, submit: false })).status).toBe(
      'draft',
    )
    expect(contentOf(await buyer.api.demands.demandUpdate({ ...changed, demandId })).status).toBe('open')
    expect(await detail(buyer, demandId)).toMatchObject({ demandTitle: '改过的题目', demandBudget: null })
    expect(await stepsOf(demandId)).toEqual(['draft submit pending_review', 'pending_review pass open'])
  })

  test('resubmits a rejected demand without its reason', async () => {
    const demandId = await openDemand(app, buyer, { submit: false })
    await app.db.update(demands).set({ status: 'rejected', reason: '内容不完整' }).where(eq(demands.id, demandId))
    contentOf(await buyer.api.demands.demandUpdate({ ...input(), demandId }))
    expect(await detail(buyer, demandId)).toMatchObject({ status: 'open', reason: '' })
    expect((await stepsOf(demandId))[0]).toBe('rejected submit pending_review')
  })

  test('updates summary, requirements and deadline of an open demand and notifies bidders', async () => {
    const posted = input()
    const { demandId } = contentOf(await saveDemand(buyer, posted))
    await submittedOffer(seller, demandId)
    const send = vi.spyOn(app.runtime.push, 'send')
    const deadline = inHours(72)
    const edit = {
      ...posted,
      demandId,
      summary: '恢复期改为两周',
      facts: [{ label: '恢复期', value: '2 周' }],
      deadline,
    }
    contentOf(await buyer.api.demands.demandUpdate(edit))
    expect(await detail(buyer, demandId)).toMatchObject({ summary: '恢复期改为两周', deadline, status: 'open' })
    expect((await stepsOf(demandId)).at(-1)).toBe('open edit open')
    expect(send.mock.calls.some(([, message]) => JSON.stringify(message).includes('有更新'))).toBe(true)
    send.mockRestore()
    const kept = { ...edit, demandTitle: '换题目', categoryId: leaf, demandBudget: 100 }
    expect(fieldsWithErrors(await buyer.api.demands.demandUpdate(kept))).toEqual(['demandTitle', 'demandBudget'])
    expect((await detail(buyer, demandId)).demandTitle).toBe(posted.demandTitle)
  })

  test('accepts an unchanged near deadline, but no new one', async () => {
    const posted = input()
    const { demandId } = contentOf(await saveDemand(buyer, posted))
    await setDeadline(app, demandId, 0.5)
    const { deadline } = await detail(buyer, demandId)
    expect(
      failureOf(await buyer.api.demands.demandUpdate({ ...posted, demandId, deadline, summary: '补充说明' })),
    ).toBe('none')
    expect(
      fieldsWithErrors(await buyer.api.demands.demandUpdate({ ...posted, demandId, deadline: inHours(0.6) })),
    ).toEqual(['deadline'])
    await setDeadline(app, demandId, -1)
    expect(failureOf(await buyer.api.demands.demandUpdate({ ...posted, demandId }))).toBe('stepNotAllowed')
  })

  test('is rejected for other companies and in final states', async () => {
    const demandId = await openDemand(app, buyer)
    const change = { ...input(), demandId }
    expect(failureOf(await other.api.demands.demandUpdate(change))).toBe('notFound')
    expect(failureOf(await visitor(app).api.demands.demandUpdate(change))).toBe('sessionInvalid')
    expect(failureOf(await sub.api.demands.demandUpdate(change))).toBe('forbidden')
    contentOf(await buyer.api.demands.demandEditStatus({ demandId, event: 'close', reason: '暂停' }))
    expect(failureOf(await buyer.api.demands.demandUpdate(change))).toBe('stepNotAllowed')
    expect(failureOf(await buyer.api.demands.demandUpdate({ ...change, demandId: missingId }))).toBe('notFound')
  })
})

describe('closing and reopening', () => {
  test('saves the reason, the new deadline, and both steps', async () => {
    const demandId = await openDemand(app, buyer)
    const close = await buyer.api.demands.demandEditStatus({ demandId, event: 'close', reason: '项目暂停' })
    expect(contentOf(close).status).toBe('closed')
    expect((await detail(buyer, demandId)).reason).toBe('项目暂停')
    expect(failureOf(await visitor(app).api.demands.demand({ demandId }))).toBe('notFound')
    const deadline = inHours(100)
    expect(
      fieldsWithErrors(await buyer.api.demands.demandEditStatus({ demandId, event: 'reopen', deadline: inHours(0) })),
    ).toEqual(['deadline'])
    expect(contentOf(await buyer.api.demands.demandEditStatus({ demandId, event: 'reopen', deadline })).status).toBe(
      'open',
    )
    expect(await detail(buyer, demandId)).toMatchObject({ deadline, reason: '', status: 'open' })
    expect((await stepsOf(demandId)).slice(-2)).toEqual(['open close closed', 'closed reopen open'])
    expect(failureOf(await buyer.api.demands.demandEditStatus({ demandId, event: 'reopen', deadline }))).toBe(
      'stepNotAllowed',
    )
  })

  test('rejects an earlier deadline while offers are sealed', async () => {
    const demandId = await openDemand(app, buyer, { deadline: inHours(100) })
    const reopen = (hours: number) =>
      buyer.api.demands.demandEditStatus({ demandId, event: 'reopen', deadline: inHours(hours) })
    const close = () => buyer.api.demands.demandEditStatus({ demandId, event: 'close', reason: '暂停' })
    contentOf(await close())
    expect(contentOf(await reopen(90)).status).toBe('open')
    const input = { ...terms(), demandId, submit: true, sealed: true }
    const { offerId } = contentOf(await seller.api.demands.offerSave(input))
    contentOf(await close())
    expect(fieldsWithErrors(await reopen(2))).toEqual(['deadline'])
    expect((await detail(buyer, demandId)).status).toBe('closed')
    expect(contentOf(await reopen(95)).status).toBe('open')
    contentOf(await close())
    contentOf(await seller.api.demands.sellerOfferDelete({ offerId, reason: '不再参与' }))
    expect(contentOf(await reopen(2)).status).toBe('open')
  })

  test('cannot reopen an awarded demand', async () => {
    const demandId = await openDemand(app, buyer)
    const offerId = await submittedOffer(seller, demandId)
    contentOf(await buyer.api.demands.deal({ offerId }, { idempotencyKey: newKey() }))
    const close = { demandId, event: 'close', reason: '不要了' } as const
    expect(failureOf(await buyer.api.demands.demandEditStatus(close))).toBe('stepNotAllowed')
    await app.db.update(demands).set({ status: 'closed' }).where(eq(demands.id, demandId))
    const reopen = { demandId, event: 'reopen', deadline: inHours(100) } as const
    expect(failureOf(await buyer.api.demands.demandEditStatus(reopen))).toBe('stepNotAllowed')
  })

  test('requires the own company and a reason', async () => {
    const demandId = await openDemand(app, buyer)
    const close = { demandId, event: 'close', reason: '不要了' } as const
    expect(failureOf(await other.api.demands.demandEditStatus(close))).toBe('notFound')
    expect(failureOf(await visitor(app).api.demands.demandEditStatus(close))).toBe('sessionInvalid')
    expect(fieldsWithErrors(await buyer.api.demands.demandEditStatus({ ...close, reason: '' }))).toEqual(['reason'])
    expect(await demandStatus(app, demandId)).toBe('open')
  })
})

describe('deleting', () => {
  test('hides a draft from its owner too, and keeps its history', async () => {
    const demandId = await openDemand(app, buyer, { submit: false })
    expect(contentOf(await buyer.api.demands.demandDelete({ demandId }))).toEqual({})
    expect(failureOf(await buyer.api.demands.demand({ demandId }))).toBe('notFound')
    expect(failureOf(await buyer.api.demands.demandDelete({ demandId }))).toBe('notFound')
    const [row] = await app.db.select({ deletedAt: demands.deletedAt }).from(demands).where(eq(demands.id, demandId))
    expect(row?.deletedAt).not.toBeNull()
  })

  test('is rejected for open demands and other companies', async () => {
    const demandId = await openDemand(app, buyer)
    expect(failureOf(await buyer.api.demands.demandDelete({ demandId }))).toBe('stepNotAllowed')
    expect(failureOf(await other.api.demands.demandDelete({ demandId }))).toBe('notFound')
    expect(failureOf(await visitor(app).api.demands.demandDelete({ demandId }))).toBe('sessionInvalid')
    expect(fieldsWithErrors(await buyer.api.demands.demandDelete({ demandId: -1 }))).toEqual(['demandId'])
  })
})
