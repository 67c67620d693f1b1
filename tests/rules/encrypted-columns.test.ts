import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { is } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { encryptedColumns, plainPhoneColumns } from '../../src/db/encryption/columns.ts'
import { codeFiles, textOf } from '../support/sources.ts'

const folder = join(import.meta.dirname, '../../src/db/tables')
const modules: object[] = await Promise.all(readdirSync(folder).map((file) => import(join(folder, file))))
const tables = modules.flatMap((module) => Object.values(module).filter((value) => is(value, PgTable)))
const columns = tables.flatMap((table) => {
  const { name, columns: all } = getTableConfig(table)
  return all.map((column) => ({ name: `${name}.${toSnakeCase(column.name)}`, property: column.name, column }))
})
const encrypted = new Map(encryptedColumns.map((one) => [`${one.table}.${one.column}`, one]))
const hashes = new Set(encryptedColumns.flatMap((one) => ('hash' in one ? [`${one.table}.${one.hash}`] : [])))

/** Column names that suggest a telephone number. */
const phone = /mobile|phone|(^|_)tel(_|$)|recipient$|target$/

test('a column with telephone numbers is encrypted, or listed as plain with a reason', () => {
  const found = columns
    .filter(({ name, column }) => phone.test(name.split('.')[1] ?? '') && column.getSQLType() === 'text')
    .filter(({ name }) => !encrypted.has(name) && !hashes.has(name) && plainPhoneColumns[name] === undefined)
    .map(({ name }) => `${name}: name it in src/db/encryption/columns.ts, encrypted or plain with its reason`)
  expect(found).toEqual([])
  const unknown = Object.keys(plainPhoneColumns).filter((name) => !columns.some((column) => column.name === name))
  expect(unknown).toEqual([])
})

test('every encrypted column exists in its table, with its hash column', () => {
  const types = new Map(columns.map(({ name, column }) => [name, column]))
  for (const one of encryptedColumns) {
    expect(types.get(`${one.table}.${one.column}`)?.columnType, one.name).toBe('PgCustomColumn')
    if ('hash' in one) expect(types.get(`${one.table}.${one.hash}`)?.generated?.type, one.name).toBe('always')
  }
})

test('encrypted columns are never compared: two ciphertexts of one value differ', () => {
  const names = columns.filter(({ name }) => encrypted.get(name)?.form === 'text').map(({ property }) => property)
  const plainNames = new Set(columns.filter(({ name }) => !encrypted.has(name)).map(({ property }) => property))
  const own = [...new Set(names)].filter((name) => !plainNames.has(name) || phone.test(toSnakeCase(name)))
  const compared = new RegExp(`\\b(eq|ne|i?like|inArray|asc|desc|count|min|max)\\(\\s*(\\w+\\.)+(${own.join('|')})\\b`)
  const found = codeFiles('src').flatMap((file) => {
    const [match] = compared.exec(textOf(file)) ?? []
    return match === undefined ? [] : [`${file}: ${match}. Fix: compare the column of its hash`]
  })
  expect(found).toEqual([])
})
