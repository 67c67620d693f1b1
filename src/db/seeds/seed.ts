import { randomUUID } from 'node:crypto'
import { getTableName, sql, type SQL } from 'drizzle-orm'
import type { Db } from '../open.ts'
import { companies, roles, userRoles, users } from '../tables/accounts.ts'
import { brands, productSpecs, products, services } from '../tables/catalogue.ts'
import { conversations, messages, readPositions } from '../tables/chat.ts'
import { demands, offers, offerVersions } from '../tables/demands.ts'
import { facts, stateChanges } from '../tables/operations.ts'
import { orderLines, orders, paymentLines } from '../tables/orders.ts'
import { categories, dictionaries, districts } from '../tables/reference.ts'
import { shops } from '../tables/shops.ts'
import { build } from './build.ts'
import { demoIds } from './build-accounts.ts'

/** Password of every demo account. */
const demoPassword = 'Demo@2026'
/** Raised when the demo data change so that an older installation can be told apart. */
const seedVersion = 1

export interface SeedOptions {
  readonly now: Date
  readonly hash: (password: string) => Promise<string>
  /** How a text becomes what the search finds: the server's word cutting. */
  readonly words: (text: string) => SQL<string>
}

/** Fills an empty database with the demo: one transaction, a few hundred rows a statement. */
export async function seed(db: Db, { now, hash, words }: SeedOptions): Promise<void> {
  const rows = build(now)
  const [demoHash, unusableHash] = [await hash(demoPassword), await hash(randomUUID())]
  await db.transaction(async (tx) => {
    await batches(rows.districts, 1000, (part) => tx.insert(districts).values(part))
    await tx.insert(dictionaries).values(rows.dictionaries)
    await batches(rows.catalogue.categories, 300, (part) => tx.insert(categories).values(part))

    const { organisations, users: people, roles: roleRows, userRoles: links } = rows.accounts
    await tx.insert(companies).values(organisations.map(({ company }) => company))
    const withHash = people.map(({ demo, ...row }) => ({ ...row, passwordHash: demo ? demoHash : unusableHash }))
    await tx.insert(users).values(withHash)
    await tx.insert(roles).values([...roleRows])
    await tx.insert(userRoles).values([...links])
    await tx.insert(shops).values(organisations.flatMap(({ shop }) => shop ?? []))

    await tx.insert(brands).values([...rows.catalogue.brands])
    await batches(rows.catalogue.services, 150, (part) =>
      tx.insert(services).values(part.map(({ text, ...row }) => ({ ...row, words: words(text) }))),
    )
    await batches(rows.catalogue.products, 150, (part) =>
      tx.insert(products).values(part.map(({ text, ...row }) => ({ ...row, words: words(text) }))),
    )
    await batches(rows.catalogue.specs, 500, (part) => tx.insert(productSpecs).values(part))

    await batches(rows.demands.demands, 150, (part) =>
      tx.insert(demands).values(part.map(({ text, ...row }) => ({ ...row, words: words(text) }))),
    )
    await batches(rows.demands.offers, 300, (part) => tx.insert(offers).values(part))
    await batches(rows.demands.versions, 200, (part) => tx.insert(offerVersions).values(part))
    await batches(rows.orders.orders, 300, (part) => tx.insert(orders).values(part))
    await batches(rows.orders.lines, 500, (part) => tx.insert(orderLines).values(part))
    await batches(rows.orders.payments, 500, (part) => tx.insert(paymentLines).values(part))

    await batches(rows.chats.conversations, 300, (part) => tx.insert(conversations).values(part))
    await batches(rows.chats.messages, 500, (part) => tx.insert(messages).values(part))
    await batches(rows.chats.readPositions, 500, (part) => tx.insert(readPositions).values(part))

    await batches(rows.changes, 500, (part) => tx.insert(stateChanges).values(part))
    await tx.insert(facts).values([
      { key: 'platformServiceId', value: demoIds.service },
      { key: 'seedVersion', value: seedVersion },
    ])
    await countOn(tx)
  })
}

async function batches<T>(
  rows: readonly T[],
  size: number,
  insert: (part: T[]) => PromiseLike<unknown>,
): Promise<void> {
  for (let from = 0; from < rows.length; from += size) await insert(rows.slice(from, from + size))
}

const withIds = [
  companies,
  users,
  roles,
  shops,
  categories,
  dictionaries,
  brands,
  services,
  products,
  productSpecs,
  stateChanges,
  demands,
  offers,
  offerVersions,
  orders,
  orderLines,
  paymentLines,
  conversations,
  messages,
]

/** The rows brought their ids; the sequences go on after the last of them. */
async function countOn(tx: Db): Promise<void> {
  for (const table of withIds) {
    await tx.execute(
      sql`select setval(pg_get_serial_sequence(${sql.raw(`'${getTableName(table)}'`)}, 'id'), (select max(id) from ${table}))`,
    )
  }
}
