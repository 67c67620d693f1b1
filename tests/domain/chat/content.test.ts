import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blockTime, inBlocks, listTime } from '../../../src/domain/chat/blocks.ts'
import { plainText, readContent, readSentText, textContent, wireContent } from '../../../src/domain/chat/content.ts'
import { findOwnLink } from '../../../src/domain/chat/own-link.ts'
import { arePhrasesOffered } from '../../../src/domain/chat/phrases.ts'
import { orderParties, readParty, personParty, shopParty } from '../../../src/domain/chat/party.ts'
import { isChatPush } from '../../../src/domain/chat/chat-push.ts'
import { shownName } from '../../../src/domain/chat/phrases.ts'

describe('content', () => {
  test('text without scripts and <br> survives the wire unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (typed) => {
        fc.pre(!/script|<br|\r/i.test(typed))
        expect(readContent(wireContent(textContent(typed))).text).toBe(typed)
      }),
    )
  })

  test('removes script tags on the wire', () => {
    for (const typed of ['<script>x</script>', '<SCRIPT src=a>', '</ script >', '<script', '< script>']) {
      expect(wireContent(textContent(typed))).not.toMatch(/<\s*\/?\s*script/i)
    }
  })

  test('accepts JSON with text, or plain text', () => {
    expect(readSentText('{"status":"text","text":"a<br />b"}')).toBe('a\nb')
    expect(readSentText('{ not json')).toBe('{ not json')
    expect(readSentText('[1]')).toBe('[1]')
    expect(plainText('a<br>b<BR/>c')).toBe('a\nb\nc')
  })

  test('a card with an external URL is only text', () => {
    for (const url of ['https://evil.example', '//evil.example', 'javascript:alert(1)']) {
      expect(readContent(JSON.stringify({ status: 'service', text: 't', url }))).toEqual(textContent('t'))
    }
  })
})

test('own links are paths and URLs of our own origin', () => {
  const site = 'https://portal.example'
  const isOwn = (origin: string) => origin === site
  const path = '/serviceHall/serviceDetails?serviceId=12'
  expect(findOwnLink(`看 ${path}，谢谢`, isOwn)).toEqual({ kind: 'service', serviceId: 12 })
  expect(findOwnLink(`${site}${path}`, isOwn)).toEqual({ kind: 'service', serviceId: 12 })
  expect(findOwnLink(`https://evil.example${path}`, isOwn)).toBeUndefined()
  expect(findOwnLink('/marketHall/marketDetails?from=x&productNo=P2026-01', isOwn)).toEqual({
    kind: 'market',
    productNo: 'P2026-01',
  })
  expect(findOwnLink('/demandHall/detail?demandId=0', isOwn)).toBeUndefined()
  expect(findOwnLink('/demandHall/detail?demandId=99999999999', isOwn)).toBeUndefined()
})

test('parties are ordered the same for each pair', () => {
  const [a, b] = [personParty(10), shopParty(9)]
  expect(orderParties(a, b)).toEqual(orderParties(b, a))
  expect(orderParties(personParty(10), personParty(9))).toEqual({ partyA: 'u:10', partyB: 'u:9' })
  expect(readParty('u:0')).toBeUndefined()
  expect(readParty('x:1')).toBeUndefined()
})

test('blocks of 600 seconds and their times', () => {
  const at = (seconds: number) => new Date(Date.UTC(2026, 10, 20, 2) + seconds * 1000).toISOString()
  const blocks = inBlocks([0, 599, 600, 601, 1200].map((seconds) => ({ at: at(seconds) })))
  expect(blocks.map(({ messages }) => messages.length)).toEqual([3, 2])
  expect(blockTime(at(0), at(60))).toBe('今天 10:00')
  expect(blockTime(at(0), at(86_400))).toBe('昨天 10:00')
  expect(blockTime(at(0), at(86_400 * 2))).toBe('11-20 10:00')
  expect(listTime(at(0), at(30))).toBe('刚刚')
  expect(listTime(at(0), at(3600))).toBe('10:00')
  expect(listTime(at(0), at(86_400 * 400))).toBe('2026-11-20')
})

test('names and pushed messages', () => {
  expect(shownName('臻境$$$天津臻境')).toBe('臻境')
  expect(shownName('null$$$天津臻境')).toBe('天津臻境')
  expect(isChatPush({ type: 'chat', seq: 1 })).toBe(false)
  expect(isChatPush({ type: 'chatRead', conversationId: 1, userId: 2, party: 'u:2', seq: 3 })).toBe(true)
  expect(isChatPush(null)).toBe(false)
})

test('quick phrases: buyers ask about listings, suppliers about demands', () => {
  const buyer = { orgId: 5, sendOrgId: null, asDemandId: null }
  const shop = { orgId: null, sendOrgId: 5, asDemandId: null }
  const poster = { orgId: 5, sendOrgId: null, asDemandId: 7 }
  const asked = (sides: typeof buyer | typeof shop | typeof poster) =>
    (['service', 'market', 'demand'] as const).filter((kind) => arePhrasesOffered(kind, sides))
  expect([asked(buyer), asked(shop), asked(poster)]).toEqual([['service', 'market'], ['demand'], []])
})
