import { eq, inArray } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { companies, users } from '../../db/tables/accounts.ts'
import { demands } from '../../db/tables/demands.ts'
import { shops } from '../../db/tables/shops.ts'
import { mayShowShop } from '../../domain/accounts/certification.ts'
import { posterBase, posterParty, readParty } from '../../domain/chat/party.ts'
import { nameSeparator, serviceName } from '../../domain/chat/words.ts'
import { maskCompany } from '../../domain/demands/demand-rules.ts'
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

/** Faces of sides, by party; a side that does not exist is missing. A query for each kind of side, however many. */
export async function facesOf(db: Db, parties: readonly string[]): Promise<ReadonlyMap<string, Face>> {
  const kinds = parties.map(readParty)
  const userIds = [...new Set(kinds.flatMap((kind) => (kind?.is === 'person' ? [kind.userId] : [])))]
  const companyIds = [...new Set(kinds.flatMap((kind) => (kind?.is === 'shop' ? [kind.companyId] : [])))]
  const demandIds = [...new Set(kinds.flatMap((kind) => (kind?.is === 'poster' ? [kind.demandId] : [])))]
  const faces = await Promise.all([personFaces(db, userIds), shopFaces(db, companyIds), posterFaces(db, demandIds)])
  return new Map(faces.flat())
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

/** As their demand shows them: the masked company and the number of the demand, nothing of the person. */
async function posterFaces(db: Db, demandIds: readonly number[]): Promise<(readonly [string, Face])[]> {
  if (demandIds.length === 0) return []
  const rows = await db
    .select({
      demandId: demands.id,
      demandNo: demands.demandNo,
      company: companies.name,
      certification: companies.certification,
      locked: users.locked,
    })
    .from(demands)
    .innerJoin(companies, eq(companies.id, demands.companyId))
    .innerJoin(users, eq(users.id, demands.userId))
    .where(inArray(demands.id, [...demandIds]))
  return rows.map(({ demandId, demandNo, company, certification, locked }) => [
    posterParty(demandId),
    {
      id: posterBase + demandId,
      orgId: null,
      name: joined(`${maskCompany(company)} · 需求方`, demandNo),
      avatar: '',
      isService: false,
      certified: certification === 'approved',
      shopId: null,
      open: !locked,
    },
  ])
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

      certified: certification === 'approved',
      shopId,
      open: isSaler && mayShowShop(certification) && shopId !== null,
    },
  ])
}
