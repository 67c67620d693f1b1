import { createRoot } from 'react-dom/client'
import { AnnexContent } from './AnnexContent.tsx'

/** Mounts the confidential part in a public page; loaded on demand for signed-in people. */
export function mountAnnex(place: HTMLElement, demandId: number): void {
  createRoot(place).render(<AnnexContent demandId={demandId} />)
}
