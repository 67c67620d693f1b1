import type { FacetOption } from '../../../contract/catalogue/listing-fields.ts'

/** One facet of a supplier list: its name and choices, each with the URL that toggles it. */
export type FacetLine = {
  readonly name: string
  readonly choices: readonly {
    readonly label: string
    readonly count: number
    readonly chosen: boolean
    readonly href: string
  }[]
}

/** A facet's line out of its options. */
export const facetLine = (
  name: string,
  options: readonly FacetOption[],
  chosenOf: (value: string) => boolean,
  hrefOf: (value: string, chosen: boolean) => string,
): FacetLine => ({
  name,
  choices: options.map(({ value, label, count }) => {
    const chosen = chosenOf(value)
    return { label, count, chosen, href: hrefOf(value, chosen) }
  }),
})

/** Adds the value to the list, or removes it if present. */
export const toggleValue = (values: readonly string[], value: string): string[] =>
  values.includes(value) ? values.filter((each) => each !== value) : [...values, value]
