import { describe, expect, test } from 'vitest'
import { parseBlocks } from '../../../src/domain/content/rich-text.ts'
import { contentOf, failureOf, fieldsWithErrors, type Client } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'
import { appForFile, visitorForFile } from '../../support/fixtures.ts'

const app = appForFile()
const client = visitorForFile(app)

const all = async (input: Parameters<Client['api']['content']['policies']>[0] = {}) =>
  contentOf(await client.api.content.policies({ pageSize: 100, ...input }))

describe('policies', () => {
  test('are listed newest first, with counts of each region, level and topic', async () => {
    const { data, total, districts, levels, topics } = await all()
    expect(total).toBeGreaterThanOrEqual(40)
    expect(data.map(({ issuedOn }) => issuedOn)).toEqual(
      data
        .map(({ issuedOn }) => issuedOn)
        .toSorted()
        .toReversed(),
    )
    expect(districts.reduce((sum, { count }) => sum + count, 0)).toBe(total)
    expect(levels.map(({ value }) => value)).toEqual(['国家', '省级', '市级', '园区'])
    expect(topics.length).toBeGreaterThan(4)
    expect(districts.map(({ label }) => label)).toEqual(expect.arrayContaining(['全国', '四川', '上海']))
  })

  test('of a province include its cities and parks; national ones are separate', async () => {
    const there = await all({ districtCode: '510000' })
    expect(new Set(there.data.map(({ level }) => level))).toEqual(new Set(['省级', '市级', '园区']))
    expect(there.data.every(({ districtCode }) => districtCode.startsWith('51'))).toBe(true)
    const city = await all({ districtCode: '510100' })
    expect(city.total).toBeLessThan(there.total)
    expect(city.data.every(({ districtCode }) => districtCode.startsWith('5101'))).toBe(true)
    const country = await all({ districtCode: '000000' })
    expect(country.data.every(({ level, districtName }) => level === '国家' && districtName === '全国')).toBe(true)
    expect(country.total).toBeGreaterThan(0)
    // A facet counts the results of its other values.
    expect(there.districts.reduce((sum, { count }) => sum + count, 0)).toBe((await all()).total)
  })

  test('are filtered by level, topic, keyword and days', async () => {
    const cities = await all({ level: '市级', topic: '人才引进' })
    expect(cities.total).toBeGreaterThan(0)
    expect(cities.data.every(({ level, topics }) => level === '市级' && topics.includes('人才引进'))).toBe(true)
    expect((await all({ keyword: '成都市' })).data.every(({ title, issuer }) => /成都市/.test(title + issuer))).toBe(
      true,
    )
    const [newest] = (await all()).data
    const day = newest?.issuedOn ?? ''
    const days = await all({ beginTime: day, endTime: day })
    expect(days.data.map(({ issuedOn }) => issuedOn)).toContain(day)
    expect(days.data.every(({ issuedOn }) => issuedOn === day)).toBe(true)
  })

  test('return field errors', async () => {
    expect(fieldsWithErrors(await client.api.content.policies({ districtCode: '51' }))).toEqual(['districtCode'])
    expect(fieldsWithErrors(await client.api.content.policies({ endTime: '2026-02-30' }))).toEqual(['endTime'])
  })
})

describe('policy', () => {
  test('returns paragraphs, parks and other policies of the region', async () => {
    const [row] = (await all({ level: '园区' })).data
    const policy = contentOf(await client.api.content.policy({ policyId: row?.policyId ?? 0 }))
    expect(parseBlocks(policy.body).length).toBeGreaterThan(2)
    expect(policy.parks.map(({ parkName }) => parkName).length).toBe(1)
    expect(
      policy.related.every(({ districtCode }) => districtCode.slice(0, 2) === policy.districtCode.slice(0, 2)),
    ).toBe(true)
    expect(policy.related.map(({ policyId }) => policyId)).not.toContain(policy.policyId)
  })

  test('returns not found for unknown ids', async () => {
    expect(failureOf(await client.api.content.policy({ policyId: missingId }))).toBe('notFound')
  })
})
