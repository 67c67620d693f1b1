import { atom } from 'nanostores'
import { api } from '../../../client/browser.ts'
import { certificationCalls } from '../../../contract/accounts/certification.ts'
import { isCreditCode, normalizeCreditCode } from '../../../domain/accounts/credit-code.ts'
import { clearIdempotencyKey, getIdempotencyKey } from '../../idempotency-key.ts'
import { districts, loadDistricts } from '../../districts.ts'
import { createUploads } from '../../operations/uploads.ts'
import { createForm, type TextName } from '../../form-store.ts'
import { moveFailureToField } from '../failure-at-field.ts'
import {
  certificationInputOf,
  certificationValues,
  missingCertificationFields,
  type CertificationValues,
} from './certification-values.ts'
import { mergeReading, type ReadableField, type Reading, resetLicenceOcr, readLicence } from './licence-ocr.ts'

const idempotencyName = 'certification'
/** Clears the idempotency key, so that the next submission is a new one. */
export const clearCertificationKey = (): void => clearIdempotencyKey(idempotencyName)

export const certificationForm = createForm({
  schema: certificationCalls.organizationAuthSave.input,
  inputOf: certificationInputOf,
  fieldNames: { licenceFileId: 'licence' },
  validate: missingCertificationFields,
  submit: async (input) =>
    moveFailureToField(
      await api.accounts.organizationAuthSave(input, { idempotencyKey: getIdempotencyKey(idempotencyName) }),
      {
        companyNameUsed: 'companyName',
        creditCodeUsed: 'creditCode',
      },
    ),
  draft: { name: 'certification', shape: certificationValues },
  onChange: clearCertificationKey,
})
const form = certificationForm

/** Fields filled by OCR and not edited since: 识别填入，请核对. */
export const autofilledFields = atom<ReadonlySet<ReadableField | 'districtCode'>>(new Set())
/** OCR values that differ from what was typed, by field. */
export const licenceSuggestions = atom<Readonly<Partial<Record<ReadableField, string>>>>({})

/** Starts the form with the values of a version. */
export function startCertificationForm(values: CertificationValues, userId: number): void {
  resetLicenceOcr()
  autofilledFields.set(new Set())
  licenceSuggestions.set({})
  licenceUpload.setFiles([])
  form.start(values, userId)
}

/** Upload of the licence; OCR starts as soon as it is uploaded. */
export const licenceUpload = createUploads('licence', {
  onReady: ({ fileId, url, name }) => {
    form.set('licence', { fileId, url, name })
    void readLicenceIntoForm()
  },
})
export function removeLicence(): void {
  for (const { id } of licenceUpload.items.get()) licenceUpload.remove(id)
  form.set('licence', null)
  resetLicenceOcr()
}

/** Runs OCR on the uploaded licence and fills the form. */
export async function readLicenceIntoForm(): Promise<void> {
  const fileId = form.values.get()?.licence?.fileId
  if (fileId === undefined) return
  const read = await readLicence(fileId)
  const now = form.values.get()
  if (read === undefined || now === null) return
  const mine = new Set([...autofilledFields.get()].filter((field) => field !== 'districtCode'))
  const merged = mergeReading(now, read, mine)
  clearCertificationKey()
  form.replace(merged.values)
  autofilledFields.set(new Set([...autofilledFields.get(), ...merged.filled]))
  licenceSuggestions.set(merged.suggested)
  await fillDistrict(read)
}

/** Fills the district from the credit code, which contains the district of registration. */
async function fillDistrict({ creditCode, creditCodeValid }: Reading): Promise<void> {
  const code = normalizeCreditCode(creditCode).slice(2, 8)
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
  autofilledFields.set(new Set([...autofilledFields.get(), 'districtCode']))
}

/** Sets a text field and removes its OCR mark. */
export function setCertificationText(field: TextName<CertificationValues>, value: string): void {
  form.setText(field, value)
  const now = autofilledFields.get()
  if ([...now].some((one) => one === field)) autofilledFields.set(new Set([...now].filter((one) => one !== field)))
}
/** Sets 长期 (no end date) and clears errors of the end date. */
export function setLongTerm(on: boolean): void {
  form.set('longTerm', on)
  form.setText('validUntil', form.values.get()?.validUntil ?? '')
}
/** Replaces the typed value with the OCR value. */
export function acceptSuggestion(field: ReadableField): void {
  const { [field]: found, ...others } = licenceSuggestions.get()
  if (found === undefined) return
  form.setText(field, found)
  licenceSuggestions.set(others)
  autofilledFields.set(new Set([...autofilledFields.get(), field]))
}

/** Errors for a name or code that another company already uses, shown before submitting. */
export const uniquenessErrors = atom<{ readonly companyName?: string; readonly creditCode?: string }>({})

/** Checks whether name or code is unused; skips empty values and invalid codes. */
export async function checkUniqueness(field: 'companyName' | 'creditCode'): Promise<void> {
  const value = form.values.get()?.[field].trim() ?? ''
  const { [field]: _before, ...others } = uniquenessErrors.get()
  uniquenessErrors.set(others)
  if (value === '' || (field === 'creditCode' && !isCreditCode(normalizeCreditCode(value)))) return
  const answer = await api.accounts.orgInfoUnique({ [field]: value })
  if (!answer.ok || answer.content.ok || form.values.get()?.[field].trim() !== value) return
  uniquenessErrors.set({ ...uniquenessErrors.get(), [field]: answer.content.message })
}
