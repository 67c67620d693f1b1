import type { Criterion } from '../../domain/demands/evaluation.ts'
import type { demandEvaluations, demandEvaluators, demandScores } from '../tables/evaluations.ts'
import type { Accounts } from './build-accounts.ts'
import type { Demands } from './build-demands.ts'
import type { Calendar } from './calendar.ts'
import type { ChangeLog } from './changes.ts'
import { itemAt, requireKey } from './random.ts'

/** The sealed demand of the demo buyer that is being evaluated. */
const evaluated = '盐酸二甲双胍缓释片空腹与餐后生物等效性试验'
const buyerKey = '衡序'

const criteria: readonly Criterion[] = [
  { key: 'price', label: '价格', weight: 25 },
  { key: 'time', label: '周期', weight: 15 },
  { key: 'standing', label: '资质', weight: 20 },
  { key: 'plan', label: '方案', weight: 30 },
  { key: 'talk', label: '沟通', weight: 10 },
]

/** Points of each evaluator for the offers from the cheapest up, in the order of the criteria. */
const points: readonly (readonly (readonly number[])[])[] = [
  [
    [9, 7, 7, 6, 8],
    [8, 8, 9, 9, 8],
    [6, 9, 8, 7, 7],
  ],
  [
    [9, 6, 8, 7, 7],
    [7, 8, 9, 9, 9],
    [6, 8, 8, 8, 6],
  ],
]

const comments: ReadonlyMap<string, string> = new Map([
  ['0 1 plan', '病房与生物分析一体，餐后试验安排合理。'],
  ['0 0 plan', '未说明缓释片的采血时间点设计。'],
  ['1 1 standing', '近三年有同类备案与核查经验。'],
  ['1 2 talk', '答疑回复较慢。'],
])

/** Criteria, evaluators and scores of one demand: blind, and all in. */
export function buildEvaluations(
  accounts: Accounts,
  { demands, offers, versions }: Demands,
  days: Calendar,
  log: ChangeLog,
) {
  const demand = requireKey(new Map(demands.map((each) => [each.title, each])), evaluated)
  const { ownerId, memberIds, company } = requireKey(accounts.byKey, buyerKey)
  const buyers = memberIds.filter((id) => id !== ownerId && accounts.userRoles.some(({ userId }) => userId === id))
  const evaluatorIds = [ownerId, ...buyers].slice(0, points.length)
  const totalOf = (offerId: number, version: number) =>
    versions.find((each) => each.offerId === offerId && each.version === version)?.total ?? 0
  const scored = offers
    .filter(({ demandId, status }) => demandId === demand.id && status === 'submitted')
    .toSorted((a, b) => totalOf(a.id, a.version) - totalOf(b.id, b.version))
    .slice(0, 3)
  const own = { userId: ownerId, companyId: company.id }
  const set = days.at(-7, '10:20')
  const submitted = (index: number) => days.at(-1, index === 0 ? '15:10' : '16:25')
  const evaluation: typeof demandEvaluations.$inferInsert = {
    demandId: demand.id,
    ...own,
    scale: 'ten',
    blind: true,
    criteria: [...criteria],
    revealedAt: submitted(evaluatorIds.length - 1),
    updatedAt: set,
    createdAt: set,
  }
  const evaluators: (typeof demandEvaluators.$inferInsert)[] = evaluatorIds.map((userId, index) => ({
    demandId: demand.id,
    userId,
    status: 'submitted',
    submittedAt: submitted(index),
    createdAt: set,
  }))
  const scores: (typeof demandScores.$inferInsert)[] = evaluatorIds.flatMap((userId, person) =>
    scored.flatMap(({ id: offerId, version }, place) =>
      criteria.map(({ key }, at) => ({
        demandId: demand.id,
        userId,
        offerId,
        version,
        criterion: key,
        points: itemAt(itemAt(itemAt(points, person), place), at),
        comment: comments.get(`${person} ${place} ${key}`) ?? '',
        revealed: true,
        createdAt: submitted(person),
      })),
    ),
  )
  log.add(
    'demand',
    demand.id,
    'evaluating',
    evaluatorIds.map((userId, index) => ({
      event: 'score',
      to: 'evaluating',
      at: submitted(index),
      userId,
      companyId: company.id,
    })),
  )
  return { evaluation, evaluators, scores }
}
