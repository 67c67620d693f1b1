import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demandChanges } from '../../src/db/tables/demands.ts'
import { drawAwards } from '../../src/db/tables/draw.ts'
import { claimDays } from '../../src/domain/live/award-states.ts'
import { databaseAt, type OldDatabase } from '../support/migrations.ts'

/** Rows as versions before wrote them, brought to the tables of today. */
let old: OldDatabase
beforeAll(async () => {
  old = await databaseAt('0035_demand_changes')
  const { db, alone, migrate } = old
  const change = (id: number, demandId: number, status: string) =>
    db.execute(sql`insert into demand_changes (id, demand_id, company_id, user_id, summary, facts, file_ids, annex_ids,
      confidential_text, own_terms, status, reason) values (${id}, ${demandId}, 3, 4, '预算改为 30 万元',
      '[{"label":"预算","value":"30 万元"}]', '{f1,f2}', '{a1}', '工艺参数', '自有条款', ${status}, '')`)
  await alone(async () => {
    await change(7, 41, 'pending_review')
    await change(8, 12, 'rejected')
    await db.execute(sql`insert into draw_rounds (id, title, opens_at, closes_at, cost, per_person, seed, seed_hash)
      values (1, '旧一期', now() - interval '90 days', now() - interval '60 days', 1, 1, 's', 'h')`)
    await db.execute(sql`insert into draw_awards (entry_id, round_id, prize_id, user_id) values (1, 1, 1, 1)`)
  })
  await migrate()
})
afterAll(() => old.close())

test('a change of a demand that waits under an id of its own waits under its demand afterwards, whole', async () => {
  const rows = await old.db.select().from(demandChanges).orderBy(demandChanges.demandId)
  expect(rows.map(({ demandId, status }) => [demandId, status])).toEqual([
    [12, 'rejected'],
    [41, 'pending_review'],
  ])
  expect(rows[1]).toMatchObject({
    ...{ companyId: 3, userId: 4, summary: '预算改为 30 万元', facts: [{ label: '预算', value: '30 万元' }] },
    ...{ fileIds: ['f1', 'f2'], annexIds: ['a1'], confidentialText: '工艺参数', ownTerms: '自有条款' },
  })
})

test('an award that waited before there was a time to claim it has all of it from then on', async () => {
  const [award] = await old.db.select().from(drawAwards)
  expect(award?.claimBy.getTime()).toBeGreaterThan(Date.now() + (claimDays - 1) * 86_400_000)
})
