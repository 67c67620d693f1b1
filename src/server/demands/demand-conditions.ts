import type { demandsCalls } from '../../contract/demands/demands.ts'
import type { HallFacet } from '../../contract/demands/hall.ts'
import { shortProvince } from '../../domain/catalogue/region.ts'
import { budgetBands, budgetValue } from '../../domain/demands/demand-rules.ts'
import { closingDays } from '../../domain/demands/hall-query.ts'
import { demandTemplates } from '../../domain/demands/templates.ts'
import { categoryNodes } from '../catalogue/public.ts'
import { placeNames } from '../reference/public.ts'
import type { Context, Handler } from '../handler.ts'
import { countHall } from './count-hall.ts'
import { conditionsOf } from './demand-conditions-of.ts'
import { matching } from './match-words.ts'

export const demandConditions: Handler<typeof demandsCalls.demandConditions> = async (filter, context) => {
  const { db } = context
  const conditions = conditionsOf(filter)
  const counts = await countHall(db, conditions, await matching(db, filter.keyword, conditions.base))
  const names = await placeNames(db)
  const some = (facet: HallFacet) => facet.count > 0
  return {
    levels: await levelsOf(context, filter.categoryId, counts.of('category')),
    districts: [...counts.of('district')]
      .map(([value, count]) => ({ value, label: shortProvince(names.get(`${value}0000`) ?? value), count }))
      .toSorted((a, b) => b.count - a.count || a.value.localeCompare(b.value)),
    budgets: budgetBands.map((band) => {
      const value = budgetValue(band)
      return { value, label: band.label, count: counts.of('budget').get(value) ?? 0 }
    }),
    templates: demandTemplates
      .map(({ key, name }) => ({ value: key, label: name, count: counts.of('template').get(key) ?? 0 }))
      .filter((facet) => some(facet) || facet.value === filter.templateKey),
    closing: closingDays.map((days) => {
      const value = String(days)
      return { value, label: `${value} 天内`, count: counts.of('closing').get(value) ?? 0 }
    }),
    sealed: [{ value: 'yes', label: '密封报价', count: counts.of('sealed').get('yes') ?? 0 }],
    confidential: [{ value: 'yes', label: '含保密资料', count: counts.of('confidential').get('yes') ?? 0 }],
    partial: [...counts.partial],
  }
}

/** The stages, and below a chosen category what lies under each step of the way to it. The root of the tree is no level. */
async function levelsOf(
  context: Pick<Context, 'db' | 'pages'>,
  categoryId: number | undefined,
  counts: ReadonlyMap<string, number>,
) {
  const nodes = await categoryNodes(context)
  const chosen = categoryId === undefined ? undefined : nodes.get(categoryId)
  const way = chosen?.kind === 'service' ? chosen.path.slice(1) : []
  const services = [...nodes.values()].filter(({ kind }) => kind === 'service')
  const root = services.find(({ parentId }) => parentId === null)
  return [root?.id, ...way].flatMap((parentId, level) => {
    const chosenId = way[level] ?? null
    const options = services
      .filter((node) => node.parentId === parentId)
      .map(({ id, name }) => ({ value: String(id), label: name, count: counts.get(String(id)) ?? 0 }))
      .filter(({ value, count }) => count > 0 || value === String(chosenId))
    return options.length === 0 ? [] : [{ chosenId, options }]
  })
}
