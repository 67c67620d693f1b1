import { asc, eq } from 'drizzle-orm'
import type { Ad } from '../../contract/reference/ads.ts'
import type { referenceCalls } from '../../contract/reference/reference.ts'
import { CallFailed } from '../../contract/failures.ts'
import { adSettings } from '../../db/tables/reference.ts'
import { promotionsIn, type AdPlace } from '../../domain/reference/ad-places.ts'
import type { Context, Handler } from '../handler.ts'
import { cachedReads, referenceTag } from '../cached-reads.ts'

type Row = typeof adSettings.$inferSelect
const cachedAds = cachedReads<readonly Row[]>({ tags: [referenceTag] })

const allAds = (context: Pick<Context, 'db' | 'pages'>) =>
  cachedAds(context, 'all', () =>
    context.db.select().from(adSettings).orderBy(asc(adSettings.place), asc(adSettings.sort), asc(adSettings.id)),
  )

const presentAd = ({ id, place, title, text, picture, href }: Row): Ad => ({
  adId: id,
  place,
  title,
  text,
  picture,
  href,
})

/** Promotions shown in a place now; those for this area only come first. */
export async function adsIn(
  context: Pick<Context, 'db' | 'pages'>,
  place: AdPlace,
  area: string,
  now = new Date(),
): Promise<Ad[]> {
  return promotionsIn(await allAds(context), place, area, now).map(presentAd)
}

export const adSetting: Handler<typeof referenceCalls.adSetting> = ({ place, area }, context) =>
  adsIn(context, place, area ?? context.config.area)

export const ads: Handler<typeof referenceCalls.ads> = async (_input, context) =>
  (await allAds(context)).map((row) => ({
    ...presentAd(row),
    area: row.area,
    sort: row.sort,
    isOn: row.isOn,
    startsAt: row.startsAt?.toISOString() ?? null,
    endsAt: row.endsAt?.toISOString() ?? null,
  }))

export const adSave: Handler<typeof referenceCalls.adSave> = async ({ adId, ...input }, { db, pages, after, note }) => {
  const values = {
    ...input,
    startsAt: input.startsAt === null ? null : new Date(input.startsAt),
    endsAt: input.endsAt === null ? null : new Date(input.endsAt),
  }
  const [saved] =
    adId === undefined
      ? await db.insert(adSettings).values(values).returning({ id: adSettings.id })
      : await db.update(adSettings).set(values).where(eq(adSettings.id, adId)).returning({ id: adSettings.id })
  if (saved === undefined) throw new CallFailed('notFound')
  note(input.title)
  after(() => pages.invalidate([referenceTag]))
  return { adId: saved.id }
}

export const adDelete: Handler<typeof referenceCalls.adDelete> = async ({ adId }, { db, pages, after, note }) => {
  const [gone] = await db.delete(adSettings).where(eq(adSettings.id, adId)).returning({ title: adSettings.title })
  if (gone === undefined) throw new CallFailed('notFound')
  note(gone.title)
  after(() => pages.invalidate([referenceTag]))
  return {}
}
