import { describe, expect, test } from 'vitest'
import { findBursts, fraudSignReason } from '../../src/domain/operations/fraud-signs.ts'
import { networkOf } from '../../src/domain/operations/network-of.ts'

describe('networkOf', () => {
  test.each([
    ['203.0.113.77', '203.0.113.0/24'],
    ['::ffff:203.0.113.77', '203.0.113.0/24'],
    ['2001:db8:1:2::9', '2001:db8:1::/48'],
    ['2001:0DB8:0001:0002:0:0:0:9', '2001:db8:1::/48'],
    ['2408::1', '2408:0:0::/48'],
  ])('%s is in %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })

  test.each([
    '',
    'unknown',
    '256.1.1.1',
    '10.1.2.3',
    '172.20.0.4',
    '192.168.1.9',
    '127.0.0.1',
    '100.64.3.3',
    '::1',
    'fe80::1',
    'fd00::1',
    '2001:db8',
    '2001::1::2',
    '2001:db8:1:2:3:4:5:6:7',
    '2001:db8:12345::',
  ])('%s says nothing', (address) => {
    expect(networkOf(address)).toBeUndefined()
  })
})

describe('findBursts', () => {
  const network = '203.0.113.0/24'
  const at = (hours: number, userId: number, of = network) => ({
    userId,
    network: of,
    at: new Date(Date.UTC(2026, 10, 1) + hours * 3_600_000),
  })

  test('needs five within 24 hours of one network', () => {
    const four = [0, 1, 2, 3].map((hours) => at(hours, hours + 1))
    expect(findBursts(four)).toEqual([])
    expect(findBursts([...four, at(4, 5, '198.51.100.0/24')])).toEqual([])
    expect(findBursts([...four, at(24.1, 5)])).toEqual([])
    const [burst] = findBursts([at(24, 5), ...four])
    expect(burst).toMatchObject({ network })
    expect(burst?.accounts.map(({ userId }) => userId)).toEqual([1, 2, 3, 4, 5])
  })

  test('takes every window, and nothing that lies outside of them', () => {
    const first = [0, 1, 2, 3, 4].map((hours) => at(hours, hours))
    const later = [100, 101, 102, 103, 104, 105].map((hours) => at(hours, hours))
    const [burst] = findBursts([...later, at(50, 50), ...first])
    expect(burst?.accounts).toHaveLength(11)
  })
})

test('a reason counts the records of its kind', () => {
  const records = [
    { kind: 'company', id: 1 },
    { kind: 'company', id: 2 },
    { kind: 'order', id: 9 },
  ] as const
  expect(fraudSignReason('ownTrade', '1 2', records)).toContain('1 份订单')
  expect(fraudSignReason('accountBurst', '203.0.113.0/24', [])).toContain('203.0.113.0/24')
})
