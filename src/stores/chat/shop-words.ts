import { map } from 'nanostores'
import { quietApi } from '../../client/browser.ts'
import type { ConversationEntry } from '../../contract/chat/shapes.ts'
import type { CardKind } from '../../domain/chat/content.ts'
import { phraseShop, quickPhrases } from '../../domain/chat/words.ts'

/** What a shop says by itself, and the phrases it offers; what it has not of its own is missing or empty. */
export interface ShopWords {
  readonly greeting: string
  readonly quickPhrases: Partial<Record<CardKind, readonly string[] | undefined>>
}
type Sides = Pick<ConversationEntry, 'orgId' | 'sendOrgId'>

/** Words of shops that were read so far, by organisation. */
export const shopWords = map<Record<number, ShopWords>>({})
const reading = new Map<number, Promise<void>>()

/** Reads the words of both sides' shops, each once a page. Where that fails the product's own are used. */
export const loadShopWords = async ({ orgId, sendOrgId }: Sides): Promise<void> => {
  await Promise.all([orgId, sendOrgId].flatMap((shop) => (shop === null ? [] : [readOnce(shop)])))
}

function readOnce(orgId: number): Promise<void> {
  const known = reading.get(orgId)
  if (known !== undefined) return known
  const now = quietApi.chat.shopWords({ orgId }).then((answer) => {
    if (answer.ok) shopWords.setKey(orgId, answer.content)
    else reading.delete(orgId)
  })
  reading.set(orgId, now)
  return now
}

/** The shop has changed its words: they are read anew when they are next needed. */
export function forgetShopWords(): void {
  reading.clear()
  shopWords.set({})
}

/** Three phrases for what is talked about. */
export function phrasesFor(
  kind: CardKind,
  sides: Sides,
  words: Readonly<Record<number, ShopWords>>,
): readonly string[] {
  const shop = phraseShop(kind, sides)
  return (shop === null ? undefined : words[shop]?.quickPhrases[kind]) ?? quickPhrases[kind]
}
