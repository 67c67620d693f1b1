import { readDay } from '../../../domain/typed-date.ts'
import { session, whenSignedIn } from '../../../stores/accounts/session.ts'
import {
  askVisit,
  draft,
  lastVisit,
  startAgain,
  visitSending,
  type VisitTyped,
} from '../../../stores/projects/visit.ts'
import { bindDone, bindForm, fill, valueOf } from '../../accounts/scripts/form.ts'

/** A day typed in any usual form as it is written; what is no day goes as it is, and the call names it. */
const dayOf = (typed: string) => readDay(typed) ?? typed
const typed = (form: HTMLFormElement) => ({
  parkId: valueOf(form, 'parkId'),
  visitOn: dayOf(valueOf(form, 'visitOn')),
  visitPart: valueOf(form, 'visitPart'),
  ...{ people: valueOf(form, 'people'), contact: valueOf(form, 'contact'), mobile: valueOf(form, 'mobile') },
  purpose: valueOf(form, 'purpose'),
})

/** Brings the form of a visit to life: it keeps what is typed in this tab, asks for the login when it is sent, and says what became of it. */
export function startVisitForm(): void {
  const part = document.querySelector<HTMLElement>('[data-visit]')
  const form = part?.querySelector('form')
  if (!form) return
  const { parkId: _other, ...before }: Partial<VisitTyped> = draft.read() ?? {}
  fill(form, before, true)
  form.addEventListener('input', () => draft.keep(typed(form)))
  if (session.get().at === 'in') void lastVisit().then((last) => last && fill(form, last))
  const done = bindDone(form, startAgain)
  bindForm(form, visitSending, () => whenSignedIn(() => void send(form, done)))
}

async function send(form: HTMLFormElement, done: ReturnType<typeof bindDone>): Promise<void> {
  const now = typed(form)
  if (!(await askVisit(now))) return
  const park = form.querySelector<HTMLSelectElement>('select[name="parkId"]')?.selectedOptions[0]?.textContent?.trim()
  done?.(`${park ?? ''} ${now.visitOn}，平台与园区核对后通知您。`)
}
