import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import type { build } from '../../../src/db/seeds/build.ts'
import { foldText, type GradedListing } from './metrics.ts'

/** The graded questions and the listings of the demo as their patterns read them; see the README. */

const patterns = z.string().transform((text) => text.split(';').filter((pattern) => pattern !== ''))
const question = z.strictObject({
  kind: z.enum([
    'topic',
    'part',
    'abbreviation',
    'compound',
    'cas',
    'catalogue',
    'brand',
    'pinyin',
    'initials',
    'typo',
    'form',
    'sentence',
    'place',
    'unit',
    'price',
    'needs',
  ]),
  question: z.string().min(1),
  page: z.enum(['service', 'goods']),
  best: patterns,
  good: patterns,
})
export type Question = z.output<typeof question>

export const readQuestions = (name: 'questions' | 'fresh'): Question[] =>
  z.array(question).parse(parse(readFileSync(new URL(`${name}.csv`, import.meta.url)), { columns: true }))

type DemoRows = Pick<ReturnType<typeof build>, 'accounts' | 'catalogue'>

/** Published listings of the demo by page and id. */
export function listingsOf(rows: DemoRows): Record<Question['page'], ReadonlyMap<number, GradedListing>> {
  const { categories, brands, products, services, specs } = rows.catalogue
  const categoryNames = new Map(categories.map(({ id, name }) => [id, name]))
  const brandNames = new Map(brands.map(({ id, name }) => [id, name]))
  const companies = new Map(rows.accounts.organisations.map(({ company }) => [company.id, company]))
  const specsOf = Map.groupBy(specs, ({ productId }) => productId)
  type Row = (typeof services)[number] | (typeof products)[number]
  const listing = (row: Row, more: readonly (string | null | undefined)[]): [number, GradedListing] => {
    const company = companies.get(row.companyId)
    const parts = [
      row.title,
      row.summary,
      // The first level is as wide as a department.
      ...row.categoryPath.slice(1).map((id) => categoryNames.get(id)),
      ...(row.tags ?? []),
      company?.name,
      company?.address,
      ...more,
    ]
    const text = parts.map((part) => foldText(part ?? '')).join('\n')
    return [row.id, { id: row.id, text, yuan: row.price === null ? null : row.price / 100 }]
  }
  const isShown = ({ status }: Row) => status === 'published'
  return {
    service: new Map(services.filter(isShown).map((row) => listing(row, []))),
    goods: new Map(
      products
        .filter(isShown)
        .map((row) =>
          listing(row, [
            row.cas,
            row.catalogueNo,
            row.brandId ? brandNames.get(row.brandId) : '',
            ...(specsOf.get(row.id) ?? []).map(({ name }) => name),
            ...row.detail.facts.map(({ label, value }) => `${label} ${value}`),
          ]),
        ),
    ),
  }
}
