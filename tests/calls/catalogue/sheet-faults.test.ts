import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../support/app.ts'
import { as, contentOf, failureOf, visitor, type Client } from '../../support/client.ts'
import { download, fileOf, given, goodsHeads, put, whole } from './sheets-scene.ts'

let app: TestApp
let seller: Client
let other: Client
let servicesOnly: Client
beforeAll(async () => {
  app = await startApp()
  seller = await as(app, 'seller')
  other = await as(app, 'seller2')
  servicesOnly = await as(app, 'seller3')
})
afterAll(() => app.close())

describe('listingFaultSheet', () => {
  const faulty = async () => {
    const rows = [
      goodsHeads,
      whole(),
      goodsHeads.map(() => null),
      whole({ 标题: '短', 类目: '没有的类目' }),
      whole({ 'CAS 号': new Date(Date.UTC(2020, 1, 2)) }),
    ]
    return given(seller, await fileOf(rows))
  }
  const ask = (client: Client, fileId: string, kind: 'product' | 'service' = 'product') =>
    client.api.catalogue.listingFaultSheet({ kind, fileId })

  test('gives the sheet back row by row with the reasons; mended it goes in as it is', async () => {
    const made = contentOf(await ask(seller, await faulty()))
    expect(made.name).toMatch(/错误原因\.xlsx$/)
    const [head = [], ...rows] = await readSheet(await download(app, seller, made.url), 1)
    expect(head).toEqual(['错误原因', ...goodsHeads])
    const reasons = rows.map(([reason]) => reason)
    expect(reasons).toEqual([null, null, expect.stringMatching(/类目：.*标题：/), expect.stringMatching(/^CAS 号：/)])
    // What was wrong is given back as it was typed.
    const cell = (row: number, name: string) => rows[row]?.[head.findIndex((one) => String(one).startsWith(name))]
    expect([cell(2, '标题'), cell(2, '类目'), cell(3, 'CAS 号')]).toEqual(['短', '没有的类目', '2020-02-02'])
    const right = rows[0] ?? []
    const mended = [head, right, right].map((row, at) =>
      row.map((cell, place) => (at > 0 && place === 0 ? '改好了' : cell === null ? null : String(cell))),
    )
    const again = contentOf(await put(seller, mended))
    expect(again).toMatchObject({ faultCount: 0, created: 2 })
  })

  test('of a sheet without its columns says so in its head; files of others and no sheets are refused', async () => {
    const bare = await given(seller, await fileOf([['标题'], ['只有标题']]))
    const [head] = await readSheet(await download(app, seller, contentOf(await ask(seller, bare)).url), 1)
    expect(String(head?.[0])).toContain('类目：缺少此列')
    const fileId = await faulty()
    expect(failureOf(await ask(other, fileId))).toBe('notFound')
    expect(failureOf(await ask(servicesOnly, fileId))).toMatch(/notFound|forbidden/)
    expect(failureOf(await ask(visitor(app), fileId))).toBe('sessionInvalid')
  })
})
