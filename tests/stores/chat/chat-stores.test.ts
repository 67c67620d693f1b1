import { describe, expect, test } from 'vitest'
import type { ConversationEntry } from '../../../src/contract/chat/shapes.ts'
import { textContent } from '../../../src/domain/chat/content.ts'
import { parseUnsentMessages } from '../../../src/stores/chat/outbox/unsent-message.ts'
import { hasTarget, parseChatTarget } from '../../../src/stores/chat/chat-target.ts'
import {
  trimThread,
  mergeMessages,
  withoutRecalled,
  type ReadyThread,
  type ThreadMessage,
} from '../../../src/stores/chat/thread.ts'

const message = (clientId: string, seq: number | null, more: Partial<ThreadMessage> = {}): ThreadMessage => ({
  clientId,
  seq,
  mine: true,
  content: textContent(clientId),
  at: '2026-11-20T02:00:00Z',
  state: 'kept',
  own: true,
  author: null,
  reply: null,
  ...more,
})
const ids = (messages: readonly ThreadMessage[]) => messages.map(({ clientId }) => clientId)

describe('mergeMessages', () => {
  test('sorts by sequence number without duplicates, unsent ones last', () => {
    const shown = [message('b', 2), message('d', null, { state: 'sending' })]
    expect(ids(mergeMessages(shown, [message('c', 3), message('a', 1), message('b', 2)]))).toEqual(['a', 'b', 'c', 'd'])
  })

  test("prefers the server's version of a message", () => {
    const [only] = mergeMessages([message('a', null, { state: 'waiting' })], [message('a', 7)])
    expect(only).toMatchObject({ seq: 7, state: 'kept' })
  })

  test('keeps the position of a greeting', () => {
    const greeting = message('g', null, { state: 'greeting', place: 1.5 })
    expect(ids(mergeMessages([message('a', 1), greeting], [message('b', 2)]))).toEqual(['a', 'g', 'b'])
  })
})

describe('recalled messages', () => {
  test('are removed from their position and from quotes', () => {
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
    conversationId: 1,
    lastSeq: 400,
    readSeq: 0,
    isService: false,
    certified: false,
    shopId: null,
    pinned: false,
    muted: false,
  }
  const now: ReadyThread = {
    at: 'ready',
    key: 'u2:',
    entry,
    conversationId: 1,
    messages: [...many, message('unsent', null)],
    more: false,
    newer: false,
    loadingMore: false,
    peerReadSeq: 0,
    jumpedTo: null,
  }

  test('renders at most 300 messages and knows what was trimmed', () => {
    const old = trimThread(now, 'oldest')
    expect([old.messages.length, old.messages[0]?.seq, old.newer]).toEqual([300, 1, true])
    const latest = trimThread(now, 'newest')
    expect(ids(latest.messages).slice(0, 1)).toEqual(['m101'])
    expect(ids(latest.messages).at(-1)).toBe('unsent')
    expect(latest.more).toBe(true)
  })
})

describe('the stored outbox', () => {
  const kept = {
    clientId: 'x',
    userId: 3,
    to: { id: 2, orgId: 2, sendOrgId: null },
    text: 't',
    at: '2026',
    state: 'sending',
  }

  test('restores messages being sent as to be retried', () => {
    expect(parseUnsentMessages([kept])).toEqual([
      { ...kept, to: { ...kept.to, asDemandId: null, isStoreIdentity: 2 }, state: 'waiting' },
    ])
  })

  test('a file keeps its name and its id after upload, a reply its quote', () => {
    const file = { name: '方案.pdf', size: 12, kind: 'file', fileId: 'x' }
    const reply = { seq: 3, short: '请看', mine: true }
    expect(parseUnsentMessages([{ ...kept, text: '', file }])[0]).toMatchObject({ file, text: '' })
    expect(parseUnsentMessages([{ ...kept, reply }])[0]).toMatchObject({ reply })
    expect(parseUnsentMessages([{ ...kept, text: '', file: { ...file, kind: 'page' } }])).toEqual([])
  })

  test('ignores invalid content', () => {
    for (const odd of [null, '', {}, [1], [{}], [{ ...kept, text: 5 }]]) {
      expect(parseUnsentMessages(odd)).toEqual([])
    }
  })
})

describe('the chat target of a page', () => {
  test('accepts numbers as strings, as in data attributes and queries', () => {
    expect(parseChatTarget({ orgId: '12', serviceId: '5', chatWith: 'shop' })).toEqual({
      service: false,
      orgId: 12,
      serviceId: 5,
    })
    expect(parseChatTarget({ with: 'service' })).toEqual({ service: true })
    expect(parseChatTarget({ orgId: 'x', userId: -1 })).toEqual({ service: false })
  })

  test('opens the list without a target', () => {
    expect(hasTarget(parseChatTarget(undefined))).toBe(false)
    expect(hasTarget(parseChatTarget({ productNo: 'P1' }))).toBe(true)
  })
})
