import { eq, inArray } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { companies, users } from '../../db/tables/accounts.ts'
import { shops } from '../../db/tables/shops.ts'
import { readParty } from '../../domain/chat/party.ts'
import { nameSeparator, serviceName } from '../../domain/chat/words.ts'
import { maskLoginName, maskName } from '../../domain/masks.ts'

/** How a side is shown to the other. */
export interface Face {
  readonly id: number
  readonly orgId: number | null
  /** `name$$$subname`; personal names are masked. */
  readonly name: string
  readonly avatar: string
  readonly isService: boolean
  readonly certified: boolean
  readonly shopId: number | null
  /** May be written to: neither locked nor without a shop. */
  readonly open: boolean
}

const joined = (name: string, second: string) => `${name === '' ? 'null' : name}${nameSeparator}${second}`

/** Faces of sides, by party; a side that does not exist is missing. Two queries, however many. */
export async function facesOf(db: Db, parties: readonly string[]): Promise<ReadonlyMap<string, Face>> {
  const kinds = parties.map(readParty)
  const userIds = [...new Set(kinds.flatMap((kind) => (kind?.is === 'person' ? [kind.userId] : [])))]
  const companyIds = [...new Set(kinds.flatMap((kind) => (kind?.is === 'shop' ? [kind.companyId] : [])))]
  const [people, firms] = await Promise.all([personFaces(db, userIds), shopFaces(db, companyIds)])
  return new Map([...people, ...firms])
}

async function personFaces(db: Db, userIds: readonly number[]): Promise<(readonly [string, Face])[]> {
  if (userIds.length === 0) return []
  const rows = await db
    .select({
      id: users.id,
      realName: users.realName,
      loginName: users.loginName,
      avatar: users.avatar,
      isService: users.isService,
      locked: users.locked,
    })
    .from(users)
    .where(inArray(users.id, [...userIds]))
  return rows.map(({ id, realName, loginName, avatar, isService, locked }) => {
    const name = isService
      ? joined(serviceName, serviceName)
      : joined(realName === '' ? '' : maskName(realName), maskLoginName(loginName))
    return [`u:${id}`, { id, orgId: null, name, avatar, isService, certified: false, shopId: null, open: !locked }]
  })
}

async function shopFaces(db: Db, companyIds: readonly number[]): Promise<(readonly [string, Face])[]> {
  if (companyIds.length === 0) return []
  const rows = await db
    .select({
      id: companies.id,
      company: companies.name,
      isSaler: companies.isSaler,
      certification: companies.certification,
      shopId: shops.id,
      shop: shops.name,
      logo: shops.logo,
    })
    .from(companies)
    .leftJoin(shops, eq(shops.companyId, companies.id))
    .where(inArray(companies.id, [...companyIds]))
  return rows.map(({ id, company, isSaler, certification, shopId, shop, logo }) => [
    `o:${id}`,
    {
      ...{ id, orgId: id, name: joined(shop ?? '', company), avatar: logo ?? '', isService: false },
      ...{ certified: certification === 'approved', shopId, open: isSaler && shopId !== null },
    },
  ])
}
