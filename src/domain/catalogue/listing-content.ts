import { durationText, type ListingForm, type ProductForm, type ServiceForm } from './listing-form.ts'
import { cheapestSpec } from './product-specs.ts'
import { productPrice } from './listing-rules.ts'
import type { ListingDetail } from './listing.ts'

/** Page content of a form, with the field names of a listing. Certificates belong to the shop, not to the form. */
export const listingContent = (form: ListingForm) => ({
  detail: {
    facts: form.facts.filter(({ label, value }) => label !== '' || value !== ''),
    paragraphs: form.paragraphs.filter((paragraph) => paragraph !== ''),
    ...(form.table === null ? {} : { table: form.table }),
    steps: form.steps,
    deliverables: form.deliverables,
  } satisfies Omit<ListingDetail, 'certificates'>,
  priceType: form.priceType,
  tags: [...form.tags],
  pictures: form.pictures,
  picture: form.pictures[0]?.url ?? null,
  attachments: form.attachments,
  attributes: form.attributes,
  capabilities: [...form.capabilities],
  areaCodes: [...form.areaCodes],
})

/** Content of services only. */
export const serviceContent = (form: ServiceForm) => ({
  ...listingContent(form),
  serviceName: form.title,
  serviceIntro: form.summary,
  price: form.price,
  highPrice: form.highPrice,
  downPaymentPercent: form.downPaymentPercent,
  durationText: durationText(form),
})

/** Content of products only; the price comes from the specifications. */
export const productContent = (form: ProductForm) => ({
  ...listingContent(form),
  ...productPrice(form),
  productName: form.title,
  productIntro: form.summary,
  brandName: form.brandName,
  cas: form.cas === '' ? null : form.cas,
  hazards: [...form.hazards],
  catalogueNo: form.catalogueNo === '' ? null : form.catalogueNo,
  unit: form.unit,
  minOrder: form.minOrder,
  downPaymentPercent: form.downPaymentPercent,
  discounts: form.discounts.map((step) => ({ ...step })),
  specText: cheapestSpec(form.specs)?.name ?? '',
})
