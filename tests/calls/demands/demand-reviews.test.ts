import { and, asc, eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { users } from '../../../src/db/tables/accounts.ts'
import { demands } from '../../../src/db/tables/demands.ts'
import { notices, stateChanges } from '../../../src/db/tables/operations.ts'
import { signInAs, contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { missingId, newKey } from '../../support/sentinels.ts'
import { idsOf } from '../../support/scenes/demands/annex.ts'
import { demandInput, demandStatus, leafOf, openDemand, setDeadline } from '../../support/scenes/demands/demand.ts'
import { saveSetup } from '../../support/scenes/demands/evaluation.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile({ REVIEW: 'manual' })
let ops: Client
let buyer: Client
let seller: Client
beforeAll(async () => {
  ;[ops, buyer, seller] = await Promise.all([signInAs(app, 'ops'), signInAs(app, 'buyer'), signInAs(app, 'seller')])
})

const read = async (demandId: number) => contentOf(await ops.api.demands.demandForReview({ demandId }))
const judge = async (demandId: number, verdict: 'pass' | 'reject', reason = '', version?: number) =>
  ops.api.demands.demandReview({ demandId, verdict, reason, version: version ?? (await read(demandId)).version })
const steps = async (demandId: number) =>
  (
    await app.db
      .select()
      .from(stateChanges)
      .where(and(eq(stateChanges.entity, 'demand'), eq(stateChanges.entityId, demandId)))
      .orderBy(asc(stateChanges.id))
  ).map(({ fromStatus, event, toStatus }) => `${fromStatus} ${event} ${toStatus}`)

describe('demandReviews', () => {
  test('lists pending demands in the order of submission', async () => {
    const [first, second] = [await openDemand(app, buyer), await openDemand(app, buyer)]
    const draft = await openDemand(app, buyer, { submit: false })
    const ids = contentOf(await ops.api.demands.demandReviews({ pageSize: 100 })).data.map(({ demandId }) => demandId)
    expect(ids.indexOf(first)).toBeGreaterThanOrEqual(0)
    expect(ids.indexOf(first)).toBeLessThan(ids.indexOf(second))
    expect(ids).not.toContain(draft)
    const shown = await read(first)
    expect(shown).toMatchObject({ status: 'pending_review', facts: [{ label: '物种', value: '比格犬' }], version: 1 })
    const named = contentOf(await ops.api.demands.demandReviews({ keyword: shown.demandTitle }))
    expect(named.data.map(({ demandId }) => demandId)).toContain(first)
  })

  test('never show their confidential part', async () => {
    const { id } = await leafOf(app)
    const { demandId } = contentOf(
      await buyer.api.demands.demandSave(demandInput(id, { confidentialText: '候选化合物结构与剂量' }), {
        idempotencyKey: newKey(),
      }),
    )
    const whole = JSON.stringify(await read(demandId))
    expect(whole).not.toContain('候选化合物')
  })

  test('never show the criteria of the scoring', async () => {
    const demandId = await openDemand(app, buyer)
    contentOf(await saveSetup(buyer, demandId, [(await idsOf(app, 'buyer')).userId]))
    const own = contentOf(await buyer.api.demands.demand({ demandId }))
    expect(JSON.stringify(own.history)).toContain('价格 60%')
    const shown = await read(demandId)
    expect(shown.history.map(({ event }) => event)).toContain('submit')
    expect(JSON.stringify(shown)).not.toContain('价格 60%')
  })

  test('is limited to operators', async () => {
    const demandId = await openDemand(app, buyer)
    for (const client of [buyer, seller]) {
      expect(failureOf(await client.api.demands.demandReviews({}))).toBe('forbidden')
      expect(failureOf(await client.api.demands.demandForReview({ demandId }))).toBe('forbidden')
      const verdict = { demandId, verdict: 'pass', version: 1 } as const
      expect(failureOf(await client.api.demands.demandReview(verdict))).toBe('forbidden')
    }
    expect(failureOf(await visitor(app).api.demands.demandReviews({}))).toBe('sessionInvalid')
    expect(failureOf(await visitor(app).api.demands.demandForReview({ demandId }))).toBe('sessionInvalid')
    expect(failureOf(await visitor(app).api.demands.demandReview({ demandId, verdict: 'pass', version: 1 }))).toBe(
      'sessionInvalid',
    )
    expect(failureOf(await ops.api.demands.demandForReview({ demandId: missingId }))).toBe('notFound')
    expect(fieldsWithErrors(await ops.api.demands.demandReviews({ pageSize: 0 }))).toEqual(['pageSize'])
  })
})

describe('a verdict', () => {
  test('opens a demand and notifies its buyer', async () => {
    const title = '等审核的需求'
    const demandId = await openDemand(app, buyer, { demandTitle: title })
    expect(failureOf(await visitor(app).api.demands.demand({ demandId }))).toBe('notFound')
    const invalidate = vi.spyOn(app.runtime.pages, 'invalidate')
    expect(contentOf(await judge(demandId, 'pass')).status).toBe('open')
    expect(invalidate.mock.calls.flat(2)).toContain(`demand:${demandId}`)
    invalidate.mockRestore()
    const shown = contentOf(await visitor(app).api.demands.demand({ demandId }))
    expect([shown.status, shown.publishedAt === null]).toEqual(['open', false])
    expect(await steps(demandId)).toEqual(['draft submit pending_review', 'pending_review pass open'])
    const told = await app.db
      .select()
      .from(notices)
      .where(and(eq(notices.event, 'demand.reviewed'), eq(notices.title, `需求“${title}”已通过审核`)))
    expect(told.length).toBeGreaterThan(0)
    expect(failureOf(await judge(demandId, 'reject', '太晚', 1))).toBe('stepNotAllowed')
  })

  test('rejects with a reason shown to the buyer, who can submit again', async () => {
    const { id } = await leafOf(app)
    const posted = demandInput(id)
    const { demandId } = contentOf(await buyer.api.demands.demandSave(posted, { idempotencyKey: newKey() }))
    expect(fieldsWithErrors(await judge(demandId, 'reject'))).toEqual(['reason'])
    expect(contentOf(await judge(demandId, 'reject', '请写明试验规格')).status).toBe('rejected')
    const own = contentOf(await buyer.api.demands.demand({ demandId }))
    expect(own).toMatchObject({ status: 'rejected', reason: '请写明试验规格' })
    contentOf(
      await buyer.api.demands.demandUpdate({ ...posted, demandId, summary: '已写明规格', version: own.version }),
    )
    expect(await demandStatus(app, demandId)).toBe('pending_review')
    expect(contentOf(await judge(demandId, 'pass')).status).toBe('open')
  })

  test('returns conflict if the demand changed meanwhile', async () => {
    const demandId = await openDemand(app, buyer)
    const { version } = await read(demandId)
    await app.db
      .update(demands)
      .set({ version: sql`${demands.version} + 1` })
      .where(eq(demands.id, demandId))
    expect(failureOf(await judge(demandId, 'pass', '', version))).toBe('conflict')
    expect(await demandStatus(app, demandId)).toBe('pending_review')
  })

  test('counts once when parallel; cannot open a demand past its deadline', async () => {
    const demandId = await openDemand(app, buyer)
    const both = await Promise.all([judge(demandId, 'pass', '', 1), judge(demandId, 'reject', '不合适', 1)])
    expect(both.map(failureOf).toSorted()).toEqual(['none', 'stepNotAllowed'])
    const late = await openDemand(app, buyer)
    await setDeadline(app, late, -1)
    expect(failureOf(await judge(late, 'pass'))).toBe('deadlinePast')
    expect(contentOf(await judge(late, 'reject', '截止时间已过，请更新')).status).toBe('rejected')
  })

  test('is rejected for the operator’s own company', async () => {
    const demandId = await openDemand(app, buyer)
    await app.db
      .update(users)
      .set({ isOperator: true, operatorRoles: ['admin'] })
      .where(eq(users.loginName, 'buyer'))
    expect(failureOf(await buyer.api.demands.demandReview({ demandId, verdict: 'pass', version: 1 }))).toBe(
      'ownCompany',
    )
    await app.db.update(users).set({ isOperator: false, operatorRoles: [] }).where(eq(users.loginName, 'buyer'))
    expect(failureOf(await ops.api.demands.demandReview({ demandId: missingId, verdict: 'pass', version: 1 }))).toBe(
      'notFound',
    )
  })
})
