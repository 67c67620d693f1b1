import type { MessageContent } from '../../domain/chat/content.ts'
import { orderParties, personParty, shopParty, type Party } from '../../domain/chat/party.ts'
import { listingPrice, listingPriceText, yuan } from '../../domain/money.ts'
import type { conversations, messages, readPositions } from '../tables/chat.ts'
import { demoIds, type Accounts } from './build-accounts.ts'
import type { Catalogue } from './build-catalogue.ts'
import type { DemandRow } from './build-demands.ts'
import type { Calendar } from './calendar.ts'
import { cannedNotes, chatNotes, supportNotes } from './data/chats.ts'
import { requireKey, random } from './random.ts'
import { isAutomatic } from '../../domain/chat/answer-hours.ts'
import type { cannedAnswers, serviceCaseEvents, serviceCases } from '../tables/support.ts'

export interface Chats {
  readonly conversations: readonly (typeof conversations.$inferInsert & { id: number; lastSeq: number })[]
  readonly messages: readonly (typeof messages.$inferInsert & { id: number; seq: number; conversationId: number })[]
  readonly readPositions: readonly (typeof readPositions.$inferInsert & { seq: number })[]
}

/** Sender of a message: user and side. */
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
    const shop = platform ? undefined : requireKey(accounts.byKey, note.with)
    const other: Speaker =
      shop === undefined
        ? { userId: demoIds.service, party: personParty(demoIds.service) }
        : { userId: shop.ownerId, party: shopParty(shop.company.id) }
    const id = all.conversations.length + 1
    const said = linesOf(note.text, days, () => chance.int(1, 7))
    const sent = said.map(({ own, text, at }, index) => {
      const { userId, party } = own ? person : other
      return {
        id: all.messages.length + 1 + index,
        conversationId: id,
        seq: index + 1,
        clientId: `seed-${id}-${index + 1}`,
        senderUserId: userId,
        senderParty: party,
        content: contentOf(text, cards),
        createdAt: at,
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

/** Lines of a script with their times, in chronological order. */
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
  /^\[(?:服务|商品|需求)\] /.test(text) ? requireKey(cards, text) : { status: 'text', text, lastShort: text }

/** Link cards of all public listings and demands by `[服务] 标题`. */
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

export interface ServiceCases {
  readonly cases: readonly (typeof serviceCases.$inferInsert & { id: number })[]
  readonly events: readonly (typeof serviceCaseEvents.$inferInsert)[]
  readonly canned: readonly (typeof cannedAnswers.$inferInsert)[]
}

const minute = 60_000

/** The latest support case of each conversation with customer service. */
export function buildServiceCases(chats: Chats): ServiceCases {
  const service = personParty(demoIds.service)
  const cases: (typeof serviceCases.$inferInsert & { id: number })[] = []
  const events: (typeof serviceCaseEvents.$inferInsert)[] = []
  for (const note of supportNotes) {
    const visitor = personParty(demoIds[note.who])
    const talk = requireKey(
      new Map(chats.conversations.map((row) => [`${row.partyA} ${row.partyB}`, row])),
      [service, visitor].toSorted().join(' '),
    )
    const said = chats.messages.filter((row) => row.conversationId === talk.id && !isAutomatic(row))
    const at = (row: { createdAt?: Date | undefined } | undefined) => row?.createdAt ?? talk.createdAt ?? new Date(0)
    const first = said.find(({ senderParty }) => senderParty === visitor)
    const answer = said.find((row) => row.senderParty === service && at(row) > at(first))
    const last = said.at(-1)
    const waits = last?.senderParty === visitor && note.rated === undefined && !note.over
    const id = cases.length + 1
    const over = note.over || note.rated !== undefined
    const agentId = note.agent === undefined ? null : demoIds[note.agent]
    const closedAt = over ? new Date(at(last).getTime() + 20 * minute) : null
    const rated = note.rated === undefined ? {} : { score: note.rated[0], words: note.rated[1] }
    cases.push({
      id,
      conversationId: talk.id,
      agentId,
      openedAt: at(first),
      closedAt,
      waitingSince: waits ? at(last) : null,
      answeredAt: answer === undefined ? null : at(answer),
      ...rated,
      ratedAt: note.rated === undefined || closedAt === null ? null : new Date(closedAt.getTime() + 3 * minute),
    })
    events.push({ caseId: id, event: 'opened', userId: null, createdAt: at(first) })
    const by = note.from === undefined ? agentId : demoIds[note.from]
    if (by !== null) events.push({ caseId: id, event: 'taken', userId: by, createdAt: at(answer ?? first) })
    if (note.from !== undefined) {
      const handed = { userId: by, toUserId: agentId, note: note.note ?? '', createdAt: at(last) }
      events.push({ caseId: id, event: 'handed', ...handed })
    }
    if (closedAt !== null) events.push({ caseId: id, event: 'closed', userId: agentId, createdAt: closedAt })
    if (note.rated !== undefined && closedAt !== null) {
      const createdAt = new Date(closedAt.getTime() + 3 * minute)
      events.push({ caseId: id, event: 'rated', userId: null, note: note.rated[1], createdAt })
    }
  }
  const canned = cannedNotes.map(([title, text]) => ({ title, text, updatedBy: demoIds.service }))
  return { cases, events, canned }
}
