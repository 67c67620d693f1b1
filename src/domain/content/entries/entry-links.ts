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
  announcement: links.opsTexts,
  question: (query) => links.opsTexts({ part: 'question', ...query }),
  page: (query) => links.opsTexts({ part: 'page', ...query }),
  link: (query) => links.opsTexts({ part: 'link', ...query }),
}
