import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { users } from '../../../src/db/tables/accounts.ts'
import { demands } from '../../../src/db/tables/demands.ts'
import { outboxMessages } from '../../../src/db/tables/operations.ts'
import { orders } from '../../../src/db/tables/orders.ts'
import { pageViews } from '../../../src/db/tables/visits.ts'
import { today } from '../../../src/domain/time.ts'
import { contentOf, failureOf, signInAs } from '../../support/client.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()

describe('figures of the last days', () => {
  test('count what happened on each day in Shanghai, and add up to what the tables hold', async () => {
    await app.db.insert(pageViews).values([
      { day: today(), area: 'main', path: '/', referrer: 'search', views: 7 },
      { day: today(), area: 'main', path: '/', referrer: 'inner', views: 90 },
    ])
    // One minute after midnight in Shanghai is still the day before in UTC.
    const midnight = sql`((now() at time zone 'Asia/Shanghai')::date + interval '1 minute') at time zone 'Asia/Shanghai'`
    await app.db
      .update(users)
      .set({ createdAt: midnight })
      .where(sql`login_name = 'person'`)
    const finance = await signInAs(app, 'finance')
    const { days } = contentOf(await finance.api.operations.operatorFigures({ days: 90 }))
    expect(days).toHaveLength(90)
    expect(days.at(-1)).toMatchObject({ day: today(), visits: 7 })
    expect(days.at(-1)?.registrations).toBeGreaterThanOrEqual(1)
    const sum = (name: 'demands' | 'orders') => days.reduce((all, day) => all + day[name], 0)
    const since = sql`created_at >= (${days[0]?.day}::date)::timestamp at time zone 'Asia/Shanghai'`
    expect(sum('demands')).toBe(await app.db.$count(demands, since))
    expect(sum('orders')).toBe(await app.db.$count(orders, since))
    const [paid] = await app.db
      .select({ sum: sql`coalesce(sum(received), 0)`.mapWith(Number) })
      .from(sql`payments`)
      .where(
        sql`status = 'confirmed' and confirmed_at >= (${days[0]?.day}::date)::timestamp at time zone 'Asia/Shanghai'`,
      )
    expect(days.reduce((all, day) => all + (day.paid ?? 0), 0)).toBe(paid?.sum)
    expect(paid?.sum).toBeGreaterThan(0)
  })

  test('hide the money from roles without trade, and everything from those without records', async () => {
    const reviewer = await signInAs(app, 'reviewer')
    const { days } = contentOf(await reviewer.api.operations.operatorFigures({}))
    expect(days).toHaveLength(30)
    expect(days.every(({ paid }) => paid === null)).toBe(true)
    const editor = await signInAs(app, 'editor')
    expect(failureOf(await editor.api.operations.operatorFigures({}))).toBe('operatorForbidden')
    expect(failureOf(await reviewer.api.operations.operatorAlarms({}))).toBe('operatorForbidden')
  })
})

describe('alarms', () => {
  test('name failed jobs, late and failed messages, and nothing on a healthy platform', async () => {
    await app.runtime.jobs.close()
    await app.db.delete(outboxMessages)
    await app.db.execute(sql`delete from pgboss.job where state = 'failed'`)
    const risk = await signInAs(app, 'risk')
    const alarms = async () => contentOf(await risk.api.operations.operatorAlarms({})).alarms
    expect(await alarms()).toEqual([])
    const message = { channel: 'mail', template: 'notice', params: {}, subject: '', text: '正文' } as const
    await app.db.insert(outboxMessages).values([
      { ...message, recipient: 'a@late.invalid', dueAt: sql`now() - interval '11 minutes'` },
      { ...message, recipient: 'b@soon.invalid', dueAt: sql`now() - interval '2 minutes'` },
      { ...message, recipient: 'c@failed.invalid', status: 'failed', lastError: '550 no such user' },
    ])
    await app.db.execute(
      sql`insert into pgboss.job (name, state, completed_on) values ('orders-unpaid', 'failed', now())`,
    )
    expect(await alarms()).toEqual([
      expect.objectContaining({ kind: 'jobs', count: 1, detail: 'orders-unpaid 1 次' }),
      expect.objectContaining({ kind: 'outboxLate', count: 1 }),
      expect.objectContaining({ kind: 'outboxFailed', count: 1, detail: '550 no such user' }),
    ])
  })
})
