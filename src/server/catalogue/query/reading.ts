import { and, sql, type SQL } from 'drizzle-orm'
import { scanUnordered } from './bucket-scan.ts'
import { facetCondition, matchCondition, shopCondition, type Bind, type Facet, type FilterForm } from './conditions.ts'
import { keyCondition } from './keys.ts'
import { isPublished, listingTables } from './listings.ts'

/** Key sets of a filter, bound as `<name>0`, `<name>1` …, and the facets that they cover completely. */
export interface KeysForm {
  readonly name: string
  readonly count: number
  readonly covered: readonly Facet[]
}

/**
 * How hits are found: all of them by the index of tokens and keys, or bucket by bucket; all of one shop; or the newest
 * along an index by time, of a category level, the province or the whole table. All find the same rows.
 */
export type Reading =
  | { readonly by: 'keys'; readonly keys: KeysForm }
  | { readonly by: 'buckets'; readonly keys: KeysForm; readonly size: number }
  | { readonly by: 'shop' }
  | { readonly by: 'time'; readonly index: TimeIndex; readonly wanted: number }

/** Index by time: of a level of the category path, of the province, or of all listings. */
export type TimeIndex = 'level_1' | 'level_2' | 'level_3' | 'province' | 'all'

/** Whether a reading finds all hits, and not only as many as are wanted. */
export const isComplete = ({ by }: Reading): boolean => by === 'keys' || by === 'shop'

interface Rest {
  readonly without?: Facet | undefined
  /** Facets that the index covers already. */
  readonly covered?: readonly Facet[]
  /** Whether the conditions are kept away from other indexes than the chosen one. */
  readonly isHidden?: boolean
}

/** Conditions besides the ones of the chosen index. The keyword comes last: its tokens are stored outside the row. */
export function restConditions(form: FilterForm, bind: Bind, { without, covered = [], isHidden = false }: Rest = {}) {
  const hide = (condition: SQL | undefined) => (condition && isHidden ? sql`(${condition}) is true` : condition)
  const asked = form.chosen.filter((facet) => facet !== without && !covered.includes(facet))
  return and(
    ...asked.map((facet) => hide(facetCondition(form, facet, bind))),
    form.isOneShop && !isHidden ? shopCondition(form, bind) : undefined,
    form.match && hide(matchCondition(listingTables[form.kind], form.match, 'match', bind)),
  )
}

/** Condition of an index by time, with the rest of the filter hidden from other indexes. */
export function timeCondition(form: FilterForm, index: TimeIndex, bind: Bind, without?: Facet): SQL | undefined {
  const t = listingTables[form.kind]
  const hidden = (...covered: Facet[]) => restConditions(form, bind, { without, covered, isHidden: true })
  if (index === 'all') return and(isPublished(t), hidden())
  if (index === 'province') {
    return and(isPublished(t), sql`left(${t.districtCode}, 2) = ${bind('province', 'text')}`, hidden())
  }
  const place = sql.raw({ level_1: '2', level_2: '3', level_3: '4' }[index])
  return and(isPublished(t), sql`${t.categoryPath}[${place}] = ${bind('deepest', 'int')}`, hidden('category'))
}

/** Columns of hits, optionally without the choice of one facet. Along an index by time the newest come first. */
export function hitsQuery(form: FilterForm, reading: Reading, columns: SQL, bind: Bind, without?: Facet): SQL {
  const t = listingTables[form.kind]
  switch (reading.by) {
    case 'keys': {
      const { keys } = reading
      const rest = restConditions(form, bind, { without, covered: keys.covered })
      return sql`select ${columns} from ${t}
        where ${and(isPublished(t), keys.count === 0 ? undefined : keyCondition(t, keys, bind), rest)}`
    }
    case 'buckets': {
      const where = restConditions(form, bind, { without, covered: reading.keys.covered })
      return scanUnordered(t, { columns, where, sets: reading.keys, size: reading.size, bind })
    }
    case 'shop': {
      const rest = restConditions(form, bind, { without, isHidden: true })
      return sql`select ${columns} from ${t} where ${and(isPublished(t), shopCondition(form, bind), rest)}`
    }
    case 'time':
      return sql`select ${columns} from ${t} where ${timeCondition(form, reading.index, bind, without)}
        order by ${t.publishedAt} desc, ${t.id} desc limit ${sql.raw(String(reading.wanted))}`
  }
}
