import type { z } from 'zod'
import type { conversationEntry } from '../../contract/chat/shapes.ts'
import type { Db } from '../../db/open.ts'
import { wireContent } from '../../domain/chat/content.ts'
import { readParty } from '../../domain/chat/party.ts'
import type { Caller } from '../handler.ts'
import { facesOf, type Face } from './faces.ts'
import { sidesFor, type OwnConversation } from './own-conversations.ts'

type Entry = z.input<typeof conversationEntry>

/** An entry of 我的沟通; without a row it is one that can be written to but has no message yet. */
export function entryOf(face: Face, own: string, row: OwnConversation | undefined): Entry {
  const side = readParty(own)
  const { id, orgId, name, avatar, isService, certified, shopId } = face
  return {
    ...{ id, orgId, name, avatar, isService, certified, shopId },
    sendOrgId: side?.is === 'shop' ? side.companyId : null,
    asDemandId: side?.is === 'poster' ? side.demandId : null,
    lastWord: row?.lastContent == null ? '' : wireContent(row.lastContent),
    count: row?.unread ?? 0,
    addTime: row?.lastAt?.toISOString() ?? null,
    isStoreIdentity: orgId === null ? 1 : 2,
    conversationId: row?.id ?? null,
    lastSeq: row?.lastSeq ?? 0,
    readSeq: row?.readSeq ?? 0,
    pinned: (row?.pinnedAt ?? null) !== null,
    muted: row?.muted === true,
  }
}

/** Entries of conversations in their order; one whose other side is gone is left out. Two reads, however many. */
export async function entriesOf(db: Db, caller: Caller, rows: readonly OwnConversation[]): Promise<Entry[]> {
  const sided = rows.map((row) => ({ row, ...sidesFor(caller, row) }))
  const faces = await facesOf(
    db,
    sided.map(({ other }) => other),
  )
  return sided.flatMap(({ row, mine, other }) => {
    const face = faces.get(other)
    return face === undefined ? [] : [entryOf(face, mine, row)]
  })
}
