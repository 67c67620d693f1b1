import { atom, type ReadableAtom } from 'nanostores'
import { z } from 'zod'
import { api } from '../../../client/browser.ts'
import type { Failure } from '../../../contract/envelope.ts'
import {
  budgetsCalls,
  type BudgetEntry,
  type BudgetFilter,
  type BudgetRow,
  type BudgetSettings,
} from '../../../contract/orders/budgets.ts'
import { failures } from '../../../contract/failures.ts'
import { formatYuanInput, parseFen } from '../../../domain/money-input.ts'
import { yuan } from '../../../domain/money.ts'
import { budgetPeriods, type BudgetMode } from '../../../domain/orders/budgets/budgets.ts'
import { yearNow } from '../../../domain/time.ts'
import { createForm } from '../../form-store.ts'
import { parseListQuery } from '../../list-query.ts'
import { loadable, type Loaded } from '../../loadable.ts'
import { exportSheet } from '../../operations/sheet-export.ts'
import { isOutdated, rowDecision, type RowDecision } from '../../row-decision.ts'
import { createUrlQuery } from '../../url-query.ts'

/** What the list shows, in the address. */
export interface BudgetQuery extends BudgetFilter {
  readonly costCentre: string
  readonly current: number
}

export function parseBudgetQuery(search: string): BudgetQuery {
  const given = new URLSearchParams(search)
  return {
    costCentre: given.get('costCentre') ?? '',
    period: budgetPeriods.find((period) => period === given.get('period')) ?? 'current',
    current: parseListQuery(search, []).current,
  }
}

const address = createUrlQuery<BudgetQuery>(
  (given) => parseBudgetQuery(given.toString()),
  ({ costCentre, period, current }) => ({ costCentre, period, current: current > 1 ? current : undefined }),
)
interface BudgetPage {
  readonly total: number
  readonly data: readonly BudgetRow[]
}
const page = loadable<BudgetPage>()
export const budgetPage: ReadableAtom<Loaded<BudgetPage>> = page.state
export const budgetQuery = address.query
export const budgetPageSize = 20
export const setBudgetQuery = (change: Partial<BudgetQuery>): void => address.set({ current: 1, ...change })

export async function loadBudgets(): Promise<void> {
  const now = address.query.get()
  if (now !== null) await page.load(() => api.orders.budgets({ ...now, pageSize: budgetPageSize }))
}
/** Reads the address and loads the list. Returns the stop function. */
export const startBudgets = (): (() => void) => address.start(() => void loadBudgets())

export const downloadBudgets = ({ costCentre, period }: BudgetQuery): Promise<Failure | null> =>
  exportSheet('budgets', () => api.orders.budgetSheet({ costCentre, period }))

const settingsPart = loadable<BudgetSettings>()
/** Cost centres of the company, and whether orders name one. */
export const budgetSettings: ReadableAtom<Loaded<BudgetSettings>> = settingsPart.state
export const loadBudgetSettings = (): Promise<void> => settingsPart.load(() => api.orders.budgetSettings({}))

type SettingsAnswer = Awaited<ReturnType<typeof api.orders.budgetSettings>>
/** Shows changed settings. */
function showSettings(answer: SettingsAnswer): SettingsAnswer {
  if (answer.ok) settingsPart.update(() => answer.content)
  return answer
}

/** What of the settings is being changed: the code of a cost centre, or `require`; null = nothing. */
export const changingSetting = atom<string | null>(null)
/** Changes one setting at a time. Returns the words of a refusal; null = changed, undefined = another is under way. */
async function changeSetting(what: string, change: () => Promise<SettingsAnswer>): Promise<string | null | undefined> {
  if (changingSetting.get() !== null) return undefined
  changingSetting.set(what)
  const answer = showSettings(await change())
  changingSetting.set(null)
  return answer.ok ? null : answer.failure.message
}
export const switchCostCentre = (code: string, isActive: boolean): Promise<string | null | undefined> =>
  changeSetting(code, () => api.orders.costCentreUpdate({ code, isActive }))
export const requireCostCentre = (isRequired: boolean): Promise<string | null | undefined> =>
  changeSetting('require', () => api.orders.costCentreRequire({ isRequired }))

interface CentreValues {
  readonly code: string
  readonly name: string
}
const noCentre: CentreValues = { code: '', name: '' }
/** A new cost centre. */
export const centreForm = createForm({
  schema: budgetsCalls.costCentreSave.input,
  inputOf: (values: CentreValues) => values,
  submit: async (input) => showSettings(await api.orders.costCentreSave(input)),
})
centreForm.start(noCentre)
/** Adds the entered cost centre, once, and empties the form. True on success. */
export async function addCostCentre(): Promise<boolean> {
  if ((await centreForm.submit()) === undefined) return false
  centreForm.start(noCentre)
  return true
}

/** Code of the cost centre that is being renamed; null = none. */
export const renamedCentre = atom<string | null>(null)
export const centreNameForm = createForm({
  schema: budgetsCalls.costCentreUpdate.input,
  inputOf: ({ code, name }: CentreValues) => ({ code, name }),
  submit: async (input) => showSettings(await api.orders.costCentreUpdate(input)),
})
export function openCentreName({ code, name }: CentreValues): void {
  centreNameForm.start({ code, name })
  renamedCentre.set(code)
}
export const closeCentreName = (): void => renamedCentre.set(null)
/** Renames the cost centre, once. True on success. */
export async function renameCostCentre(): Promise<boolean> {
  if ((await centreNameForm.submit()) === undefined) return false
  closeCentreName()
  void loadBudgets()
  return true
}

const detail = loadable<BudgetRow>()
const entries = loadable<{ readonly total: number; readonly data: readonly BudgetEntry[] }>()
/** The budget of the page, and its entries. */
export const shownBudget: ReadableAtom<Loaded<BudgetRow>> = detail.state
export const budgetEntries: typeof entries.state = entries.state
export const entryPageSize = 20
export const entryPage = atom(1)
let shownId: number | null = null

export async function loadBudget(): Promise<void> {
  const budgetId = shownId
  if (budgetId === null) return
  await Promise.all([detail.load(() => api.orders.budget({ budgetId })), loadBudgetEntries()])
}
export async function loadBudgetEntries(): Promise<void> {
  const budgetId = shownId
  if (budgetId === null) return
  await entries.load(() => api.orders.budgetEntries({ budgetId, current: entryPage.get(), pageSize: entryPageSize }))
}
export function startBudget(budgetId: number): void {
  if (shownId !== budgetId) {
    detail.reset()
    entries.reset()
    entryPage.set(1)
  }
  shownId = budgetId
  void loadBudget()
}
export function turnEntryPage(current: number): void {
  entryPage.set(current)
  void loadBudgetEntries()
}

const reload = async () => {
  await Promise.all([loadBudgets(), loadBudget()])
}

/** A budget as it is edited; the amount in yuan as typed. */
export interface BudgetValues {
  readonly name: string
  readonly costCentre: string
  readonly projectCode: string
  readonly startsOn: string
  readonly endsOn: string
  readonly amount: string
  readonly mode: BudgetMode
}
/** The budget that the open form edits; null = a new one, undefined = closed. */
export const editedBudget = atom<BudgetRow | null | undefined>(undefined)
/** A repeated press is the same request; an edit makes another one. */
let key = crypto.randomUUID()

export const budgetForm = createForm({
  schema: budgetsCalls.budgetSave.input,
  inputOf: ({ amount, ...values }: BudgetValues) => ({ ...values, amount: parseFen(amount) ?? 0 }),
  onChange: () => {
    key = crypto.randomUUID()
  },
  submit: async (input) => {
    const edited = editedBudget.get()
    const { name, amount, mode } = input
    const option = { idempotencyKey: key }
    const answer = await (edited === null || edited === undefined
      ? api.orders.budgetSave(input, option)
      : api.orders.budgetUpdate({ budgetId: edited.budgetId, version: edited.version, name, amount, mode }, option))
    if (answer.ok) return answer
    // The next press after a refusal is another request.
    if (answer.failure.code !== 0) key = crypto.randomUUID()
    // Opened again, the form has what was saved meanwhile.
    if (isOutdated(answer.failure)) await reload()
    return { ok: false, failure: { ...answer.failure, message: budgetRefusal(answer.failure) } }
  },
})

export function openBudget(edited: BudgetRow | null): void {
  key = crypto.randomUUID()
  budgetForm.start(
    edited === null
      ? {
          name: '',
          costCentre: '',
          projectCode: '',
          startsOn: `${yearNow()}-01-01`,
          endsOn: `${yearNow()}-12-31`,
          amount: '',
          mode: 'stop',
        }
      : { ...edited, amount: formatYuanInput(edited.amount) },
  )
  editedBudget.set(edited)
}
export const closeBudgetForm = (): void => editedBudget.set(undefined)

/** Saves the open form, once. True on success. */
export async function saveBudget(): Promise<boolean> {
  const saved = await budgetForm.submit()
  if (saved === undefined) return false
  closeBudgetForm()
  await reload()
  return true
}

const named = z.object({ name: z.string() })
const usedContent = z.object({ used: z.number() })
/** Words of a refused form: the other budget, or what is used, by name. */
function budgetRefusal({ code, message, content }: Failure): string {
  const other = named.safeParse(content).data?.name
  const used = usedContent.safeParse(content).data?.used
  if (code === failures.budgetOverlaps.code && other !== undefined) return `与预算“${other}”的期间重叠：${message}`
  if (code === failures.budgetBelowUse.code && used !== undefined) return `额度不能低于已用的 ¥${yuan(used)}`
  if (code === failures.conflict.code) return '预算刚刚被他人修改，请关闭后重新打开再修改'
  return message
}

/** Closes a budget in the version that the page shows: after a conflict it is the one loaded again. */
export const budgetClosing: RowDecision<BudgetRow, void> = rowDecision(({ budgetId, version: opened }) => {
  const shown = shownBudget.get()
  const version = shown.at === 'ready' && shown.content.budgetId === budgetId ? shown.content.version : opened
  return api.orders.budgetClose({ budgetId, version }, { idempotencyKey: `close ${budgetId} ${version}` })
}, reload)
