import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { users } from '../../../src/db/tables/accounts.ts'
import { demandChanges } from '../../../src/db/tables/demands.ts'
import { closeDueDemands } from '../../../src/server/demands/close-due-demands.ts'
import { contentOf, failureOf, visitor } from '../../support/client.ts'
import { missingId, newKey } from '../../support/sentinels.ts'
import { demandStatus, inHours, setDeadline, submittedOffer } from '../../support/scenes/demands/demand.ts'
import {
  app,
  buyer,
  other,
  seller,
  sub,
  judge,
  form,
  seen,
  waiting,
  steps,
  opened,
  startScene,
} from '../../support/scenes/demands/changes.ts'

beforeAll(startScene)
afterAll(() => app.close())

describe('a pending change', () => {
  test('is deleted when the demand is closed, and not restored by reopening', async () => {
    const { demandId, posted, edit } = await opened()
    const { version } = contentOf(await edit({ summary: '新的说明' }))
    contentOf(await buyer.api.demands.demandEditStatus({ demandId, event: 'close', reason: '项目暂停' }))
    expect(await waiting()).not.toContain(demandId)
    expect(failureOf(await judge(demandId, 'pass', '', version))).toBe('stepNotAllowed')
    const again = { demandId, event: 'reopen', deadline: inHours(60) } as const
    contentOf(await buyer.api.demands.demandEditStatus(again))
    expect(await form(demandId)).toMatchObject({ summary: posted.summary, change: null })
    expect(await steps(demandId)).toEqual(['change_submit', 'close', 'change_drop', 'reopen'])
  })

  test('is deleted at the deadline', async () => {
    const { demandId, posted, edit } = await opened()
    const { version } = contentOf(await edit({ summary: '新的说明' }))
    await setDeadline(app, demandId, -1)
    expect(await waiting()).not.toContain(demandId)
    expect(failureOf(await judge(demandId, 'pass', '', version))).toBe('deadlinePast')
    await closeDueDemands(app.db)
    expect(await demandStatus(app, demandId)).toBe('evaluating')
    expect(await app.db.$count(demandChanges, eq(demandChanges.demandId, demandId))).toBe(0)
    expect((await seen(demandId)).summary).toBe(posted.summary)
  })

  test('is deleted when an offer is awarded', async () => {
    const { demandId, posted, edit } = await opened()
    const { version } = contentOf(await edit({ summary: '新的说明' }))
    const offerId = await submittedOffer(seller, demandId)
    contentOf(await buyer.api.demands.deal({ offerId }, { idempotencyKey: newKey() }))
    expect(failureOf(await judge(demandId, 'pass', '', version))).toBe('stepNotAllowed')
    expect(await app.db.$count(demandChanges, eq(demandChanges.demandId, demandId))).toBe(0)
    expect((await seen(demandId)).summary).toBe(posted.summary)
  })

  test('is accessible to its company only', async () => {
    const { demandId, posted, edit } = await opened()
    const { version } = contentOf(await edit({ summary: '新的说明' }))
    for (const [client, failure] of [
      [other, 'notFound'],
      [sub, 'forbidden'],
      [visitor(app), 'sessionInvalid'],
    ] as const) {
      expect(failureOf(await client.api.demands.demandChangeDelete({ demandId }))).toBe(failure)
      expect(failureOf(await client.api.demands.demandUpdate({ ...posted, demandId, summary: '外人' }))).toBe(failure)
      expect(failureOf(await client.api.demands.demandForm({ demandId }))).toBe(failure)
    }
    for (const client of [other, sub]) {
      const shown = contentOf(await client.api.demands.demand({ demandId }))
      expect([shown.summary, shown.change]).toEqual([posted.summary, null])
    }
    expect(failureOf(await buyer.api.demands.demandChangeDelete({ demandId: missingId }))).toBe('notFound')
    await app.db
      .update(users)
      .set({ isOperator: true, operatorRoles: ['admin'] })
      .where(eq(users.loginName, 'buyer'))
    expect(failureOf(await buyer.api.demands.demandReview({ demandId, verdict: 'pass', version }))).toBe('ownCompany')
    await app.db.update(users).set({ isOperator: false, operatorRoles: [] }).where(eq(users.loginName, 'buyer'))
    expect((await form(demandId)).change?.status).toBe('pending_review')
  })
})
