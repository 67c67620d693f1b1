import { describe, expect, test } from 'vitest'
import { nextAtError, maxReminderDays } from '../../src/domain/demands/follow-ups.ts'
import {
  canStepLead,
  leadEvents,
  leadNoteError,
  leadStatuses,
  leadTransitions,
} from '../../src/domain/demands/lead-states.ts'
import { allowedEvents } from '../../src/domain/transition.ts'

const day = 86_400_000
const now = new Date('2026-11-21T06:08:00Z')
const after = (ms: number) => new Date(now.getTime() + ms)

describe('a reminder', () => {
  test('is in the future, at most a year ahead, or absent', () => {
    expect(nextAtError(null, now)).toBeNull()
    expect(nextAtError(after(1), now)).toBeNull()
    expect(nextAtError(after(maxReminderDays * day), now)).toBeNull()
    expect(nextAtError(now, now)).not.toBeNull()
    expect(nextAtError(after(-day), now)).not.toBeNull()
    expect(nextAtError(after(maxReminderDays * day + 1), now)).not.toBeNull()
  })
})

describe('a lead', () => {
  test('is taken before it is finished, and can be reopened', () => {
    const from = (status: (typeof leadStatuses)[number]) => allowedEvents(leadTransitions, status, 'operator')
    expect(from('waiting')).toEqual(['take', 'drop'])
    expect(from('taken')).toEqual(['finish', 'drop', 'release'])
    expect(from('done')).toEqual([])
    expect(from('dropped')).toEqual(['release'])
  })

  test('requires a note to finish', () => {
    expect(leadEvents.filter((event) => leadNoteError(event, ' ') !== null)).toEqual(['finish', 'drop'])
    expect(leadEvents.filter((event) => leadNoteError(event, '已联系') !== null)).toEqual([])
  })

  test('taken by somebody can only be released by others', () => {
    expect(leadEvents.filter((event) => canStepLead(event, 'taken', 1, 2))).toEqual(['release'])
    expect(leadEvents.every((event) => canStepLead(event, 'taken', 1, 1))).toBe(true)
    expect(canStepLead('take', 'waiting', null, 2)).toBe(true)
    expect(canStepLead('release', 'dropped', 1, 2)).toBe(true)
  })
})
