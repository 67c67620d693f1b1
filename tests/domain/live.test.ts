import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { classFilter, classQuery, scheduleMonths, monthSpan } from '../../src/domain/live/class-query.ts'
import { classPhaseAt, classTimesError } from '../../src/domain/live/classes.ts'
import { formatChance, findWrongEntries, digestOf, rowForDigest, seedHashOf } from '../../src/domain/live/draw.ts'
import { watchPoints } from '../../src/domain/live/scores.ts'
import { creditHeartbeat, leaseSeconds, maxSecondsPerHeartbeat } from '../../src/domain/live/watch-heartbeat.ts'

const now = new Date('2026-11-22T04:00:00.000Z')
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000)

describe('a class', () => {
  const timed = { startsAt: after(0), endsAt: after(3600), replay: true }
  test('derives its phase from the time', () => {
    expect(classPhaseAt(timed, after(-1))).toBe('soon')
    expect(classPhaseAt(timed, after(0))).toBe('live')
    expect(classPhaseAt(timed, after(3599))).toBe('live')
    expect(classPhaseAt(timed, after(3600))).toBe('replay')
    expect(classPhaseAt({ ...timed, replay: false }, after(3600))).toBe('over')
  })

  test('must start in the future and have an allowed duration', () => {
    const fault = (from: number, to: number) =>
      classTimesError(after(from).toISOString(), after(to).toISOString(), now)?.field
    expect(fault(60, 3600)).toBeUndefined()
    expect(fault(0, 3600)).toBe('startsAt')
    expect(fault(200 * 86_400, 200 * 86_400 + 3600)).toBe('startsAt')
    expect(fault(60, 120)).toBe('endsAt')
    expect(fault(60, 60 + 15 * 86_400)).toBe('endsAt')
  })

  test('is queried by URL; invalid parameters are ignored', () => {
    const query = classQuery(new URLSearchParams('kind=roadshow&topic=x&phase=live&month=2026-13&current=0&keyword=a'))
    expect(classFilter(query)).toEqual({ keyword: 'a', current: 1, kind: 'roadshow', phase: 'live' })
    expect(monthSpan('2026-12')).toEqual({
      from: new Date('2026-11-30T16:00:00.000Z'),
      until: new Date('2026-12-31T16:00:00.000Z'),
    })
    // 20:00 on the last of December in London is January in Shanghai.
    expect(scheduleMonths(new Date('2026-12-31T20:00:00.000Z'), 1, 1)).toEqual(['2026-12', '2027-01', '2027-02'])
  })
})

describe('watching', () => {
  const lease = { classId: 1, tab: 'one', lastBeatAt: now }
  test('credits the time since the last heartbeat of the same tab, up to the maximum', () => {
    expect(creditHeartbeat(undefined, { classId: 1, tab: 'one', at: now })).toEqual({ counts: true, seconds: 0 })
    expect(creditHeartbeat(lease, { classId: 1, tab: 'one', at: after(10.9) })).toEqual({ counts: true, seconds: 10 })
    expect(creditHeartbeat(lease, { classId: 1, tab: 'one', at: after(20) }).seconds).toBe(maxSecondsPerHeartbeat)
    expect(creditHeartbeat(lease, { classId: 1, tab: 'one', at: after(leaseSeconds + 1) })).toEqual({
      counts: true,
      seconds: 0,
    })
    expect(creditHeartbeat(lease, { classId: 1, tab: 'two', at: after(10) })).toEqual({ counts: false, seconds: 0 })
    expect(creditHeartbeat(lease, { classId: 2, tab: 'one', at: after(10) })).toEqual({ counts: false, seconds: 0 })
    expect(creditHeartbeat(lease, { classId: 2, tab: 'two', at: after(leaseSeconds + 1) }).counts).toBe(true)
    expect(creditHeartbeat(lease, { classId: 1, tab: 'one', at: after(-5) }).seconds).toBe(0)
  })

  test('never credits more than the elapsed time', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 40_000 }), fc.integer({ min: 0, max: 2 }))), (signs) => {
        let held: typeof lease | undefined
        let at = now.getTime()
        let counted = 0
        for (const [wait, tab] of signs) {
          at += wait
          const beat = { classId: 1, tab: String(tab), at: new Date(at) }
          const judged = creditHeartbeat(held, beat)
          counted += judged.seconds
          if (judged.counts) held = { ...beat, lastBeatAt: beat.at }
        }
        expect(counted * 1000).toBeLessThanOrEqual(at - now.getTime())
      }),
    )
  })

  test('earns one point per minute, up to thirty', () => {
    expect([59, 60, 119, 1800, 99_999].map(watchPoints)).toEqual([0, 1, 1, 30, 30])
  })
})

describe('a draw', () => {
  const table = [
    { prizeId: 1, weight: 1, isPrize: true, stock: 1 },
    { prizeId: 2, weight: 3, isPrize: true, stock: 2 },
    { prizeId: 3, weight: 6, isPrize: false, stock: 0 },
  ]
  test('matches an independent computation', async () => {
    expect(await seedHashOf('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
    expect(await digestOf('key', 1)).toBe('6da91fb91517be1f5cdcf3af91d7d40c717dd638a306157606fb2e584f7ae926')
  })

  test('selects rows in order, in proportion to their weights', () => {
    const at = (share: number) =>
      rowForDigest(
        table,
        Math.floor(share * 2 ** 32)
          .toString(16)
          .padStart(8, '0')
          .padEnd(64, '0'),
      )
    expect([0, 0.0999, 0.1001, 0.3999, 0.4001, 0.9999].map((share) => at(share).prizeId)).toEqual([1, 1, 2, 2, 3, 3])
    expect(rowForDigest(table, 'f'.repeat(64)).prizeId).toBe(3)
    expect(table.map(({ prizeId }) => formatChance(table, prizeId))).toEqual(['10%', '30%', '60%'])
    expect(() => rowForDigest([], '0'.repeat(64))).toThrow('empty')
  })

  test('is verified only if every result matches and no number is missing', async () => {
    const left = new Map(table.map(({ prizeId, stock }) => [prizeId, stock]))
    const entries: { entryNo: number; prizeId: number | null }[] = []
    for (let entryNo = 1; entryNo <= 40; entryNo += 1) {
      const row = rowForDigest(table, await digestOf('seed', entryNo))
      const stock = left.get(row.prizeId) ?? 0
      left.set(row.prizeId, stock - 1)
      entries.push({ entryNo, prizeId: row.isPrize && stock > 0 ? row.prizeId : null })
    }
    expect(await findWrongEntries('seed', table, entries)).toEqual([])
    expect((await findWrongEntries('other', table, entries)).length).toBeGreaterThan(0)
    expect((await findWrongEntries('seed', table, entries.toSpliced(3, 1))).length).toBeGreaterThan(0)
    expect(entries.filter(({ prizeId }) => prizeId === 1)).toHaveLength(1)
  })
})
