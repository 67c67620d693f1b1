import type { shopWordsCalls } from '../../contract/chat/shop-words.ts'
import { CallFailed } from '../../contract/failures.ts'
import type { Handler } from '../handler.ts'
import { shopRepliesOf } from '../shops/public.ts'

export const shopWords: Handler<typeof shopWordsCalls.shopWords> = async ({ orgId }, { db }) => {
  const replies = await shopRepliesOf(db, orgId)
  if (replies === undefined) throw new CallFailed('notFound')
  return { greeting: replies.greeting, quickPhrases: replies.quickPhrases }
}
