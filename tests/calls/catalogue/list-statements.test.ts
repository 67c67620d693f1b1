import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { preparedByShape } from '../../../src/db/prepared.ts'
import { contentOf, visitor } from '../../support/client.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'
import { categoryOf, wholeService } from '../../support/scenes/catalogue/publishing.ts'
import { newKey } from '../../support/sentinels.ts'

const app = appForFile()
const seller = clientForFile(app, 'seller')
const buyer = clientForFile(app, 'person')
let category: number
beforeAll(async () => {
  category = await categoryOf(app, '临床监查')
})

/** Texts of the statements about listings that a call sends. */
async function statementsOf(call: () => Promise<unknown>): Promise<string[]> {
  const spies = [vi.spyOn(PGlite.prototype, 'query'), vi.spyOn(pg.Client.prototype, 'query')]
  await call()
  const sent = spies.flatMap((spy) => spy.mock.calls.map(([statement]) => JSON.stringify(statement)))
  for (const spy of spies) spy.mockRestore()
  return sent.filter((statement) => /listing_cards|services/.test(statement))
}

describe('the statement of a list', () => {
  test('is one for the page and a total that is not known, and the same for other values', async () => {
    const { api } = visitor(app)
    const ask = (districtCode: string) => () => api.catalogue.services({ id: category, districtCode })
    await ask('310000')()
    const [one, ...more] = await statementsOf(ask('320000'))
    expect(more).toEqual([])
    const [other] = await statementsOf(ask('330000'))
    const textOf = (statement: string | undefined) => /select total, cards.*?\) as list/s.exec(statement ?? '')?.[0]
    expect(textOf(one)).toBeDefined()
    expect(textOf(other)).toBe(textOf(one))
  })

  test('has statuses as literals, and every value inside of a subquery', async () => {
    const { api } = visitor(app)
    const input = { id: category, tags: ['GLP'], priceFrom: 1, certified: true, keyword: '试验' }
    const sent = await statementsOf(() => api.catalogue.services({ ...input, sort: 'priceUp' }))
    const statement = sent.find((each) => each.includes('select total, cards')) ?? ''
    expect(statement).toContain("= 'published'")
    expect(statement.match(/\$\d+/g)?.length).toBeGreaterThan(3)
    expect(statement.replaceAll(/\(select \$\d+::[a-z]+(\[\])?\)/g, '')).not.toMatch(/\$\d/)
  })
})

test('totals are kept for everybody, hold nothing of the one who asked first, and follow a change at once', async () => {
  const input = { serviceName: '两人同看的服务', submit: true }
  const { serviceId } = contentOf(
    await seller.api.catalogue.serviceSave(
      { ...wholeService(category, '两人同看的服务'), ...input },
      { idempotencyKey: newKey() },
    ),
  )
  const ask = async (on: typeof seller) => contentOf(await on.api.catalogue.services({ keyword: '两人同看的服务' }))
  const first = await ask(seller)
  expect(first.data.map((row) => row.serviceId)).toEqual([serviceId])
  expect(await ask(buyer)).toEqual(first)
  expect(await ask(visitor(app))).toEqual(first)
  contentOf(await seller.api.catalogue.serviceChangeStatus({ serviceIds: [serviceId], event: 'unlist' }))
  for (const each of [seller, buyer, visitor(app)])
    expect((await ask(each)).data.map((row) => row.serviceId)).not.toContain(serviceId)
})

describe('statements by shape', () => {
  const names: string[] = []
  const prepared = preparedByShape('test_shape', (db, { column }: { column: string }, name) => {
    names.push(name)
    return db
      .select({ value: sql<number>`value` })
      .from(sql`(select (select ${sql.placeholder('value')}::int) as value, 1 as ${sql.identifier(column)}) as made`)
      .prepare(name)
  })

  test('are built once, run with other values, and have the same name in a transaction', async () => {
    const { db } = app
    expect(await prepared(db, { column: 'a' }).execute({ value: 1 })).toEqual([{ value: 1 }])
    expect(await prepared(db, { column: 'a' }).execute({ value: 2 })).toEqual([{ value: 2 }])
    await prepared(db, { column: 'b' }).execute({ value: 2 })
    await db.transaction((tx) => prepared(tx, { column: 'b' }).execute({ value: 3 }))
    const [a, b, again] = names
    expect(names).toHaveLength(3)
    expect(again).toBe(b)
    expect(a).not.toBe(b)
    expect(b?.length).toBeLessThan(64)
  })

  test('beyond a hundred have no name', () => {
    for (let number = 0; number < 120; number += 1) prepared(app.db, { column: `c${number}` })
    expect(names.filter((name) => name !== '').length).toBeLessThanOrEqual(101)
    expect(names.at(-1)).toBe('')
  })
})
