import { askLogin, session } from '../../../stores/accounts/session.ts'

const refreshStubs = { $RefreshReg$: () => {}, $RefreshSig$: () => (type: unknown) => type }

async function show(place: HTMLElement, demandId: number): Promise<void> {
  // Vite's development build of React expects these on pages that Astro has given no island.
  if (import.meta.env.DEV && !('$RefreshSig$' in globalThis)) Object.assign(globalThis, refreshStubs)
  try {
    const { mountAnnex } = await import('../../../islands/demands/mount-annex.tsx')
    // The button goes with what was there: whoever came by keyboard goes on from here.
    place.tabIndex = -1
    place.focus({ preventScroll: true })
    mountAnnex(place, demandId)
  } catch {
    place.querySelector('[data-annex-failed]')?.removeAttribute('hidden')
    place.querySelector('[data-annex-open]')?.removeAttribute('aria-busy')
  }
}

/** 查看保密资料: the island comes with the press; who is signed out signs in first and finds it open afterwards. */
export function startAnnex(): void {
  const part = document.querySelector<HTMLElement>('[data-annex]')
  const place = part?.querySelector<HTMLElement>('[data-annex-place]')
  const button = part?.querySelector<HTMLElement>('[data-annex-open]')
  const demandId = Number(part?.dataset['annex'])
  if (!place || !button) return
  const open = () => {
    if (button.getAttribute('aria-busy') === 'true') return
    button.setAttribute('aria-busy', 'true')
    void show(place, demandId)
  }
  button.addEventListener('click', () => (session.get().at === 'in' ? open() : askLogin(open)))
}
