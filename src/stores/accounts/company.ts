import { api } from '../../client/browser.ts'
import type { Answer } from '../../contract/envelope.ts'
import { type OwnCompany, companiesCalls } from '../../contract/accounts/companies.ts'
import type { FieldFault } from '../../contract/failures.ts'
import { loadable } from '../loaded.ts'
import { typedForm } from '../typed-form.ts'
import { atField } from './at-field.ts'
import { companyInputOf, companyValues, companyValuesOf, type CompanyValues } from './company-values.ts'
import { refreshSession } from './session.ts'

export type Side = 'buyer' | 'seller'

const part = loadable<OwnCompany>()
/** The own company; `companyId` null while the person has none. */
export const company = part.state
let side: Side = 'buyer'
let who = 0

const shown = (): OwnCompany | null => {
  const now = company.get()
  return now.at === 'ready' && now.content.companyId !== null ? now.content : null
}
/** A new company wants its name; the contract leaves it out where the certification has it. */
const nameMissing = (values: CompanyValues): readonly FieldFault[] =>
  shown() === null && values.companyName.trim() === '' ? [{ field: 'companyName', message: '请填写' }] : []

/** Refusals that are about the name. */
const places = { companyNameUsed: 'companyName', nameCertified: 'companyName' } as const

const buyerForm = typedForm({
  schema: companiesCalls.buyerCompanySave.input,
  inputOf: (values: CompanyValues) => companyInputOf(values, shown()),
  own: nameMissing,
  send: async (input): Promise<Answer<OwnCompany>> => atField(await api.accounts.buyerCompanySave(input), places),
  draft: { name: 'company', shape: companyValues },
})
const sellerForm = typedForm({
  schema: companiesCalls.sellerCompanySave.input,
  inputOf: (values: CompanyValues) => companyInputOf(values, shown()),
  own: nameMissing,
  send: async (input): Promise<Answer<OwnCompany>> => atField(await api.accounts.sellerCompanySave(input), places),
  draft: { name: 'company:seller', shape: companyValues },
})
/** The details of one side: suppliers tell their service classes as well. */
export const formOf = (of: Side) => (of === 'buyer' ? buyerForm : sellerForm)

export async function load(): Promise<void> {
  await part.load(() => api.accounts.companyInfo({}))
  const now = company.get()
  const form = formOf(side)
  if (now.at === 'ready' && form.values.get() === null) form.begin(companyValuesOf(now.content), who)
}
/** Shows the company of one side; `person` is whose draft it is. */
export async function start(of: Side, person: number): Promise<void> {
  side = of
  who = person
  await load()
}
export function startOver(): void {
  const now = company.get()
  if (now.at === 'ready') formOf(side).startOver(companyValuesOf(now.content))
}

/** Saves the details, or makes the company. The saved company, or undefined. */
export async function save(): Promise<OwnCompany | undefined> {
  const made = shown() === null
  const saved = await formOf(side).send()
  if (saved === undefined) return undefined
  part.change(() => saved)
  if (made) await refreshSession()
  return saved
}
