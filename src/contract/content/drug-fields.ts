import { z } from 'zod'
import { newsSources } from '../../domain/content/news.ts'
import { facilityKeys, factGroups, parkFields, parkViews } from '../../domain/content/parks.ts'
import { policyLevels, policyTopics } from '../../domain/content/policies.ts'
import { bodyFormats } from '../../domain/content/entries/entry-states.ts'
import { day, id, moment } from '../fields.ts'

/** Six digits; a province's code finds everything in it. */
export const districtCode = z.string().regex(/^\d{6}$/, '请选择地区')

/** A text to read: `blocksOf` of domain/content/rich-text says how it is drawn. */
export const bodyText = z.object({ format: z.enum(bodyFormats), text: z.string() })

/** One value of a facet and how many rows it would leave. */
export const counted = z.object({ value: z.string(), label: z.string(), count: z.int() })
export type Counted = z.output<typeof counted>

export const newsRow = z.object({
  newsId: id,
  title: z.string(),
  summary: z.string(),
  sourceType: z.enum(newsSources),
  sourceName: z.string(),
  /** Demo data, standing for a real source. */
  isSample: z.boolean(),
  publishedAt: moment,
})
export type NewsRow = z.output<typeof newsRow>

const titled = z.object({ newsId: id, title: z.string() })
export const newsPiece = newsRow.extend({
  body: bodyText,
  /** Where it was first published; empty where it has no address. */
  sourceUrl: z.string(),
  updatedAt: moment,
  /** The next older and newer ones. */
  older: titled.nullable(),
  newer: titled.nullable(),
  /** Of the same kind of source, the newest first. */
  related: z.array(newsRow),
})
export type NewsPiece = z.output<typeof newsPiece>

export const policyRow = z.object({
  policyId: id,
  title: z.string(),
  /** 文号; empty where it has none. */
  docNo: z.string(),
  level: z.enum(policyLevels),
  /** 全国, or 四川 成都. */
  districtName: z.string(),
  districtCode: z.string(),
  issuer: z.string(),
  issuedOn: day,
  effectiveOn: day,
  /** Empty where it has no end. */
  expiresOn: z.union([z.literal(''), day]),
  topics: z.array(z.enum(policyTopics)),
  summary: z.string(),
  isSample: z.boolean(),
})
export type PolicyRow = z.output<typeof policyRow>

const parkName = z.object({ parkId: id, parkName: z.string(), districtName: z.string() })
export const policy = policyRow.extend({
  body: bodyText,
  sourceUrl: z.string(),
  updatedAt: moment,
  parks: z.array(parkName),
  related: z.array(policyRow),
})
export type Policy = z.output<typeof policy>

export const parkRow = z.object({
  parkId: id,
  parkName: z.string(),
  districtCode: z.string(),
  /** 四川 成都. */
  districtName: z.string(),
  address: z.string(),
  brief: z.string(),
  fields: z.array(z.enum(parkFields)),
  facilities: z.array(z.enum(facilityKeys)),
  /** Square metres built, and of them to let. */
  areaTotal: z.int(),
  areaFree: z.int(),
  /** Fen a square metre and month; null = 面议. */
  rentLow: z.int().nullable(),
  rentHigh: z.int().nullable(),
  openedIn: z.int(),
  companyCount: z.int(),
  policyCount: z.int(),
  /** First photograph of its gallery; empty = none, its site plan is drawn. */
  coverUrl: z.string(),
  isSample: z.boolean(),
})
export type ParkRow = z.output<typeof parkRow>

export const park = parkRow.extend({
  body: bodyText,
  facts: z.array(z.object({ group: z.enum(factGroups), label: z.string(), value: z.string() })),
  services: z.array(z.object({ name: z.string(), text: z.string() })),
  /** A drawing by its name, or a photograph by its own path; the other one is null, or empty. */
  gallery: z.array(z.object({ view: z.enum(parkViews).nullable(), url: z.string(), caption: z.string() })),
  policies: z.array(policyRow),
  contactName: z.string(),
  contactPhone: z.string(),
  contactHours: z.string(),
  updatedAt: moment,
  /** Others of the province or with the same fields. */
  similar: z.array(parkRow),
})
export type Park = z.output<typeof park>
