import { describe, expect, it } from 'vitest'
import { build } from '../../../src/db/seeds/build.ts'
import { demoIds } from '../../../src/db/seeds/build-accounts.ts'
import { buildDistricts } from '../../../src/db/seeds/build-reference.ts'
import { isCreditCode } from '../../../src/domain/accounts/credit-code.ts'
import { compounds } from '../../../src/db/seeds/data/compounds.ts'
import { certificationStatuses } from '../../../src/domain/accounts/certification.ts'
import { lexicon } from '../../../src/server/search/lexicon.ts'
import { companies, now, repeated, rows } from './rows.ts'

const { accounts, catalogue, chats, demands, orders } = rows

describe('size and determinism', () => {
  it('has at least the rows that the demo needs', () => {
    expect(accounts.organisations.filter(({ shop }) => shop !== undefined).length).toBeGreaterThanOrEqual(26)
    expect(accounts.organisations.filter(({ shop }) => shop === undefined).length).toBeGreaterThanOrEqual(8)
    expect(catalogue.services.length).toBeGreaterThanOrEqual(220)
    expect(catalogue.products.length).toBeGreaterThanOrEqual(420)
    expect(demands.demands.length).toBeGreaterThanOrEqual(90)
    expect(demands.offers.length).toBeGreaterThanOrEqual(150)
    expect(orders.orders.length).toBeGreaterThanOrEqual(80)
    expect(chats.messages.length).toBeGreaterThanOrEqual(150)
    expect(compounds.length).toBeGreaterThanOrEqual(120)
    expect(lexicon.length).toBeGreaterThanOrEqual(300)
  })

  it('generates the same rows twice', () => {
    expect(build(now)).toEqual(rows)
  })

  it('keeps past and future dates valid at any time of day', () => {
    for (const moment of ['2026-11-19T16:00:00Z', '2026-11-20T15:59:00Z']) {
      const made = build(new Date(moment))
      const past = [
        ...made.changes.map(({ createdAt }) => createdAt),
        ...made.chats.messages.map(({ createdAt }) => createdAt),
        ...made.orders.orders.map(({ createdAt }) => createdAt),
        ...made.demands.versions.map(({ createdAt }) => createdAt),
      ]
      expect(past.filter((each) => each === undefined || each > new Date(moment))).toEqual([])
      const open = made.demands.demands.filter(({ status }) => status === 'open')
      expect(open.filter(({ deadline }) => deadline.getTime() - Date.parse(moment) < 3_600_000)).toEqual([])
    }
  })
})

describe('companies and people', () => {
  it('have valid and unique credit codes', () => {
    expect(companies.filter(({ creditCode }) => !isCreditCode(creditCode ?? ''))).toEqual([])
    expect(repeated(companies.map(({ creditCode }) => creditCode))).toEqual([])
    expect(isCreditCode('91510100MA6C00P83R')).toBe(true)
    expect(isCreditCode('91510100MA6C00P83T')).toBe(false)
  })

  it('are in known districts', () => {
    const districts = buildDistricts()
    const codes = new Set(districts.map(({ code }) => code))
    expect(companies.filter(({ districtCode }) => !codes.has(districtCode))).toEqual([])
    expect(districts.filter(({ parentCode }) => typeof parentCode === 'string' && !codes.has(parentCode))).toEqual([])
  })

  it('have unique names, mobiles and login names', () => {
    expect(repeated(companies.map(({ name }) => name))).toEqual([])
    expect(repeated(accounts.users.map(({ loginName }) => loginName.toLowerCase()))).toEqual([])
    expect(repeated(accounts.users.map(({ mobile }) => mobile))).toEqual([])
    expect(accounts.users.filter(({ mobile }) => !/^1[3-9]\d{9}$/.test(mobile ?? ''))).toEqual([])
  })

  it('include every demo account', () => {
    const byName = new Map(accounts.users.map((user) => [user.loginName, user]))
    for (const [name, id] of Object.entries(demoIds)) expect(byName.get(name)).toMatchObject({ id, demo: true })
    expect(accounts.userRoles.some(({ userId }) => userId === demoIds.sub)).toBe(false)
    const shopOf = (id: number) => accounts.organisations.find(({ ownerId }) => ownerId === id)?.shop
    expect(shopOf(demoIds.seller)).toMatchObject({ serviceCount: expect.any(Number), productCount: expect.any(Number) })
    expect(shopOf(demoIds.seller)?.productCount).toBeGreaterThan(0)
    expect(shopOf(demoIds.seller2)?.serviceCount).toBe(0)
    expect(shopOf(demoIds.seller3)?.productCount).toBe(0)
  })

  it('have every certification status except draft and those that operators set', () => {
    const left = ['draft', 'revoked', 'suspended']
    const found = new Set(companies.map(({ certification }) => certification))
    expect(certificationStatuses.filter((status) => !left.includes(status) && !found.has(status))).toEqual([])
  })
})
