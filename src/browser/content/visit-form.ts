import { parseDay } from '../../domain/typed-date.ts'
import { session, requireSignIn } from '../../stores/accounts/session.ts'
import {
  submitVisit,
  visitDraft,
  loadLastVisitContact,
  resetVisitForm,
  visitSubmit,
  type VisitValues,
} from '../../stores/projects/visit-form.ts'
import { bindFormDone, bindForm, fillForm, fieldValue, saveDraftOnInput } from '../shell/form.ts'

/** Normalises a typed day; text that is no day is sent unchanged and reported by the call. */
const normalizeDay = (typed: string) => parseDay(typed) ?? typed
const readVisitForm = (form: HTMLFormElement) => ({
  parkId: fieldValue(form, 'parkId'),
  visitOn: normalizeDay(fieldValue(form, 'visitOn')),
  visitPart: fieldValue(form, 'visitPart'),
  people: fieldValue(form, 'people'),
  contact: fieldValue(form, 'contact'),
  mobile: fieldValue(form, 'mobile'),
  purpose: fieldValue(form, 'purpose'),
})

/** Binds the park visit form: persists its draft in the tab, requires login on submit, shows the result. */
export function startVisitForm(): void {
  const part = document.querySelector<HTMLElement>('[data-visit]')
  const form = part?.querySelector('form')
  if (!form) return
  const { parkId: _other, ...before }: Partial<VisitValues> = visitDraft.read() ?? {}
  fillForm(form, before, true)
  saveDraftOnInput(form, () => visitDraft.save(readVisitForm(form)))
  if (session.get().at === 'in') void loadLastVisitContact().then((last) => last && fillForm(form, last))
  const done = bindFormDone(form, resetVisitForm)
  bindForm(form, visitSubmit, () => requireSignIn(() => void submitVisitForm(form, done)))
}

async function submitVisitForm(form: HTMLFormElement, done: ReturnType<typeof bindFormDone>): Promise<void> {
  const now = readVisitForm(form)
  if (!(await submitVisit(now))) return
  const park = form.querySelector<HTMLSelectElement>('select[name="parkId"]')?.selectedOptions[0]?.textContent?.trim()
  done?.(`${park ?? ''} ${now.visitOn}，平台与园区核对后通知您。`)
}
