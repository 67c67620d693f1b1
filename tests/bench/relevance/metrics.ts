/** Measures of search results against graded questions; pure. */

/** A listing as the grades read it: texts folded by `foldText`, and the lowest price in yuan, null for 面议. */
export interface GradedListing {
  readonly id: number
  readonly text: string
  readonly yuan: number | null
}

/** Patterns of one question: `best` has grade 2, `good` grade 1. */
export interface Grades {
  readonly best: readonly string[]
  readonly good: readonly string[]
}

/** Results of one question, best first, as ids. */
export interface Ranked {
  readonly grades: Grades
  readonly found: readonly number[]
}

export interface Measures {
  readonly count: number
  /** Share of the questions without any result. */
  readonly emptyRate: number
  /** Share of the patterns of grade 2 (of grade 1 where there are none) that a result among the first ten matches. */
  readonly conceptRecall: number
  readonly ndcg: number
}

const cutOff = 10

/** One width, lower case, no space: what a pattern and a listing are compared in. */
export const foldText = (text: string) => text.normalize('NFKC').toLowerCase().replaceAll(/\s/g, '')

/** Whether a listing has every part of a pattern: `A&B`, and `price<=N` for the lowest price in yuan. */
export function matchesPattern(pattern: string, listing: GradedListing): boolean {
  return pattern.split('&').every((part) => {
    const most = /^price<=(\d+)$/.exec(part.trim())?.[1]
    if (most !== undefined) return listing.yuan !== null && listing.yuan <= Number(most)
    return listing.text.includes(foldText(part))
  })
}

/** 2, 1 or 0. */
export function gradeOf({ best, good }: Grades, listing: GradedListing): number {
  if (best.some((pattern) => matchesPattern(pattern, listing))) return 2
  return good.some((pattern) => matchesPattern(pattern, listing)) ? 1 : 0
}

/** Discounted gain of grades in the order of their results. */
const gainOf = (grades: readonly number[]) =>
  grades.reduce((sum, grade, place) => sum + (2 ** grade - 1) / Math.log2(place + 2), 0)

/** Gain of the first ten results, as a share of the best order that all listings allow; 1 if none has a grade. */
export function ndcgAt10({ grades, found }: Ranked, listings: ReadonlyMap<number, GradedListing>): number {
  const ideal = [...listings.values()]
    .map((listing) => gradeOf(grades, listing))
    .sort((one, other) => other - one)
    .slice(0, cutOff)
  const most = gainOf(ideal)
  if (most === 0) return 1
  const reached = [...new Set(found)].slice(0, cutOff).map((id) => {
    const listing = listings.get(id)
    return listing === undefined ? 0 : gradeOf(grades, listing)
  })
  return gainOf(reached) / most
}

export function conceptRecallAt10({ grades, found }: Ranked, listings: ReadonlyMap<number, GradedListing>): number {
  const concepts = grades.best.length > 0 ? grades.best : grades.good
  const shown = found.slice(0, cutOff).flatMap((id) => listings.get(id) ?? [])
  const reached = concepts.filter((pattern) => shown.some((listing) => matchesPattern(pattern, listing)))
  return concepts.length === 0 ? 1 : reached.length / concepts.length
}

/** Means over the questions; zeros without any. */
export function measuresOf(ranked: readonly Ranked[], listings: ReadonlyMap<number, GradedListing>): Measures {
  const mean = (valueOf: (question: Ranked) => number) =>
    ranked.length === 0 ? 0 : ranked.reduce((sum, question) => sum + valueOf(question), 0) / ranked.length
  return {
    count: ranked.length,
    emptyRate: mean(({ found }) => (found.length === 0 ? 1 : 0)),
    conceptRecall: mean((question) => conceptRecallAt10(question, listings)),
    ndcg: mean((question) => ndcgAt10(question, listings)),
  }
}
