import { atom, type ReadableAtom } from 'nanostores'
import { z } from 'zod'
import { api } from '../../../client/browser.ts'
import type { Answer, Failure } from '../../../contract/envelope.ts'
import {
  agreementsCalls,
  type Agreement,
  type AgreementRow,
  type AgreementVersion,
  type SellableLine,
} from '../../../contract/orders/agreements.ts'
import { failures, type FieldError } from '../../../contract/failures.ts'
import { links } from '../../../domain/links.ts'
import { formatYuanInput, parseFen } from '../../../domain/money-input.ts'
import {
  agreementKinds,
  isVersionProposed,
  type AgreementKind,
  type AgreementStep,
} from '../../../domain/orders/agreements/agreement-states.ts'
import { articlesOf, type Article } from '../../../domain/orders/agreements/agreement-terms.ts'
import type { Side } from '../../../domain/sides.ts'
import { withReauthentication } from '../../accounts/security/reauthenticate.ts'
import { createForm } from '../../form-store.ts'
import { clearIdempotencyKey, getIdempotencyKey } from '../../idempotency-key.ts'
import { loadable, type Loaded } from '../../loadable.ts'
import { exportSheet } from '../../operations/sheet-export.ts'
import { createUploads } from '../../operations/uploads.ts'
import { onPush } from '../../operations/push-notices.ts'
import { createUrlQuery, parsePositiveInt } from '../../url-query.ts'

let side: Side = 'buyer'

const calls = () => {
  const { orders } = api
  return side === 'buyer'
    ? {
        list: orders.buyerAgreements,
        detail: orders.buyerAgreement,
        propose: orders.buyerAgreementPropose,
        sign: orders.buyerAgreementSign,
        step: orders.buyerAgreementStep,
        paper: orders.buyerAgreementPaper,
        annex: orders.buyerAgreementAnnex,
        partners: orders.buyerAgreementPartners,
      }
    : {
        list: orders.sellerAgreements,
        detail: orders.sellerAgreement,
        propose: orders.sellerAgreementPropose,
        sign: orders.sellerAgreementSign,
        step: orders.sellerAgreementStep,
        paper: orders.sellerAgreementPaper,
        annex: orders.sellerAgreementAnnex,
        partners: orders.sellerAgreementPartners,
      }
}

interface AgreementQuery {
  readonly kind: AgreementKind
  readonly current: number
}
const address = createUrlQuery<AgreementQuery>(
  (given) => ({
    kind: agreementKinds.find((kind) => kind === given.get('kind')) ?? 'framework',
    current: parsePositiveInt(given, 'page') ?? 1,
  }),
  ({ kind, current }) => ({ kind, page: current > 1 ? current : undefined }),
)
export const agreementQuery = address.query
export const setAgreementQuery = (change: Partial<AgreementQuery>): void => address.set({ current: 1, ...change })

interface AgreementPage {
  readonly total: number
  readonly data: readonly AgreementRow[]
}
const page = loadable<AgreementPage>()
export const agreementPage: ReadableAtom<Loaded<AgreementPage>> = page.state
export const agreementPageSize = 20

export async function loadAgreements(): Promise<void> {
  const now = address.query.get()
  if (now !== null) await page.load(() => calls().list({ ...now, pageSize: agreementPageSize }))
}

const pathOf = () => (side === 'buyer' ? links.buyerAgreements() : links.sellerAgreements())

/** Reads the address and loads the list of a side, again on notices. Returns the stop function. */
export function startAgreements(of: Side): () => void {
  side = of
  const stopAddress = address.start(() => void loadAgreements())
  const stopPush = onPush((event) => {
    if (event.kind === 'awake' || (event.kind === 'notice' && event.path.startsWith(pathOf()))) void loadAgreements()
  })
  return () => {
    stopAddress()
    stopPush()
  }
}

const detail = loadable<Agreement>()
/** The agreement of the page. */
export const shownAgreement: ReadableAtom<Loaded<Agreement>> = detail.state
let shownId: number | null = null

export async function loadAgreement(): Promise<void> {
  const agreementId = shownId
  if (agreementId !== null) await detail.load(() => calls().detail({ agreementId }))
}

/** Loads an agreement and reloads it on notices about it. Returns the stop function. */
export function startAgreement(of: Side, agreementId: number): () => void {
  side = of
  if (shownId !== agreementId) {
    detail.reset()
    quantities.set({})
  }
  shownId = agreementId
  void loadAgreement()
  return onPush((event) => {
    if (event.kind === 'awake' || (event.kind === 'notice' && event.path.startsWith(pathOf()))) void loadAgreement()
  })
}

/** Quantities of a call-off by the place of the line. */
export const quantities = atom<Readonly<Record<number, number>>>({})
export const setQuantity = (line: number, quantity: number): void =>
  quantities.set({ ...quantities.get(), [line]: quantity })

const formLine = z.object({
  kind: z.enum(['service', 'product']),
  listingId: z.number(),
  specId: z.number().nullable(),
  name: z.string(),
  unit: z.string(),
  /** Yuan as typed. */
  price: z.string(),
  /** As typed. */
  minQuantity: z.string(),
})
export type FormLine = z.output<typeof formLine>
const formValues = z.object({
  kind: z.enum(agreementKinds),
  partnerId: z.number().nullable(),
  partnerName: z.string(),
  title: z.string(),
  reason: z.string(),
  from: z.string(),
  until: z.string(),
  ceiling: z.string(),
  payment: z.string(),
  scope: z.string(),
  years: z.string(),
  lines: z.array(formLine),
})
export type AgreementFormValues = z.output<typeof formValues>

/** The agreement whose next version is typed; null = a new one. */
let edited: Agreement | null = null
let typedKind: AgreementKind = 'framework'
const draftName = () => `agreement:${side}:${edited?.agreementId ?? `new ${typedKind}`}:${edited?.versions.length ?? 0}`

const blank = (kind: AgreementKind): AgreementFormValues => ({
  kind,
  partnerId: null,
  partnerName: '',
  title: '',
  reason: '',
  from: '',
  until: '',
  ceiling: '',
  payment: '',
  scope: '',
  years: '3',
  lines: [],
})

function valuesOf({ terms }: AgreementVersion): AgreementFormValues {
  const { kind, title } = terms
  if (terms.kind === 'nda') return { ...blank(kind), title, scope: terms.scope, years: String(terms.years) }
  const { from, until, payment } = terms
  const lines = terms.lines.map(({ name, specName, unitPrice, minQuantity, ...line }) => ({
    ...line,
    name: lineName({ name, specName }),
    price: formatYuanInput(unitPrice),
    minQuantity: String(minQuantity),
  }))
  return { ...blank(kind), title, from, until, payment, lines, ceiling: formatYuanInput(terms.ceiling) }
}

/** Listing and specification in one line. */
export const lineName = ({ name, specName }: Pick<SellableLine, 'name' | 'specName'>): string =>
  [name, specName].filter((part) => part !== '').join('　')

const inputOf = (values: AgreementFormValues) => {
  const { title, reason } = { title: values.title.trim(), reason: values.reason.trim() }
  return {
    agreementId: edited?.agreementId ?? null,
    shownVersion: edited?.versions.length ?? 0,
    partnerId: edited === null ? values.partnerId : null,
    reason,
    terms:
      values.kind === 'nda'
        ? { kind: 'nda' as const, title, scope: values.scope.trim(), years: Number(values.years) }
        : {
            kind: 'framework' as const,
            title,
            from: values.from,
            until: values.until,
            ceiling: parseFen(values.ceiling) ?? 0,
            payment: values.payment.trim(),
            lines: values.lines.map(({ kind, listingId, specId, price, minQuantity }) => ({
              kind,
              listingId,
              specId,
              unitPrice: parseFen(price) ?? 0,
              minQuantity: Number(minQuantity),
            })),
          },
  }
}

/** Wording that is signed with what is typed. */
export const articlesOfForm = (values: AgreementFormValues): readonly Article[] => {
  const { terms, shownVersion } = inputOf(values)
  return articlesOf(terms, shownVersion + 1)
}

/** Faults at the lines are named by their place in the form. */
function validate({ kind, partnerId, lines }: AgreementFormValues): FieldError[] {
  const noPartner = edited === null && partnerId === null
  const faults = kind === 'nda' ? [] : lines.flatMap(lineFaults)
  return [...(noPartner ? [{ field: 'partnerId', message: '请选择对方企业' }] : []), ...faults]
}

function lineFaults({ price, minQuantity }: FormLine, at: number): FieldError[] {
  return [
    ...((parseFen(price) ?? 0) > 0 ? [] : [{ field: `lines.${at}.unitPrice`, message: '请填写价格，最多两位小数' }]),
    ...(/^[1-9]\d{0,5}$/.test(minQuantity)
      ? []
      : [{ field: `lines.${at}.minQuantity`, message: '请填写 1 以上的整数' }]),
  ]
}

export const agreementForm = createForm({
  schema: agreementsCalls.buyerAgreementPropose.input,
  inputOf,
  fieldNames: {
    'terms.title': 'title',
    'terms.from': 'from',
    'terms.until': 'until',
    'terms.ceiling': 'ceiling',
    'terms.payment': 'payment',
    'terms.scope': 'scope',
    'terms.years': 'years',
    'terms.lines': 'lines',
  },
  validate,
  submit: (input) =>
    withReauthentication(() => calls().propose(input, { idempotencyKey: getIdempotencyKey(draftName()) })),
  draft: { name: draftName, shape: formValues },
  onChange: () => clearIdempotencyKey(draftName()),
})
export const isAgreementFormOpen = atom(false)

/** Opens the form of a new agreement; of 还价 and 变更 with the newest terms. */
export function openAgreementForm(kind: AgreementKind, agreement: Agreement | null, who: number): void {
  edited = agreement
  typedKind = kind
  const newest = agreement?.versions.at(0)
  agreementForm.start(newest === undefined ? blank(kind) : valuesOf(newest), who)
  isAgreementFormOpen.set(true)
}
export const closeAgreementForm = (): void => isAgreementFormOpen.set(false)
/** Partner that is given by the address of the page. */
export const setPartner = (partnerId: number, partnerName: string): void => {
  agreementForm.set('partnerId', partnerId)
  agreementForm.set('partnerName', partnerName)
  void findLines('')
}

const wrongLine = z.object({ line: z.number() })
/** Shows the refusal of a line at the line. */
function showWrongLine(): undefined {
  const now = agreementForm.submitState.get()
  if (now.at !== 'refused' || now.failure?.code !== failures.agreementLineWrong.code) return
  const { data } = wrongLine.safeParse(now.failure.content)
  if (data !== undefined) agreementForm.setErrors([{ field: `lines.${data.line}`, message: now.failure.message }])
}

/** Proposes what is typed, once. The agreement; undefined = refused or under way. */
export async function submitAgreement(): Promise<Agreement | undefined> {
  const name = draftName()
  const made = await agreementForm.submit()
  if (made === undefined) return showWrongLine()
  clearIdempotencyKey(name)
  isAgreementFormOpen.set(false)
  if (shownId === made.agreementId) detail.show(made)
  return made
}

export function setLine(at: number, change: Partial<FormLine>): void {
  const now = agreementForm.values.get()
  if (now !== null)
    agreementForm.set(
      'lines',
      now.lines.map((line, index) => (index === at ? { ...line, ...change } : line)),
    )
}
export function removeLine(at: number): void {
  const now = agreementForm.values.get()
  if (now !== null)
    agreementForm.set(
      'lines',
      now.lines.filter((_line, index) => index !== at),
    )
}
/** Adds a line at the public price; one that is there already stays. */
export function addLine({ kind, listingId, specId, name, specName, unit, minQuantity, price }: SellableLine): void {
  const now = agreementForm.values.get()
  if (now === null) return
  if (now.lines.some((line) => line.kind === kind && line.listingId === listingId && line.specId === specId)) return
  const line = {
    kind,
    listingId,
    specId,
    unit,
    name: lineName({ name, specName }),
    price: price === null ? '' : formatYuanInput(price),
    minQuantity: String(minQuantity),
  }
  agreementForm.set('lines', [...now.lines, line])
}

interface Named {
  readonly orgId: number
  readonly name: string
}
export const partnerChoices = atom<readonly Named[]>([])
export async function findPartners(words: string): Promise<void> {
  const answer = await calls().partners({ words })
  if (answer.ok) partnerChoices.set(answer.content)
}
export const lineChoices = atom<readonly SellableLine[]>([])
export async function findLines(words: string): Promise<void> {
  const partnerId = edited?.partnerId ?? agreementForm.values.get()?.partnerId ?? null
  if (side === 'buyer' && partnerId === null) return lineChoices.set([])
  const answer =
    side === 'buyer'
      ? await api.orders.buyerAgreementListings({ partnerId: partnerId ?? 0, words })
      : await api.orders.sellerAgreementListings({ words })
  if (answer.ok) lineChoices.set(answer.content)
}

/** Open dialog of a signature, a step with a reason, or an annex. `key` is its idempotency key. */
export interface AgreementDialog {
  readonly kind: 'sign' | 'annex' | AgreementStep
  readonly agreement: Agreement
  readonly key: string
  readonly sending: boolean
  readonly failure: Failure | null
}
export const agreementDialog = atom<AgreementDialog | null>(null)
export const openAgreementDialog = (kind: AgreementDialog['kind'], agreement: Agreement): void =>
  agreementDialog.set({ kind, agreement, key: crypto.randomUUID(), sending: false, failure: null })
export function closeAgreementDialog(): void {
  if (agreementDialog.get()?.sending !== true) agreementDialog.set(null)
}

async function send(ask: (now: AgreementDialog) => Promise<Answer<Agreement>>): Promise<boolean> {
  const now = agreementDialog.get()
  if (now === null || now.sending) return false
  agreementDialog.set({ ...now, sending: true, failure: null })
  const answer = await ask(now)
  if (!answer.ok) {
    const key = answer.failure.code === 0 ? now.key : crypto.randomUUID()
    agreementDialog.set({ ...now, key, sending: false, failure: answer.failure })
    if (answer.failure.code >= 400) void loadAgreement()
    return false
  }
  agreementDialog.set(null)
  detail.show(answer.content)
  return true
}

const openVersion = ({ versions }: Agreement) => versions.find(({ status }) => isVersionProposed(status))

/** Signs the version of the open dialog as it was shown. True on success. */
export const signAgreement = (): Promise<boolean> =>
  send(({ agreement, key }) => {
    const { agreementId } = agreement
    const { version = 0, fingerprint = '' } = openVersion(agreement) ?? {}
    return withReauthentication(() => calls().sign({ agreementId, version, fingerprint }, { idempotencyKey: key }))
  })

/** Rejects, withdraws or terminates with a reason. True on success. */
export const sendAgreementStep = (event: AgreementStep, reason: string): Promise<boolean> =>
  send(({ agreement }) => {
    const version = event === 'terminate' ? agreement.version : (openVersion(agreement)?.version ?? 0)
    return withReauthentication(() => calls().step({ agreementId: agreement.agreementId, event, version, reason }))
  })

/** File of the annex that is typed. */
export const annexUpload = createUploads('attachment')

/** Adds an annex: a file or a number. True on success. */
export const addAnnex = (title: string, fileId: string | null, reference: string): Promise<boolean> =>
  send(({ agreement: { agreementId }, key }) =>
    calls().annex({ agreementId, title, fileId, reference }, { idempotencyKey: key }),
  )

/** Downloads a signed version. Returns the failure, if any. */
export async function downloadPaper(agreementId: number, version: number): Promise<Failure | null> {
  return exportSheet(`agreement-${version}`, () => calls().paper({ agreementId, version }))
}
