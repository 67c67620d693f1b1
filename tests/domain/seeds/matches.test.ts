import { describe, expect, it } from 'vitest'
import { now, repeated, rows } from './rows.ts'

const { demands, matches, accounts } = rows
const demandOf = (id: number) => demands.demands.find((demand) => demand.id === id)
const companyOf = (key: string) => accounts.byKey.get(key)?.company.id ?? 0
const of = (key: string) => matches.matches.filter(({ companyId }) => companyId === companyOf(key))

describe('demands found for suppliers', () => {
  it('exist for the demo sellers, some by invitation and one by both', () => {
    for (const key of ['臻境', '砺川']) {
      const isOpen = of(key).map(({ demandId }) => demandOf(demandId)?.status === 'open')
      expect(isOpen.filter(Boolean).length, key).toBeGreaterThanOrEqual(3)
      expect(of(key).some(({ invitedAt, subscriptionId }) => invitedAt !== null && subscriptionId === null)).toBe(true)
      expect(of(key).some(({ invitedAt, subscriptionId }) => invitedAt !== null && subscriptionId !== null)).toBe(true)
      expect(of(key).some(({ invitedAt }) => invitedAt === null)).toBe(true)
    }
  })

  it('are public demands of others, matched once by an earlier own subscription', () => {
    for (const { demandId, companyId, subscriptionId, createdAt } of matches.matches) {
      const demand = demandOf(demandId)
      expect(demand?.companyId).not.toBe(companyId)
      expect(createdAt > (demand?.publishedAt ?? createdAt)).toBe(true)
      expect(createdAt < now).toBe(true)
      if (subscriptionId === null) continue
      const subscription = matches.subscriptions.find(({ id }) => id === subscriptionId)
      expect(subscription?.companyId).toBe(companyId)
      expect((subscription?.createdAt ?? createdAt) < createdAt).toBe(true)
    }
    expect(repeated(matches.matches.map(({ demandId, companyId }) => `${demandId} ${companyId}`))).toEqual([])
  })

  it('are already notified, so that a new demo sends no notifications', () => {
    for (const { publishedAt, matchedAt } of demands.demands) expect(matchedAt === null).toBe(publishedAt === null)
  })

  it('have ids in chronological order', () => {
    const moments = matches.matches.map(({ createdAt }) => createdAt.getTime())
    expect(moments).toEqual(moments.toSorted((a, b) => a - b))
    expect(matches.matches.map(({ id }) => id)).toEqual(moments.map((_each, at) => at + 1))
  })
})
