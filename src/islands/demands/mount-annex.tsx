import { createRoot } from 'react-dom/client'
import { AnnexContent } from './AnnexContent.tsx'

/** Puts the confidential part into a public page; loaded when somebody who is signed in wants to see it. */
export function mountAnnex(place: HTMLElement, demandId: number): void {
  createRoot(place).render(<AnnexContent demandId={demandId} />)
}
