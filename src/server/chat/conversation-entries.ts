import type { z } from 'zod'
import type { conversationEntry } from '../../contract/chat/shapes.ts'
import type { Db } from '../../db/open.ts'
import { wireContent } from '../../domain/chat/content.ts'
import { readParty } from '../../domain/chat/party.ts'
import type { Caller } from '../handler.ts'
import { getProfiles, type Profile } from './profiles.ts'
import { getParticipants, type OwnConversation } from './own-conversations.ts'

type Entry = z.input<typeof conversationEntry>

/** Entry of 我的沟通; without a row for a conversation without messages. */
export function presentEntry(profile: Profile, own: string, row: OwnConversation | undefined): Entry {
  const kind = readParty(own)
  const { id, orgId, name, avatar, isService, certified, shopId } = profile
  return {
    id,
    orgId,
    name,
    avatar,
    isService,
    certified,
    shopId,
    sendOrgId: kind?.is === 'shop' ? kind.companyId : null,
    asDemandId: kind?.is === 'poster' ? kind.demandId : null,
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

/** Entries of conversations in the given order, in two queries; left out if the other party no longer exists. */
export async function getEntries(db: Db, caller: Caller, rows: readonly OwnConversation[]): Promise<Entry[]> {
  const withParticipants = rows.map((row) => ({ row, ...getParticipants(caller, row) }))
  const profiles = await getProfiles(
    db,
    withParticipants.map(({ other }) => other),
  )
  return withParticipants.flatMap(({ row, mine, other }) => {
    const profile = profiles.get(other)
    return profile === undefined ? [] : [presentEntry(profile, mine, row)]
  })
}
