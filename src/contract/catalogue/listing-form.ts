import { z } from 'zod'
import { durationUnits } from '../../domain/catalogue/listing-form.ts'
import { priceTypes } from '../../domain/catalogue/listing.ts'
import { listingLimits as most } from '../../domain/catalogue/listing-rules.ts'
import { maxHazards } from '../../domain/catalogue/hazards.ts'
import { structureLimits } from '../../domain/catalogue/structures.ts'
import { maxDiscounts } from '../../domain/orders/discounts.ts'
import { count, fen, id, optionalCode, optionalText } from '../fields.ts'

const tooMany = (count: number) => `最多 ${count} 项`
const list = <T extends z.ZodType>(row: T, count: number) => z.array(row).max(count, tooMany(count)).default([])
const fileId = z.string().regex(/^[\w-]{22}$/, '请重新上传文件')

/** Uploaded pictures, the main one first. `url` is set by the server and ignored in input. */
const picture = z.object({ fileId, url: z.string().max(300).default('') })
const attachment = picture.extend({ name: optionalText(120).default(''), size: count.default(0) })

/**
 * Form fields of a listing: limits only, since a draft is saved as typed. The requirements for submission
 * are in domain/catalogue/listing-rules. Money in fen.
 */
const listing = {
  title: optionalText(most.title).default(''),
  categoryId: id.nullable().default(null),
  summary: optionalText(most.summary).default(''),
  priceType: z.literal([...priceTypes]).default(0),
  price: fen.nullable().default(null),
  highPrice: fen.nullable().default(null),
  tags: list(z.string().max(20), most.tags),
  capabilities: list(z.string().max(20), most.capabilities),
  areaCodes: list(z.string().regex(/^\d{6}$/, '地区编码为 6 位数字'), most.areas),
  attributes: z
    .record(z.string().max(40), z.array(z.string().max(100)).max(20))
    .refine((values) => Object.keys(values).length <= 60, tooMany(60))
    .default({}),
  facts: list(z.object({ label: optionalText(20), value: optionalText(200) }), most.facts),
  paragraphs: list(optionalText(most.paragraph), most.paragraphs),
  table: z
    .object({
      title: optionalText(40),
      head: z.array(optionalText(40)).min(1).max(most.tableColumns),
      rows: z.array(z.array(optionalText(100)).max(most.tableColumns)).max(most.tableRows),
    })
    .nullable()
    .default(null),
  steps: list(
    z.object({ name: optionalText(30), from: z.int().min(1).max(520), to: z.int().min(1).max(520) }),
    most.steps,
  ),
  deliverables: list(z.object({ name: optionalText(40), note: optionalText(100) }), most.deliverables),
  pictures: list(picture, most.pictures),
  attachments: list(attachment, most.attachments),
}

/** Fields of services only. */
const serviceFields = {
  downPaymentPercent: z.int().min(0).max(100, '首付比例为 0 至 100').default(0),
  durationFrom: z.int().min(1).max(999).nullable().default(null),
  durationTo: z.int().min(1).max(999).nullable().default(null),
  durationUnit: z.enum(durationUnits).default('周'),
}

/** A service form as stored, with the field names shared by services and goods. */
export const serviceForm = z.object({ ...listing, ...serviceFields })

/** Stock of one specification, in pieces. */
export const stock = z.int('请填写整数').min(0, '库存不能为负').max(100_000_000, '库存最多 1 亿')

/** Fields of goods only. */
const productFields = {
  brandName: optionalText(40).default(''),
  cas: optionalCode(20).default(''),
  /** Chemical structure as SMILES or molfile; kept as canonical SMILES. */
  smiles: z.string().trim().max(structureLimits.text, '结构过大：最多 999 个原子').default(''),
  /** Codes of GHS hazard statements: H225. */
  hazards: list(z.string().regex(/^H\d{3}$/, '危险说明代码的格式如 H225'), maxHazards),
  catalogueNo: optionalCode(40).default(''),
  unit: optionalText(10).default(''),
  minOrder: z.int().min(1, '至少为 1').max(1_000_000).default(1),
  /** Down payment in percent of a fixed price; 0 = full payment at once. */
  downPaymentPercent: z.int().min(0).max(100, '首付比例为 0 至 100').default(0),
  /** Quantity discounts: from this number of pieces, percent of the price, 95 = 九五折. */
  discounts: list(z.object({ from: z.int().min(1).max(1_000_000), percent: z.int().min(0).max(100) }), maxDiscounts),
  specs: list(
    z.object({
      /** null = a new one; specifications missing in the form are deactivated. */
      specId: id.nullable().default(null),
      name: optionalText(60),
      code: optionalCode(40).default(''),
      price: fen.nullable(),
      stock: stock.default(0),
      /**
       * Stock when the form was opened, to be returned unchanged: with it an unedited stock keeps its current
       * value, and an edited one is an error if it changed meanwhile. null = set the stock unconditionally.
       */
      was: stock.nullable().default(null),
    }),
    most.specs,
  ),
}

/** A product form as stored, with the field names shared by services and goods. */
export const productForm = z.object({ ...listing, ...productFields })

const { title, summary, priceType, price, highPrice, ...shared } = listing

/** A service form on the wire, with the specification's field names (section 3, "Read for cards"). */
export const serviceWireForm = z.object({
  serviceName: title,
  serviceIntro: summary,
  servicePriceType: priceType,
  servicePrice: price,
  serviceHighPrice: highPrice,
  ...shared,
  ...serviceFields,
})

/** A product form on the wire. */
export const productWireForm = z.object({
  productName: title,
  productIntro: summary,
  productPriceType: priceType,
  productPrice: price,
  productHighPrice: highPrice,
  ...shared,
  ...productFields,
})
