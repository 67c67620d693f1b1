import { area } from '../../../../areas/current.ts'
import type { HelpHead } from '../../../content/help-schema.ts'
import { helpCategories, findHelpCategory } from '../../../domain/content/help-categories.ts'

/** State of a help centre text in this build. */
export type HelpFileState = 'out' | 'draft' | 'replaced' | 'elsewhere'
export interface HelpFile {
  readonly file: string
  readonly questionId: number
  readonly title: string
  readonly category: string
  readonly updated: string
  readonly state: HelpFileState
  /** Areas whose own text it is; empty for the general one. */
  readonly areas: readonly string[]
}

const order = new Map(helpCategories.map(({ id }, at) => [Number(id), at]))

/** All texts of the help centre, in the order of the categories. */
export function helpFiles(entries: readonly { readonly id: string; readonly data: HelpHead }[]): HelpFile[] {
  const owned = new Set(entries.filter(({ data }) => data.areas?.includes(area.id)).map(({ data }) => data.id))
  const stateOf = ({ draft, areas, id }: HelpHead): HelpFileState => {
    if (draft) return 'draft'
    if (areas === undefined) return owned.has(id) ? 'replaced' : 'out'
    return areas.includes(area.id) ? 'out' : 'elsewhere'
  }
  return entries
    .toSorted((a, b) => (order.get(a.data.category) ?? 0) - (order.get(b.data.category) ?? 0) || a.data.id - b.data.id)
    .map(({ id, data }) => ({
      file: `src/content/help/${id}.md`,
      questionId: data.id,
      title: data.title,
      updated: data.updated,
      category: findHelpCategory(data.category)?.name ?? '',
      state: stateOf(data),
      areas: data.areas ?? [],
    }))
}
