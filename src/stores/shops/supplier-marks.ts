import { atom, type ReadableAtom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { OwnSupplierMark, SupplierMarkRow } from '../../contract/shops/supplier-marks.ts'
import { supplierMarkKinds, type SupplierMark } from '../../domain/shops/supplier-marks.ts'
import { loadable, type Loaded } from '../loadable.ts'
import { rowDecision } from '../row-decision.ts'
import { createUrlQuery, parsePositiveInt } from '../url-query.ts'

interface MarkQuery {
  /** undefined = both. */
  readonly mark: SupplierMark | undefined
  readonly current: number
}
const address = createUrlQuery<MarkQuery>(
  (given) => ({
    mark: supplierMarkKinds.find((mark) => mark === given.get('mark')),
    current: parsePositiveInt(given, 'page') ?? 1,
  }),
  ({ mark, current }) => ({ mark, page: current > 1 ? current : undefined }),
)
export const markQuery = address.query
export const setMarkQuery = (change: Partial<MarkQuery>): void => address.set({ current: 1, ...change })

interface MarkPage {
  readonly total: number
  readonly data: readonly SupplierMarkRow[]
}
const page = loadable<MarkPage>()
export const markPage: ReadableAtom<Loaded<MarkPage>> = page.state
export const markPageSize = 20

export async function loadMarks(): Promise<void> {
  const now = address.query.get()
  if (now === null) return
  const { mark, current } = now
  await page.load(() =>
    api.shops.supplierMarks({ current, pageSize: markPageSize, ...(mark !== undefined && { mark }) }),
  )
}
/** Reads the address and loads the list. Returns the stop function. */
export const startMarks = (): (() => void) => address.start(() => void loadMarks())

interface Supplier {
  readonly orgId: number
  readonly name: string
}
/** A mark with its reason. */
export const marking = rowDecision<Supplier & { readonly mark: SupplierMark }, string>(
  ({ orgId, mark }, reason) => api.shops.supplierMarkSave({ orgId, mark, reason }),
  loadMarks,
)
export const removal = rowDecision<Supplier, void>(({ orgId }) => api.shops.supplierMarkDelete({ orgId }), loadMarks)

/** Marks of the suppliers of this page, by company. */
export const ownMarksOfSuppliers = atom<ReadonlyMap<number, OwnSupplierMark>>(new Map())
/** Loads the marks of some suppliers; without an answer the page stays as it is. */
export async function loadSupplierMarks(orgIds: readonly number[]): Promise<void> {
  if (orgIds.length === 0) return
  const answer = await api.shops.ownSupplierMarks({ orgIds: [...new Set(orgIds)].slice(0, 200) })
  if (answer.ok) ownMarksOfSuppliers.set(new Map(answer.content.map((mark) => [mark.orgId, mark])))
}
