import { onTestFinished } from 'vitest'
import { categoryOf } from './publishing.ts'
import type { TestApp } from '../../app.ts'
import { signedIn } from '../../../stores/demands/signed-in.ts'

/** Loads the store of the form; closed after the test. */
export async function load() {
  const form = await import('../../../../src/stores/catalogue/listing-form.ts')
  const { listingSubmitState } = await import('../../../../src/stores/catalogue/listing-errors.ts')
  onTestFinished(form.closeListingForm)
  const steps = await import('../../../../src/stores/catalogue/listing-steps.ts')
  return { ...form, ...steps, sending: listingSubmitState }
}
type Form = Awaited<ReturnType<typeof load>>

/** Fills in the fields required for a service. */
export function fill(form: Form, categoryId: number): void {
  form.setListingValue('title', '临床样本冷链运输与暂存')
  form.setListingValue('categoryId', categoryId)
  form.setListingValue('summary', '全程温度记录，干冰与液氮两种方式，支持加急。')
  form.setListingValue('price', '12,800.50')
  form.setListingValue('paragraphs', '按样本类型选择温区。\n\n运输途中每 5 分钟记录一次。')
}
export const listing = (form: Form) => {
  const now = form.openedListing.get()
  if (now.at !== 'ready') throw new Error(`The form is ${now.at}`)
  return now.content
}
export const fieldErrors = (form: Form) => {
  const now = form.sending.get()
  return now.at === 'refused' ? now.fieldErrors.map(({ field }) => field) : []
}
/** A signed-in seller with the form store, and a category of services. */
export const scene = async (on: TestApp) => {
  const page = await signedIn('seller', '', on)
  const categoryId = await categoryOf(on, '临床监查')
  return { page, categoryId, form: await load() }
}
