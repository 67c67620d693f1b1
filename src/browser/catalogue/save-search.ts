import { listingKinds, type ListingKind } from '../../domain/catalogue/listing.ts'
import { promptLogin, session } from '../../stores/accounts/session.ts'
import { showToast } from '../shell/toast.ts'

/** Saves the search of a list under a name. The buttons may be rendered anew, the dialog stands outside of the list. */
const dialog = document.querySelector<HTMLDialogElement>('[data-save-dialog]')
const form = dialog?.querySelector<HTMLFormElement>('[data-save-form]') ?? null
const nameMax = 30
let kind: ListingKind | undefined

function openDialog(button: HTMLElement): void {
  const input = form?.querySelector<HTMLInputElement>('input[name="name"]')
  kind = listingKinds.find((each) => each === button.dataset['saveSearch'])
  if (dialog === null || input === null || input === undefined || kind === undefined) return
  input.value = [...(button.dataset['saveName'] ?? '')].slice(0, nameMax).join('')
  showFault('')
  dialog.showModal()
  input.select()
}

function showFault(message: string): void {
  const fault = form?.querySelector('[data-save-fault]')
  if (fault !== null && fault !== undefined) fault.textContent = message
  form?.querySelector('input')?.setAttribute('aria-invalid', String(message !== ''))
}

async function save(): Promise<void> {
  const name = form?.querySelector<HTMLInputElement>('input[name="name"]')?.value.trim() ?? ''
  const button = form?.querySelector<HTMLButtonElement>('button[type="submit"]')
  if (kind === undefined || button === null || button === undefined) return
  if (name === '') return showFault('请填写')
  button.disabled = true
  const { saveSearch } = await import('../../stores/catalogue/save-search.ts')
  const result = await saveSearch(kind, name, location.search)
  button.disabled = false
  if (!result.isSaved) return showFault(result.message)
  dialog?.close()
  showToast(result.message, 'good')
}

document.addEventListener('click', ({ target }) => {
  if (!(target instanceof Element)) return
  if (target === dialog || target.closest('[data-save-cancel]') !== null) dialog?.close()
  const button = target.closest<HTMLElement>('[data-save-search]')
  if (button === null) return
  if (session.get().at === 'out') promptLogin(() => openDialog(button))
  else openDialog(button)
})
form?.addEventListener('submit', (event) => {
  event.preventDefault()
  void save()
})
