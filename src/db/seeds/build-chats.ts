import type { MessageContent } from '../../domain/chat/content.ts'
import { orderParties, personParty, shopParty, type Party } from '../../domain/chat/party.ts'
import { listingPrice, listingPriceText, yuan } from '../../domain/money.ts'
import type { conversations, messages, readPositions } from '../tables/chat.ts'
import { demoIds, type Accounts } from './build-accounts.ts'
import type { Catalogue } from './build-catalogue.ts'
import type { DemandRow } from './build-demands.ts'
import type { Calendar } from './calendar.ts'
import { chatNotes } from './data/chats.ts'
import { need, random } from './random.ts'

export interface Chats {
  readonly conversations: readonly (typeof conversations.$inferInsert & { id: number; lastSeq: number })[]
  readonly messages: readonly (typeof messages.$inferInsert & { id: number; seq: number; conversationId: number })[]
  readonly readPositions: readonly (typeof readPositions.$inferInsert & { seq: number })[]
}

/** Whoever speaks: which user, for which side. */
interface Speaker {
  readonly userId: number
  readonly party: Party
}

export function buildChats(
  accounts: Accounts,
  catalogue: Catalogue,
  demands: readonly DemandRow[],
  days: Calendar,
): Chats {
  const chance = random(53)
  const cards = cardsOf(catalogue, demands)
  const rows: Chats = { conversations: [], messages: [], readPositions: [] }
  const all = {
    conversations: [...rows.conversations],
    messages: [...rows.messages],
    readPositions: [...rows.readPositions],
  }
  for (const note of chatNotes) {
    const person: Speaker = { userId: demoIds[note.who], party: personParty(demoIds[note.who]) }
    const platform = note.with === '平台'
    const shop = platform ? undefined : need(accounts.byKey, note.with)
    const other: Speaker =
      shop === undefined
        ? { userId: demoIds.service, party: personParty(demoIds.service) }
        : { userId: shop.ownerId, party: shopParty(shop.company.id) }
    const id = all.conversations.length + 1
    const said = linesOf(note.text, days, () => chance.int(1, 7))
    const sent = said.map(({ own, text, at }, index) => {
      const { userId, party } = own ? person : other
      return {
        ...{
          id: all.messages.length + 1 + index,
          conversationId: id,
          seq: index + 1,
          clientId: `seed-${id}-${index + 1}`,
        },
        ...{ senderUserId: userId, senderParty: party, content: contentOf(text, cards), createdAt: at },
      }
    })
    const last = sent.at(-1)
    if (last === undefined) throw new Error('A conversation without a message')
    all.messages.push(...sent)
    all.conversations.push({
      id,
      ...orderParties(person.party, other.party),
      lastSeq: last.seq,
      lastContent: last.content,
      lastAt: last.createdAt,
      createdAt: sent[0]?.createdAt ?? last.createdAt,
    })
    all.readPositions.push({ conversationId: id, userId: person.userId, seq: last.seq - note.unread })
    const readers = shop === undefined ? [demoIds.service] : shop.memberIds
    all.readPositions.push(
      ...readers.map((userId) => ({ conversationId: id, userId, seq: last.seq - note.shopUnread })),
    )
  }
  return all
}

/** The lines of a script with their times, in the order of time. */
function linesOf(text: string, days: Calendar, minutes: () => number): { own: boolean; text: string; at: Date }[] {
  let at = days.at(-1)
  const said: { own: boolean; text: string; at: Date }[] = []
  for (const line of text.trim().split('\n')) {
    const [, day, time] = /^@(-\d+) (\d\d:\d\d)$/.exec(line) ?? []
    if (day !== undefined && time !== undefined) {
      at = days.at(Number(day), time)
      continue
    }
    said.push({ own: line.startsWith('>'), text: line.slice(2), at })
    at = new Date(at.getTime() + minutes() * 60_000)
  }
  return said.sort((a, b) => a.at.getTime() - b.at.getTime())
}

const contentOf = (text: string, cards: ReadonlyMap<string, MessageContent>): MessageContent =>
  /^\[(?:服务|商品|需求)\] /.test(text) ? need(cards, text) : { status: 'text', text, lastShort: text }

/** Cards of every public listing and demand under `[服务] 标题`. */
function cardsOf({ services, products }: Catalogue, demands: readonly DemandRow[]): Map<string, MessageContent> {
  const card = (
    status: MessageContent['status'],
    tag: string,
    title: string,
    url: string,
    price: string,
  ): [string, MessageContent] => [
    `[${tag}] ${title}`,
    { status, text: '', url, title, price, tag, lastShort: `[${tag}] ${title}` },
  ]
  return new Map([
    ...services.map((row) =>
      card(
        'service',
        '服务',
        row.title,
        `/serviceHall/serviceDetails?serviceId=${row.id}`,
        listingPriceText(listingPrice(row.priceType, row.price, row.highPrice)),
      ),
    ),
    ...products.map((row) =>
      card(
        'market',
        '商品',
        row.title,
        `/marketHall/marketDetails?productNo=${row.productNo}`,
        listingPriceText(listingPrice(row.priceType, row.price, row.highPrice)),
      ),
    ),
    ...demands.map((row) =>
      card(
        'demand',
        '需求',
        row.title,
        `/demandHall/detail?demandId=${row.id}`,
        typeof row.budget === 'number' ? `预算：¥${yuan(row.budget)}` : '预算：议价',
      ),
    ),
  ])
}
