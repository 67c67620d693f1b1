import { otherParty, personParty } from '../../domain/chat/party.ts'
import type { programmeConversations, programmeEntries, programmeMembers, programmes } from '../tables/programmes.ts'
import type { Accounts } from './build-accounts.ts'
import type { Chats } from './build-chats.ts'
import type { Demands } from './build-demands.ts'
import type { Orders } from './build-orders.ts'
import type { Calendar } from './calendar.ts'
import { requireKey } from './random.ts'

export interface Programmes {
  readonly programmes: readonly (typeof programmes.$inferInsert & { id: number })[]
  readonly members: readonly (typeof programmeMembers.$inferInsert)[]
  readonly conversations: readonly (typeof programmeConversations.$inferInsert)[]
  readonly entries: readonly (typeof programmeEntries.$inferInsert & { id: number })[]
}

interface ProgrammeNote {
  readonly code: string
  readonly name: string
  readonly focus: string
  /** Of the company's demands, orders without a demand and conversations of its owner, in their order. */
  readonly demands: readonly [from: number, until: number]
  readonly orders: readonly [from: number, until: number]
  readonly talks: readonly [from: number, until: number]
  readonly isShared: boolean
  readonly startDay: number
  readonly endDay: number
  readonly note: string
}

const notes: readonly ProgrammeNote[] = [
  {
    code: 'RD-2026-01',
    name: '口服激酶抑制剂临床前研究',
    focus: '靶点：MET 外显子 14 跳变；适应症：非小细胞肺癌二线治疗',
    demands: [0, 4],
    orders: [0, 5],
    talks: [0, 1],
    isShared: true,
    startDay: -120,
    endDay: 240,
    note: '安评方案以 11 月讨论稿为准，供试品批号更新后请同步给两家供应商',
  },
  {
    code: 'RD-2026-02',
    name: '缓释片一致性评价',
    focus: '品种：降压复方缓释片；参比制剂已确认',
    demands: [4, 6],
    orders: [5, 8],
    talks: [1, 2],
    isShared: false,
    startDay: -60,
    endDay: 300,
    note: '对照品年度用量按三批稳定性估算',
  },
]

/** R&D programmes of the first buyer; its demands and orders are put into them. */
export function buildProgrammes(
  accounts: Accounts,
  { demands, orders, chats }: { readonly demands: Demands; readonly orders: Orders; readonly chats: Chats },
  days: Calendar,
): Programmes {
  const { company, ownerId, memberIds } = requireKey(accounts.byKey, '衡序')
  const own = personParty(ownerId)
  const ownDemands = demands.demands.filter(({ companyId }) => companyId === company.id)
  const bought = orders.orders.filter(({ buyerCompanyId, demandId }) => buyerCompanyId === company.id && !demandId)
  const talks = chats.conversations.filter(({ partyA, partyB }) => partyA === own || partyB === own)
  const rows: { -readonly [K in keyof Programmes]: Programmes[K][number][] } = {
    programmes: [],
    members: [],
    conversations: [],
    entries: [],
  }
  for (const [index, note] of notes.entries()) {
    const id = index + 1
    const createdAt = days.at(note.startDay, '10:20')
    rows.programmes.push({
      id,
      companyId: company.id,
      code: note.code,
      name: note.name,
      focus: note.focus,
      ownerUserId: ownerId,
      openTo: note.isShared ? 'my_requirement' : null,
      startsOn: days.date(note.startDay),
      endsOn: days.date(note.endDay),
      createdAt,
    })
    const colleagues = memberIds.filter((userId) => userId !== ownerId)
    rows.members.push({ programmeId: id, userId: ownerId, role: 'manager', createdAt })
    if (note.isShared)
      rows.members.push(
        ...colleagues.slice(0, 2).map((userId) => ({ programmeId: id, userId, role: 'member' as const, createdAt })),
      )
    const add = (event: (typeof rows.entries)[number]['event'], detail: string, at: Date) =>
      rows.entries.push({ id: rows.entries.length + 1, programmeId: id, userId: ownerId, event, detail, createdAt: at })
    add('create', '', createdAt)
    for (const demand of ownDemands.slice(...note.demands)) {
      demand.projectId = id
      for (const order of orders.orders.filter(({ demandId }) => demandId === demand.id)) order.projectId = id
      add('add-item', `需求 ${demand.demandNo} ${demand.title}`, days.at(-6, '11:00'))
    }
    for (const order of bought.slice(...note.orders)) {
      order.projectId = id
      add('add-item', `订单 ${order.orderNo} ${order.title}`, days.at(-5, '16:30'))
    }
    for (const talk of talks.slice(...note.talks)) {
      const party = otherParty(talk, own)
      rows.conversations.push({ programmeId: id, conversationId: talk.id, userId: ownerId, otherParty: party })
    }
    add('note', note.note, days.at(-1, '09:15'))
  }
  return rows
}
