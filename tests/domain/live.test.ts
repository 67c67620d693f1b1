import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { classFilter, classQuery, monthsAround, monthSpan } from '../../src/domain/live/class-query.ts'
import { phaseOf, timesFault } from '../../src/domain/live/classes.ts'
import { chanceOf, checkRound, digestOf, rowAt, seedHashOf } from '../../src/domain/live/draw.ts'
import { pointsOfWatching } from '../../src/domain/live/scores.ts'
import { judgeBeat, leaseSeconds, mostABeat } from '../../src/domain/live/watching.ts'

const now = new Date('2026-11-22T04:00:00.000Z')
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000)

describe('a class', () => {
  const timed = { startsAt: after(0), endsAt: after(3600), replay: true }
  test('is announced, on, and to be seen again, by the clock alone', () => {
    expect(phaseOf(timed, after(-1))).toBe('soon')
    expect(phaseOf(timed, after(0))).toBe('live')
    expect(phaseOf(timed, after(3599))).toBe('live')
    expect(phaseOf(timed, after(3600))).toBe('replay')
    expect(phaseOf({ ...timed, replay: false }, after(3600))).toBe('over')
  })

  test('lies ahead, and lasts as long as a class may', () => {
    const fault = (from: number, to: number) =>
      timesFault(after(from).toISOString(), after(to).toISOString(), now)?.field
    expect(fault(60, 3600)).toBeUndefined()
    expect(fault(0, 3600)).toBe('startsAt')
    expect(fault(200 * 86_400, 200 * 86_400 + 3600)).toBe('startsAt')
    expect(fault(60, 120)).toBe('endsAt')
    expect(fault(60, 60 + 15 * 86_400)).toBe('endsAt')
  })

  test('is asked for by an address; what makes no sense there is left out', () => {
    const query = classQuery(new URLSearchParams('kind=roadshow&topic=x&phase=live&month=2026-13&current=0&keyword=a'))
    expect(classFilter(query)).toEqual({ keyword: 'a', current: 1, kind: 'roadshow', phase: 'live' })
    expect(monthSpan('2026-12')).toEqual({
      from: new Date('2026-11-30T16:00:00.000Z'),
      until: new Date('2026-12-31T16:00:00.000Z'),
    })
    // 20:00 on the last of December in London is January in Shanghai.
    expect(monthsAround(new Date('2026-12-31T20:00:00.000Z'), 1, 1)).toEqual(['2026-12', '2027-01', '2027-02'])
  })
})

describe('watching', () => {
  const lease = { classId: 1, tab: 'one', lastBeatAt: now }
  test('is worth the time since the last sign of the same tab, no more than a sign is worth', () => {
    expect(judgeBeat(undefined, { classId: 1, tab: 'one', at: now })).toEqual({ counts: true, seconds: 0 })
    expect(judgeBeat(lease, { classId: 1, tab: 'one', at: after(10.9) })).toEqual({ counts: true, seconds: 10 })
    expect(judgeBeat(lease, { classId: 1, tab: 'one', at: after(20) }).seconds).toBe(mostABeat)
    expect(judgeBeat(lease, { classId: 1, tab: 'one', at: after(leaseSeconds + 1) })).toEqual({
      counts: true,
      seconds: 0,
    })
    expect(judgeBeat(lease, { classId: 1, tab: 'two', at: after(10) })).toEqual({ counts: false, seconds: 0 })
    expect(judgeBeat(lease, { classId: 2, tab: 'one', at: after(10) })).toEqual({ counts: false, seconds: 0 })
    expect(judgeBeat(lease, { classId: 2, tab: 'two', at: after(leaseSeconds + 1) }).counts).toBe(true)
    expect(judgeBeat(lease, { classId: 1, tab: 'one', at: after(-5) }).seconds).toBe(0)
  })

  test('however signs come, they are worth no more than the time that went by', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 40_000 }), fc.integer({ min: 0, max: 2 }))), (signs) => {
        let held: typeof lease | undefined
        let at = now.getTime()
        let counted = 0
        for (const [wait, tab] of signs) {
          at += wait
          const beat = { classId: 1, tab: String(tab), at: new Date(at) }
          const judged = judgeBeat(held, beat)
          counted += judged.seconds
          if (judged.counts) held = { ...beat, lastBeatAt: beat.at }
        }
        expect(counted * 1000).toBeLessThanOrEqual(at - now.getTime())
      }),
    )
  })

  test('a minute is a point, up to thirty', () => {
    expect([59, 60, 119, 1800, 99_999].map(pointsOfWatching)).toEqual([0, 1, 1, 30, 30])
  })
})

describe('a draw', () => {
  const table = [
    { prizeId: 1, weight: 1, isPrize: true, stock: 1 },
    { prizeId: 2, weight: 3, isPrize: true, stock: 2 },
    { prizeId: 3, weight: 6, isPrize: false, stock: 0 },
  ]
  test('is what others compute as well', async () => {
    expect(await seedHashOf('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
    expect(await digestOf('key', 1)).toBe('6da91fb91517be1f5cdcf3af91d7d40c717dd638a306157606fb2e584f7ae926')
  })

  test('falls on the rows in their order, in proportion to their weights', () => {
    const at = (share: number) =>
      rowAt(
        table,
        Math.floor(share * 2 ** 32)
          .toString(16)
          .padStart(8, '0')
          .padEnd(64, '0'),
      )
    expect([0, 0.0999, 0.1001, 0.3999, 0.4001, 0.9999].map((share) => at(share).prizeId)).toEqual([1, 1, 2, 2, 3, 3])
    expect(rowAt(table, 'f'.repeat(64)).prizeId).toBe(3)
    expect(table.map(({ prizeId }) => chanceOf(table, prizeId))).toEqual(['10%', '30%', '60%'])
    expect(() => rowAt([], '0'.repeat(64))).toThrow('empty')
  })

  test('reckoned anew is right only when every result is, with numbers that leave none out', async () => {
    const left = new Map(table.map(({ prizeId, stock }) => [prizeId, stock]))
    const entries: { entryNo: number; prizeId: number | null }[] = []
    for (let entryNo = 1; entryNo <= 40; entryNo += 1) {
      const row = rowAt(table, await digestOf('seed', entryNo))
      const stock = left.get(row.prizeId) ?? 0
      left.set(row.prizeId, stock - 1)
      entries.push({ entryNo, prizeId: row.isPrize && stock > 0 ? row.prizeId : null })
    }
    expect(await checkRound('seed', table, entries)).toEqual([])
    expect((await checkRound('other', table, entries)).length).toBeGreaterThan(0)
    expect((await checkRound('seed', table, entries.toSpliced(3, 1))).length).toBeGreaterThan(0)
    expect(entries.filter(({ prizeId }) => prizeId === 1)).toHaveLength(1)
  })
})
