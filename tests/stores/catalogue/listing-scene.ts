import { onTestFinished } from 'vitest'
import { categoryOf } from '../../calls/catalogue/publishing-scene.ts'
import type { TestApp } from '../../support/app.ts'
import { signedIn } from '../demands/signed-in.ts'

/** The store of the form, left when the test is over. */
export async function load() {
  const form = await import('../../../src/stores/catalogue/listing-form.ts')
  const { sending } = await import('../../../src/stores/catalogue/listing-refusal.ts')
  onTestFinished(form.leave)
  const steps = await import('../../../src/stores/catalogue/listing-steps.ts')
  return { ...form, ...steps, sending }
}
type Form = Awaited<ReturnType<typeof load>>

/** Types what a service needs, as a person does, field by field. */
export function fill(form: Form, categoryId: number): void {
  form.set('title', '临床样本冷链运输与暂存')
  form.set('categoryId', categoryId)
  form.set('summary', '全程温度记录，干冰与液氮两种方式，支持加急。')
  form.set('price', '12,800.50')
  form.set('paragraphs', '按样本类型选择温区。\n\n运输途中每 5 分钟记录一次。')
}
export const listing = (form: Form) => {
  const now = form.opened.get()
  if (now.at !== 'ready') throw new Error(`The form is ${now.at}`)
  return now.content
}
export const faults = (form: Form) => {
  const now = form.sending.get()
  return now.at === 'refused' ? now.faults.map(({ field }) => field) : []
}
/** A seller at the form, and a category of services. */
export const scene = async (on: TestApp) => {
  const page = await signedIn('seller', '', on)
  const categoryId = await categoryOf(on, '临床监查')
  return { page, categoryId, form: await load() }
}
