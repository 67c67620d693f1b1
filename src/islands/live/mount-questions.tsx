import { createRoot } from 'react-dom/client'
import { Questions } from './Questions.tsx'

/** Mounts the questions of a class; loaded on play or when the user opens them. */
export function mountQuestions(place: HTMLElement, classId: number, takes: boolean): void {
  createRoot(place).render(<Questions classId={classId} takes={takes} />)
}
