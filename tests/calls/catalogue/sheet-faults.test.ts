import { readSheet } from 'read-excel-file/node'
import { describe, expect, test } from 'vitest'
import { contentOf, failureOf, visitor, type Client } from '../../support/client.ts'
import { download, fileOf, given, goodsHeads, put, whole } from '../../support/scenes/catalogue/sheets.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const seller = clientForFile(app, 'seller')
const other = clientForFile(app, 'seller2')
const servicesOnly = clientForFile(app, 'seller3')

describe('listingFaultSheet', () => {
  const faulty = async () => {
    const rows = [
      goodsHeads,
      whole(),
      goodsHeads.map(() => null),
      whole({ 标题: '短', 分类: '没有的分类' }),
      whole({ 'CAS 号': new Date(Date.UTC(2020, 1, 2)) }),
    ]
    return given(seller, await fileOf(rows))
  }
  const ask = (client: Client, fileId: string, kind: 'product' | 'service' = 'product') =>
    client.api.catalogue.listingFaultSheet({ kind, fileId })

  test('returns the sheet with the errors of each row; the corrected sheet can be imported', async () => {
    const made = contentOf(await ask(seller, await faulty()))
    expect(made.name).toMatch(/错误原因\.xlsx$/)
    const [head = [], ...rows] = await readSheet(await download(app, seller, made.url), 1)
    expect(head).toEqual(['错误原因', ...goodsHeads])
    const reasons = rows.map(([reason]) => reason)
    expect(reasons).toEqual([null, null, expect.stringMatching(/分类：.*标题：/), expect.stringMatching(/^CAS 号：/)])
    // Invalid cells are returned as typed.
    const cell = (row: number, name: string) => rows[row]?.[head.findIndex((one) => String(one).startsWith(name))]
    expect([cell(2, '标题'), cell(2, '分类'), cell(3, 'CAS 号')]).toEqual(['短', '没有的分类', '2020-02-02'])
    const right = rows[0] ?? []
    const mended = [head, right, right].map((row, at) =>
      row.map((cell, place) => (at > 0 && place === 0 ? '改好了' : cell === null ? null : String(cell))),
    )
    const again = contentOf(await put(seller, mended))
    expect(again).toMatchObject({ faultCount: 0, created: 2 })
  })

  test('reports missing columns in the header; rejects files of others and invalid sheets', async () => {
    const bare = await given(seller, await fileOf([['标题'], ['只有标题']]))
    const [head] = await readSheet(await download(app, seller, contentOf(await ask(seller, bare)).url), 1)
    expect(String(head?.[0])).toContain('分类：缺少此列')
    const fileId = await faulty()
    expect(failureOf(await ask(other, fileId))).toBe('notFound')
    expect(failureOf(await ask(servicesOnly, fileId))).toMatch(/notFound|forbidden/)
    expect(failureOf(await ask(visitor(app), fileId))).toBe('sessionInvalid')
  })
})
