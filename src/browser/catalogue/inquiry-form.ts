import { promptLogin, session } from '../../stores/accounts/session.ts'
import { prepareForReact } from '../shell/prepare-for-react.ts'

/** 我要咨询: the form is loaded on click; signed-out users sign in first, then it opens. */
const section = document.querySelector<HTMLElement>('[data-inquiries]')
const formContainer = section?.querySelector<HTMLElement>('[data-inquiry-place]')
const button = section?.querySelector<HTMLElement>('[data-inquiry-open]')
let isMounted = false

async function openForm(): Promise<void> {
  if (!section || !formContainer || isMounted) return
  isMounted = true
  prepareForReact()
  try {
    const { mountInquiry } = await import('../../islands/catalogue/inquiries/mount-inquiry.tsx')
    const { serviceId, productNo = '', shopName = '供应商' } = section.dataset
    mountInquiry(formContainer, serviceId === undefined ? { productNo } : { serviceId: Number(serviceId) }, shopName)
  } catch {
    isMounted = false
  }
}

button?.addEventListener('click', (event) => {
  event.preventDefault()
  if (isMounted) return formContainer?.querySelector('textarea')?.focus()
  if (session.get().at === 'in') void openForm()
  else promptLogin(() => void openForm())
})
