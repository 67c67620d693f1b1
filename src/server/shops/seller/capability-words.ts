import { eq } from 'drizzle-orm'
import { fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { dictionaries } from '../../../db/tables/reference.ts'

/** Throws for a word that the dictionary CAPABILITY_TAG does not hold; its rows are groups with words, or words. */
export async function mustBeCapabilities(db: Db, words: readonly string[], field: string): Promise<void> {
  if (words.length === 0) return
  const rows = await db
    .select({ text: dictionaries.dictText, children: dictionaries.children })
    .from(dictionaries)
    .where(eq(dictionaries.dictKey, 'CAPABILITY_TAG'))
  const known = new Set(
    rows.flatMap(({ text, children }) => (children.length === 0 ? [text] : children.map(({ dictText }) => dictText))),
  )
  if (words.some((word) => !known.has(word))) throw fieldFailed({ field, message: '请从给出的能力标签中选择' })
}
