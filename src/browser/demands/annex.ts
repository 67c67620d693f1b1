import { promptLogin, session } from '../../stores/accounts/session.ts'
import { prepareForReact } from '../shell/prepare-for-react.ts'

async function mountAnnexIsland(place: HTMLElement, demandId: number): Promise<void> {
  prepareForReact()
  try {
    const { mountAnnex } = await import('../../islands/demands/annexes/AnnexContent.tsx')
    // The focused button is replaced: move the focus to the container.
    place.tabIndex = -1
    place.focus({ preventScroll: true })
    mountAnnex(place, demandId)
  } catch {
    place.querySelector('[data-annex-failed]')?.removeAttribute('hidden')
    place.querySelector('[data-annex-open]')?.removeAttribute('aria-busy')
  }
}

/** 查看保密资料: the island is loaded on click; signed-out users sign in first, then it opens. */
export function startAnnex(): void {
  const part = document.querySelector<HTMLElement>('[data-annex]')
  const container = part?.querySelector<HTMLElement>('[data-annex-place]')
  const button = part?.querySelector<HTMLElement>('[data-annex-open]')
  const demandId = Number(part?.dataset['annex'])
  if (!container || !button) return
  const open = () => {
    if (button.getAttribute('aria-busy') === 'true') return
    button.setAttribute('aria-busy', 'true')
    void mountAnnexIsland(container, demandId)
  }
  button.addEventListener('click', () => (session.get().at === 'in' ? open() : promptLogin(open)))
}
