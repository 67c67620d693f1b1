import { pino } from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'
import { createDroppedFields } from '../../src/server/dropped-fields.ts'
import { envelope } from '../support/client.ts'
import { openDemand } from '../support/scenes/demands/demand.ts'
import { appForFile, clientForFile } from '../support/fixtures.ts'

/** Request bodies of clients written from the specification alone. */

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
let demandId = 0
beforeAll(async () => {
  demandId = await openDemand(app, buyer)
})

const post = async (path: string, body: unknown) => envelope(await buyer.post(path, JSON.stringify(body)))

describe('numbers and flags as text', () => {
  test('are accepted, since links carry ids as text', async () => {
    expect(await post('/mall/demand/detail', { demandId: String(demandId) })).toMatchObject({
      code: 200,
      content: { demandId },
    })
    const rows = await post('/user-center/role/list', { ownerType: '1' })
    expect(rows.code).toBe(200)
    expect(rows).toEqual(await post('/user-center/role/list', { ownerType: 1 }))
  })

  test('treats "" as no filter', async () => {
    const all = await post('/mall/demand/buyer-center/list-page', {})
    const body = { status: '', keyword: '', current: '1', pageSize: '20' }
    expect(await post('/mall/demand/buyer-center/list-page', body)).toEqual(all)
  })

  test('refuses ambiguous values by field name', async () => {
    expect(await post('/mall/demand/detail', { demandId: '4e1' })).toMatchObject({
      code: 400,
      content: [{ field: 'demandId', message: '格式不正确' }],
    })
  })
})

describe('unknown fields', () => {
  test('are refused by name in own calls, together with other errors', async () => {
    expect(await post('/draw/own', { rundId: 1 })).toMatchObject({
      code: 400,
      message: '请求中有无法识别的项，请核对标出的名称',
      content: [
        { field: 'rundId', message: '该接口没有这一项，请核对名称' },
        { field: 'roundId', message: '请填写' },
      ],
    })
  })

  test('change nothing in calls of the specification, and are counted', async () => {
    const path = '/mall/demand/detail'
    const before = await countOf(path)
    const plain = await post(path, { demandId })
    expect(await post(path, { demandId, orgId: 1, more: [{ x: 1 }] })).toEqual(plain)
    expect((await countOf(path)) - before).toBe(2)
  })

  test('are logged once per name, however many there are', () => {
    const lines: unknown[] = []
    const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) })
    let counted = 0
    const dropped = createDroppedFields(log, { droppedFields: (_path, count) => (counted += count) })
    for (let n = 0; n < 3; n += 1) dropped.note('/a', ['title', 'rows.0.name', 'rows.12.name'])
    expect(lines).toMatchObject([
      { path: '/a', field: 'title' },
      { path: '/a', field: 'rows.*.name' },
    ])
    for (let n = 0; n < 5_000; n += 1) dropped.note('/b', [`made-up-${n}`])
    expect(lines).toHaveLength(2_000)
    expect(counted).toBe(5_009)
  })
})

async function countOf(path: string): Promise<number> {
  const counts = await app.runtime.metrics.registry.getSingleMetric('portal_dropped_fields_total')?.get()
  return counts?.values.find(({ labels }) => labels.path === path)?.value ?? 0
}
