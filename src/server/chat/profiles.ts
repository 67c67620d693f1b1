import { eq, inArray } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { companies, users } from '../../db/tables/accounts.ts'
import { demands } from '../../db/tables/demands.ts'
import { shops } from '../../db/tables/shops.ts'
import { mayShowShop, isCertified } from '../../domain/accounts/certification.ts'
import { posterBase, posterParty, readParty } from '../../domain/chat/party.ts'
import { nameSeparator, serviceName } from '../../domain/chat/phrases.ts'
import { maskCompany } from '../../domain/demands/demand-rules.ts'
import { maskLoginName, maskName } from '../../domain/masks.ts'

/** How a party is shown to the other one. */
export interface Profile {
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

const joinNames = (name: string, second: string) => `${name === '' ? 'null' : name}${nameSeparator}${second}`

/** Profiles by party, one query per kind of party; parties that do not exist are missing. */
export async function getProfiles(db: Db, parties: readonly string[]): Promise<ReadonlyMap<string, Profile>> {
  const kinds = parties.map(readParty)
  const userIds = [...new Set(kinds.flatMap((kind) => (kind?.is === 'person' ? [kind.userId] : [])))]
  const companyIds = [...new Set(kinds.flatMap((kind) => (kind?.is === 'shop' ? [kind.companyId] : [])))]
  const demandIds = [...new Set(kinds.flatMap((kind) => (kind?.is === 'poster' ? [kind.demandId] : [])))]
  const profiles = await Promise.all([
    getPersonProfiles(db, userIds),
    getShopProfiles(db, companyIds),
    getPosterProfiles(db, demandIds),
  ])
  return new Map(profiles.flat())
}

async function getPersonProfiles(db: Db, userIds: readonly number[]): Promise<(readonly [string, Profile])[]> {
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
      ? joinNames(serviceName, serviceName)
      : joinNames(realName === '' ? '' : maskName(realName), maskLoginName(loginName))
    return [`u:${id}`, { id, orgId: null, name, avatar, isService, certified: false, shopId: null, open: !locked }]
  })
}

/** Anonymous profiles of demand posters: masked company and demand number. */
async function getPosterProfiles(db: Db, demandIds: readonly number[]): Promise<(readonly [string, Profile])[]> {
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
      name: joinNames(`${maskCompany(company)} · 需求方`, demandNo),
      avatar: '',
      isService: false,
      certified: isCertified(certification),
      shopId: null,
      open: !locked,
    },
  ])
}

async function getShopProfiles(db: Db, companyIds: readonly number[]): Promise<(readonly [string, Profile])[]> {
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
      id,
      orgId: id,
      name: joinNames(shop ?? '', company),
      avatar: logo ?? '',
      isService: false,

      certified: isCertified(certification),
      shopId,
      open: isSaler && mayShowShop(certification) && shopId !== null,
    },
  ])
}
