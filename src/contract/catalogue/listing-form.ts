import { z } from 'zod'
import { durationUnits } from '../../domain/catalogue/listing-form.ts'
import { priceTypes } from '../../domain/catalogue/listing.ts'
import { listingLimits as most } from '../../domain/catalogue/listing-rules.ts'
import { mostDiscounts } from '../../domain/orders/discounts.ts'
import { count, fen, id, optionalCode, optionalText } from '../fields.ts'

const tooMany = (count: number) => `最多 ${count} 项`
const list = <T extends z.ZodType>(row: T, count: number) => z.array(row).max(count, tooMany(count)).default([])
const fileId = z.string().regex(/^[\w-]{22}$/, '请重新上传文件')

/** Own pictures, the main one first. `url` is the server's word: what comes in is not believed. */
const picture = z.object({ fileId, url: z.string().max(300).default('') })
const attachment = picture.extend({ name: optionalText(120).default(''), size: count.default(0) })

/**
 * Fields of a listing as its seller writes it: limits only, since a draft is saved as typed. What a submitted one
 * needs is said by domain/catalogue/listing-rules. Money in fen.
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

/** A service as its seller writes it. */
export const serviceForm = z.object({
  ...listing,
  downPaymentPercent: z.int().min(0).max(100, '首付比例为 0 至 100').default(0),
  durationFrom: z.int().min(1).max(999).nullable().default(null),
  durationTo: z.int().min(1).max(999).nullable().default(null),
  durationUnit: z.enum(durationUnits).default('周'),
})

/** Pieces in stock of one specification. */
export const stock = z.int('请填写整数').min(0, '库存不能为负').max(100_000_000, '库存最多 1 亿')

/** A product as its seller writes it. */
export const productForm = z.object({
  ...listing,
  brandName: optionalText(40).default(''),
  cas: optionalCode(20).default(''),
  catalogueNo: optionalCode(40).default(''),
  unit: optionalText(10).default(''),
  minOrder: z.int().min(1, '至少为 1').max(1_000_000).default(1),
  /** Percent of a fixed price to be paid first; 0 = the whole at once. */
  downPaymentPercent: z.int().min(0).max(100, '首付比例为 0 至 100').default(0),
  /** Cheaper from so many pieces on: percent of the price, 95 = 九五折. */
  discounts: list(z.object({ from: z.int().min(1).max(1_000_000), percent: z.int().min(0).max(100) }), mostDiscounts),
  specs: list(
    z.object({
      /** null = a new one; those of the listing that are missing are taken off it. */
      specId: id.nullable().default(null),
      name: optionalText(60),
      code: optionalCode(40).default(''),
      price: fen.nullable(),
      stock: stock.default(0),
      /**
       * Pieces when the form was opened, to be given back as it came: with it a stock that was not typed anew stays as
       * it is, and one that was sold from meanwhile is a fault. null = put the stock whatever it is.
       */
      was: stock.nullable().default(null),
    }),
    most.specs,
  ),
})
