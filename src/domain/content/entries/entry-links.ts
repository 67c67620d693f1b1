import { links } from '../../links.ts'
import type { EntryKind } from './entry-states.ts'

type Query = Readonly<Record<string, string | number>>

/** Where operators look after a kind. */
export const entryListLinks: Readonly<Record<EntryKind, (query?: Query) => string>> = {
  project: links.opsProjects,
  app: links.opsDigital,
  solution: (query) => links.opsDigital({ part: 'solution', ...query }),
  news: links.opsNews,
  policy: links.opsPolicies,
  park: links.opsParks,
}

/** Page on which everyone reads one that is out. */
export const entryPageLinks: Readonly<Record<EntryKind, (id: number) => string>> = {
  project: links.govProject,
  app: links.digitalApp,
  solution: links.digitalSolution,
  news: links.newsPiece,
  policy: links.policy,
  park: links.park,
}
