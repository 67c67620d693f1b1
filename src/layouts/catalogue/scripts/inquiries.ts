import { askLogin, session } from '../../../stores/accounts/session.ts'

/** 我要咨询: the form comes with the click; who is signed out signs in first and finds it open afterwards. */
const part = document.querySelector<HTMLElement>('[data-inquiries]')
const place = part?.querySelector<HTMLElement>('[data-inquiry-place]')
const button = part?.querySelector<HTMLElement>('[data-inquiry-open]')
let mounted = false

const refreshStubs = { $RefreshReg$: () => {}, $RefreshSig$: () => (type: unknown) => type }

async function openForm(): Promise<void> {
  if (!part || !place || mounted) return
  mounted = true
  // Vite's development build of React expects these on pages that Astro has given no island.
  if (import.meta.env.DEV && !('$RefreshSig$' in globalThis)) Object.assign(globalThis, refreshStubs)
  try {
    const { mountInquiry } = await import('../../../islands/catalogue/mount-inquiry.tsx')
    const { serviceId, productNo = '', shopName = '供应商' } = part.dataset
    mountInquiry(place, serviceId === undefined ? { productNo } : { serviceId: Number(serviceId) }, shopName)
  } catch {
    mounted = false
  }
}

button?.addEventListener('click', (event) => {
  event.preventDefault()
  if (mounted) return place?.querySelector('textarea')?.focus()
  if (session.get().at === 'in') void openForm()
  else askLogin(() => void openForm())
})
