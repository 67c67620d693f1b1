import { sql } from 'drizzle-orm'
import type { Db } from '../open.ts'
import { adSettings, categories, categoryAttributes, dictionaries, districts } from '../tables/reference.ts'
import { buildAttributes } from './build-attributes.ts'
import { buildAds, buildCategories, buildDictionaries, buildDistricts } from './build-reference.ts'
import { insertBatches, advanceSequences } from './rows.ts'

/** Advisory lock, so that processes starting together fill the tables once. */
const referenceLock = 720_427

/**
 * Districts, dictionaries, categories with attributes and the platform's own promotions, which every installation
 * needs, with or without the demo. Does nothing if there are districts.
 */
export const seedReference = (db: Db): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${referenceLock})`)
    const [known] = await tx.select({ code: districts.code }).from(districts).limit(1)
    if (known !== undefined) return
    await insertBatches(buildDistricts(), 1000, (part) => tx.insert(districts).values(part))
    await tx.insert(dictionaries).values(buildDictionaries())
    const trees = buildCategories()
    const { service, product } = trees
    await insertBatches([...service, ...product], 300, (part) => tx.insert(categories).values(part))
    await tx.insert(categoryAttributes).values(buildAttributes([...service, ...product]))
    await tx.insert(adSettings).values(buildAds(trees))
    await advanceSequences(tx, [dictionaries, categories, adSettings])
  })
