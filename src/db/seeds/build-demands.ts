import { createHash } from 'node:crypto'
import { offerHashText } from '../../domain/demands/offer-hash.ts'
import type { OfferStatus } from '../../domain/demands/offer-states.ts'
import { type Milestone, type OfferItem, offerTotal } from '../../domain/demands/offer-terms.ts'
import type { demands, offers, offerVersions } from '../tables/demands.ts'
import { answerTemplates } from './answer-templates.ts'
import { type Accounts, demoIds, type Organisation } from './build-accounts.ts'
import { dogSecret } from './build-annexes.ts'
import type { Catalogue } from './build-catalogue.ts'
import type { Calendar } from './calendar.ts'
import type { ChangeLog, Step } from './changes.ts'
import {
  type DemandNote,
  demandNotes,
  dogOffers,
  knownAwards,
  offerItems,
  paymentPlans,
  stagedAwards,
  type StagedPayment,
  versionNotes,
} from './data/demands.ts'
import { itemAt, random, type Random, requireKey } from './random.ts'
import { leafFinder } from './trees.ts'

export type DemandRow = Omit<typeof demands.$inferInsert, 'tokens'> & { id: number }
export type OfferRow = typeof offers.$inferInsert & { id: number; version: number; status: OfferStatus }
export type VersionRow = typeof offerVersions.$inferInsert & {
  id: number
  items: OfferItem[]
  milestones: Milestone[]
  total: number
}

/** An accepted offer, for the order that follows from it. */
export interface Award {
  readonly note: DemandNote
  readonly demandId: number
  readonly offerId: number
  readonly seller: Organisation
  readonly version: VersionRow
  readonly day: number
}

export interface Demands {
  readonly demands: readonly DemandRow[]
  readonly offers: readonly OfferRow[]
  readonly versions: readonly VersionRow[]
  readonly awards: readonly Award[]
}

/** The demand whose offers are written by hand. */
const compared = '比格犬 13 周重复给药毒性及毒代动力学试验'

interface Making {
  readonly accounts: Accounts
  readonly catalogue: Catalogue
  readonly days: Calendar
  readonly log: ChangeLog
  readonly chance: Random
  readonly rows: { demands: DemandRow[]; offers: OfferRow[]; versions: VersionRow[]; awards: Award[] }
}

export function buildDemands(accounts: Accounts, catalogue: Catalogue, days: Calendar, log: ChangeLog): Demands {
  const rows = { demands: [], offers: [], versions: [], awards: [] }
  const making: Making = { accounts, catalogue, days, log, chance: random(67), rows }
  const leaf = leafFinder(catalogue.categories.filter(({ kind }) => kind === 'service'))
  for (const note of demandNotes) addDemand(note, leaf(note.leaf).id, making)
  answerTemplates(making.rows)
  // Last, since the fingerprint covers all fields of an offer.
  sealOffers(making.rows, log)
  return making.rows
}

/** Event dates; past events are yesterday at the latest. */
function datesOf(note: DemandNote, chance: Random) {
  const open = note.status === 'open'
  const waiting = note.status === 'draft' || note.status === 'pending_review' || note.status === 'rejected'
  const published =
    note.title === compared
      ? -8
      : waiting
        ? -chance.int(1, 6)
        : open
          ? -chance.int(2, 15)
          : note.deadline - chance.int(10, 24)
  return { published, decided: Math.min(-1, note.deadline + (note.status === 'expired' ? 30 : chance.int(1, 3))) }
}

function addDemand(note: DemandNote, categoryId: number, making: Making): void {
  const { accounts, catalogue, days, chance, rows } = making
  const id = rows.demands.length + 1
  const { company, ownerId } = requireKey(accounts.byKey, note.buyer)
  const category = requireKey(new Map(catalogue.categories.map((row) => [row.id, row])), categoryId)
  const { published, decided } = datesOf(note, chance)
  const waiting = note.status === 'draft' || note.status === 'pending_review' || note.status === 'rejected'
  const clock =
    note.title === compared ? '09:30' : `${String(chance.int(8, 17)).padStart(2, '0')}:${chance.int(10, 49)}`
  const createdAt = days.at(published, clock)
  const publishedAt = waiting ? null : new Date(createdAt.getTime() + 11 * 60_000)
  const deadline = days.at(note.deadline, '18:00')
  const facts = note.facts
    .split('；')
    .map((each) => each.split('='))
    .map(([label = '', value = '']) => ({ label, value }))
  const row: DemandRow = {
    id,
    demandNo: `XQ${days.stamp(published)}-${note.title === compared ? '0038' : String(100 + id * 7).padStart(4, '0')}`,
    companyId: company.id,
    userId: ownerId,
    categoryId,
    categoryPath: category.path,
    title: note.title,
    summary: note.summary,
    facts,
    requiredTags: note.title === compared ? ['GLP', 'CNAS'] : [],
    budget: note.budget === null ? null : note.budget * 100,
    districtCode: id % 4 === 0 ? company.districtCode : null,
    deliverBy:
      note.title === compared ? days.date(284) : days.date(Math.max(30, note.deadline + 60 + ((id * 17) % 200))),
    deadline,
    ...(note.title === compared ? dogSecret : {}),
    status: note.status,
    reason: '',
    viewCount: waiting ? 0 : chance.int(40, 1600),
    publishedAt,
    createdAt,
    // Subscribers were notified a minute later.
    matchedAt: publishedAt === null ? null : new Date(publishedAt.getTime() + 60_000),
  }
  rows.demands.push(row)
  row.reason = addDemandHistory(row, note, decided, making)
  const firstOffer = rows.offers.length
  if (note.title === compared) addDogOffers(row, making)
  else if (!waiting) addOffers(row, note, published, decided, making)
  row.offerCount = rows.offers
    .slice(firstOffer)
    .filter(({ status }) => status !== 'draft' && status !== 'withdrawn').length
}

const closeReasons = [
  '内部评估后改为自行准备',
  '靶点优先级下调，项目暂停',
  '改由学术合作完成',
  '技术路线变更',
  '并入另一项目',
]

function addDemandHistory(
  { id, status, companyId, userId, createdAt, publishedAt, deadline, summary }: DemandRow,
  note: DemandNote,
  decided: number,
  { days, log }: Making,
): string {
  const own = { userId, companyId }
  const submitted: Step = { event: 'submit', to: 'pending_review', at: createdAt ?? days.at(-1), ...own }
  if (status === 'draft') return ''
  if (status === 'pending_review') {
    log.add('demand', id, 'draft', [submitted])
    return ''
  }
  if (status === 'rejected') {
    const reason = summary
    log.add('demand', id, 'draft', [
      submitted,
      {
        event: 'reject',
        to: 'rejected',
        at: new Date(submitted.at.getTime() + 3_600_000),
        userId: demoIds.ops,
        reason,
      },
    ])
    return reason
  }
  const steps: Step[] = [submitted, { event: 'pass', to: 'open', at: publishedAt ?? submitted.at }]
  const ended: Step = { event: 'deadline', to: 'evaluating', at: deadline }
  const end = days.at(decided, '16:50')
  const reason = status === 'closed' ? itemAt(closeReasons, id) : ''
  if (status === 'evaluating') steps.push(ended)
  if (status === 'awarded') steps.push(ended, { event: 'award', to: 'awarded', at: end, ...own })
  if (status === 'closed') steps.push(ended, { event: 'close', to: 'closed', at: end, ...own, reason })
  if (status === 'expired')
    steps.push(ended, { event: 'expire', to: 'expired', at: days.at(note.deadline + 30, '18:00') })
  log.add('demand', id, 'draft', steps)
  return reason
}

/** Stages whose branches are served by the same kind of company. */
const mixedStages = new Set(['发现与筛选', '药学研究', '临床前', '医疗器械'])

/** Suppliers able to do the work, nearest category first. */
function suppliersFor(
  { categoryPath, companyId }: DemandRow,
  note: DemandNote,
  { accounts, catalogue, chance }: Making,
): Organisation[] {
  const near = (depth: number) => {
    const ids = new Set(
      catalogue.services.filter((row) => row.categoryPath[depth] === categoryPath[depth]).map((row) => row.companyId),
    )
    return chance.shuffle(
      accounts.organisations.filter(({ company, shop }) => shop !== undefined && ids.has(company.id)),
    )
  }
  const named = note.suppliers.map((key) => requireKey(accounts.byKey, key))
  const stage = catalogue.categories.find(({ id }) => id === categoryPath[1])?.name ?? ''
  return [...new Set([...named, ...near(3), ...near(2), ...(mixedStages.has(stage) ? near(1) : [])])].filter(
    ({ company }) => company.id !== companyId,
  )
}

function addOffers(row: DemandRow, note: DemandNote, published: number, decided: number, making: Making): void {
  const { chance, catalogue, days } = making
  const suppliers = suppliersFor(row, note, making)
  const stage = catalogue.categories.find(({ id }) => id === row.categoryPath[1])?.name ?? ''
  const items = offerItems[stage] ?? itemAt(Object.values(offerItems), 0)
  const last = Math.min(note.deadline - 1, -1)
  const extra = row.id % 3
  suppliers.slice(0, note.offers + extra).forEach((supplier, index) => {
    const status = statusOf(note, index, row.id)
    const share = 0.86 + chance.next() * 0.2
    const known = index === 0 ? knownAwards.get(note.title) : undefined
    const target = known?.[0] ?? Math.max(2000, Math.round((note.about * share) / 100) * 100)
    const count = status === 'draft' ? 0 : chance.int(1, 3)
    const length = Math.max(10, Math.round((Math.log10(note.about) - 3.6) * 70 + chance.int(-8, 14)))
    const versions = Array.from({ length: Math.max(1, count) }, (_each, number) => {
      const total = target + (count - 1 - number) * Math.round((target * 0.018) / 100) * 100
      const day = clamp(published + 1 + number * 2 + (index % 3), published, last)
      return {
        items: itemsOf(items, total),
        plan: known?.[1] ?? (index + row.id) % paymentPlans.length,
        stages: index === 0 ? stagedAwards.get(note.title) : undefined,
        days: Math.max(7, length - number * 2),
        at: days.at(
          day,
          `${String(9 + number * 3 + (index % 2)).padStart(2, '0')}:${String(10 + ((row.id * 7 + index * 11) % 49))}`,
        ),
        validUntil: days.at(
          status === 'expired' && note.status === 'open' ? -1 : note.deadline + 20 + chance.int(0, 25),
          '18:00',
        ),
        note: itemAt(versionNotes, number === 0 ? (index % 2) * 5 : row.id + number),
      }
    })
    addOffer(row, supplier, status, versions, days.at(decided, '16:50'), making)
    const version = making.rows.versions.at(-1)
    const offer = making.rows.offers.at(-1)
    if (status === 'accepted' && version !== undefined && offer !== undefined) {
      making.rows.awards.push({ note, demandId: row.id, offerId: offer.id, seller: supplier, version, day: decided })
    }
  })
}

/** Offer statuses of one demand: active ones first, then drafts and withdrawn ones. */
function statusOf(note: DemandNote, index: number, demandId: number): OfferStatus {
  if (index >= note.offers) return note.status === 'open' && index % 2 === 0 ? 'draft' : 'withdrawn'
  if (note.status === 'awarded')
    return index === 0 ? 'accepted' : index === 2 && demandId % 2 === 0 ? 'rejected' : 'lost'
  if (note.status === 'closed') return 'lost'
  if (note.status === 'expired') return 'expired'
  if (index === 2 && demandId % 5 === 4) return 'rejected'
  return index === 3 && demandId % 4 === 1 ? 'expired' : 'submitted'
}

interface Terms {
  readonly items: OfferItem[]
  readonly plan: number
  /** A schedule that names deliverables, instead of the plan. */
  readonly stages?: readonly StagedPayment[] | undefined
  readonly days: number
  readonly at: Date
  readonly validUntil: Date
  readonly note: string
}

function addOffer(
  row: DemandRow,
  supplier: Organisation,
  status: OfferStatus,
  terms: readonly Terms[],
  endedAt: Date,
  { rows, log, days }: Making,
): void {
  const id = rows.offers.length + 1
  const first = itemAt(terms, 0).at
  const draft = status === 'draft'
  const userId =
    supplier.key === '臻境' && id % 2 === 0 ? (supplier.memberIds[1] ?? supplier.ownerId) : supplier.ownerId
  const own = { userId, companyId: supplier.company.id }
  rows.offers.push({
    id,
    offerNo: `BJ${days.date(Math.floor((first.getTime() - days.at(0).getTime()) / 86_400_000)).replaceAll('-', '')}-${String(id).padStart(4, '0')}`,
    demandId: row.id,
    ...own,
    status,
    version: draft ? 0 : terms.length,
    submittedAt: draft ? null : itemAt(terms, -1).at,
    createdAt: first,
  })
  terms.forEach((term, index) =>
    rows.versions.push({
      id: rows.versions.length + 1,
      offerId: id,
      version: draft ? 0 : index + 1,
      items: term.items,
      milestones: milestonesOf(term),
      total: offerTotal(term.items),
      durationDays: term.days,
      validUntil: term.validUntil,
      note: term.note,
      createdAt: term.at,
    }),
  )
  if (draft) return
  const lastAt = itemAt(terms, -1).at
  const steps: Step[] = terms.map((term) => ({ event: 'submit', to: 'submitted', at: term.at, ...own }))
  const later = (hours: number) =>
    new Date(Math.min(lastAt.getTime() + hours * 3_600_000, days.at(0).getTime() - 60_000))
  const buyer = { userId: row.userId, companyId: row.companyId }
  if (status === 'accepted') steps.push({ event: 'accept', to: 'accepted', at: endedAt, ...buyer })
  if (status === 'lost') steps.push({ event: 'lose', to: 'lost', at: endedAt })
  if (status === 'rejected')
    steps.push({ event: 'reject', to: 'rejected', at: later(6), ...buyer, reason: '周期不满足项目计划' })
  if (status === 'withdrawn')
    steps.push({ event: 'withdraw', to: 'withdrawn', at: later(9), ...own, reason: '排期已满，暂不能承接' })
  if (status === 'expired')
    steps.push({ event: 'expire', to: 'expired', at: row.status === 'expired' ? row.deadline : later(12) })
  log.add('offer', id, 'draft', steps)
}

function addDogOffers(row: DemandRow, making: Making): void {
  const items = itemAt(Object.values(offerItems), 2)
  for (const offer of dogOffers) {
    const terms = offer.totals.map((total, index) => {
      const [day, time] = itemAt(offer.at, index)
      return {
        items: itemsOf(items, total),
        plan: offer.plan,
        days: offer.days,
        at: making.days.at(day, time),
        validUntil: making.days.at(offer.validDays, '18:00'),
        note: itemAt(offer.notes, index),
      }
    })
    addOffer(row, requireKey(making.accounts.byKey, offer.by), 'submitted', terms, making.days.at(-1), making)
  }
}

/** Items in multiples of ten yuan with the exact total (yuan); amounts in fen. The last item takes the remainder. */
function itemsOf(shares: readonly (readonly [string, string, number, number])[], total: number): OfferItem[] {
  let rest = total
  return shares.map(([name, unit, quantity, share], index) => {
    const isLast = index === shares.length - 1
    const many = isLast && rest % quantity !== 0 ? 1 : quantity
    const unitPrice = isLast ? rest / many : Math.floor((total * share) / 100 / many / 10) * 10
    rest -= unitPrice * many
    return { name, unit: many === quantity ? unit : '项', quantity: many, unitPrice: Math.round(unitPrice * 100) }
  })
}

function milestonesOf({ plan, stages, days }: Terms): Milestone[] {
  const planned = itemAt(paymentPlans, plan).map(([name, percent, when]) => ({ name, percent, when, deliverables: '' }))
  return (stages ?? planned).map(({ name, percent, when, deliverables }) => ({
    name,
    percent,
    dueDays: Math.round(days * when),
    deliverables,
  }))
}

const clamp = (value: number, low: number, high: number) => Math.max(Math.min(value, high), Math.min(low, high))

/** Demands with mandatory sealed offers: two before their deadline, one after it. */
const sealedTitles: ReadonlySet<string> = new Set([
  '候选化合物 CYP 抑制、诱导与转运体体外评价',
  '抗肿瘤小分子 IND 申报全套非临床安全性评价（GLP）',
  '盐酸二甲双胍缓释片空腹与餐后生物等效性试验',
])

interface Rows {
  readonly demands: readonly DemandRow[]
  readonly offers: readonly OfferRow[]
  readonly versions: readonly VersionRow[]
}

const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')

/** Sets salt and fingerprint of every submitted version, and seals the offers of some demands. */
function sealOffers({ demands, offers, versions }: Rows, log: ChangeLog): void {
  const demandOf = new Map(demands.map((demand) => [demand.id, demand]))
  const offerOf = new Map(offers.map((offer) => [offer.id, offer]))
  for (const demand of demands) demand.sealedOnly = sealedTitles.has(demand.title)
  for (const version of versions) {
    const offer = requireKey(offerOf, version.offerId)
    const demand = requireKey(demandOf, offer.demandId)
    if (version.version === 0) continue
    version.taxRate = 600
    version.sealed = demand.sealedOnly === true
    const opened = version.sealed && demand.status !== 'open' && offer.status !== 'withdrawn'
    version.openedAt = opened && version.version === offer.version ? demand.deadline : null
    // The same seeds give the same data on every machine.
    version.salt = sha256(`demo salt ${offer.offerNo} ${version.version}`).slice(0, 32)
    version.hash = sha256(hashed(offer, version, version.salt))
  }
  for (const offer of offers) sealOffer(offer, requireKey(demandOf, offer.demandId), log)
}

const hashed = (offer: OfferRow, version: VersionRow, salt: string) =>
  offerHashText({
    offerNo: offer.offerNo,
    version: version.version,
    items: version.items,
    milestones: version.milestones,
    durationDays: version.durationDays,
    validUntil: version.validUntil.toISOString(),
    note: version.note ?? '',
    taxRate: version.taxRate,
    answers: version.answers ?? [],
    files: version.files ?? [],
    salt,
  })

/** Sealed while the demand is open; versions in force at the deadline were opened then. */
function sealOffer(offer: OfferRow, demand: DemandRow, log: ChangeLog): void {
  if (demand.sealedOnly !== true || offer.status !== 'submitted') return
  offer.sealed = demand.status === 'open'
  if (demand.status !== 'open') {
    log.add('offer', offer.id, 'submitted', [{ event: 'open', to: 'submitted', at: demand.deadline }])
  }
}
