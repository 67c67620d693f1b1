import { describe, expect, test } from 'vitest'
import { textContent } from '../../../src/domain/chat/content.ts'
import { readKept } from '../../../src/stores/chat/kept-outbox.ts'
import { names, readTarget } from '../../../src/stores/chat/target.ts'
import { merged, type ThreadMessage } from '../../../src/stores/chat/thread.ts'

const message = (clientId: string, seq: number | null, more: Partial<ThreadMessage> = {}): ThreadMessage => ({
  ...{ clientId, seq, mine: true, content: textContent(clientId), at: '2026-11-20T02:00:00Z', state: 'kept' },
  ...more,
})
const ids = (messages: readonly ThreadMessage[]) => messages.map(({ clientId }) => clientId)

describe('messages together', () => {
  test('in the order of their places, each once, unsent ones behind', () => {
    const shown = [message('b', 2), message('d', null, { state: 'sending' })]
    expect(ids(merged(shown, [message('c', 3), message('a', 1), message('b', 2)]))).toEqual(['a', 'b', 'c', 'd'])
  })

  test("the server's word takes the place of one's own", () => {
    const [only] = merged([message('a', null, { state: 'waiting' })], [message('a', 7)])
    expect(only).toMatchObject({ seq: 7, state: 'kept' })
  })

  test('a greeting stays where it was said', () => {
    const greeting = message('g', null, { state: 'greeting', place: 1.5 })
    expect(ids(merged([message('a', 1), greeting], [message('b', 2)]))).toEqual(['a', 'g', 'b'])
  })
})

describe('the kept queue', () => {
  const kept = {
    clientId: 'x',
    userId: 3,
    to: { id: 2, orgId: 2, sendOrgId: null },
    text: 't',
    at: '2026',
    state: 'sending',
  }

  test('what was on its way waits to be tried again', () => {
    expect(readKept(JSON.stringify([kept]))).toEqual([
      { ...kept, to: { ...kept.to, isStoreIdentity: 2 }, state: 'waiting' },
    ])
  })

  test('anything else is left out', () => {
    for (const odd of [null, '', '{', '{}', '[1]', '[{}]', JSON.stringify([{ ...kept, text: 5 }])]) {
      expect(readKept(odd)).toEqual([])
    }
  })
})

describe('whom a page asks for', () => {
  test('numbers may come as text, as data attributes and queries have them', () => {
    expect(readTarget({ orgId: '12', serviceId: '5', chatWith: 'shop' })).toEqual({
      service: false,
      orgId: 12,
      serviceId: 5,
    })
    expect(readTarget({ with: 'service' })).toEqual({ service: true })
    expect(readTarget({ orgId: 'x', userId: -1 })).toEqual({ service: false })
  })

  test('nobody named opens the list', () => {
    expect(names(readTarget(undefined))).toBe(false)
    expect(names(readTarget({ productNo: 'P1' }))).toBe(true)
  })
})
