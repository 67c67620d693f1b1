import { eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { companies, invoiceDetails, users } from '../../db/tables/accounts.ts'
import { columnsIn } from '../../db/personal-data.ts'
import { dataExports } from '../../db/tables/privacy.ts'
import { products, services } from '../../db/tables/catalogue.ts'
import { favourites } from '../../db/tables/interest.ts'
import { liveBookings, liveClasses } from '../../db/tables/live.ts'
import { shopFollows, shops } from '../../db/tables/shops.ts'
import type { Storage } from '../providers/storage.ts'
import { personalTables, rowsOfPerson } from './personal-tables.ts'

type User = typeof users.$inferSelect

/**
 * Makes a person unrecognisable, in the transaction of the caller: rows are deleted or blanked as
 * src/db/personal-data.ts says. What law, trade or the other side of a conversation needs stays, without the name.
 */
export async function anonymisePerson(tx: Db, user: User, storage: Pick<Storage, 'remove'>): Promise<void> {
  const keys = { userId: user.id, mobile: user.mobile, email: user.email }
  const copies = await tx
    .select({ key: dataExports.storageKey })
    .from(dataExports)
    .where(eq(dataExports.userId, user.id))
  // Removed within the transaction: if the storage is down the rows stay, and the next run repeats it.
  for (const { key } of copies) if (key !== '') await storage.remove(key)
  await lowerCounts(tx, user.id)
  for (const personal of personalTables) {
    const { table, data, columns } = personal
    const own = rowsOfPerson(personal, keys)
    if (data.closing === 'delete') await tx.delete(table).where(own)
    if (data.closing !== 'blank' || table === users) continue
    const values = columnsIn(data.personal).flatMap((name) => {
      const column = columns.get(name)
      return column === undefined ? [] : [sql`${sql.identifier(name)} = ${column.notNull ? sql`''` : sql`null`}`]
    })
    await tx.execute(sql`update ${table} set ${sql.join(values, sql`, `)} where ${own}`)
  }
  await blankCompanyContacts(tx, user)
  await tx
    .update(users)
    .set({
      loginName: `closed-${user.id}`,
      mobile: null,
      email: null,
      realName: '已注销用户',
      avatar: '',
      jobTitle: '',
      passwordHash: null,
      passwordChangedAt: null,
      companyId: null,
      isOwner: false,
      locked: true,
      deletedAt: new Date(),
    })
    .where(eq(users.id, user.id))
}

/** Counters of what the person followed or booked, before the rows are deleted. */
async function lowerCounts(tx: Db, userId: number): Promise<void> {
  const followed = tx.select({ id: shopFollows.shopId }).from(shopFollows).where(eq(shopFollows.userId, userId))
  const fewer = sql`greatest(follow_count - 1, 0)`
  await tx.update(shops).set({ followCount: fewer }).where(inArray(shops.id, followed))
  const liked = (kind: string) =>
    sql`select ${favourites.listingId} from ${favourites} where ${favourites.userId} = ${userId} and ${favourites.kind} = ${kind}`
  await tx
    .update(services)
    .set({ followCount: fewer })
    .where(sql`${services.id} in (${liked('service')})`)
  await tx
    .update(products)
    .set({ followCount: fewer })
    .where(sql`${products.id} in (${liked('product')})`)
  const marked = (kind: string) =>
    sql`select ${liveBookings.classId} from ${liveBookings} where ${liveBookings.userId} = ${userId} and ${liveBookings.kind} = ${kind}`
  await tx
    .update(liveClasses)
    .set({ bookedCount: sql`greatest(booked_count - 1, 0)` })
    .where(sql`${liveClasses.id} in (${marked('booking')})`)
  await tx
    .update(liveClasses)
    .set({ favouriteCount: sql`greatest(favourite_count - 1, 0)` })
    .where(sql`${liveClasses.id} in (${marked('favourite')})`)
}

/** The company's contact is a person too: blanked where it is the one who leaves. */
async function blankCompanyContacts(tx: Db, { companyId, mobile, email, realName }: User): Promise<void> {
  if (companyId === null) return
  const isOwn = (value: string) => value !== '' && (value === mobile || value === email || value === realName)
  const keepOther = (value: string) => (isOwn(value) ? '' : value)
  const [company] = await tx.select().from(companies).where(eq(companies.id, companyId)).for('no key update')
  if (company !== undefined && [company.contactName, company.contactPhone, company.contactEmail].some(isOwn)) {
    await tx
      .update(companies)
      .set({
        contactName: keepOther(company.contactName),
        contactPhone: keepOther(company.contactPhone),
        contactEmail: keepOther(company.contactEmail),
      })
      .where(eq(companies.id, companyId))
  }
  const [invoice] = await tx.select().from(invoiceDetails).where(eq(invoiceDetails.companyId, companyId))
  if (invoice !== undefined && [invoice.phone, invoice.receiverEmail].some(isOwn)) {
    await tx
      .update(invoiceDetails)
      .set({ phone: keepOther(invoice.phone), receiverEmail: keepOther(invoice.receiverEmail) })
      .where(eq(invoiceDetails.companyId, companyId))
  }
}
