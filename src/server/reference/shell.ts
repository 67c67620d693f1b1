import { inArray } from 'drizzle-orm'
import type { Category } from '../../contract/reference/reference.ts'
import type { Db } from '../../db/open.ts'
import { dictionaries } from '../../db/tables/reference.ts'
import { hotWordKeys } from '../../domain/reference/dictionary-keys.ts'
import { categoryTree } from './categories.ts'

/** What the header of every page shows, the same for everyone. */
export interface Shell {
  readonly categories: readonly Category[]
  readonly hotWords: Readonly<Record<keyof typeof hotWordKeys, readonly string[]>>
}

/** Changes of categories and hot words are seen after this time at the latest. */
const freshMs = 60_000
let known: { readonly shell: Promise<Shell>; readonly until: number } | undefined

/** The header's data, read at most once a minute. */
export function shellOf(db: Db): Promise<Shell> {
  if (known !== undefined && known.until > Date.now()) return known.shell
  const shell = readShell(db)
  known = { shell, until: Date.now() + freshMs }
  shell.catch(() => (known = undefined))
  return shell
}

async function readShell(db: Db): Promise<Shell> {
  const rows = await db
    .select({ key: dictionaries.dictKey, text: dictionaries.dictText })
    .from(dictionaries)
    .where(inArray(dictionaries.dictKey, Object.values(hotWordKeys)))
    .orderBy(dictionaries.sort)
  const wordsOf = (key: string) => rows.filter((row) => row.key === key).map((row) => row.text)
  return {
    categories: await categoryTree(db),
    hotWords: {
      service: wordsOf(hotWordKeys.service),
      goods: wordsOf(hotWordKeys.goods),
      supplier: wordsOf(hotWordKeys.supplier),
    },
  }
}
