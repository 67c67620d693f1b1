import { isAutomatic } from '../../domain/chat/away.ts'
import { personParty } from '../../domain/chat/party.ts'
import type { cannedAnswers, serviceCaseEvents, serviceCases } from '../tables/service-desk.ts'
import { demoIds } from './build-accounts.ts'
import type { Chats } from './build-chats.ts'
import { cannedNotes, deskNotes } from './data/desk.ts'
import { need } from './random.ts'

export interface Desk {
  readonly cases: readonly (typeof serviceCases.$inferInsert & { id: number })[]
  readonly events: readonly (typeof serviceCaseEvents.$inferInsert)[]
  readonly canned: readonly (typeof cannedAnswers.$inferInsert)[]
}

const minute = 60_000

/** The visits behind the conversations with the platform's service: their last one, as its note says. */
export function buildDesk(chats: Chats): Desk {
  const service = personParty(demoIds.service)
  const cases: (typeof serviceCases.$inferInsert & { id: number })[] = []
  const events: (typeof serviceCaseEvents.$inferInsert)[] = []
  for (const note of deskNotes) {
    const visitor = personParty(demoIds[note.who])
    const talk = need(
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
      ...{ id, conversationId: talk.id, agentId, openedAt: at(first), closedAt },
      ...{ waitingSince: waits ? at(last) : null, answeredAt: answer === undefined ? null : at(answer), ...rated },
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
