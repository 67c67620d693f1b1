import { z } from 'zod'
import { priceTypes } from '../../domain/catalogue/listing.ts'
import {
  durationUnits,
  type ListingForm,
  type ProductForm,
  type ServiceForm,
} from '../../domain/catalogue/listing-form.ts'
import { formatYuanInput } from '../../domain/money-input.ts'

const fact = z.object({ label: z.string(), value: z.string() })
const picture = z.object({ fileId: z.string(), url: z.string() })

/** Form values of a service or product as typed: sums in yuan, numbers as text. */
export const listingValues = z.object({
  title: z.string(),
  categoryId: z.number().nullable(),
  summary: z.string(),
  attributes: z.record(z.string(), z.array(z.string())),
  priceType: z.literal([...priceTypes]),
  price: z.string(),
  highPrice: z.string(),
  downPaymentPercent: z.string(),
  durationFrom: z.string(),
  durationTo: z.string(),
  durationUnit: z.enum(durationUnits),
  brandName: z.string(),
  cas: z.string(),
  /** SMILES of the chemical structure. */
  smiles: z.string().default(''),
  /** Codes of hazard statements, separated by anything. */
  hazards: z.string().default(''),
  catalogueNo: z.string(),
  unit: z.string(),
  minOrder: z.string(),
  /** Quantity discounts: from a quantity on, in percent of the price. */
  discounts: z.array(z.object({ from: z.string(), percent: z.string() })).default([]),
  specs: z.array(
    z.object({
      specId: z.number().nullable(),
      name: z.string(),
      code: z.string(),
      price: z.string(),
      stock: z.string(),
      /** Stock when the form was opened; null for a new specification. */
      was: z.number().nullable(),
    }),
  ),
  /** Paragraphs separated by empty lines. */
  paragraphs: z.string(),
  facts: z.array(fact),
  table: z.object({ title: z.string(), head: z.array(z.string()), rows: z.array(z.array(z.string())) }).nullable(),
  steps: z.array(z.object({ name: z.string(), from: z.string(), to: z.string() })),
  deliverables: z.array(z.object({ name: z.string(), note: z.string() })),
  areaCodes: z.array(z.string()),
  tags: z.array(z.string()),
  capabilities: z.array(z.string()),
  pictures: z.array(picture),
  attachments: z.array(picture.extend({ name: z.string(), size: z.number() })),
})
export type ListingValues = z.output<typeof listingValues>
export type SpecValues = ListingValues['specs'][number]

export const emptySpec: SpecValues = { specId: null, name: '', code: '', price: '', stock: '', was: null }

const yuanText = (fen: number | null) => (fen === null ? '' : formatYuanInput(fen))
/** 0 means not specified. */
const percentText = (number: number) => (number === 0 ? '' : String(number))
const countText = (number: number | null) => (number === null ? '' : String(number))

function sharedValues(form: ListingForm) {
  const { title, categoryId, summary, priceType, facts, table, deliverables, pictures, attachments } = form
  return {
    title,
    categoryId,
    summary,
    priceType,
    attributes: Object.fromEntries(Object.entries(form.attributes).map(([code, given]) => [code, [...given]])),
    price: yuanText(form.price),
    highPrice: yuanText(form.highPrice),
    paragraphs: form.paragraphs.join('\n\n'),
    facts: facts.map((each) => ({ ...each })),
    table:
      table === null ? null : { title: table.title, head: [...table.head], rows: table.rows.map((row) => [...row]) },
    steps: form.steps.map(({ name, from, to }) => ({ name, from: String(from), to: String(to) })),
    deliverables: deliverables.map((each) => ({ ...each })),
    areaCodes: [...form.areaCodes],
    tags: [...form.tags],
    capabilities: [...form.capabilities],
    pictures: pictures.map((each) => ({ ...each })),
    attachments: attachments.map((each) => ({ ...each })),
  }
}

const noService = { durationFrom: '', durationTo: '', durationUnit: '周' } as const
const noProduct = {
  brandName: '',
  cas: '',
  smiles: '',
  hazards: '',
  catalogueNo: '',
  unit: '',
  minOrder: '1',
  discounts: [],
  specs: [],
}

/** Form values of a service. */
export const serviceValues = (form: ServiceForm): ListingValues => ({
  ...sharedValues(form),
  ...noProduct,
  downPaymentPercent: percentText(form.downPaymentPercent),
  durationFrom: countText(form.durationFrom),
  durationTo: countText(form.durationTo),
  durationUnit: form.durationUnit,
})

/** Form values of a product. */
export const productValues = (form: ProductForm): ListingValues => ({
  ...sharedValues(form),
  ...noService,
  brandName: form.brandName,
  cas: form.cas,
  smiles: form.smiles,
  hazards: form.hazards.join('、'),
  catalogueNo: form.catalogueNo,
  unit: form.unit,
  minOrder: String(form.minOrder),
  downPaymentPercent: percentText(form.downPaymentPercent),
  discounts: form.discounts.map(({ from, percent: of }) => ({ from: String(from), percent: String(of) })),
  specs: form.specs.map(({ specId, name, code, price, stock, was }) => ({
    specId,
    name,
    code,
    price: yuanText(price),
    stock: String(stock),
    was: specId === null ? null : (was ?? stock),
  })),
})

/**
 * Form values after `sent` was saved, keeping what was typed meanwhile: typed stock becomes the base stock, and new
 * specifications take their ids from `fromServer`, so that the next save does not create them again.
 */
export function mergeSavedValues(now: ListingValues, sent: ListingValues, fromServer?: ListingValues): ListingValues {
  const specs = now.specs.map((spec, place): SpecValues => {
    const before = sent.specs[place]
    const own = fromServer?.specs[place]
    if (spec.specId === null)
      return own?.name === spec.name.trim() ? { ...spec, specId: own.specId, was: own.was } : spec
    const typed = before?.specId === spec.specId && /^\d+$/.test(before.stock) ? Number(before.stock) : spec.was
    return { ...spec, was: typed }
  })
  return { ...now, specs }
}
