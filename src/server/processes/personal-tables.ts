import { is, or, eq, sql, type SQL } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import { getTableConfig, PgTable, type PgColumn } from 'drizzle-orm/pg-core'
import * as accounts from '../../db/tables/accounts.ts'
import * as cart from '../../db/tables/cart.ts'
import * as chat from '../../db/tables/chat.ts'
import * as declarations from '../../db/tables/declarations.ts'
import * as demands from '../../db/tables/demands.ts'
import * as digital from '../../db/tables/digital.ts'
import * as dealRecord from '../../db/tables/deal-record.ts'
import * as draw from '../../db/tables/draw.ts'
import * as drug from '../../db/tables/drug.ts'
import * as evaluations from '../../db/tables/evaluations.ts'
import * as fulfilment from '../../db/tables/fulfilment.ts'
import * as help from '../../db/tables/help.ts'
import * as interest from '../../db/tables/interest.ts'
import * as letters from '../../db/tables/letters.ts'
import * as live from '../../db/tables/live.ts'
import * as openApi from '../../db/tables/open-api.ts'
import * as operations from '../../db/tables/operations.ts'
import * as orders from '../../db/tables/orders.ts'
import * as payments from '../../db/tables/payments.ts'
import * as privacy from '../../db/tables/privacy.ts'
import * as programmes from '../../db/tables/programmes.ts'
import * as shops from '../../db/tables/shops.ts'
import * as support from '../../db/tables/support.ts'
import * as twoFactor from '../../db/tables/two-factor.ts'
import * as uploadParts from '../../db/tables/upload-parts.ts'
import { columnsIn, personalData, type TableData } from '../../db/personal-data.ts'

const modules: readonly object[] = [
  accounts,
  cart,
  chat,
  declarations,
  demands,
  digital,
  dealRecord,
  draw,
  drug,
  evaluations,
  fulfilment,
  help,
  interest,
  letters,
  live,
  operations,
  openApi,
  orders,
  payments,
  privacy,
  programmes,
  shops,
  support,
  twoFactor,
  uploadParts,
]

/** A table with rows of people. */
export interface PersonalTable {
  readonly name: string
  readonly table: PgTable
  readonly data: TableData
  readonly columns: ReadonlyMap<string, PgColumn>
}

/** Every table whose rows belong to a person's account, as src/db/personal-data.ts says. */
export const personalTables: readonly PersonalTable[] = modules
  .flatMap((module) => Object.values(module).filter((value) => is(value, PgTable)))
  .flatMap((table) => {
    const { name, columns } = getTableConfig(table)
    const data = personalData[name]
    if (data?.person === undefined) return []
    return [{ name, table, data, columns: new Map(columns.map((column) => [toSnakeCase(column.name), column])) }]
  })

/** What identifies the rows of a person. */
export interface PersonKeys {
  readonly userId: number
  readonly mobile: string | null
  readonly email: string | null
}

/** Condition of the rows that belong to a person. */
export function rowsOfPerson({ data, columns }: PersonalTable, { userId, mobile, email }: PersonKeys): SQL {
  const targets = [mobile, email].filter((target) => target !== null)
  const conditions = columnsIn(data.person).flatMap((name) => {
    const column = columns.get(name)
    if (column === undefined) return []
    return name.endsWith('_hash') ? targets.map((target) => eq(column, target)) : [eq(column, userId)]
  })
  return or(...conditions) ?? sql`false`
}
