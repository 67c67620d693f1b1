import { and, eq, or } from 'drizzle-orm'
import type { ShopInfo } from '../../contract/shops/shops.ts'
import type { shopsCalls } from '../../contract/shops/shops.ts'
import { CallFailed } from '../../contract/failures.ts'
import { companies } from '../../db/tables/accounts.ts'
import { shops } from '../../db/tables/shops.ts'
import { visiblePart } from '../../domain/accounts/visibility.ts'
import { readerOf } from '../accounts/public.ts'
import { newestProducts, newestServices, regionNames } from '../catalogue/public.ts'
import type { Context, Handler } from '../handler.ts'
import { holidayToday } from './today.ts'
import { isOpen, presentShop, shopRowColumns } from './shop-rows.ts'

/** A shop by its own id or its company's. */
export interface Which {
  readonly shopId?: number | undefined
  readonly orgId?: number | undefined
}

/** Condition that finds the one open shop meant; its company is to be joined. */
export const isShop = ({ shopId, orgId }: Which) =>
  and(
    isOpen(),
    shopId === undefined ? undefined : eq(shops.id, shopId),
    orgId === undefined ? undefined : eq(shops.companyId, orgId),
  )

const columns = {
  ...shopRowColumns,
  companyName: companies.name,
  companyIntro: companies.intro,
  address: companies.address,
  foundedAt: companies.foundedAt,
  visibility: companies.visibility,
  backdrop: shops.backdrop,
  capabilities: shops.capabilities,
  holidayFrom: shops.holidayFrom,
  holidayUntil: shops.holidayUntil,
  holidayNotice: shops.holidayNotice,
}

/** What the company lets a reader see; the pages are drawn for nobody and show what everyone may see. */
async function infoOf({ db, caller }: Pick<Context<'public'>, 'db' | 'caller'>, which: Which): Promise<ShopInfo> {
  const [row] = await db
    .select(columns)
    .from(shops)
    .innerJoin(companies, eq(companies.id, shops.companyId))
    .where(isShop(which))
  if (row === undefined) throw new CallFailed((await wasShop(db, which)) ? 'gone' : 'notFound')
  const { companyName, companyIntro, address, foundedAt, visibility, backdrop, capabilities, ...read } = row
  const { holidayFrom, holidayUntil, holidayNotice, ...rest } = read
  const reader = await readerOf(db, caller, row.orgId)
  return {
    ...presentShop(rest, await regionNames(db)),
    ...{ companyName, companyIntro, backdrop, capabilities },
    holiday: holidayToday({ holidayFrom, holidayUntil, holidayNotice }),
    address: visiblePart(visibility, 'address', reader, address),
    foundedAt: visiblePart(visibility, 'founded', reader, foundedAt),
    mallServiceListVOs: rest.serviceAccount === 0 ? [] : await newestServices(db, row.shopId, 8),
  }
}

/** Whether there is a shop that is closed now. */
async function wasShop(db: Context['db'], { shopId, orgId }: Which): Promise<boolean> {
  const [closed] = await db
    .select({ id: shops.id })
    .from(shops)
    .innerJoin(companies, eq(companies.id, shops.companyId))
    .where(
      and(
        or(eq(companies.isSaler, false), eq(companies.certification, 'revoked')),
        shopId === undefined ? undefined : eq(shops.id, shopId),
        orgId === undefined ? undefined : eq(shops.companyId, orgId),
      ),
    )
  return closed !== undefined
}

export const shopInfo: Handler<typeof shopsCalls.shopInfo> = (which, context) => infoOf(context, which)

export const shopHome: Handler<typeof shopsCalls.shopHome> = async (which, context) => {
  const info = await infoOf(context, which)
  return { ...info, products: info.productAccount === 0 ? [] : await newestProducts(context.db, info.shopId, 10) }
}
