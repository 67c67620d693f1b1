import { setImmediate } from 'node:timers/promises'
import { and, asc, eq, inArray, isNull, like, ne, sql } from 'drizzle-orm'
import type { districtEditingCalls } from '../../../contract/reference/district-editing.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { products, services } from '../../../db/tables/catalogue.ts'
import { districts } from '../../../db/tables/reference.ts'
import { regionName } from '../../../domain/catalogue/region.ts'
import { districtLevel, districtPrefix, levelBelow, parentDistrict } from '../../../domain/reference/district-code.ts'
import { referenceTag } from '../../cached-reads.ts'
import type { Context, Handler } from '../../handler.ts'
import { districtNamesOf, forgetDistrictNames } from '../../platform/district-names.ts'
import { refreshCards } from '../../search/index-documents.ts'

type Calls = typeof districtEditingCalls

/** Cards written per statement. */
const batchSize = 500

/** One editor of the register at a time. */
const lockDistricts = (tx: Db) => tx.execute(sql`select pg_advisory_xact_lock(hashtext('districts'))`)

const namesOfPath = async (db: Db, code: string): Promise<{ code: string; name: string }[]> =>
  [...(await districtNamesOf(db, [code]))].map(([each, name]) => ({ code: each, name }))

export const editedDistricts: Handler<Calls['editedDistricts']> = async ({ parentCode }, { db }) => {
  const above = parentCode === undefined ? [] : await namesOfPath(db, parentCode)
  if (parentCode !== undefined && !above.some(({ code }) => code === parentCode)) throw new CallFailed('notFound')
  const rows = await db
    .select()
    .from(districts)
    .where(parentCode === undefined ? isNull(districts.parentCode) : eq(districts.parentCode, parentCode))
    .orderBy(asc(districts.code))
  const codes = rows.map(({ code }) => code)
  const below = await db
    .select({ code: districts.parentCode, count: sql<number>`count(*)::int` })
    .from(districts)
    .where(inArray(districts.parentCode, codes))
    .groupBy(districts.parentCode)
  const digits = levelBelow(parentCode) * 2
  const prefix = sql<string>`left(${companies.districtCode}, ${sql.raw(String(digits))})`
  const users = await db
    .select({ prefix, count: sql<number>`count(*)::int` })
    .from(companies)
    .where(parentCode === undefined ? undefined : like(companies.districtCode, `${districtPrefix(parentCode)}%`))
    .groupBy(prefix)
  const belowOf = new Map(below.map(({ code, count }) => [code, count]))
  const companiesOf = new Map(users.map((row) => [row.prefix, row.count]))
  return {
    above: above.toSorted((one, other) => districtLevel(one.code) - districtLevel(other.code)),
    rows: rows.map(({ code, name, isOff }) => ({
      code,
      name,
      isOff,
      below: belowOf.get(code) ?? 0,
      companies: companiesOf.get(code.slice(0, digits)) ?? 0,
    })),
  }
}

/** Forms, names and pages follow. */
const invalidateAfter = ({ after, pages, db }: Pick<Context, 'after' | 'pages' | 'db'>) =>
  after(() => {
    forgetDistrictNames(db)
    pages.invalidate([referenceTag, 'services', 'products', 'shops', 'demands'])
  })

export const districtSave: Handler<Calls['districtSave']> = ({ code, name, isNew }, context) =>
  context.db.transaction(async (tx) => {
    await lockDistricts(tx)
    const parentCode = parentDistrict(code)
    const [known] = await tx.select().from(districts).where(eq(districts.code, code))
    if (isNew && known !== undefined) throw fieldFailed({ field: 'code', message: `这个代码是${known.name}` })
    if (!isNew && known === undefined) throw new CallFailed('notFound')
    if (parentCode !== null && (await tx.$count(districts, eq(districts.code, parentCode))) === 0)
      throw fieldFailed({ field: 'code', message: `没有上级 ${parentCode}，请先新增上级` })
    const siblings = and(
      eq(districts.name, name),
      ne(districts.code, code),
      parentCode === null ? isNull(districts.parentCode) : eq(districts.parentCode, parentCode),
    )
    if ((await tx.$count(districts, siblings)) > 0)
      throw fieldFailed({ field: 'name', message: '同一级已有这个名称，请换一个' })
    context.note(known === undefined ? `新增 ${code} ${name}` : `${code}，${known.name} → ${name}`)
    invalidateAfter(context)
    if (known === undefined) {
      await tx.insert(districts).values({ code, name, parentCode, level: districtLevel(code) })
      await writeRegions(tx, code)
      return {}
    }
    if (known.name === name) return {}
    await tx.update(districts).set({ name }).where(eq(districts.code, code))
    await writeRegions(tx, code)
    await writeCards(tx, code)
    return {}
  })

/** Writes the region texts of a district and of those below it. */
async function writeRegions(tx: Db, code: string): Promise<void> {
  const within = await tx
    .select({ code: districts.code })
    .from(districts)
    .where(like(districts.code, `${districtPrefix(code)}%`))
  const names = await districtNamesOf(
    tx,
    within.map((row) => row.code),
  )
  const values = within.map((row) => sql`(${row.code}::text, ${regionName(row.code, (each) => names.get(each))}::text)`)
  await tx.execute(sql`update ${districts} set region = known.region
    from (values ${sql.join(values, sql`, `)}) as known (code, region)
    where ${districts.code} = known.code and ${districts.region} <> known.region`)
}

/** Writes the cards of the listings of a district, and of those below it, in batches. */
async function writeCards(tx: Db, code: string): Promise<void> {
  for (const [kind, table] of [
    ['service', services],
    ['product', products],
  ] as const) {
    const rows = await tx
      .select({ id: table.id })
      .from(table)
      .where(and(like(table.districtCode, `${districtPrefix(code)}%`), isNull(table.deletedAt)))
      .orderBy(asc(table.id))
    for (let at = 0; at < rows.length; at += batchSize) {
      const ids = rows.slice(at, at + batchSize).map(({ id }) => id)
      await refreshCards(tx, kind, ids)
      await setImmediate()
    }
  }
}

export const districtSwitch: Handler<Calls['districtSwitch']> = async ({ code, isOff }, context) => {
  const [switched] = await context.db
    .update(districts)
    .set({ isOff })
    .where(eq(districts.code, code))
    .returning({ name: districts.name })
  if (switched === undefined) throw new CallFailed('notFound')
  context.note(`${switched.name}，${isOff ? '停用' : '启用'}`)
  invalidateAfter(context)
  return {}
}
