import { atom, computed, type ReadableAtom } from 'nanostores'
import { z } from 'zod'
import { api } from '../../client/browser.ts'
import type { Answer, Failure } from '../../contract/envelope.ts'
import { failures, type FieldError } from '../../contract/failures.ts'
import { changeOrdersCalls, type ChangeOrder, type ChangeOrders } from '../../contract/orders/change-orders.ts'
import { links } from '../../domain/links.ts'
import { formatYuanInput, parseFen } from '../../domain/money-input.ts'
import { compareTerms, rowLabel, type ComparedTerm } from '../../domain/orders/change-comparison.ts'
import { changeBlocker, changeExpiryDays, isChangeProposed } from '../../domain/orders/change-order-states.ts'
import {
  isAmountOpen,
  isRowOpen,
  planChange,
  type ChangePlan,
  type ChangeRefusal,
} from '../../domain/orders/change-terms.ts'
import type { Side } from '../../domain/sides.ts'
import { today } from '../../domain/time.ts'
import { withReauthentication } from '../accounts/security/reauthenticate.ts'
import { createForm } from '../form-store.ts'
import { clearIdempotencyKey, getIdempotencyKey } from '../idempotency-key.ts'
import { loadable, type Loaded } from '../loadable.ts'
import { onPush } from '../operations/push-notices.ts'
import { exportSheet } from '../operations/sheet-export.ts'
import { pendingRequisitionOf, type PendingRequisition } from './requisitions/pending-requisition.ts'
import { persistedValue, withSchema } from '../persisted-storage.ts'
import { loadOrder, onOrderChanged } from './order.ts'

const part = loadable<ChangeOrders>()
/** Change orders of the shown order, newest first, and the terms to propose on. */
export const changeOrders: ReadableAtom<Loaded<ChangeOrders>> = part.state

let shown: { readonly side: Side; readonly orderId: number } | null = null

const sideCalls = () => {
  const { buyerChangeOrders, buyerChangePropose, buyerChangeSign, buyerChangeDecline } = api.orders
  const { sellerChangeOrders, sellerChangePropose, sellerChangeSign, sellerChangeDecline } = api.orders
  return shown?.side === 'seller'
    ? {
        list: sellerChangeOrders,
        propose: sellerChangePropose,
        sign: sellerChangeSign,
        decline: sellerChangeDecline,
        withdraw: api.orders.sellerChangeWithdraw,
        supplement: api.orders.sellerSupplement,
      }
    : {
        list: buyerChangeOrders,
        propose: buyerChangePropose,
        sign: buyerChangeSign,
        decline: buyerChangeDecline,
        withdraw: api.orders.buyerChangeWithdraw,
        supplement: api.orders.buyerSupplement,
      }
}

export async function loadChangeOrders(): Promise<void> {
  const now = shown
  if (now !== null) await part.load(() => sideCalls().list({ orderId: now.orderId }))
}

/** Loads the change orders of one order and reloads on push notices. Returns the unsubscribe function. */
export function startChangeOrders(side: Side, orderId: number): () => void {
  if (shown?.orderId !== orderId || shown.side !== side) {
    part.reset()
    changeDialog.set(null)
    pendingChange.set(null)
  }
  shown = { side, orderId }
  void loadChangeOrders()
  const path = side === 'buyer' ? links.buyerOrder(orderId) : links.sellerOrder(orderId)
  const stopPush = onPush((notice) => {
    if (notice.kind === 'awake' || (notice.kind === 'notice' && notice.path === path)) void loadChangeOrders()
  })
  const stopMoved = onOrderChanged(() => void loadChangeOrders())
  return () => {
    stopPush()
    stopMoved()
  }
}

/** Whether the side may propose now: the order runs and nothing waits for a signature. */
export const mayPropose = ({ base, data }: ChangeOrders): boolean =>
  changeBlocker(base) === null && !data.some(({ status }) => isChangeProposed(status))

const formRow = z.object({
  /** null = added. */
  seq: z.number().nullable(),
  name: z.string(),
  deliverables: z.string(),
  /** `YYYY-MM-DD`; '' = not fixed. */
  on: z.string(),
  /** Yuan as typed. */
  amount: z.string(),
  skip: z.boolean(),
})
export type ChangeFormRow = z.output<typeof formRow>
const formValues = z.object({
  reason: z.string(),
  scope: z.string(),
  promisedOn: z.string(),
  /** Days to sign, as typed. */
  days: z.string(),
  rows: z.array(formRow),
})
export type ChangeFormValues = z.output<typeof formValues>

const readyBase = (): ChangeOrders['base'] | null => {
  const now = changeOrders.get()
  return now.at === 'ready' ? now.content.base : null
}

/** The form with the terms as they are. */
const blankForm = ({ promisedOn, rows }: ChangeOrders['base']): ChangeFormValues => ({
  reason: '',
  scope: '',
  promisedOn: promisedOn ?? '',
  days: String(changeExpiryDays.usual),
  rows: rows.map(({ seq, name, deliverables, on, amount }) => ({
    seq,
    name,
    deliverables,
    on: on ?? '',
    amount: formatYuanInput(amount),
    skip: false,
  })),
})

const draftName = () => `${shown?.side ?? ''}:${shown?.orderId ?? 0}:${readyBase()?.version ?? 0}`
const keyName = () => `change:${draftName()}`
/** What was typed on this version of the terms, persisted in the tab. */
const savedForm = () => persistedValue('tab', `change-draft:${draftName()}`, withSchema(formValues))

const amountOf = ({ amount }: ChangeFormRow): number => parseFen(amount) ?? 0

/** Rows as the call and the plan take them. Rows that were not changed are part of it and change nothing. */
const proposedRows = ({ rows }: ChangeFormValues) =>
  rows.map((row) => ({
    seq: row.seq,
    name: row.name.trim(),
    deliverables: row.deliverables.trim(),
    on: row.on === '' ? null : row.on,
    amount: amountOf(row),
    skip: row.skip,
  }))

const totalOf = ({ rows }: ChangeFormValues): number =>
  rows.reduce((sum, row) => sum + (row.skip ? 0 : amountOf(row)), 0)

const inputOf = (values: ChangeFormValues) => ({
  orderId: shown?.orderId ?? 0,
  baseVersion: readyBase()?.version ?? 0,
  reason: values.reason.trim(),
  scope: values.scope.trim(),
  promisedOn: values.promisedOn === '' ? null : values.promisedOn,
  total: totalOf(values),
  rows: proposedRows(values),
  expiresInDays: Number(values.days),
})

/** The plan of what is typed; null while the terms are not loaded. */
function planOf(values: ChangeFormValues, base: ChangeOrders['base'] | null) {
  return base === null ? null : planChange(base, inputOf(values), today())
}

const rowFields: Readonly<Partial<Record<ChangeRefusal, 'amount' | 'on'>>> = {
  changeBelowPaid: 'amount',
  changePaidLine: 'amount',
  changeRefundOpen: 'amount',
  changeDateWrong: 'on',
}

/** Faults of the rows that a person has typed, then the refusal of the plan at the field that it is about. */
function formErrors(values: ChangeFormValues): FieldError[] {
  const base = readyBase()
  const typed = values.rows.flatMap((row, at): FieldError[] => {
    const known = base?.rows.find(({ seq }) => seq === row.seq)
    if (row.skip || known?.isSkipped === true) return []
    const isStage =
      known === undefined ? (base?.rows.some(({ stage }) => stage !== null) ?? false) : known.stage !== null
    const isKept = known !== undefined && !isRowOpen(known)
    return [
      ...(row.name.trim() === '' ? [{ field: `rows.${at}.name`, message: '请填写' }] : []),
      ...(isStage && row.deliverables.trim() === '' ? [{ field: `rows.${at}.deliverables`, message: '请填写' }] : []),
      ...(parseFen(row.amount) === null || (amountOf(row) === 0 && !isKept)
        ? [{ field: `rows.${at}.amount`, message: '请填写金额，最多两位小数' }]
        : []),
      ...(row.on === '' && (known === undefined || known.on !== null)
        ? [{ field: `rows.${at}.on`, message: '请选择日期' }]
        : []),
    ]
  })
  if (typed.length > 0) return typed
  const plan = planOf(values, base)
  if (plan === null || plan.ok) return []
  const { message } = failures[plan.refusal]
  if (plan.row !== undefined) {
    // A skipped row shows its name only.
    const part = values.rows[plan.row]?.skip === true ? 'name' : (rowFields[plan.refusal] ?? 'name')
    return [{ field: `rows.${plan.row}.${part}`, message }]
  }
  const isPromise = plan.refusal === 'changeDateWrong' || plan.refusal === 'changePromiseOver'
  return [{ field: isPromise ? 'promisedOn' : 'rows', message }]
}

/** Proposal of a change. What is typed is kept by version of the terms until it is sent. */
export const changeForm = createForm({
  schema: changeOrdersCalls.buyerChangePropose.input,
  inputOf,
  fieldNames: { expiresInDays: 'days', total: 'rows' },
  validate: formErrors,
  submit: (input) =>
    withReauthentication(() => sideCalls().propose(input, { idempotencyKey: getIdempotencyKey(keyName()) })),
  onChange: () => {
    clearIdempotencyKey(keyName())
    const now = changeForm.values.get()
    if (now !== null) savedForm().save(now)
  },
})

/** Before and after of what is typed, computed as the server does; null while it cannot be proposed. */
export const changePreview: ReadableAtom<{ readonly plan: ChangePlan; readonly rows: readonly ComparedTerm[] } | null> =
  computed([changeForm.values, changeOrders], (values, loaded) => {
    if (values === null || loaded.at !== 'ready') return null
    const plan = planOf(values, loaded.content.base)
    return plan?.ok === true ? { plan, rows: compareTerms(plan.before, plan.after) } : null
  })

/** Total of what is typed, fen. */
export const typedTotal: ReadableAtom<number> = computed(changeForm.values, (values) =>
  values === null ? 0 : totalOf(values),
)

/** What of a row of the form can be changed. */
export function openPartsOf(row: ChangeFormRow): {
  /** 里程碑 2, or 款项 1 without a stage; '' = added. */
  readonly label: string
  readonly isOpen: boolean
  readonly hasAmount: boolean
  readonly isStage: boolean
  readonly canSkip: boolean
  readonly paid: number
} {
  const base = readyBase()
  const known = base?.rows.find(({ seq }) => seq === row.seq)
  if (known === undefined) {
    const isStage = base?.rows.some(({ stage }) => stage !== null) ?? false
    return { label: '', isOpen: true, hasAmount: true, isStage, canSkip: false, paid: 0 }
  }
  const isOpen = isRowOpen(known)
  const isStage = known.stage !== null
  return {
    label: rowLabel(known),
    isOpen,
    hasAmount: isAmountOpen(known),
    isStage,
    canSkip: isOpen && isStage,
    paid: known.paid,
  }
}

export function setChangeRow(index: number, changes: Partial<ChangeFormRow>): void {
  const now = changeForm.values.get()
  const [name] = Object.keys(changes)
  if (now === null || name === undefined) return
  const rows = now.rows.map((row, at) => (at === index ? { ...row, ...changes } : row))
  changeForm.set('rows', rows, `rows.${index}.${name}`)
  if (changes.skip !== undefined) changeForm.clearErrors()
}

export function addChangeRow(): void {
  const now = changeForm.values.get()
  const row = { seq: null, name: '', deliverables: '', on: '', amount: '', skip: false }
  if (now !== null) changeForm.set('rows', [...now.rows, row])
}

/** Removes an added row. */
export function removeChangeRow(index: number): void {
  const now = changeForm.values.get()
  if (now?.rows[index]?.seq !== null) return
  changeForm.set(
    'rows',
    now.rows.filter((_row, at) => at !== index),
  )
  changeForm.clearErrors()
}

/** Discards what was typed and starts with the terms as they are. */
export function restartChange(): void {
  const base = readyBase()
  if (base === null) return
  savedForm().clear()
  clearIdempotencyKey(keyName())
  changeForm.reset(blankForm(base))
}

/** Open dialog. `key` is its idempotency key. */
export type ChangeDialog =
  | { readonly kind: 'propose' }
  | {
      readonly kind: 'sign' | 'decline' | 'withdraw'
      readonly change: ChangeOrder
      readonly key: string
      readonly sending: boolean
      readonly failure: Failure | null
    }
export const changeDialog = atom<ChangeDialog | null>(null)

const isSending = () => {
  const now = changeDialog.get()
  return now !== null && now.kind !== 'propose' && now.sending
}

export function openChangeProposal(): void {
  const base = readyBase()
  if (base === null || isSending()) return
  changeForm.start(savedForm().read() ?? blankForm(base))
  changeDialog.set({ kind: 'propose' })
}

export function openChangeDialog(kind: 'sign' | 'decline' | 'withdraw', change: ChangeOrder): void {
  if (!isSending()) changeDialog.set({ kind, change, key: crypto.randomUUID(), sending: false, failure: null })
}

export function closeChangeDialog(): void {
  if (!isSending()) changeDialog.set(null)
}

/** Proposes what is typed, once. True on success. */
export async function submitChangeProposal(): Promise<boolean> {
  const name = keyName()
  const draft = savedForm()
  const content = await changeForm.submit()
  if (content === undefined) {
    const now = changeForm.submitState.get()
    // Somebody else was faster, or the order moved.
    if (now.at === 'refused' && now.failure !== null && showPending(now.failure)) {
      clearIdempotencyKey(name)
      draft.clear()
    } else if (now.at === 'refused' && now.failure !== null && now.failure.code > 1000) void loadChangeOrders()
    return false
  }
  clearIdempotencyKey(name)
  draft.clear()
  changeDialog.set(null)
  part.update(() => content)
  void loadOrder()
  return true
}

function sendAnswer(
  now: Exclude<ChangeDialog, { readonly kind: 'propose' }>,
  reason: string,
): Promise<Answer<ChangeOrders>> {
  const { changeId, fingerprint } = now.change
  const { sign, decline, withdraw } = sideCalls()
  if (now.kind === 'sign')
    return withReauthentication(() => sign({ changeId, fingerprint }, { idempotencyKey: now.key }))
  return now.kind === 'decline' ? decline({ changeId, reason }) : withdraw({ changeId })
}

/** The requisition as which a change waits for approval; null = none was sent from this page. */
export const pendingChange = atom<PendingRequisition | null>(null)

/** Closes the dialog of a change that waits for approval. */
function showPending(failure: Failure): boolean {
  const requisition = pendingRequisitionOf(failure)
  if (requisition === undefined) return false
  pendingChange.set(requisition)
  changeDialog.set(null)
  return true
}

/** Submits the open dialog of an answer, once, and reloads the order. True on success. */
export async function submitChangeAnswer(reason = ''): Promise<boolean> {
  const now = changeDialog.get()
  if (now === null || now.kind === 'propose' || now.sending) return false
  changeDialog.set({ ...now, sending: true, failure: null })
  const answer = await sendAnswer(now, reason)
  if (!answer.ok) {
    if (showPending(answer.failure)) return false
    const key = answer.failure.code === 0 ? now.key : crypto.randomUUID()
    changeDialog.set({ ...now, key, sending: false, failure: answer.failure })
    if (answer.failure.code >= 400) void loadChangeOrders()
    return false
  }
  changeDialog.set(null)
  part.update(() => answer.content)
  void loadOrder()
  return true
}

/** Downloads a supplement, numbered from 1. Returns the failure, if any. */
export async function downloadSupplement(supplement: number): Promise<Failure | null> {
  const now = shown
  if (now === null) return null
  return exportSheet(`supplement-${supplement}`, () => sideCalls().supplement({ orderId: now.orderId, supplement }))
}
