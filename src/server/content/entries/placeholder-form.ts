import { z } from 'zod'
import type { EntryForm, EntryFormOf } from '../../../contract/content/entry-forms.ts'
import type { EntryTyped } from '../../../contract/content/entry-typed.ts'
import type { EntryKind } from '../../../domain/content/entries/entry-states.ts'
import { questionCategories } from '../../../domain/content/help-categories.ts'
import { parkViews } from '../../../domain/content/parks.ts'

const text = z.string().trim().catch('')
const day = '1970-01-01'
const never = new Date(0).toISOString()
const picture = z
  .union([
    z.object({ view: z.enum(parkViews), caption: z.string() }),
    z.object({ fileId: z.string().min(1), name: z.string(), caption: z.string() }),
  ])
  .nullable()
  .catch(null)

/** Pictures are stored in the row too, since unreferenced files are deleted. */
const readGallery = (typed: EntryTyped): EntryFormOf<'park'>['gallery'] =>
  z
    .array(picture)
    .catch([])
    .parse(typed['gallery'])
    .flatMap((each) => each ?? [])

const placeholders: { readonly [K in EntryKind]: (typed: EntryTyped, name: string) => EntryFormOf<K> } = {
  project: (typed, title) => ({
    kind: 'project',
    title,
    authority: text.parse(typed['authority']),
    level: 'city',
    field: 'drug',
    summary: '',
    startsAt: never,
    deadline: never,
    supportMax: null,
    supportWay: '',
    conditions: [],
    materials: [],
    sample: false,
  }),
  app: (typed, name) => ({
    kind: 'app',
    name,
    vendor: text.parse(typed['vendor']),
    appKind: 'lims',
    deployment: 'saas',
    summary: '',
    keywords: '',
    price: null,
    priceUnit: '',
    goLive: '',
    sort: 0,
    features: [],
    users: [],
    compliance: [],
    joins: [],
    sample: false,
  }),
  solution: (typed, title) => ({
    kind: 'solution',
    title,
    audience: text.parse(typed['audience']),
    summary: '',
    sort: 0,
    sample: false,
    pains: [],
    steps: [],
    results: [],
    uses: [],
  }),
  news: (typed, title) => ({
    kind: 'news',
    title,
    summary: '',
    content: '',
    sourceType: '企业',
    sourceName: text.parse(typed['sourceName']),
    sourceUrl: '',
    publishedAt: never,
    sample: false,
  }),
  policy: (typed, title) => ({
    kind: 'policy',
    title,
    docNo: '',
    level: '市级',
    issuer: text.parse(typed['issuer']),
    districtCode: null,
    issuedOn: day,
    effectiveOn: day,
    expiresOn: '',
    topics: [],
    summary: '',
    content: '',
    sourceUrl: '',
    sample: false,
  }),
  park: (typed, name) => ({
    kind: 'park',
    name,
    districtCode: '',
    address: text.parse(typed['address']),
    brief: '',
    content: '',
    fields: [],
    facilities: [],
    areaTotal: 0,
    areaFree: 0,
    rentLow: null,
    rentHigh: null,
    openedIn: 1970,
    companyCount: 0,
    facts: [],
    services: [],
    gallery: readGallery(typed),
    policyIds: [],
    contactName: '',
    contactPhone: '',
    contactHours: '',
    sample: false,
  }),
  announcement: (_typed, title) => ({
    kind: 'announcement',
    title,
    summary: '',
    topic: '服务通知',
    publishedOn: day,
    content: '',
  }),
  question: (typed, title) => ({
    kind: 'question',
    title,
    summary: '',
    category: z.enum(questionCategories).catch(questionCategories[0]).parse(typed['category']),
    keywords: [],
    hot: null,
    related: [],
    content: '',
  }),
  page: (_typed, title) => ({ kind: 'page', title, summary: '', effectiveOn: '', content: '' }),
  link: (typed, name) => ({
    kind: 'link',
    name,
    url: text.parse(typed['url']),
    intro: '',
    group: '监管与审评',
    sort: 0,
  }),
}

/**
 * Placeholder row of an incomplete draft: searched columns as typed, other required columns filled. The real input is
 * stored separately (`saveDraftInput`).
 */
export const createPlaceholderForm = (kind: EntryKind, typed: EntryTyped, name: string): EntryForm =>
  placeholders[kind](typed, name)
