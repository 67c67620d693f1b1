import { api } from '../../../client/browser.ts'
import type { Answer } from '../../../contract/envelope.ts'
import { type OwnCompany, companiesCalls } from '../../../contract/accounts/companies.ts'
import type { FieldError } from '../../../contract/failures.ts'
import { loadable } from '../../loadable.ts'
import { createForm } from '../../form-store.ts'
import { moveFailureToField } from '../failure-at-field.ts'
import { companyInputOf, companyValues, companyValuesOf, type CompanyValues } from './company-values.ts'
import { refreshSession } from '../session.ts'
import type { Side } from '../../../domain/sides.ts'

const part = loadable<OwnCompany>()
/** The user's company; `companyId` is null if there is none. */
export const company = part.state
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
  await part.load(() => api.accounts.companyInfo({}))
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
  part.update(() => saved)
  if (made) await refreshSession()
  return saved
}
