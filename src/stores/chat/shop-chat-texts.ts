import { map } from 'nanostores'
import { quietApi } from '../../client/browser.ts'
import type { ConversationEntry } from '../../contract/chat/shapes.ts'
import type { LinkPreviewKind } from '../../domain/chat/content.ts'
import { getPhraseShop, quickPhrases } from '../../domain/chat/phrases.ts'

/** Automatic reply texts and quick phrases of a shop; texts without an own version are missing or empty. */
export interface ShopChatTexts {
  readonly greeting: string
  readonly quickPhrases: Partial<Record<LinkPreviewKind, readonly string[] | undefined>>
}
type Participants = Pick<ConversationEntry, 'orgId' | 'sendOrgId'>

/** Chat texts of shops loaded so far, by organisation id. */
export const shopChatTexts = map<Record<number, ShopChatTexts>>({})
const pendingReads = new Map<number, Promise<void>>()

/** Loads the chat texts of both sides' shops once per page. Defaults are used on failure. */
export const loadShopChatTexts = async ({ orgId, sendOrgId }: Participants): Promise<void> => {
  await Promise.all([orgId, sendOrgId].flatMap((shop) => (shop === null ? [] : [readOnce(shop)])))
}

function readOnce(orgId: number): Promise<void> {
  const known = pendingReads.get(orgId)
  if (known !== undefined) return known
  const now = quietApi.chat.shopPhrases({ orgId }).then((answer) => {
    if (answer.ok) shopChatTexts.setKey(orgId, answer.content)
    else pendingReads.delete(orgId)
  })
  pendingReads.set(orgId, now)
  return now
}

/** Discards the loaded texts after a shop changed them; they are reloaded when next needed. */
export function invalidateShopChatTexts(): void {
  pendingReads.clear()
  shopChatTexts.set({})
}

/** The three quick phrases for the kind of the topic. */
export function phrasesFor(
  kind: LinkPreviewKind,
  participants: Participants,
  texts: Readonly<Record<number, ShopChatTexts>>,
): readonly string[] {
  const shop = getPhraseShop(kind, participants)
  return (shop === null ? undefined : texts[shop]?.quickPhrases[kind]) ?? quickPhrases[kind]
}
