import { and, eq, inArray, sql } from 'drizzle-orm'
import type { structuresCalls } from '../../../contract/catalogue/structures.ts'
import { molecules, products } from '../../../db/tables/catalogue.ts'
import { structureLimits } from '../../../domain/catalogue/structures.ts'
import type { Context, Handler } from '../../handler.ts'
import { structureWork } from '../../work/work-pool.ts'
import { listingRows } from '../listings/listing-rows.ts'
import { productType } from '../listings/listing-type.ts'
import { currentIndex } from './current-index.ts'
import type { StructureHit } from './search-structures.ts'

/** Searches of one person, or of one address, take turns with those of others. */
const keyOf = ({ caller, request }: Pick<Context<'public'>, 'caller' | 'request'>): string =>
  caller === null ? `address ${request.ip ?? ''}` : `user ${caller.userId}`

/**
 * Goods on sale by their structure. The query goes to a thread and nowhere else: no statement, log or history holds it.
 */
export const structureSearch: Handler<typeof structuresCalls.structureSearch> = async (
  { structure, mode, similarity, current, pageSize },
  context,
) => {
  const { db } = context
  const index = await currentIndex(db)
  const { query, hits, more } = await structureWork.run(
    'searchStructures',
    { index, text: structure, mode, similarity: similarity / 100, most: structureLimits.hits },
    { key: keyOf(context) },
  )
  return { ...(await goodsOf(context, hits, current, pageSize)), more, query }
}

/** Goods of the found structures in their order, the cheapest of a structure first. */
async function goodsOf({ db }: Pick<Context, 'db'>, hits: readonly StructureHit[], current: number, pageSize: number) {
  if (hits.length === 0) return { total: 0, data: [] }
  const ids = sql`${sql.param(hits.map(({ id }) => id))}::int[]`
  const found = sql`${products.moleculeId} = any(${ids}) and ${products.status} = 'published'`
  const [counted] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(products)
    .where(found)
  const page = sql`(
    select ${products.id} as id, row_number() over (order by array_position(${ids}, ${products.moleculeId}),
      case when ${products.priceType} = 2 then null else ${products.price} end asc nulls last, ${products.id}) as place
    from ${products} where ${found}
    order by place limit ${pageSize} offset ${(current - 1) * pageSize}) as page`
  const rows = await listingRows(db, productType, page)
  const known = await db
    .select({
      productId: products.id,
      moleculeId: molecules.id,
      formula: molecules.formula,
      mass: molecules.mass,
      drawing: molecules.drawing,
    })
    .from(products)
    .innerJoin(molecules, eq(molecules.id, products.moleculeId))
    .where(
      and(
        inArray(
          products.id,
          rows.map(({ productId }) => productId),
        ),
      ),
    )
  const moleculeOf = new Map(known.map((row) => [row.productId, row]))
  const hitOf = new Map(hits.map((hit) => [hit.id, hit]))
  const data = rows.flatMap((row) => {
    const molecule = moleculeOf.get(row.productId)
    if (molecule === undefined) return []
    const { formula, mass, drawing } = molecule
    const hit = hitOf.get(molecule.moleculeId)
    return [{ ...row, formula, mass, drawing, matched: [...(hit?.matched ?? [])], similarity: hit?.similarity ?? null }]
  })
  return { total: counted?.total ?? 0, data }
}

/** What a drawn or pasted structure is. */
export const structureRead: Handler<typeof structuresCalls.structureRead> = async ({ structure }, context) => {
  const { smiles, formula, mass, atoms, drawing } = await structureWork.run('readMolecule', structure, {
    key: keyOf(context),
  })
  return { smiles, formula, mass, atoms, drawing }
}
