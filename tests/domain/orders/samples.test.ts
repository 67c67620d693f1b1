import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readLoggerRecords } from '../../../src/domain/orders/samples/logger-file.ts'
import {
  parseReadings,
  readingsCsv,
  shipmentOfReading,
  sensorIdOf,
} from '../../../src/domain/orders/samples/reading.ts'
import {
  allowedSampleActions,
  isStopped,
  sampleStatuses,
  sampleTransitions,
  withParts,
  type SampleStatus,
} from '../../../src/domain/orders/samples/sample-states.ts'
import {
  amountInput,
  formatAmount,
  parseAmount,
  sampleNoIn,
  splitRefusal,
} from '../../../src/domain/orders/samples/sample-terms.ts'
import {
  commonLimits,
  formatLimits,
  isOutside,
  judgeRuns,
  parseTemperature,
  toCelsius,
} from '../../../src/domain/orders/samples/temperature.ts'

const now = Date.parse('2026-11-28T12:00:00Z')

describe('samples', () => {
  test('every status but the first is reached by a step, and what is over has none', () => {
    const reached = new Set<SampleStatus>(['registered', ...sampleTransitions.map(({ to }) => to)])
    expect([...reached].toSorted()).toEqual([...sampleStatuses].toSorted())
    for (const status of ['split', 'used_up', 'destroyed'] as const)
      expect(allowedSampleActions({ status, quarantine: 'none' }, true)).toEqual([])
  })

  test('only the holder acts, and a quarantine stops all but the receipt and the unpacking', () => {
    const sample = { status: 'received', quarantine: 'none' } as const
    expect(allowedSampleActions(sample, true)).toEqual(['split', 'pack', 'useUp', 'destroy'])
    expect(allowedSampleActions(sample, false)).toEqual([])
    expect(allowedSampleActions({ status: 'received', quarantine: 'quarantined' }, true)).toEqual([])
    expect(allowedSampleActions({ status: 'received', quarantine: 'condemned' }, true)).toEqual(['destroy'])
    const passing = ['receive', 'takeBack', 'unpack', 'restore'] as const
    expect(passing.some((event) => isStopped('quarantined', event))).toBe(false)
    expect(isStopped('quarantined', 'ship')).toBe(true)
  })

  test('parts sum up to what was split, and pieces stay whole', () => {
    expect(splitRefusal({ amount: 500_000, unit: 'mg' }, [200_000, 300_000])).toBeNull()
    expect(splitRefusal({ amount: 500_000, unit: 'mg' }, [200_000, 299_999])).toBe('splitSumWrong')
    expect(splitRefusal({ amount: 3_000, unit: '瓶' }, [1_500, 1_500])).toBe('sampleUnitWhole')
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 2, maxLength: 20 }), (parts) => {
        const amount = parts.reduce((sum, part) => sum + part, 0)
        expect(splitRefusal({ amount, unit: 'mg' }, parts)).toBeNull()
        expect(splitRefusal({ amount: amount + 1, unit: 'mg' }, parts)).toBe('splitSumWrong')
      }),
    )
  })

  test('amounts are read as they are written', () => {
    expect(parseAmount('12.5')).toBe(12_500)
    expect(formatAmount(12_500, 'mg')).toBe('12.5\u00A0mg')
    expect(['', '0', '-1', '1.2345', '1e3', '12345678'].map(parseAmount)).toEqual(Array(6).fill(undefined))
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_000_000_000 }), (amount) => {
        expect(parseAmount(amountInput(amount))).toBe(amount)
      }),
    )
  })

  test('the number of a label is found in its address and in what a person types', () => {
    expect(sampleNoIn('https://example.com/platform/scan?code=SP20261128-0001')).toBe('SP20261128-0001')
    expect(sampleNoIn(' ｓｐ20261128-0001 ')).toBe('SP20261128-0001')
    expect(sampleNoIn('20261128')).toBeUndefined()
  })

  test('parts of parts belong to the shipment of what they were made of', () => {
    const all = [
      { id: 1, parentId: null },
      { id: 2, parentId: 1 },
      { id: 3, parentId: 2 },
      { id: 4, parentId: null },
    ]
    expect(withParts(all, [1]).map(({ id }) => id)).toEqual([1, 2, 3])
    expect(withParts(all, [2]).map(({ id }) => id)).toEqual([2, 3])
  })
})

describe('temperatures', () => {
  test('limits are those that all samples keep', () => {
    expect(
      commonLimits([
        { min: 200, max: 800 },
        { min: null, max: 600 },
      ]),
    ).toEqual({ min: 200, max: 600 })
    expect(
      commonLimits([
        { min: 200, max: 800 },
        { min: null, max: -6_000 },
      ]),
    ).toBeUndefined()
    expect(formatLimits({ min: 200, max: 800 })).toBe('2~8\u00A0℃')
    expect(formatLimits({ min: null, max: -6_000 })).toBe('不高于 -60\u00A0℃')
  })

  test('numbers are read in both units and refused where they are none', () => {
    expect(parseTemperature('-18.25')).toBe(-1_825)
    expect(parseTemperature('−5')).toBe(-500)
    expect(['', '1.234', 'x', '900'].map(parseTemperature)).toEqual([undefined, undefined, undefined, undefined])
    expect(toCelsius(41, 'F')).toBe(500)
    expect(toCelsius(Number.NaN, 'C')).toBeUndefined()
  })

  const limits = { min: 200, max: 800, tolerance: 50, toleranceMinutes: 10 }
  test('the tolerance is of degrees and of minutes', () => {
    expect(isOutside(850, limits)).toBe(false)
    expect(isOutside(851, limits)).toBe(true)
    const run = (minutes: number) => ({
      source: 'sensor:1',
      first: new Date(now),
      last: new Date(now + minutes * 60_000),
      min: 900,
      max: 1_000,
    })
    expect(judgeRuns([run(10)], [], limits).opened).toEqual([])
    expect(judgeRuns([run(11)], [], limits).opened).toHaveLength(1)
    expect(judgeRuns([run(0)], [], { ...limits, toleranceMinutes: 0 }).opened).toHaveLength(1)
  })

  test('a known excursion grows; what goes on after the decision is a new one', () => {
    const run = { source: 'sensor:1', first: new Date(now), last: new Date(now + 3_600_000), min: 900, max: 1_000 }
    const known = { id: 7, source: 'sensor:1', firstAt: new Date(now), lastAt: new Date(now + 1_800_000) }
    expect(judgeRuns([run], [{ ...known, isDecided: false }], limits)).toEqual({
      opened: [],
      extended: [{ id: 7, run }],
    })
    const { opened, extended } = judgeRuns([run], [{ ...known, isDecided: true }], limits)
    expect(extended).toEqual([])
    expect(opened.map(({ first }) => first.getTime())).toEqual([now + 1_800_001])
    const done = { ...known, lastAt: run.last, isDecided: true }
    expect(judgeRuns([run], [done], limits).opened).toEqual([])
  })
})

describe('readings', () => {
  test('a file of them holds no formula, and quotes what sources are called', () => {
    const reading = { at: new Date(now), seq: 2, temperature: -1_850, isOutside: true }
    const text = readingsCsv([
      { ...reading, source: '=1+1' },
      { ...reading, source: '柜 "A", 上层', isOutside: false },
    ])
    expect(text.split('\r\n').slice(1)).toEqual([
      `2026-11-28T12:00:00.000Z,2,"'=1+1",-18.5,超温`,
      '2026-11-28T12:00:00.000Z,2,"柜 ""A"", 上层",-18.5,',
      '',
    ])
  })

  const reading = (more: object) => JSON.stringify({ at: '2026-11-28T11:00:00Z', c: 4.2, ...more })

  test('a message is one reading or a list of them', () => {
    expect(parseReadings(reading({ seq: 3 }), now)).toEqual([
      { at: new Date('2026-11-28T11:00:00Z'), seq: 3, temperature: 420 },
    ])
    expect(parseReadings(`[${reading({})},${reading({ seq: 1 })}]`, now)).toHaveLength(2)
  })

  test('nothing of a message is taken if anything in it is wrong', () => {
    const wrong = [
      '',
      '{',
      '[]',
      'null',
      reading({ c: '4.2' }),
      reading({ c: 900 }),
      reading({ at: '2026-11-28' }),
      reading({ at: '2030-01-01T00:00:00Z' }),
      reading({ at: '2020-01-01T00:00:00Z' }),
      reading({ seq: -1 }),
      reading({ seq: 1.5 }),
      `[${reading({})},{}]`,
      `[${Array.from({ length: 16 }, () => reading({})).join(',')}]`,
    ]
    expect(wrong.map((payload) => parseReadings(payload, now))).toEqual(wrong.map(() => undefined))
    fc.assert(fc.property(fc.string(), (payload) => void parseReadings(payload, now)))
  })

  test('readings belong to the shipment of their time', () => {
    const assignments = [
      { shipmentId: 2, from: new Date(2_000), until: null },
      { shipmentId: 1, from: new Date(500), until: new Date(1_000) },
    ]
    expect([499, 500, 1_000, 1_001, 2_000].map((ms) => shipmentOfReading(assignments, new Date(ms)))).toEqual([
      null,
      1,
      1,
      null,
      2,
    ])
    expect([sensorIdOf('sensor-12'), sensorIdOf('12'), sensorIdOf('sensor-0')]).toEqual([12, undefined, undefined])
  })
})

describe('logger files', () => {
  const read = (lines: readonly string[], unit: 'C' | 'F' = 'C', offsetMinutes = 480) =>
    readLoggerRecords(
      lines.map((line, at) => ({ line: at + 1, cells: line.split(',') })),
      { unit, offsetMinutes },
      now,
    )

  test('columns are found by their heads, times by the zone, temperatures by the unit', () => {
    const { readings, faultCount } = read(['No.,Time,Temp(℉)', '1,2026-11-28 08:00:00,41', '2,2026/11/28 8:10,50'], 'F')
    expect(faultCount).toBe(0)
    expect(readings.map(({ at, temperature }) => [at.toISOString(), temperature])).toEqual([
      ['2026-11-28T00:00:00.000Z', 500],
      ['2026-11-28T00:10:00.000Z', 1_000],
    ])
    expect(read(['2026-11-28T08:00:00Z,4.5']).readings[0]?.at.toISOString()).toBe('2026-11-28T08:00:00.000Z')
  })

  test('faults are named by their line', () => {
    const { faults } = read([
      '时间,温度',
      '2026-11-28 08:00,4.1',
      'gestern,4.1',
      '2026-02-30 08:00,4.1',
      '2026-11-28 08:10,warm',
      '2026-11-28 08:20',
      '2031-11-28 08:20,4.1',
      '2026-11-28 08:00,4.2',
    ])
    expect(faults.map(({ line, fault }) => [line, fault])).toEqual([
      [3, 'time'],
      [4, 'time'],
      [5, 'temperature'],
      [6, 'columns'],
      [7, 'future'],
      [8, 'order'],
    ])
  })
})
