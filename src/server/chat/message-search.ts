import { eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { conversations, messages } from '../../db/tables/chat.ts'
import type { MessageContent } from '../../domain/chat/content.ts'
import { queryAll, queryAny, prefixToken, tsqueryOf, exactToken } from '../search/search-query.ts'
import { basicTokens, tsvectorOf } from '../search/tokenize.ts'
import type { PartyPair } from './present-message.ts'

/** Scope tokens with a prefix that no text token has, so that one index serves conversations and parties. */
const conversationToken = (id: number) => `=c${id}`
const partyToken = (party: string) => `=${party}`

interface SearchableMessage extends PartyPair {
  readonly conversationId: number
  readonly content: MessageContent
}

/** Search vector of a message: text, title of its preview or file, and scope tokens. */
export const createMessageVector = (found: SearchableMessage): SQL<string> => tsvectorOf(getSearchTokens(found))

function getSearchTokens({
  conversationId,
  partyA,
  partyB,
  content: { text, title = '' },
}: SearchableMessage): string[] {
  return [
    conversationToken(conversationId),
    partyToken(partyA),
    partyToken(partyB),
    ...basicTokens(`${text}\n${title}`),
  ]
}

/** Scope of a search: one conversation, or all of some parties. */
export type MessageScope = { readonly conversationId: number } | { readonly parties: readonly string[] }

/** Keyword as tsquery; '' without searchable tokens. User input is never read as an operator. */
export function messageQuery(keyword: string, scope: MessageScope): string {
  const words = basicTokens(keyword).map((each) =>
    /\p{Script=Han}/u.test(each) ? exactToken(each) : prefixToken(each),
  )
  if (words.length === 0) return ''
  const where =
    'conversationId' in scope
      ? exactToken(conversationToken(scope.conversationId))
      : queryAny(...scope.parties.map((party) => exactToken(partyToken(party))))
  return tsqueryOf(queryAll(where, ...words))
}

/** Rebuilds the search vectors of messages, with one query and one update. */
export async function indexMessages(db: Db, ids: readonly number[]): Promise<void> {
  const { partyA, partyB } = conversations
  const rows = await db
    .select({ id: messages.id, conversationId: messages.conversationId, content: messages.content, partyA, partyB })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .where(inArray(messages.id, [...ids]))
  const visible = rows.filter(({ content }) => content.status !== 'recalled')
  if (visible.length === 0) return
  const values = visible.map((row) => sql`(${row.id}::int, ${getSearchTokens(row).join(' ')}::text)`)
  await db.execute(sql`
    update ${messages} set tokens = array_to_tsvector(string_to_array(known.tokens, ' '))
    from (values ${sql.join(values, sql`, `)}) as known (id, tokens) where ${messages}.id = known.id`)
}
