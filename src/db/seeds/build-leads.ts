import type { followUps, leads, demandMatches, demandSubscriptions } from '../tables/demands.ts'
import { demoIds, type Accounts } from './build-accounts.ts'
import type { Demands, DemandRow } from './build-demands.ts'
import type { Calendar } from './calendar.ts'
import type { ChangeLog } from './changes.ts'
import { requireKey } from './random.ts'
import type { Catalogue } from './build-catalogue.ts'
import { invitations, subscriptionNotes } from './data/demands.ts'
import { leafFinder } from './trees.ts'

type Lead = typeof leads.$inferInsert & { id: number }
type FollowUp = typeof followUps.$inferInsert

/** Requests of visitors with a phone number; the numbers are fictitious. */
export function buildLeads(days: Calendar, log: ChangeLog): Lead[] {
  const by = { userId: demoIds.ops }
  const result = '已电话沟通，推荐三家有同类品种经验的机构，对方自行联系。'
  const rows: Lead[] = [
    {
      id: 1,
      contact: '周工',
      mobile: '19900000001',
      text: '化药 4 类仿制药，口服固体，想找能做 BE 临床与生物样本分析的一站式机构',
      status: 'done',
      handledBy: demoIds.ops,
      note: result,
      createdAt: days.at(-5, '10:22'),
      updatedAt: days.at(-4, '15:40'),
    },
    {
      id: 2,
      contact: '',
      mobile: '19900000002',
      text: '二类医疗器械生物相容性全项，报告要带 CMA 章，想先了解周期',
      status: 'taken',
      handledBy: demoIds.ops,
      createdAt: days.at(-2, '16:05'),
      updatedAt: days.at(-1, '09:12'),
    },
    {
      id: 3,
      contact: '林女士',
      mobile: '19900000003',
      text: '双抗的 ADA 与中和抗体方法开发，样本在冷库，希望华东地区',
      createdAt: days.at(-1, '11:48'),
      updatedAt: days.at(-1, '11:48'),
    },
    {
      id: 4,
      contact: '',
      mobile: '19900000004',
      text: '原料药里有两个未知杂质，需要制备分离加结构确证',
      createdAt: days.at(-1, '17:31'),
      updatedAt: days.at(-1, '17:31'),
    },
  ]
  log.add('lead', 1, 'waiting', [
    { event: 'take', to: 'taken', at: days.at(-4, '14:55'), ...by },
    { event: 'finish', to: 'done', at: days.at(-4, '15:40'), reason: result, ...by },
  ])
  log.add('lead', 2, 'waiting', [{ event: 'take', to: 'taken', at: days.at(-1, '09:12'), ...by }])
  return rows
}

/** Follow-up notes of buyer and supplier on the demand with compared offers, each private to their company. */
export function buildFollowUps(accounts: Accounts, { demands, offers }: Demands, days: Calendar): FollowUp[] {
  const demand = demands.find(({ confidential }) => confidential === true)
  const seller = requireKey(accounts.byKey, '臻境')
  const offer = offers.find(({ demandId, companyId }) => demandId === demand?.id && companyId === seller.company.id)
  if (demand === undefined || offer === undefined) return []
  const buyers = { companyId: demand.companyId, userId: demand.userId, entity: 'demand' as const, entityId: demand.id }
  const sellers = { companyId: seller.company.id, userId: seller.ownerId, entity: 'offer' as const, entityId: offer.id }
  return [
    { ...buyers, text: '各家都要求提前锁定动物房，内部先确认供试品到货时间。', createdAt: days.at(-5, '10:15') },
    {
      ...buyers,
      text: '已与毒理负责人过了一遍方案，恢复期保留 4 周。截止后三天内开评审会。',
      nextAt: days.at(4, '09:30'),
      createdAt: days.at(-1, '16:20'),
    },
    {
      ...sellers,
      text: '电话回访：对方关心毒代样品检测的交付节点，已说明可分批出数据。',
      nextAt: days.at(3, '10:00'),
      createdAt: days.at(-1, '14:35'),
    },
  ]
}

type Subscription = typeof demandSubscriptions.$inferInsert & { id: number; createdAt: Date }
type Match = typeof demandMatches.$inferInsert & { createdAt: Date }
const [minute, hour] = [60_000, 3_600_000]

/** Subscriptions of demo suppliers, demands matched since, and invitations. */
export function buildMatches(accounts: Accounts, catalogue: Catalogue, { demands }: Demands, days: Calendar) {
  const leaf = leafFinder(catalogue.categories.filter(({ kind }) => kind === 'service'))
  const subscriptions = subscriptionNotes.map(({ supplier, areas, budgetFrom, day, ...rest }, at): Subscription => {
    const { company, ownerId } = requireKey(accounts.byKey, supplier)
    const categoryIds = areas.flatMap((name) => leaf(name).path[2] ?? [])
    const from = budgetFrom === null ? null : budgetFrom * 1_000_000
    return {
      id: at + 1,
      companyId: company.id,
      userId: ownerId,
      categoryIds,
      budgetFrom: from,
      ...rest,
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

/** The company's oldest subscription that matched a demand at its publication, and whether the buyer invited it. */
function matchOf(demand: DemandRow, companyId: number, all: readonly Subscription[], { byKey }: Accounts) {
  const { publishedAt, id: demandId } = demand
  if (publishedAt === null || publishedAt === undefined || demand.companyId === companyId) return undefined
  const found = all.find((each) => each.companyId === companyId && each.createdAt < publishedAt && meets(each, demand))
  const isInvited = invitations.some(
    ({ supplier, title }) => title === demand.title && requireKey(byKey, supplier).company.id === companyId,
  )
  if (found === undefined && !isInvited) return undefined
  const invitedAt = isInvited ? new Date(publishedAt.getTime() + 2 * hour) : null
  const foundAt = new Date(publishedAt.getTime() + minute)
  const createdAt = found === undefined ? (invitedAt ?? foundAt) : foundAt
  return { demandId, companyId, subscriptionId: found?.id ?? null, invitedAt, createdAt } satisfies Match
}

/** Same rule as on the server, with substring search instead of tokens. */
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
