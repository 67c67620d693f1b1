import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blockTime, inBlocks, listTime } from '../../../src/domain/chat/blocks.ts'
import { plainText, readContent, sentText, textContent, wireContent } from '../../../src/domain/chat/content.ts'
import { findOwnLink } from '../../../src/domain/chat/own-link.ts'
import { asksAbout } from '../../../src/domain/chat/words.ts'
import { orderParties, readParty, personParty, shopParty } from '../../../src/domain/chat/party.ts'
import { isPushed } from '../../../src/domain/chat/pushed.ts'
import { shownName } from '../../../src/domain/chat/words.ts'

describe('content', () => {
  test('text without scripts and <br> comes through the wire as typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (typed) => {
        fc.pre(!/script|<br|\r/i.test(typed))
        expect(readContent(wireContent(textContent(typed))).text).toBe(typed)
      }),
    )
  })

  test('no tag of a script is left on the wire', () => {
    for (const typed of ['<script>x</script>', '<SCRIPT src=a>', '</ script >', '<script', '< script>']) {
      expect(wireContent(textContent(typed))).not.toMatch(/<\s*\/?\s*script/i)
    }
  })

  test('what a client sends: JSON with text, or the text itself', () => {
    expect(sentText('{"status":"text","text":"a<br />b"}')).toBe('a\nb')
    expect(sentText('{ not json')).toBe('{ not json')
    expect(sentText('[1]')).toBe('[1]')
    expect(plainText('a<br>b<BR/>c')).toBe('a\nb\nc')
  })

  test('a card with a foreign address is only text', () => {
    for (const url of ['https://evil.example', '//evil.example', 'javascript:alert(1)']) {
      expect(readContent(JSON.stringify({ status: 'service', text: 't', url }))).toEqual(textContent('t'))
    }
  })
})

test('own links: paths and our own origin, nothing else', () => {
  const site = 'https://portal.example'
  const path = '/serviceHall/serviceDetails?serviceId=12'
  expect(findOwnLink(`看 ${path}，谢谢`, site)).toEqual({ kind: 'service', serviceId: 12 })
  expect(findOwnLink(`${site}${path}`, site)).toEqual({ kind: 'service', serviceId: 12 })
  expect(findOwnLink(`https://evil.example${path}`, site)).toBeUndefined()
  expect(findOwnLink('/marketHall/marketDetails?from=x&productNo=P2026-01', site)).toEqual({
    kind: 'market',
    productNo: 'P2026-01',
  })
  expect(findOwnLink('/demandHall/detail?demandId=0', site)).toBeUndefined()
  expect(findOwnLink('/demandHall/detail?demandId=99999999999', site)).toBeUndefined()
})

test('parties: one order for each pair', () => {
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
  expect(isPushed({ type: 'chat', seq: 1 })).toBe(false)
  expect(isPushed({ type: 'chatRead', conversationId: 1, userId: 2, party: 'u:2', seq: 3 })).toBe(true)
  expect(isPushed(null)).toBe(false)
})

test('quick phrases are questions of whoever asks: buyers about listings, suppliers about demands', () => {
  const buyer = { orgId: 5, sendOrgId: null, asDemandId: null }
  const shop = { orgId: null, sendOrgId: 5, asDemandId: null }
  const poster = { orgId: 5, sendOrgId: null, asDemandId: 7 }
  const asked = (sides: typeof buyer | typeof shop | typeof poster) =>
    (['service', 'market', 'demand'] as const).filter((kind) => asksAbout(kind, sides))
  expect([asked(buyer), asked(shop), asked(poster)]).toEqual([['service', 'market'], ['demand'], []])
})
