import type { searchDays } from '../tables/search.ts'
import { date } from '../../domain/time.ts'

const dayMs = 86_400_000

/** Terms with their searches a day, how many of them found something, and how many led to a hit. */
const terms = [
  { kind: 'service', term: '米格鲁小猎狗', searches: 6, answered: 0, partly: 0, opened: 0 },
  { kind: 'service', term: '斑马鱼急性毒性', searches: 5, answered: 0, partly: 5, opened: 2 },
  { kind: 'goods', term: '氘代乙腈', searches: 4, answered: 0, partly: 4, opened: 0 },
  { kind: 'service', term: '毒理', searches: 18, answered: 18, partly: 0, opened: 11 },
  { kind: 'service', term: '一致性评价', searches: 9, answered: 9, partly: 0, opened: 5 },
  { kind: 'goods', term: '对照品', searches: 12, answered: 12, partly: 0, opened: 0 },
] as const

/** Searches of the last days, as the nightly job saves them. */
export const buildSearchDays = (now: Date): (typeof searchDays.$inferInsert)[] =>
  [1, 2, 4].flatMap((back) =>
    terms.map(({ term, ...row }) => ({
      ...row,
      term,
      key: term,
      day: date(new Date(now.getTime() - back * dayMs).toISOString()),
      added: 0,
      asked: 0,
    })),
  )
