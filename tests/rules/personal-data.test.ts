import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { is } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { columnClasses, columnsIn, personalData, terms } from '../../src/db/personal-data.ts'

const folder = join(import.meta.dirname, '../../src/db/tables')
const modules: object[] = await Promise.all(readdirSync(folder).map((file) => import(join(folder, file))))
const columns = modules
  .flatMap((module) => Object.values(module).filter((value) => is(value, PgTable)))
  .flatMap((table) => {
    const { name, columns: all } = getTableConfig(table)
    return all.map((column) => `${name}.${toSnakeCase(column.name)}`)
  })
const known = new Set(columns)
const classified = Object.entries(personalData).flatMap(([table, data]) =>
  columnClasses.flatMap((kind) => columnsIn(data[kind]).map((column) => `${table}.${column}`)),
)

test('every column has one class in src/db/personal-data.ts', () => {
  const listed = new Set(classified)
  expect([...known].filter((name) => !listed.has(name))).toEqual([])
  expect(classified.filter((name, index) => classified.indexOf(name) !== index)).toEqual([])
})

test('no class is given to a column that does not exist', () => {
  expect(classified.filter((name) => !known.has(name))).toEqual([])
  const persons = Object.entries(personalData).flatMap(([table, { person }]) =>
    columnsIn(person).map((column) => `${table}.${column}`),
  )
  expect(persons.filter((name) => !known.has(name))).toEqual([])
  expect(terms.map(({ table, column }) => `${table}.${column}`).filter((name) => !known.has(name))).toEqual([])
})

test('rows of a person are kept after closing only for a reason of law, trade or the other side', () => {
  const reasons = new Set(['trade', 'accounting', 'law', 'log', 'counterpart', 'company'])
  const kept = Object.entries(personalData).filter(([, { closing }]) => closing === 'keep')
  expect(kept.filter(([, { keep }]) => !reasons.has(keep)).map(([table]) => table)).toEqual([])
})
