import { keywordGroups } from './keyword-queries.ts'

const maxLength = 200

/** Words and concepts of a question in a fixed order: the same for other orders of its words and for synonyms. */
export const questionKey = (keyword: string): string =>
  [...new Set(keywordGroups(keyword).map(({ keys }) => keys.toSorted().join('/')))]
    .toSorted()
    .join(' ')
    .slice(0, maxLength)
