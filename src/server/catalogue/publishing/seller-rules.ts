import { and, asc, eq, gte, isNull, or, sql } from 'drizzle-orm'
import { dictionaries } from '../../../db/tables/reference.ts'
import { shopQualifications, shops } from '../../../db/tables/shops.ts'
import { attributesAlong, type Attribute } from '../../../domain/catalogue/attributes.ts'
import type { ListingDetail, ListingKind } from '../../../domain/catalogue/listing.ts'
import type { Db } from '../../../db/open.ts'
import { currentCategories, holdCategories, mergedCategories } from '../../reference/category-lock.ts'
import { ownAttributes } from '../category-attributes.ts'
import { categoryNodes, type CategoryNode } from '../../reference/categories.ts'
import { districtNames } from '../../platform/district-names.ts'
import type { WordList } from '../../../domain/operations/moderation-words.ts'
import type { Context } from '../../handler.ts'
import { getWordList } from '../../operations/moderation/word-list.ts'

/** Stored data for validating the forms of one shop, read once for any number of forms. */
export interface SellerRules {
  readonly kind: ListingKind
  /** Every category of the kind; the root (level 0) means "not chosen yet". */
  readonly categories: ReadonlyMap<number, CategoryNode>
  readonly root: CategoryNode
  readonly attributesOf: (categoryId: number | null) => readonly Attribute[]
  /** Attributes declared on each category itself; `attributesOf` adds inherited ones. */
  readonly attributesByCategory: ReadonlyMap<number, readonly Attribute[]>
  /** Tags of the shop's certificates in force today. */
  readonly tags: ReadonlySet<string>
  readonly certificates: ListingDetail['certificates']
  readonly shopName: string
  /** Names of the categories by id. */
  readonly nameOf: ReadonlyMap<number, string>
  readonly capabilities: ReadonlySet<string>
  /** Words that are refused, or open a case. */
  readonly words: WordList
  /** Names of provinces and cities by code. */
  readonly places: ReadonlyMap<string, string>
}

/** The rules with the category tree held until the end of a transaction. */
export interface HeldSellerRules extends SellerRules {
  /** Targets of merged categories by their former ids. */
  readonly merged: ReadonlyMap<number, number>
}

/** Key of the dictionary of supplier capabilities, in groups. */
export const capabilityKey = 'CAPABILITY_TAG'

/**
 * The rules with the categories as they are now, which stay so until the transaction ends. First statement of every
 * transaction that writes listings.
 */
export async function holdSellerRules(tx: Db, rules: SellerRules): Promise<HeldSellerRules> {
  await holdCategories(tx)
  const categories = await currentCategories(tx, rules.kind)
  const root = [...categories.values()].find(({ level }) => level === 0) ?? rules.root
  return {
    ...rules,
    categories,
    root,
    merged: await mergedCategories(tx),
    nameOf: new Map([...categories.values()].map((node) => [node.id, node.name])),
    attributesOf: (id) =>
      id === null ? [] : attributesAlong(rules.attributesByCategory, categories.get(id)?.path ?? []),
  }
}

/** Reads the rules; to be called before a transaction begins. */
export async function sellerRules(
  context: Pick<Context, 'db' | 'pages'>,
  kind: ListingKind,
  shopId: number,
): Promise<SellerRules> {
  const { db } = context
  const nodes = [...(await categoryNodes(context)).values()].filter((node) => node.kind === kind)
  const root = nodes.find(({ level }) => level === 0)
  if (root === undefined) throw new Error(`No categories of ${kind}`)
  const categories = new Map(nodes.map((node) => [node.id, node]))
  const attributesByCategory = await ownAttributes(context)
  const { id, tag, name, scope, until, status } = shopQualifications
  const worn = await db
    .select({ tag, name, scope, until })
    .from(shopQualifications)
    .where(
      and(
        eq(shopQualifications.shopId, shopId),
        eq(status, 'approved'),
        or(isNull(until), gte(until, sql`(now() at time zone 'Asia/Shanghai')::date`)),
      ),
    )
    .orderBy(asc(id))
  const [shop] = await db.select({ name: shops.name }).from(shops).where(eq(shops.id, shopId))
  const words = await db
    .select({ text: dictionaries.dictText, children: dictionaries.children })
    .from(dictionaries)
    .where(eq(dictionaries.dictKey, capabilityKey))
  const places = [...(await districtNames(db))].filter(([code]) => code.endsWith('00'))
  return {
    kind,
    categories,
    root,
    shopName: shop?.name ?? '',
    nameOf: new Map(nodes.map((node) => [node.id, node.name])),
    attributesByCategory,
    attributesOf: (id) => (id === null ? [] : attributesAlong(attributesByCategory, categories.get(id)?.path ?? [])),
    tags: new Set(worn.map((row) => row.tag)),
    certificates: worn.map((row) => ({ name: row.name, scope: row.scope, until: row.until ?? '' })),
    capabilities: new Set(
      words.flatMap(({ text, children }) => (children.length === 0 ? [text] : children.map((each) => each.dictText))),
    ),
    words: await getWordList(context),
    places: new Map(places),
  }
}
