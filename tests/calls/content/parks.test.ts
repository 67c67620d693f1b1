import { describe, expect, test } from 'vitest'
import { contentOf, failureOf, fieldsWithErrors, type Client } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'
import { appForFile, visitorForFile } from '../../support/fixtures.ts'

const app = appForFile()
const client = visitorForFile(app)

const all = async (input: Parameters<Client['api']['content']['parks']>[0] = {}) =>
  contentOf(await client.api.content.parks({ pageSize: 100, ...input }))

describe('parks', () => {
  test('are listed with their facts and facets', async () => {
    const { data, total, districts, fields, facilityCounts } = await all()
    expect(total).toBeGreaterThanOrEqual(18)
    expect(data.map(({ companyCount }) => companyCount)).toEqual(
      data.map(({ companyCount }) => companyCount).toSorted((a, b) => b - a),
    )
    expect(districts.reduce((sum, { count }) => sum + count, 0)).toBe(total)
    expect(fields.find(({ value }) => value === '生物药')?.count).toBe(
      data.filter(({ fields: own }) => own.includes('生物药')).length,
    )
    expect(facilityCounts.find(({ value }) => value === 'animal')).toMatchObject({
      label: '实验动物房',
      count: data.filter(({ facilities }) => facilities.includes('animal')).length,
    })
  })

  test('are filtered by region, field, all given facilities, space and rent', async () => {
    expect(
      (await all({ districtCode: '510000' })).data.every(({ districtCode }) => districtCode.startsWith('51')),
    ).toBe(true)
    const both = await all({ facilities: ['animal', 'steam'] })
    expect(both.total).toBeGreaterThan(0)
    expect(both.data.every(({ facilities }) => facilities.includes('animal') && facilities.includes('steam'))).toBe(
      true,
    )
    expect((await all({ field: '中药' })).data.every(({ fields }) => fields.includes('中药'))).toBe(true)
    expect((await all({ areaFrom: 60_000 })).data.every(({ areaFree }) => areaFree >= 60_000)).toBe(true)
    const cheap = await all({ rentTo: 2000, sort: 'rent' })
    expect(cheap.total).toBeGreaterThan(0)
    const rents = cheap.data.map(({ rentLow }) => rentLow ?? Infinity)
    expect(rents.every((rent) => rent <= 2000)).toBe(true)
    expect(rents).toEqual(rents.toSorted((a, b) => a - b))
  })

  test('are found by name and location', async () => {
    expect((await all({ keyword: '锦屿' })).data.map(({ parkName }) => parkName)).toEqual(['锦屿生物医药园'])
    const there = await all({ keyword: '成都' })
    expect(there.total).toBe(3)
    expect(there.data.every(({ districtName }) => districtName.includes('成都'))).toBe(true)
    expect((await all({ keyword: '没有这个地方' })).total).toBe(0)
  })

  test('return field errors', async () => {
    expect(fieldsWithErrors(await client.api.content.parks({ areaFrom: 0 }))).toEqual(['areaFrom'])
    expect(fieldsWithErrors(await client.api.content.parks({ districtCode: 'abc' }))).toEqual(['districtCode'])
  })
})

describe('park', () => {
  test('returns all details, without expired policies', async () => {
    const [row] = (await all({ keyword: '云台' })).data
    const park = contentOf(await client.api.content.park({ parkId: row?.parkId ?? 0 }))
    expect(park).toMatchObject({ parkName: '云台药港产业园', districtName: '江苏 连云港', isSample: true })
    expect(park.facts.map(({ label }) => label)).toEqual(expect.arrayContaining(['层高', '污水', '机场', '人才']))
    expect(park.policyCount).toBe(park.policies.length)
    expect(park.policies.length).toBeGreaterThan(0)
    const today = new Date().toISOString().slice(0, 10)
    expect(park.policies.every(({ expiresOn }) => expiresOn === '' || expiresOn >= today)).toBe(true)
    expect(park.gallery.map(({ view }) => view)).toContain('site')
    expect(park.similar.map(({ parkId }) => parkId)).not.toContain(park.parkId)
  })

  test('returns not found for unknown ids', async () => {
    expect(failureOf(await client.api.content.park({ parkId: missingId }))).toBe('notFound')
  })
})
