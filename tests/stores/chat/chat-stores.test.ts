import { describe, expect, test } from 'vitest'
import type { ConversationEntry } from '../../../src/contract/chat/shapes.ts'
import { textContent } from '../../../src/domain/chat/content.ts'
import { readUnsent } from '../../../src/stores/chat/kept-outbox.ts'
import { names, readTarget } from '../../../src/stores/chat/target.ts'
import {
  lightened,
  merged,
  withoutRecalled,
  type ReadyThread,
  type ThreadMessage,
} from '../../../src/stores/chat/thread.ts'

const message = (clientId: string, seq: number | null, more: Partial<ThreadMessage> = {}): ThreadMessage => ({
  ...{ clientId, seq, mine: true, content: textContent(clientId), at: '2026-11-20T02:00:00Z', state: 'kept' },
  ...{ own: true, author: null, reply: null },
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

describe('what was taken back', () => {
  test('goes from its place and from the quotes of it', () => {
    const answer = message('b', 2, { reply: { seq: 1, mine: false, short: '底价四十万' } })
    const [first, second] = withoutRecalled([message('a', 1), answer], [1])
    expect(first?.content).toMatchObject({ status: 'recalled', text: '' })
    expect(second?.content.text).toBe('b')
    expect(JSON.stringify([first, second])).not.toContain('底价')
  })
})

describe('a long conversation', () => {
  const many = Array.from({ length: 400 }, (_, n) => message(`m${n + 1}`, n + 1))
  const entry: ConversationEntry = {
    id: 2,
    orgId: null,
    sendOrgId: null,
    asDemandId: null,
    name: 'null$$$x',
    avatar: '',
    lastWord: '',
    count: 0,
    addTime: null,
    isStoreIdentity: 1,
    ...{ conversationId: 1, lastSeq: 400, readSeq: 0, isService: false, certified: false },
    ...{ shopId: null, pinned: false, muted: false },
  }
  const now: ReadyThread = {
    ...{ at: 'ready', key: 'u2:', entry, conversationId: 1, messages: [...many, message('unsent', null)] },
    ...{ more: false, newer: false, loadingMore: false, peerReadSeq: 0, jumpedTo: null },
  }

  test('draws 300 at most, and knows what it left out', () => {
    const old = lightened(now, 'oldest')
    expect([old.messages.length, old.messages[0]?.seq, old.newer]).toEqual([300, 1, true])
    const latest = lightened(now, 'newest')
    expect(ids(latest.messages).slice(0, 1)).toEqual(['m101'])
    expect(ids(latest.messages).at(-1)).toBe('unsent')
    expect(latest.more).toBe(true)
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
    expect(readUnsent([kept])).toEqual([
      { ...kept, to: { ...kept.to, asDemandId: null, isStoreIdentity: 2 }, state: 'waiting' },
    ])
  })

  test('a file keeps its name, its id once it was uploaded, and a reply what it answers', () => {
    const file = { name: '方案.pdf', size: 12, kind: 'file', fileId: 'x' }
    const reply = { seq: 3, short: '请看', mine: true }
    expect(readUnsent([{ ...kept, text: '', file }])[0]).toMatchObject({ file, text: '' })
    expect(readUnsent([{ ...kept, reply }])[0]).toMatchObject({ reply })
    expect(readUnsent([{ ...kept, text: '', file: { ...file, kind: 'page' } }])).toEqual([])
  })

  test('anything else is left out', () => {
    for (const odd of [null, '', {}, [1], [{}], [{ ...kept, text: 5 }]]) {
      expect(readUnsent(odd)).toEqual([])
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
