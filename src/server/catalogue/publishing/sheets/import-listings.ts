import { eq, inArray, sql } from 'drizzle-orm'
import { CallFailed } from '../../../../contract/failures.ts'
import type { Db } from '../../../../db/open.ts'
import { companies } from '../../../../db/tables/accounts.ts'
import { changedAtOnce, type ListingStatus } from '../../../../domain/catalogue/listing-states.ts'
import type { Context } from '../../../handler.ts'
import { actorOf, recordSteps } from '../../../operations/public.ts'
import { follow, type Move } from '../after-writes.ts'
import type { AnyForm, Kind, Listing, Written } from '../kind.ts'
import { changeStep, submitted, type Step } from '../listing-steps.ts'
import { dropChanges, keepChanges } from '../pending-changes.ts'
import type { SellerRules } from '../seller-rules.ts'
import { settledStock, typedStock } from '../settled-stock.ts'
import { writeStock } from '../specs.ts'
import { readyForm } from '../submit-faults.ts'
import { takeListings, withForm, writeListings } from '../write-listings.ts'
import type { PresentListing, Wanted } from './sheet-listings.ts'

/** Everything that a sheet comes to, to be written in one go. */
interface Batch<F extends AnyForm> {
  readonly written: Written<F>[]
  readonly steps: Step[]
  readonly moves: Move[]
  /** Changes that wait beside their listings, submitted or not. */
  readonly beside: { readonly id: number; readonly form: F }[]
  /** Listings whose change is in force with this. */
  readonly settled: number[]
  readonly stock: Map<number, number>
}

const atOnce = new Set<ListingStatus>(changedAtOnce)

/**
 * Writes what a sheet wants, all or nothing, a few statements for every few hundred listings. Throws conflict when one
 * of its listings was changed since the sheet was checked, tooManyListings over the limit.
 */
export const importListings = <F extends AnyForm>(
  kind: Kind<F>,
  rules: SellerRules,
  wanted: readonly Wanted<F>[],
  submit: boolean,
  context: Context<'seller'>,
): Promise<void> =>
  context.db.transaction(async (tx) => {
    const batch: Batch<F> = { written: [], steps: [], moves: [], beside: [], settled: [], stock: new Map() }
    await addNew(tx, kind, rules, wanted, submit, context, batch)
    await addChanged(tx, kind, rules, wanted, submit, context, batch)
    const { caller } = context
    await writeListings(tx, kind, batch.written, [])
    await writeStock(tx, batch.stock)
    await keepChanges(tx, kind, caller, batch.beside, submit ? 'pending_review' : 'draft')
    await touch(tx, kind, batch.beside)
    await dropChanges(tx, kind, batch.settled)
    await recordSteps(tx, batch.steps)
    await follow(tx, context, kind.kind, caller.shopId, batch.moves)
  })

async function addNew<F extends AnyForm>(
  tx: Db,
  kind: Kind<F>,
  rules: SellerRules,
  wanted: readonly Wanted<F>[],
  submit: boolean,
  { caller, config }: Context<'seller'>,
  batch: Batch<F>,
): Promise<void> {
  const forms = wanted.flatMap(({ of, form }) => (of === undefined ? [form] : []))
  const taken = await takeListings(tx, kind, caller.shopId, forms.length)
  const [company] = await tx
    .select({ districtCode: companies.districtCode })
    .from(companies)
    .where(eq(companies.id, caller.companyId))
  const own = { shopId: caller.shopId, companyId: caller.companyId, districtCode: company?.districtCode ?? '' }
  for (const [at, { id, no }] of taken.entries()) {
    const typed = forms[at]
    if (typed === undefined) continue
    const form = submit ? readyForm(rules, typed) : typed
    const { status, steps } = submit
      ? submitted({ kind: kind.kind, id, status: 'draft' }, config.review, actorOf(caller))
      : { status: 'draft' as const, steps: [] }
    const publishedAt = status === 'published' ? new Date() : null
    const listing = { id, no, ...own, status, publishedAt, figure: '', version: 1, reason: '', form }
    batch.written.push(withForm(rules, listing, form))
    batch.steps.push(...steps)
    batch.moves.push({ id, no, from: null, to: status })
  }
}

async function addChanged<F extends AnyForm>(
  tx: Db,
  kind: Kind<F>,
  rules: SellerRules,
  wanted: readonly Wanted<F>[],
  submit: boolean,
  { caller, config }: Context<'seller'>,
  batch: Batch<F>,
): Promise<void> {
  const forms = new Map(wanted.flatMap(({ of, form }) => (of === undefined ? [] : [[of.id, { of, form }]])))
  if (forms.size === 0) return
  const now = await kind.read(tx, inArray(kind.table.id, [...forms.keys()]), 'lock')
  if (now.length !== forms.size) throw new CallFailed('conflict')
  for (const listing of now) {
    const found = forms.get(listing.id)
    if (found === undefined || isElsewhere(found.of, listing)) throw new CallFailed('conflict')
    const { form: withStock, faults } = settledStock(found.form, listing.form)
    if (faults.length > 0) throw new CallFailed('conflict')
    addOne(kind, rules, listing, submit ? readyForm(rules, withStock) : withStock, submit, { caller, config }, batch)
  }
}

const isElsewhere = (read: PresentListing, now: Listing<AnyForm>) =>
  read.version !== now.version || read.status !== now.status

function addOne<F extends AnyForm>(
  kind: Kind<F>,
  rules: SellerRules,
  listing: Listing<F>,
  form: F,
  submit: boolean,
  { caller, config }: Pick<Context<'seller'>, 'caller' | 'config'>,
  batch: Batch<F>,
): void {
  const by = actorOf(caller)
  const mover = { ...listing, kind: kind.kind }
  const { id, no, status: from } = listing
  const next = { ...withForm(rules, listing, form), version: listing.version + 1 }
  if (atOnce.has(from)) {
    const { status, steps } = submit ? submitted(mover, config.review, by) : { status: from, steps: [] }
    const publishedAt = status === 'published' ? new Date() : listing.publishedAt
    batch.written.push({ ...next, status, publishedAt, reason: submit ? '' : listing.reason })
    batch.steps.push(...steps)
    batch.moves.push({ id, no, from, to: status })
    return
  }
  batch.moves.push({ id, no, from, to: from })
  if (submit) batch.steps.push(changeStep(mover, 'change_submit', by))
  if (submit && config.review === 'auto') {
    batch.written.push(next)
    batch.steps.push(changeStep(mover, 'change_pass'))
    batch.settled.push(id)
    return
  }
  batch.beside.push({ id, form })
  for (const [spec, pieces] of typedStock(form, listing.form)) batch.stock.set(spec, pieces)
}

/** Their sellers wrote them: a form opened before is told so. */
async function touch<F extends AnyForm>(
  tx: Db,
  { table }: Kind<F>,
  listings: readonly { readonly id: number }[],
): Promise<void> {
  if (listings.length === 0) return
  await tx
    .update(table)
    .set({ version: sql`${table.version} + 1`, updatedAt: new Date() })
    .where(
      inArray(
        table.id,
        listings.map(({ id }) => id),
      ),
    )
}
