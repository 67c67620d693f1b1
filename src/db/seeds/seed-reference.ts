import { sql } from 'drizzle-orm'
import type { Db } from '../open.ts'
import { adSettings, categories, categoryAttributes, dictionaries, districts } from '../tables/reference.ts'
import { buildAttributes } from './build-attributes.ts'
import { buildAds, buildCategories, buildDictionaries, buildDistricts } from './build-reference.ts'
import { batches, countOn } from './rows.ts'

/** Any number; processes that start together fill the tables once. */
const referenceLock = 720_427

/**
 * Districts, dictionaries, categories with their attributes and the platform's own promotions, which every installation
 * needs, with the demo or without: nobody could name a place or a class of business otherwise. Does nothing where there are districts.
 */
export const seedReference = (db: Db): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${referenceLock})`)
    const [known] = await tx.select({ code: districts.code }).from(districts).limit(1)
    if (known !== undefined) return
    await batches(buildDistricts(), 1000, (part) => tx.insert(districts).values(part))
    await tx.insert(dictionaries).values(buildDictionaries())
    const trees = buildCategories()
    const { service, product } = trees
    await batches([...service, ...product], 300, (part) => tx.insert(categories).values(part))
    await tx.insert(categoryAttributes).values(buildAttributes([...service, ...product]))
    await tx.insert(adSettings).values(buildAds(trees))
    await countOn(tx, [dictionaries, categories, adSettings])
  })
