import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import writeExcel from 'write-excel-file/node'
import { importContent } from '../../../src/cli/import-content.ts'
import { news, parkPolicies, parks, policies } from '../../../src/db/tables/drug.ts'
import { startApp, type TestApp } from '../../support/app.ts'

let app: TestApp
let folder = ''
beforeAll(async () => {
  app = await startApp()
  folder = mkdtempSync(join(tmpdir(), 'portal-import-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await app.close()
})

const file = (name: string, content: string | Uint8Array) => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}
const run = (kind: string, path: string) => importContent(app.db, kind, path)
const newsHead = '编号,标题,摘要,正文,来源类型,来源,原文链接,发布日期,示例'
const countNews = () => app.db.$count(news)

describe('the import', () => {
  test('imports a CSV file: new rows, none the second time, then changed ones', async () => {
    const before = await countNews()
    const lines = [
      'i-1,第一条,"有,逗号","一段\n\n二段 ""引号""",政府,某部门,https://example.invalid/1,2026/1/5,是',
      'i-2,第二条,,,企业,某企业,,2026-02-03,',
    ]
    const path = file('news.csv', `\uFEFF${[newsHead, ...lines].join('\r\n')}\r\n`)
    expect(await run('news', path)).toMatch(/^2 new, 0 changed, 0 as/)
    const [row] = await app.db.select().from(news).where(eq(news.guid, 'i-1'))
    expect(row).toMatchObject({
      summary: '有,逗号',
      content: '一段\n\n二段 "引号"',
      isSample: true,
      sourceType: '政府',
    })
    expect(row?.publishedAt.toISOString()).toBe('2026-01-05T00:00:00.000Z')
    expect(await run('news', path)).toMatch(/^0 new, 0 changed, 2 as/)
    const [same] = await app.db.select().from(news).where(eq(news.guid, 'i-1'))
    expect(same).toEqual(row)
    file('news.csv', [newsHead, lines[0], lines[1]?.replace('第二条', '改过的')].join('\n'))
    expect(await run('news', path)).toMatch(/^0 new, 1 changed, 1 as/)
    expect(await countNews()).toBe(before + 2)
  })

  test('reports position and reason of every invalid row, and imports nothing', async () => {
    const before = await countNews()
    const path = file(
      'wrong.csv',
      [
        newsHead,
        'w-1,好的,,,政府,某部门,,2026-01-05,',
        '"w-2",,,"两\n行",报纸,某报,ftp://x,昨天,也许',
        'w-1,又一条,,,政府,某部门,,2026-01-05,',
      ].join('\n'),
    )
    const told = await run('news', path).catch((err: unknown) => (err instanceof Error ? err.message : ''))
    expect(told).toContain('Line 3, 标题: 请填写')
    expect(told).toContain('Line 3, 来源类型: 请填写健康自媒体')
    expect(told).toContain('Line 3, 原文链接: 请填写 http(s) 地址')
    expect(told).toContain('Line 3, 发布日期: 请按 2026-11-21 的格式填写')
    expect(told).toContain('Line 3, 示例: 请填写是或否')
    expect(told).toContain('Line 5, 编号: 与第 2 行相同')
    expect(told).toContain('Nothing was imported.')
    expect(await countNews()).toBe(before)
    await expect(run('news', file('short.csv', '编号,标题\nx,y'))).rejects.toThrow('缺少“来源类型”一列')
  })

  test('imports policies from JSON and parks from Excel with their policies', async () => {
    const policy = {
      编号: 'p-1',
      标题: '一项政策',
      层级: '市级',
      地区代码: '510100',
      发文机关: '某局',
      发文日期: '2026-01-01',
      施行日期: '2026-02-01',
      主题: ['研发投入', '人才引进'],
    }
    const path = file('policies.json', JSON.stringify([policy]))
    expect(await run('policies', path)).toMatch(/^1 new/)
    expect(await run('policies', path)).toMatch(/^0 new, 0 changed, 1 as/)
    const [kept] = await app.db.select().from(policies).where(eq(policies.code, 'p-1'))
    expect(kept).toMatchObject({ topics: ['研发投入', '人才引进'], districtCode: '510100', expiresOn: '' })
    await expect(
      run('policies', file('nowhere.json', JSON.stringify([{ ...policy, 地区代码: '999999' }]))),
    ).rejects.toThrow('Line 1, 地区代码: 没有代码为 999999 的地区')
    const park = {
      编号: 'k-1',
      名称: '某园',
      地区代码: '510116',
      地址: '某路 1 号',
      简介: '一句话',
      产业方向: '生物药、中药',
      配套: '标准实验室；GMP 厂房',
      建筑面积: '1000',
      可租面积: '200',
      租金下限: '12.5',
      租金上限: '20',
      开园年份: '2019',
      企业数: '7',
      参数: '空间:层高=6 m；交通:机场=26 km',
      服务: '会议=两间',
      政策编号: 'p-1',
      联系人: '某人',
      联系电话: '400-000-0000',
      接待时间: '工作日',
    }
    const sheet = async (row: Record<string, string>) =>
      writeExcel(
        [Object.keys(row), Object.values(row)].map((cells) => cells.map((value) => ({ value, type: String }))),
      ).toBuffer()
    const xlsx = file('parks.xlsx', await sheet(park))
    expect(await run('parks', xlsx)).toMatch(/^1 new/)
    expect(await run('parks', xlsx)).toMatch(/^0 new, 0 changed, 1 as/)
    const [made] = await app.db.select().from(parks).where(eq(parks.code, 'k-1'))
    expect(made).toMatchObject({
      rentLow: 1250,
      rentHigh: 2000,
      facilities: ['lab', 'gmp'],
      fields: ['生物药', '中药'],
    })
    expect(made?.facts).toEqual([
      { group: '空间', label: '层高', value: '6 m' },
      { group: '交通', label: '机场', value: '26 km' },
    ])
    const linked = () => app.db.$count(parkPolicies, eq(parkPolicies.parkId, made?.id ?? 0))
    expect(await linked()).toBe(1)
    expect(await run('parks', file('parks.xlsx', await sheet({ ...park, 政策编号: '', 可租面积: '300' })))).toMatch(
      /^0 new, 1 changed/,
    )
    expect(await linked()).toBe(0)
    const wrong = { ...park, 可租面积: '2000', 租金上限: '1', 政策编号: '没有', 配套: '泳池' }
    await expect(run('parks', file('bad.xlsx', await sheet(wrong)))).rejects.toThrow('配套里没有“泳池”')
    await expect(run('parks', file('bad.xlsx', await sheet({ ...wrong, 配套: '' })))).rejects.toThrow(
      /可租面积: 不能大于建筑面积[\s\S]*|没有编号为 没有 的政策/,
    )
  })

  test('reads CSV saved by Chinese Excel, and rejects other formats', async () => {
    // 编号,标题 … in GB 18030, where it differs from ASCII.
    const gbk = Buffer.from('b1e0bac52cb1eacce2', 'hex')
    await expect(run('news', file('gbk.csv', Buffer.concat([gbk, Buffer.from('\nx,y\n')])))).rejects.toThrow(
      '缺少“来源类型”一列',
    )
    await expect(run('news', file('news.txt', 'x'))).rejects.toThrow('must end in .csv, .json or .xlsx')
    await expect(run('news', file('open.csv', `${newsHead}\n"a,b`))).rejects.toThrow('opening quote at line 2')
    await expect(run('news', file('odd.json', '{}'))).rejects.toThrow('a list of objects')
    await expect(run('news', file('odd.xlsx', 'no zip'))).rejects.toThrow('no .xlsx sheet')
    await expect(run('demands', file('a.csv', newsHead))).rejects.toThrow('import takes news, policies or parks')
    await expect(run('news', join(folder, 'none.csv'))).rejects.toThrow('There is no file')
    expect(await app.db.$count(news, sql`${news.guid} = 'x'`)).toBe(0)
  })
})
