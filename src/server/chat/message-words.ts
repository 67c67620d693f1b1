import { eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { conversations, messages } from '../../db/tables/chat.ts'
import type { MessageContent } from '../../domain/chat/content.ts'
import { allOf, anyOf, beginning, tsqueryOf, word } from '../search/asked.ts'
import { parts, tsvectorSql } from '../search/words.ts'
import type { Pair } from './present.ts'

/** Signs that no word of a text begins with: one index answers within a conversation, or among all of a party. */
const conversationMark = (id: number) => `=c${id}`
const partyMark = (party: string) => `=${party}`

interface Found extends Pair {
  readonly conversationId: number
  readonly content: MessageContent
}

/** What a message is found by: its text, what its card or file is called, and where it belongs. */
export const messageWords = (found: Found): SQL<string> => tsvectorSql(wordsOf(found))

function wordsOf({ conversationId, partyA, partyB, content: { text, title = '' } }: Found): string[] {
  return [conversationMark(conversationId), partyMark(partyA), partyMark(partyB), ...parts(`${text}\n${title}`)]
}

/** Where is searched: one conversation, or all of some sides. */
export type Scope = { readonly conversationId: number } | { readonly parties: readonly string[] }

/** A keyword as the database reads it; '' when nothing in it can be searched for. Nothing in it is an operator. */
export function messageQuery(keyword: string, scope: Scope): string {
  const words = parts(keyword).map((each) => (/\p{Script=Han}/u.test(each) ? word(each) : beginning(each)))
  if (words.length === 0) return ''
  const where =
    'conversationId' in scope
      ? word(conversationMark(scope.conversationId))
      : anyOf(...scope.parties.map((party) => word(partyMark(party))))
  return tsqueryOf(allOf(where, ...words))
}

/** Writes anew what messages are found by. One read and one write. */
export async function keepMessageWords(db: Db, ids: readonly number[]): Promise<void> {
  const { partyA, partyB } = conversations
  const rows = await db
    .select({ id: messages.id, conversationId: messages.conversationId, content: messages.content, partyA, partyB })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .where(inArray(messages.id, [...ids]))
  const kept = rows.filter(({ content }) => content.status !== 'recalled')
  if (kept.length === 0) return
  const values = kept.map((row) => sql`(${row.id}::int, ${wordsOf(row).join(' ')}::text)`)
  await db.execute(sql`
    update ${messages} set words = array_to_tsvector(string_to_array(known.words, ' '))
    from (values ${sql.join(values, sql`, `)}) as known (id, words) where ${messages}.id = known.id`)
}
