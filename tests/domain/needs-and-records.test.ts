import { describe, expect, test } from 'vitest'
import { nextAtFault, remindWithinDays } from '../../src/domain/demands/follow-ups.ts'
import {
  mayStep,
  needEvents,
  needNoteFault,
  needStatuses,
  needTransitions,
} from '../../src/domain/demands/need-states.ts'
import { steps } from '../../src/domain/transition.ts'

const day = 86_400_000
const now = new Date('2026-11-21T06:08:00Z')
const after = (ms: number) => new Date(now.getTime() + ms)

describe('a reminder', () => {
  test('lies ahead, a year at most, or is none', () => {
    expect(nextAtFault(null, now)).toBeNull()
    expect(nextAtFault(after(1), now)).toBeNull()
    expect(nextAtFault(after(remindWithinDays * day), now)).toBeNull()
    expect(nextAtFault(now, now)).not.toBeNull()
    expect(nextAtFault(after(-day), now)).not.toBeNull()
    expect(nextAtFault(after(remindWithinDays * day + 1), now)).not.toBeNull()
  })
})

describe('a wish left by phone', () => {
  test('is taken before it is finished, and comes back from wherever it was put aside', () => {
    const from = (status: (typeof needStatuses)[number]) => steps(needTransitions, status, 'operator')
    expect(from('waiting')).toEqual(['take', 'drop'])
    expect(from('taken')).toEqual(['finish', 'drop', 'release'])
    expect(from('done')).toEqual([])
    expect(from('dropped')).toEqual(['release'])
  })

  test('ends with a word of what came of it', () => {
    expect(needEvents.filter((event) => needNoteFault(event, ' ') !== null)).toEqual(['finish', 'drop'])
    expect(needEvents.filter((event) => needNoteFault(event, '已联系') !== null)).toEqual([])
  })

  test('that somebody took, others may only give back', () => {
    expect(needEvents.filter((event) => mayStep(event, 'taken', 1, 2))).toEqual(['release'])
    expect(needEvents.every((event) => mayStep(event, 'taken', 1, 1))).toBe(true)
    expect(mayStep('take', 'waiting', null, 2)).toBe(true)
    expect(mayStep('release', 'dropped', 1, 2)).toBe(true)
  })
})
