import { and, asc, eq, sql } from 'drizzle-orm'
import type { dictionaryEditingCalls } from '../../../contract/reference/dictionary-editing.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { listingChanges, products } from '../../../db/tables/catalogue.ts'
import { dictionaries as table } from '../../../db/tables/reference.ts'
import { editedDictionaries, type EditedDictionary } from '../../../domain/reference/edited-dictionaries.ts'
import { referenceTag } from '../../cached-reads.ts'
import type { Context, Handler } from '../../handler.ts'
import { confirmOrAsk } from '../second-operator.ts'

type Calls = typeof dictionaryEditingCalls
type Row = typeof table.$inferSelect

const maxValues = 200

/** The values of a dictionary in their order. */
const valuesOf = (db: Db, dictionary: EditedDictionary): Promise<Row[]> =>
  db
    .select()
    .from(table)
    .where(eq(table.dictKey, editedDictionaries[dictionary].key))
    .orderBy(asc(table.sort), asc(table.id))

/** One editor of a dictionary at a time. */
const lockDictionary = (tx: Db, dictionary: EditedDictionary) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtext('dictionaries'), hashtext(${dictionary}))`)

/** The unit of a waiting change of goods. */
const changedUnit = sql`${listingChanges.form} ->> 'unit'`

/** Rows that use each value of a dictionary, by its code (companies) or text (goods). */
async function usesOf(db: Db, dictionary: EditedDictionary): Promise<(row: Row) => number> {
  if (dictionary === 'companyClasses') {
    const rows = await db
      .select({ code: sql<string>`unnest(${companies.serviceClasses})`, count: sql<number>`count(*)::int` })
      .from(companies)
      .groupBy(sql`1`)
    const counts = new Map(rows.map(({ code, count }) => [code, count]))
    return ({ dictCode }) => counts.get(dictCode) ?? 0
  }
  if (dictionary !== 'units') return () => 0
  const rows = await db
    .select({ unit: sql<string>`unit`, count: sql<number>`count(distinct id)::int` })
    .from(
      sql`(select ${products.unit} as unit, ${products.id} as id from ${products} where ${products.deletedAt} is null
        union all select ${changedUnit}, ${listingChanges.listingId} from ${listingChanges}
        where ${eq(listingChanges.kind, 'product')}) as uses`,
    )
    .groupBy(sql`unit`)
  const counts = new Map(rows.map(({ unit, count }) => [unit, count]))
  return ({ dictText }) => counts.get(dictText) ?? 0
}

const findValue = (rows: readonly Row[], valueId: number): Row => {
  const row = rows.find(({ id }) => id === valueId)
  if (row === undefined) throw new CallFailed('notFound')
  return row
}

/** Pages show names of values; lists of goods show units. */
const invalidateAfter = ({ after, pages }: Pick<Context, 'after' | 'pages'>) =>
  after(() => pages.invalidate([referenceTag, 'products', 'shops']))

export const editedValues: Handler<Calls['editedValues']> = async ({ dictionary }, { db }) => {
  const uses = await usesOf(db, dictionary)
  return (await valuesOf(db, dictionary)).map((row) => ({ valueId: row.id, text: row.dictText, uses: uses(row) }))
}

export const valueSave: Handler<Calls['valueSave']> = ({ dictionary, valueId, text }, context) =>
  context.db.transaction(async (tx) => {
    await lockDictionary(tx, dictionary)
    const rows = await valuesOf(tx, dictionary)
    const known = valueId === undefined ? undefined : findValue(rows, valueId)
    if (rows.some((row) => row.dictText === text && row.id !== valueId)) throw new CallFailed('dictionaryTextUsed')
    const { key, label } = editedDictionaries[dictionary]
    invalidateAfter(context)
    if (known !== undefined) {
      context.note(`${label}，${known.dictText} → ${text}`)
      await tx.update(table).set({ dictText: text }).where(eq(table.id, known.id))
      if (dictionary === 'units') await renameUnit(tx, known.dictText, text)
      return { valueId: known.id }
    }
    if (rows.length >= maxValues) throw new CallFailed('dictionaryFull', { most: maxValues })
    context.note(`${label}，${text}`)
    const last = Math.max(0, ...rows.map(({ dictCode }) => Number.parseInt(dictCode, 10)).filter(Number.isSafeInteger))
    const sort = Math.max(-1, ...rows.map((row) => row.sort)) + 1
    const [added] = await tx
      .insert(table)
      .values({ dictKey: key, dictCode: String(last + 1), dictText: text, sort })
      .returning({ id: table.id })
    if (added === undefined) throw new Error('No value was added')
    return { valueId: added.id }
  })

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
    const rows = await valuesOf(tx, dictionary)
    const ids = new Set(valueIds)
    if (ids.size !== rows.length || rows.some(({ id }) => !ids.has(id))) throw new CallFailed('conflict')
    for (const [sort, id] of [...ids].entries()) await tx.update(table).set({ sort }).where(eq(table.id, id))
    context.note(editedDictionaries[dictionary].label)
    invalidateAfter(context)
    return {}
  })

export const valueDelete: Handler<Calls['valueDelete']> = ({ dictionary, valueId }, context) =>
  context.db.transaction(async (tx) => {
    await lockDictionary(tx, dictionary)
    const row = findValue(await valuesOf(tx, dictionary), valueId)
    const count = (await usesOf(tx, dictionary))(row)
    if (count > 0) throw new CallFailed('dictionaryValueUsed', { count })
    const title = `${editedDictionaries[dictionary].label}，${row.dictText}`
    if (!(await confirmOrAsk(tx, context, { action: 'valueDelete', subjectId: row.id, title, reason: '' }))) {
      context.note(`申请：${title}`)
      return { waiting: true }
    }
    await tx.delete(table).where(and(eq(table.id, row.id), eq(table.dictKey, row.dictKey)))
    context.note(title)
    invalidateAfter(context)
    return { waiting: false }
  })
