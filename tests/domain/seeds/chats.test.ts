import { describe, expect, it } from 'vitest'
import { orderParties, readParty } from '../../../src/domain/chat/party.ts'
import { tokenize } from '../../../src/server/search/tokenize.ts'
import { repeated, rows } from './rows.ts'

const { catalogue, chats } = rows

describe('chats', () => {
  it('have ordered parties and gapless sequences', () => {
    for (const { id, partyA, partyB, lastSeq } of chats.conversations) {
      expect(partyA < partyB).toBe(true)
      expect([readParty(partyA), readParty(partyB)]).not.toContain(undefined)
      const own = chats.messages.filter(({ conversationId }) => conversationId === id)
      expect(own.map(({ seq }) => seq)).toEqual(Array.from({ length: lastSeq }, (_each, index) => index + 1))
      expect(own.filter(({ senderParty }) => senderParty !== partyA && senderParty !== partyB)).toEqual([])
      const times = own.map(({ createdAt }) => createdAt?.getTime() ?? 0)
      expect(times).toEqual(times.toSorted((a, b) => a - b))
    }
    expect(orderParties('u:9', 'u:10')).toEqual({ partyA: 'u:10', partyB: 'u:9' })
  })

  it('have no read position beyond their end', () => {
    const ends = new Map(chats.conversations.map(({ id, lastSeq }) => [id, lastSeq]))
    expect(
      chats.readPositions.filter(({ conversationId, seq }) => seq < 0 || seq > (ends.get(conversationId) ?? -1)),
    ).toEqual([])
    expect(chats.readPositions.some(({ conversationId, seq }) => seq < (ends.get(conversationId) ?? 0))).toBe(true)
  })
})

describe('search tokens', () => {
  it('tokenize whole terms, partial words, numbers and subscripts', () => {
    const words = tokenize(
      '毒理学安全性评价：SD 大鼠 4 周重复给药毒性试验（GLP），IC₅₀，CAS 103-90-2，货号 HP-C18-2546',
    )
    expect(words).toEqual(
      expect.arrayContaining([
        '毒理学',
        '重复给药毒性试验',
        '给药',
        '复给',
        'glp',
        'sd',
        'ic50',
        '103-90-2',
        'hp-c18-2546',
      ]),
    )
    expect(words.filter((word) => /\s/.test(word) || word !== word.toLowerCase())).toEqual([])
    expect(repeated(words)).toEqual([])
    expect(tokenize(' ，。')).toEqual([])
  })

  it('contain every character pair of a title', () => {
    for (const { title } of catalogue.services.slice(0, 60)) {
      const words = new Set(tokenize(title))
      for (const [run] of title.matchAll(/\p{Script=Han}{2,}/gu))
        expect(tokenize(run).filter((word) => word.length === 2 && !words.has(word))).toEqual([])
    }
  })
})
