import type { ListingForm, SpecForm } from './listing-form.ts'
import { productPrice } from './listing-rules.ts'

/**
 * A form without what was left empty in it, with the prices that its kind of price has, and without attributes of a
 * category it stood in before. For what is submitted; a draft stays as typed.
 */
export function settled<F extends ListingForm & { readonly specs?: readonly SpecForm[] }>(
  form: F,
  attributeCodes: readonly string[],
): F {
  const { priceType, specs } = form
  const own = { price: priceType === 2 ? null : form.price, highPrice: priceType === 1 ? form.highPrice : null }
  const known = new Set(attributeCodes)
  return {
    ...form,
    ...(specs === undefined ? own : productPrice({ priceType, specs })),
    attributes: Object.fromEntries(
      Object.entries(form.attributes).filter(([code, values]) => known.has(code) && values.length > 0),
    ),
    facts: form.facts.filter(({ label, value }) => label !== '' || value !== ''),
    paragraphs: form.paragraphs.filter((paragraph) => paragraph !== ''),
    ...{ tags: [...new Set(form.tags)], capabilities: [...new Set(form.capabilities)] },
    areaCodes: [...new Set(form.areaCodes)],
  }
}
