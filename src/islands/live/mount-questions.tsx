import { createRoot } from 'react-dom/client'
import { Questions } from './Questions.tsx'

/** Puts the questions of a class into its public page; loaded when somebody plays it or wants to ask. */
export function mountQuestions(place: HTMLElement, classId: number, takes: boolean): void {
  createRoot(place).render(<Questions classId={classId} takes={takes} />)
}
