import type { statisticsCalls, PlatformStatistics } from '../../contract/operations/statistics.ts'
import { shortProvince } from '../../domain/catalogue/region.ts'
import { statisticsTag } from '../../domain/operations/statistics-stream.ts'
import { anyPlace } from '../../domain/operations/statistics.ts'
import type { Context, Handler } from '../handler.ts'
import { cachedReads } from '../cached-reads.ts'
import {
  countDemands,
  listLatestDemands,
  countOffers,
  countOrders,
  countShops,
  countShopTags,
  getMonthlyStatistics,
} from '../operations/statistics/statistics-queries.ts'
import { countsByCategory } from '../catalogue/listings/counts.ts'
import { categoryRows } from '../reference/categories.ts'
import { districtNames } from '../platform/district-names.ts'

/** Cached for a minute regardless of writes, except while a display listens (displays.ts). */
const cachedStatistics = cachedReads<PlatformStatistics>({ tags: [statisticsTag] })

/** Statistics of the platform, for displays and the home page. */
export const platformStatistics: Handler<typeof statisticsCalls.platformStatistics> = (_input, context) =>
  cachedStatistics(context, 'all', () => readStatistics(context))

type StatisticsContext = Pick<Context, 'db' | 'pages'>

async function readStatistics(context: StatisticsContext): Promise<PlatformStatistics> {
  const { db } = context
  const [services, products] = [await countsByCategory(context, 'service'), await countsByCategory(context, 'product')]
  const rows = await categoryRows(context)
  const names = await districtNames(db)
  const placeOf = (code: string | null) => shortProvince(names.get(`${code}0000`) ?? '') || anyPlace
  const roots = (kind: 'service' | 'product') => rows.filter((row) => row.kind === kind && row.parentId === null)
  const below = (kind: 'service' | 'product') => {
    const ids = new Set(roots(kind).map(({ id }) => id))
    return rows.filter(({ parentId }) => parentId !== null && ids.has(parentId))
  }
  const whole = (kind: 'service' | 'product', counts: ReadonlyMap<number, number>) =>
    roots(kind).reduce((sum, { id }) => sum + (counts.get(id) ?? 0), 0)
  const stages = below('service')
  const stageName = new Map(stages.map(({ id, name }) => [id, name]))
  const demands = await countDemands(db)
  const shops = await countShops(db)
  const sum = (list: readonly { count: number }[]) => list.reduce((all, { count }) => all + count, 0)
  const cells = demands.map(({ stage, province, count }) => ({
    field: stageName.get(stage ?? 0) ?? '其他',
    place: placeOf(province),
    count,
  }))
  const latest = await listLatestDemands(db)
  return {
    at: new Date().toISOString(),
    totals: {
      services: whole('service', services),
      products: whole('product', products),
      shops: sum(shops),
      demands: sum(demands),
      openDemands: demands.reduce((all, { open }) => all + open, 0),
      offers: await countOffers(db),
      orders: await countOrders(db),
    },
    fields: stages.map(({ id, name }) => ({
      name,
      services: services.get(id) ?? 0,
      demands: sum(demands.filter(({ stage }) => stage === id)),
    })),
    goods: below('product')
      .map(({ id, name }) => ({ name, count: products.get(id) ?? 0 }))
      .filter(({ count }) => count > 0)
      .toSorted((a, b) => b.count - a.count),
    pictures: onePerIllustration(rows, { service: services, product: products }),
    demandPlaces: byName(cells.map(({ place, count }) => ({ name: place, count }))),
    shopPlaces: byName(shops.map(({ province, count }) => ({ name: placeOf(province), count }))),
    demandCells: cells,
    qualifications: await countShopTags(db),
    months: await getMonthlyStatistics(db),
    latest: latest.map(({ stage, province, at, ...row }) => ({
      ...row,
      field: stageName.get(stage ?? 0) ?? '其他',
      place: placeOf(province),
      at: (at ?? new Date()).toISOString(),
    })),
  }
}

/** Sums by name, the highest first. */
function byName(rows: readonly { name: string; count: number }[]): { name: string; count: number }[] {
  const sums = new Map<string, number>()
  for (const { name, count } of rows) sums.set(name, (sums.get(name) ?? 0) + count)
  return [...sums].map(([name, count]) => ({ name, count })).toSorted((a, b) => b.count - a.count)
}

type Row = Awaited<ReturnType<typeof categoryRows>>[number]

/** Per illustration the category with most listings; skips the first two levels as too general. */
function onePerIllustration(
  rows: readonly Row[],
  counts: Readonly<Record<Row['kind'], ReadonlyMap<number, number>>>,
): PlatformStatistics['pictures'] {
  const chosen = new Map<string, PlatformStatistics['pictures'][number]>()
  for (const { id, kind, name, figure, level } of rows) {
    const count = counts[kind].get(id) ?? 0
    if (level < 2 || count <= (chosen.get(figure)?.count ?? 0)) continue
    chosen.set(figure, { name, figure: figure.replace(/^fig-/, ''), kind, count })
  }
  return [...chosen.values()].toSorted((a, b) => b.count - a.count)
}
