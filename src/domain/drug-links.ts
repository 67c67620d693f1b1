import { at, byId } from './link-parts.ts'

/** Links of the drug section: news, policies, parks, and choosing among parks. */
export const drugLinks = {
  drug: at('/drug'),
  news: at('/drug/information'),
  newsPiece: byId('/drug/information'),
  parks: at('/drug/park'),
  park: byId('/drug/park/detail'),
  policies: at('/drug/policies'),
  policy: byId('/drug/policies'),
  /** `parks` are the ids to compare, joined by commas; `book` is the one to visit. */
  siteSelection: at('/drug/siteselection'),
  /** The visits that the person asked for. */
  buyerVisits: at('/platform/buyerAccount/visits'),
} as const
