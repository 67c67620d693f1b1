import { session, whenSignedIn } from '../../../stores/accounts/session.ts'
import { askVisit, draftOf, keepDraft, lastVisit, startAgain, visitSending } from '../../../stores/projects/visit.ts'
import { bindForm, valueOf } from '../../accounts/scripts/form.ts'

const fields = ['parkId', 'visitOn', 'visitPart', 'people', 'contact', 'mobile', 'purpose'] as const
type Field = (typeof fields)[number]

function control(form: HTMLFormElement, name: Field): { value: string } | undefined {
  const named = form.elements.namedItem(name)
  const isControl =
    named instanceof HTMLInputElement || named instanceof HTMLTextAreaElement || named instanceof HTMLSelectElement
  return isControl ? named : undefined
}

const typed = (form: HTMLFormElement) => ({
  ...{ parkId: valueOf(form, 'parkId'), visitOn: valueOf(form, 'visitOn'), visitPart: valueOf(form, 'visitPart') },
  ...{ people: valueOf(form, 'people'), contact: valueOf(form, 'contact'), mobile: valueOf(form, 'mobile') },
  purpose: valueOf(form, 'purpose'),
})

/** Writes what is known into the fields in which nothing stands yet. */
function fill(form: HTMLFormElement, known: Partial<Record<Field, string>>, over: boolean): void {
  for (const name of fields) {
    const [field, value] = [control(form, name), known[name]]
    if (field !== undefined && value !== undefined && value !== '' && (over || field.value === '')) field.value = value
  }
}

/** Brings the form of a visit to life: it keeps what is typed in this tab, asks for the login when it is sent, and says what became of it. */
export function startVisitForm(): void {
  const part = document.querySelector<HTMLElement>('[data-visit]')
  const form = part?.querySelector('form')
  const done = part?.querySelector<HTMLElement>('[data-visit-done]')
  if (!form || !done) return
  const { parkId: _other, ...draft } = draftOf()
  fill(form, draft, true)
  form.addEventListener('input', () => keepDraft(typed(form)))
  if (session.get().at === 'in') void lastVisit().then((last) => last && fill(form, last, false))
  bindForm(form, visitSending, () => whenSignedIn(() => void send(form, done)))
  done.querySelector('button')?.addEventListener('click', () => {
    startAgain()
    form.hidden = false
    done.hidden = true
    form.querySelector('select')?.focus()
  })
}

async function send(form: HTMLFormElement, done: HTMLElement): Promise<void> {
  const now = typed(form)
  if (!(await askVisit(now))) return
  const park = form.querySelector<HTMLSelectElement>('select[name="parkId"]')?.selectedOptions[0]?.textContent?.trim()
  const words = done.querySelector('[data-visit-words]')
  if (words !== null) words.textContent = `${park ?? ''} ${now.visitOn}，平台与园区核对后通知您。`
  form.hidden = true
  done.hidden = false
  done.focus()
}
