import type { demandMatches, demandSubscriptions } from '../tables/demands.ts'
import type { Accounts } from './build-accounts.ts'
import type { Catalogue } from './build-catalogue.ts'
import type { DemandRow, Demands } from './build-demands.ts'
import type { Calendar } from './calendar.ts'
import { invitations, subscriptionNotes } from './data/subscriptions.ts'
import { need } from './random.ts'
import { leafFinder } from './trees.ts'

type Subscription = typeof demandSubscriptions.$inferInsert & { id: number; createdAt: Date }
type Match = typeof demandMatches.$inferInsert & { createdAt: Date }
const [minute, hour] = [60_000, 3_600_000]

/** What suppliers of the demo wait for, the demands that were found for them since, and those they were invited to. */
export function buildMatches(accounts: Accounts, catalogue: Catalogue, { demands }: Demands, days: Calendar) {
  const leaf = leafFinder(catalogue.categories.filter(({ kind }) => kind === 'service'))
  const subscriptions = subscriptionNotes.map(({ supplier, areas, budgetFrom, day, ...rest }, at): Subscription => {
    const { company, ownerId } = need(accounts.byKey, supplier)
    const categoryIds = areas.flatMap((name) => leaf(name).path[2] ?? [])
    const from = budgetFrom === null ? null : budgetFrom * 1_000_000
    return {
      ...{ id: at + 1, companyId: company.id, userId: ownerId, categoryIds, budgetFrom: from, ...rest },
      createdAt: days.at(day, '09:40'),
    }
  })
  const companies = [...new Set(subscriptions.map(({ companyId }) => companyId))]
  const matches = demands.flatMap((demand) =>
    companies.flatMap((companyId) => matchOf(demand, companyId, subscriptions, accounts) ?? []),
  )
  return {
    subscriptions,
    matches: matches
      .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
      .map((match, at) => ({ id: at + 1, ...match })),
  }
}

/** The oldest of a company's subscriptions that found a demand as it was published, and whether the buyer invited it. */
function matchOf(demand: DemandRow, companyId: number, all: readonly Subscription[], { byKey }: Accounts) {
  const { publishedAt, id: demandId } = demand
  if (publishedAt === null || publishedAt === undefined || demand.companyId === companyId) return undefined
  const found = all.find((each) => each.companyId === companyId && each.createdAt < publishedAt && meets(each, demand))
  const isInvited = invitations.some(
    ({ supplier, title }) => title === demand.title && need(byKey, supplier).company.id === companyId,
  )
  if (found === undefined && !isInvited) return undefined
  const invitedAt = isInvited ? new Date(publishedAt.getTime() + 2 * hour) : null
  const foundAt = new Date(publishedAt.getTime() + minute)
  const createdAt = found === undefined ? (invitedAt ?? foundAt) : foundAt
  return { demandId, companyId, subscriptionId: found?.id ?? null, invitedAt, createdAt } satisfies Match
}

/** As the server tells it; what a text contains, its words contain too. */
function meets({ categoryIds = [], words = [], budgetFrom }: Subscription, demand: DemandRow): boolean {
  const text = [demand.title, demand.summary, ...(demand.facts ?? []).map(({ value }) => value)]
    .join('\n')
    .toLowerCase()
  return (
    (categoryIds.length === 0 || demand.categoryPath.some((id) => categoryIds.includes(id))) &&
    (words.length === 0 || words.some((word) => text.includes(word.toLowerCase()))) &&
    (demand.budget == null || budgetFrom == null || budgetFrom <= demand.budget)
  )
}
