import type { z } from 'zod'
import type { conversationEntry } from '../../contract/chat/conversations.ts'
import { wireContent } from '../../domain/chat/content.ts'
import { readParty } from '../../domain/chat/party.ts'
import type { Face } from './faces.ts'
import type { OwnConversation } from './own-conversations.ts'

type Entry = z.input<typeof conversationEntry>

/** An entry of 我的沟通; without a row it is one that can be written to but has no message yet. */
export function entryOf(face: Face, own: string, row: OwnConversation | undefined): Entry {
  const side = readParty(own)
  const { id, orgId, name, avatar, isService, certified, shopId } = face
  return {
    ...{ id, orgId, name, avatar, isService, certified, shopId },
    sendOrgId: side?.is === 'shop' ? side.companyId : null,
    lastWord: row?.lastContent == null ? '' : wireContent(row.lastContent),
    count: row?.unread ?? 0,
    addTime: row?.lastAt?.toISOString() ?? null,
    isStoreIdentity: orgId === null ? 1 : 2,
    conversationId: row?.id ?? null,
    lastSeq: row?.lastSeq ?? 0,
    readSeq: row?.readSeq ?? 0,
  }
}
