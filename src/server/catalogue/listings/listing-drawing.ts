import { hasStructure } from '../../../db/structures.ts'
import type { ListingForm } from '../../../domain/catalogue/listing-form.ts'
import { chooseDrawing } from '../../../domain/pictures/choose-drawing.ts'
import type { CategoryNode } from '../../reference/categories.ts'

/**
 * Name of the drawing of a listing with a form: its compound or the words of its title, else the illustration of its
 * category, or of the nearest one above that has one. `id` is that of the listing.
 */
export function listingDrawing(
  nodes: ReadonlyMap<number, CategoryNode>,
  { kind, path }: CategoryNode,
  id: number,
  form: ListingForm,
): string {
  const figures = path.toReversed().map((categoryId) => nodes.get(categoryId)?.figure ?? '')
  const base = figures.find((figure) => figure !== '') ?? ''
  const cas = 'cas' in form && typeof form.cas === 'string' ? form.cas : undefined
  return chooseDrawing({ kind, seed: id, title: form.title, base, cas }, hasStructure)
}
