import { and, asc, eq, isNull, sql, type SQL } from 'drizzle-orm'
import type { dictionaryEditingCalls } from '../../../contract/reference/dictionary-editing.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { listingChanges, products, services } from '../../../db/tables/catalogue.ts'
import { demands } from '../../../db/tables/demands.ts'
import { dictionaries as table } from '../../../db/tables/reference.ts'
import { shopQualifications, shops } from '../../../db/tables/shops.ts'
import {
  declarationOf,
  editedDictionaries,
  type EditedDictionary,
} from '../../../domain/reference/edited-dictionaries.ts'
import { referenceTag } from '../../cached-reads.ts'
import type { Context, Handler } from '../../handler.ts'
import { confirmOrAsk } from '../second-operator.ts'

type Calls = typeof dictionaryEditingCalls
type Row = typeof table.$inferSelect

/** A value of a dictionary or of a group of it. */
interface Value {
  /** Id of its row; in a group the id of the group's row times `groupSize`, plus the number in its code. */
  readonly id: number
  readonly code: string
  readonly text: string
}

const maxValues = 200
const groupSize = 1_000

const rowsOf = (db: Db, key: string): Promise<Row[]> =>
  db.select().from(table).where(eq(table.dictKey, key)).orderBy(asc(table.sort), asc(table.id))

const numberInCode = (code: string): number => Number(/_(\d+)$/.exec(code)?.[1] ?? 0)
const groupValues = ({ id, children }: Row): Value[] =>
  children.map(({ dictCode, dictText }) => ({
    id: id * groupSize + numberInCode(dictCode),
    code: dictCode,
    text: dictText,
  }))

/** The row of a group. Throws notFound where an installation has no such group. */
async function groupRow(db: Db, key: string, group: string): Promise<Row> {
  const row = (await rowsOf(db, key)).find(({ dictCode }) => dictCode === group)
  if (row === undefined) throw new CallFailed('notFound')
  return row
}

/** The values of a dictionary in their order. */
async function valuesOf(db: Db, dictionary: EditedDictionary): Promise<Value[]> {
  const { key, group } = declarationOf(dictionary)
  if (group !== undefined) return groupValues(await groupRow(db, key, group))
  return (await rowsOf(db, key)).map(({ id, dictCode, dictText }) => ({ id, code: dictCode, text: dictText }))
}

/** Texts of all groups of the dictionary: what uses a value knows its text only. */
async function textsOf(db: Db, dictionary: EditedDictionary): Promise<ReadonlyMap<string, number>> {
  const { key, group } = declarationOf(dictionary)
  if (group === undefined) return new Map((await valuesOf(db, dictionary)).map(({ id, text }) => [text, id]))
  return new Map((await rowsOf(db, key)).flatMap((row) => groupValues(row).map(({ id, text }) => [text, id])))
}

/** One editor of a dictionary at a time; its groups are one dictionary. */
const lockDictionary = (tx: Db, dictionary: EditedDictionary) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtext('dictionaries'), hashtext(${declarationOf(dictionary).key}))`)

/** The unit of a waiting change of goods. */
const changedUnit = sql`${listingChanges.form} ->> 'unit'`

/** Statements that list what uses a value, one row of its `value` and of what it is each time. */
const usesByKey: Readonly<Record<string, SQL>> = {
  [editedDictionaries.companyClasses.key]:
    sql`select unnest(${companies.serviceClasses}) as value, 'company' || ${companies.id} as used from ${companies}`,
  [editedDictionaries.units.key]:
    sql`select ${products.unit} as value, 'product' || ${products.id} as used from ${products} where ${isNull(products.deletedAt)}
    union select ${changedUnit}, 'product' || ${listingChanges.listingId} from ${listingChanges} where ${eq(listingChanges.kind, 'product')}`,
  [editedDictionaries.qualifications.key]:
    sql`select ${shopQualifications.tag} as value, 'qualification' || ${shopQualifications.id} as used from ${shopQualifications}
    union select unnest(${demands.requiredTags}), 'demand' || ${demands.id} from ${demands} where ${isNull(demands.deletedAt)}`,
  [editedDictionaries.modalities.key]:
    sql`select unnest(${services.capabilities}) as value, 'service' || ${services.id} as used from ${services} where ${isNull(services.deletedAt)}
    union select unnest(${products.capabilities}), 'product' || ${products.id} from ${products} where ${isNull(products.deletedAt)}
    union select unnest(${shops.capabilities}), 'shop' || ${shops.id} from ${shops}
    union select jsonb_array_elements_text(${listingChanges.form} -> 'capabilities'), ${listingChanges.kind} || ${listingChanges.listingId} from ${listingChanges}`,
}

/** How much uses each value of a dictionary: companies and certificates by its code, listings and shops by its text. */
async function usesOf(db: Db, dictionary: EditedDictionary): Promise<(value: Value) => number> {
  const { key } = declarationOf(dictionary)
  const uses = usesByKey[key]
  if (uses === undefined) return () => 0
  const rows = await db
    .select({ value: sql<string>`value`, count: sql<number>`count(distinct used)::int` })
    .from(sql`(${uses}) as uses`)
    .groupBy(sql`value`)
  const counts = new Map(rows.map(({ value, count }) => [value, count]))
  const byCode = dictionary === 'companyClasses' || dictionary === 'qualifications'
  return ({ code, text }) => counts.get(byCode ? code : text) ?? 0
}

const findValue = (values: readonly Value[], valueId: number): Value => {
  const value = values.find(({ id }) => id === valueId)
  if (value === undefined) throw new CallFailed('notFound')
  return value
}

/** Pages show names of values; lists of goods show units. */
const invalidateAfter = ({ after, pages }: Pick<Context, 'after' | 'pages'>) =>
  after(() => pages.invalidate([referenceTag, 'products', 'shops']))

export const editedValues: Handler<Calls['editedValues']> = async ({ dictionary }, { db }) => {
  const uses = await usesOf(db, dictionary)
  return (await valuesOf(db, dictionary)).map((value) => ({ valueId: value.id, text: value.text, uses: uses(value) }))
}

export const valueSave: Handler<Calls['valueSave']> = ({ dictionary, valueId, text }, context) =>
  context.db.transaction(async (tx) => {
    await lockDictionary(tx, dictionary)
    const values = await valuesOf(tx, dictionary)
    const known = valueId === undefined ? undefined : findValue(values, valueId)
    const holder = (await textsOf(tx, dictionary)).get(text)
    if (holder !== undefined && holder !== valueId) throw new CallFailed('dictionaryTextUsed')
    const { label, isFixed } = declarationOf(dictionary)
    invalidateAfter(context)
    if (known !== undefined) {
      if (isFixed === true && known.text !== text && (await usesOf(tx, dictionary))(known) > 0)
        throw new CallFailed('dictionaryValueFixed')
      context.note(`${label}，${known.text} → ${text}`)
      await renameValue(tx, dictionary, known, text)
      return { valueId: known.id }
    }
    if (values.length >= maxValues) throw new CallFailed('dictionaryFull', { most: maxValues })
    context.note(`${label}，${text}`)
    return { valueId: await addValue(tx, dictionary, values, text) }
  })

/** The code of a new value: certificates are known by their text, others by the next number. */
function newCode(dictionary: EditedDictionary, values: readonly Value[], text: string): string {
  const { group } = declarationOf(dictionary)
  if (group !== undefined) {
    const taken = new Set(values.map(({ code }) => numberInCode(code)))
    return `${group}_${Array.from({ length: maxValues }, (_, at) => at + 1).find((number) => !taken.has(number)) ?? 0}`
  }
  if (dictionary === 'qualifications') return text
  const numbers = values.map(({ code }) => Number.parseInt(code, 10)).filter(Number.isSafeInteger)
  return String(Math.max(0, ...numbers) + 1)
}

async function addValue(tx: Db, dictionary: EditedDictionary, values: readonly Value[], text: string): Promise<number> {
  const { key, group } = declarationOf(dictionary)
  const code = newCode(dictionary, values, text)
  if (group !== undefined) {
    const { id, children } = await groupRow(tx, key, group)
    const added = [...children, { dictCode: code, dictText: text }]
    await tx.update(table).set({ children: added }).where(eq(table.id, id))
    return id * groupSize + numberInCode(code)
  }
  const last = Math.max(-1, ...(await rowsOf(tx, key)).map(({ sort }) => sort))
  const [added] = await tx
    .insert(table)
    .values({ dictKey: key, dictCode: code, dictText: text, sort: last + 1 })
    .returning({ id: table.id })
  if (added === undefined) throw new Error('No value was added')
  return added.id
}

async function renameValue(tx: Db, dictionary: EditedDictionary, { id, code, text: from }: Value, text: string) {
  const { key, group } = declarationOf(dictionary)
  if (group !== undefined) {
    await changeGroup(tx, dictionary, (children) =>
      children.map((child) => (child.dictCode === code ? { ...child, dictText: text } : child)),
    )
    return
  }
  const renamed = dictionary === 'qualifications' ? { dictText: text, dictCode: text } : { dictText: text }
  await tx
    .update(table)
    .set(renamed)
    .where(and(eq(table.id, id), eq(table.dictKey, key)))
  if (dictionary === 'units') await renameUnit(tx, from, text)
}

/** Writes the values of a group. */
async function changeGroup(
  tx: Db,
  dictionary: EditedDictionary,
  change: (children: Row['children']) => Row['children'],
): Promise<void> {
  const { key, group = '' } = declarationOf(dictionary)
  const { id, children } = await groupRow(tx, key, group)
  await tx
    .update(table)
    .set({ children: change(children) })
    .where(eq(table.id, id))
}

/** Goods and their waiting changes get the new name of a unit. */
async function renameUnit(tx: Db, from: string, to: string): Promise<void> {
  // In the order of their ids, as the writers of listings lock them.
  await tx
    .select({ id: products.id })
    .from(products)
    .where(eq(products.unit, from))
    .orderBy(asc(products.id))
    .for('no key update')
  await tx.update(products).set({ unit: to }).where(eq(products.unit, from))
  await tx.execute(sql`update ${listingChanges} set form = jsonb_set(${listingChanges.form}, '{unit}', to_jsonb(${to}::text))
    where ${eq(listingChanges.kind, 'product')} and ${changedUnit} = ${from}`)
}

export const valueSort: Handler<Calls['valueSort']> = ({ dictionary, valueIds }, context) =>
  context.db.transaction(async (tx) => {
    await lockDictionary(tx, dictionary)
    const values = await valuesOf(tx, dictionary)
    const ids = new Set(valueIds)
    if (ids.size !== values.length || values.some(({ id }) => !ids.has(id))) throw new CallFailed('conflict')
    if (declarationOf(dictionary).group === undefined) {
      for (const [sort, id] of [...ids].entries()) await tx.update(table).set({ sort }).where(eq(table.id, id))
    } else {
      const places = new Map([...ids].map((id, place) => [findValue(values, id).code, place]))
      await changeGroup(tx, dictionary, (children) =>
        children.toSorted((one, other) => (places.get(one.dictCode) ?? 0) - (places.get(other.dictCode) ?? 0)),
      )
    }
    context.note(editedDictionaries[dictionary].label)
    invalidateAfter(context)
    return {}
  })

export const valueDelete: Handler<Calls['valueDelete']> = ({ dictionary, valueId }, context) =>
  context.db.transaction(async (tx) => {
    await lockDictionary(tx, dictionary)
    const values = await valuesOf(tx, dictionary)
    const value = findValue(values, valueId)
    const count = (await usesOf(tx, dictionary))(value)
    if (count > 0) throw new CallFailed('dictionaryValueUsed', { count })
    const { key, group, label } = declarationOf(dictionary)
    // A group without values would be read as a tag itself.
    if (group !== undefined && values.length === 1) throw new CallFailed('dictionaryGroupLast')
    const title = `${label}，${value.text}`
    if (!(await confirmOrAsk(tx, context, { action: 'valueDelete', subjectId: value.id, title, reason: '' }))) {
      context.note(`申请：${title}`)
      return { waiting: true }
    }
    if (group === undefined) await tx.delete(table).where(and(eq(table.id, value.id), eq(table.dictKey, key)))
    else await changeGroup(tx, dictionary, (children) => children.filter(({ dictCode }) => dictCode !== value.code))
    context.note(title)
    invalidateAfter(context)
    return { waiting: false }
  })
