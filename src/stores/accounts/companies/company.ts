import { atom } from 'nanostores'
import { api } from '../../../client/browser.ts'
import { companiesCalls, type OwnCompany } from '../../../contract/accounts/companies.ts'
import type { Answer, Failure } from '../../../contract/envelope.ts'
import type { FieldError } from '../../../contract/failures.ts'
import type { Audience, CompanyPart, Visibility } from '../../../domain/accounts/visibility.ts'
import type { Side } from '../../../domain/sides.ts'
import { createForm } from '../../form-store.ts'
import { loadable } from '../../loadable.ts'
import { moveFailureToField } from '../failure-at-field.ts'
import { refreshSession } from '../session.ts'
import { companyInputOf, companyValues, type CompanyValues, companyValuesOf } from './company-values.ts'

const ownCompany = loadable<OwnCompany>()
/** The user's company; `companyId` is null if there is none. */
export const company = ownCompany.state
let side: Side = 'buyer'
let userId = 0

const existingCompany = (): OwnCompany | null => {
  const now = company.get()
  return now.at === 'ready' && now.content.companyId !== null ? now.content : null
}
/** A new company requires a name; the contract allows omitting it for certified companies. */
const nameMissing = (values: CompanyValues): readonly FieldError[] =>
  existingCompany() === null && values.companyName.trim() === '' ? [{ field: 'companyName', message: '请填写' }] : []

/** Failures shown at the name field. */
const fieldByFailure = { companyNameUsed: 'companyName', nameCertified: 'companyName' } as const

const buyerForm = createForm({
  schema: companiesCalls.buyerCompanySave.input,
  inputOf: (values: CompanyValues) => {
    const { serviceClasses: _ofSuppliers, ...input } = companyInputOf(values, existingCompany())
    return input
  },
  validate: nameMissing,
  submit: async (input): Promise<Answer<OwnCompany>> =>
    moveFailureToField(await api.accounts.buyerCompanySave(input), fieldByFailure),
  draft: { name: 'company', shape: companyValues },
})
const sellerForm = createForm({
  schema: companiesCalls.sellerCompanySave.input,
  inputOf: (values: CompanyValues) => companyInputOf(values, existingCompany()),
  validate: nameMissing,
  submit: async (input): Promise<Answer<OwnCompany>> =>
    moveFailureToField(await api.accounts.sellerCompanySave(input), fieldByFailure),
  draft: { name: 'company:seller', shape: companyValues },
})
/** The form of one side; suppliers also have service classes. */
export const companyForm = (of: Side) => (of === 'buyer' ? buyerForm : sellerForm)

export async function loadCompany(): Promise<void> {
  await ownCompany.load(() => api.accounts.companyInfo({}))
  const now = company.get()
  const form = companyForm(side)
  if (now.at === 'ready' && form.values.get() === null) form.start(companyValuesOf(now.content), userId)
}
/** Loads the company for one side; `person` is the user id for the draft. */
export async function startCompany(of: Side, person: number): Promise<void> {
  side = of
  userId = person
  await loadCompany()
}
export function resetCompanyForm(): void {
  const now = company.get()
  if (now.at === 'ready') companyForm(side).reset(companyValuesOf(now.content))
}

/** Saves or creates the company; undefined if refused. */
export async function saveCompany(): Promise<OwnCompany | undefined> {
  const made = existingCompany() === null
  const saved = await companyForm(side).submit()
  if (saved === undefined) return undefined
  ownCompany.update(() => saved)
  if (made) await refreshSession()
  return saved
}

const part = loadable<Visibility>()
/** Audience of each part of the company's information. */
export const visibility = part.state

/** Save state of the last choice; each is saved at once. */
export type VisibilitySave =
  | { readonly at: 'none' }
  | { readonly at: 'saving' | 'saved'; readonly part: CompanyPart }
  | { readonly at: 'failed'; readonly part: CompanyPart; readonly failure: Failure }
export const visibilitySave = atom<VisibilitySave>({ at: 'none' })

export const loadVisibility = (): Promise<void> => part.load(() => api.accounts.orgInfoPermission({}))

/** Sets the audience of a part optimistically; reverted if saving fails. */
export async function setAudience(of: CompanyPart, audience: Audience): Promise<void> {
  const now = visibility.get()
  if (now.at !== 'ready' || now.content[of] === audience) return
  const before = now.content[of]
  part.update((content) => ({ ...content, [of]: audience }))
  visibilitySave.set({ at: 'saving', part: of })
  const answer = await api.accounts.orgInfoPermissionSet({ [of]: audience })
  const last = visibilitySave.get()
  const mine = last.at !== 'none' && last.part === of
  if (answer.ok) {
    if (mine) visibilitySave.set({ at: 'saved', part: of })
    return
  }
  part.update((content) => (content[of] === audience ? { ...content, [of]: before } : content))
  visibilitySave.set({ at: 'failed', part: of, failure: answer.failure })
}
