import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import { certificationCalls } from '../../contract/accounts/certification.ts'
import { isCreditCode, tidyCreditCode } from '../../domain/accounts/credit-code.ts'
import { intentionDone, intentionKey } from '../intention.ts'
import { districts, loadDistricts } from '../districts.ts'
import { uploadsOf } from '../operations/uploads.ts'
import { typedForm, type TextName } from '../typed-form.ts'
import { atField } from './at-field.ts'
import {
  certificationInputOf,
  certificationValues,
  missingIn,
  type CertificationValues,
} from './certification-values.ts'
import { mergeReading, type ReadableField, type Reading } from './licence-reading.ts'
import { forgetReading, readLicence } from './read-licence.ts'

const intention = 'certification'
/** The next submission is another intention than the last one. */
export const intentionOver = (): void => intentionDone(intention)

export const certificationForm = typedForm({
  schema: certificationCalls.organizationAuthSave.input,
  inputOf: certificationInputOf,
  names: { licenceFileId: 'licence' },
  own: missingIn,
  send: async (input) =>
    atField(await api.accounts.organizationAuthSave(input, { idempotencyKey: intentionKey(intention) }), {
      companyNameUsed: 'companyName',
      creditCodeUsed: 'creditCode',
    }),
  draft: { name: 'certification', shape: certificationValues },
  changed: intentionOver,
})
const form = certificationForm

/** Fields filled from the licence that nobody has touched since: 识别填入，请核对. */
export const filled = atom<ReadonlySet<ReadableField | 'districtCode'>>(new Set())
/** What the licence says where something else was typed. */
export const suggested = atom<Readonly<Partial<Record<ReadableField, string>>>>({})

/** The form of another version begins. */
export function startWith(values: CertificationValues, who: number): void {
  forgetReading()
  filled.set(new Set())
  suggested.set({})
  licenceUpload.start([])
  form.begin(values, who)
}

/** The licence: as soon as it is uploaded it is read, while the person goes on filling in. */
export const licenceUpload = uploadsOf('licence', {
  onReady: ({ fileId, url, name }) => {
    form.set('licence', { fileId, url, name })
    void readAgain()
  },
})
export function removeLicence(): void {
  for (const { id } of licenceUpload.items.get()) licenceUpload.remove(id)
  form.set('licence', null)
  forgetReading()
}

/** Reads the licence that stands in the form, and puts what is found into it. */
export async function readAgain(): Promise<void> {
  const fileId = form.values.get()?.licence?.fileId
  if (fileId === undefined) return
  const read = await readLicence(fileId)
  const now = form.values.get()
  if (read === undefined || now === null) return
  const mine = new Set([...filled.get()].filter((field) => field !== 'districtCode'))
  const merged = mergeReading(now, read, mine)
  intentionOver()
  form.replace(merged.values)
  filled.set(new Set([...filled.get(), ...merged.filled]))
  suggested.set(merged.suggested)
  await fillDistrict(read)
}

/** The code tells the district of registration: a good guess at the company's, to be checked like the rest. */
async function fillDistrict({ creditCode, creditCodeValid }: Reading): Promise<void> {
  const code = tidyCreditCode(creditCode).slice(2, 8)
  if (!creditCodeValid || form.values.get()?.districtCode !== '') return
  const [province, city] = [`${code.slice(0, 2)}0000`, `${code.slice(0, 4)}00`]
  await loadDistricts()
  await loadDistricts(province)
  await loadDistricts(city)
  const known = districts.get()
  const exists = ['', province, city].some((parent) => known[parent]?.some((one) => one.code === code))
  const now = form.values.get()
  if (!exists || now === null || now.districtCode !== '') return
  form.replace({ ...now, districtCode: code })
  filled.set(new Set([...filled.get(), 'districtCode']))
}

/** Something is typed into a field: what stands there is the person's own from now on. */
export function typeInto(field: TextName<CertificationValues>, value: string): void {
  form.setText(field, value)
  const now = filled.get()
  if ([...now].some((one) => one === field)) filled.set(new Set([...now].filter((one) => one !== field)))
}
/** 长期, or a last day after all; what was missing of the term is said no more. */
export function setLongTerm(on: boolean): void {
  form.set('longTerm', on)
  form.setText('validUntil', form.values.get()?.validUntil ?? '')
}
/** Takes what the licence says in place of what was typed. */
export function takeSuggestion(field: ReadableField): void {
  const { [field]: found, ...others } = suggested.get()
  if (found === undefined) return
  form.setText(field, found)
  suggested.set(others)
  filled.set(new Set([...filled.get(), field]))
}

/** What others have already: said under the field before anything is submitted. */
export const taken = atom<{ readonly companyName?: string; readonly creditCode?: string }>({})

/** Asks whether name or code is still free; only what could be right is asked about. */
export async function checkFree(field: 'companyName' | 'creditCode'): Promise<void> {
  const value = form.values.get()?.[field].trim() ?? ''
  const { [field]: _before, ...others } = taken.get()
  taken.set(others)
  if (value === '' || (field === 'creditCode' && !isCreditCode(tidyCreditCode(value)))) return
  const answer = await api.accounts.orgInfoUnique({ [field]: value })
  if (!answer.ok || answer.content.ok || form.values.get()?.[field].trim() !== value) return
  taken.set({ ...taken.get(), [field]: answer.content.message })
}
