import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { StructureSearch } from './StructureSearch.tsx'

/** Takes the place of the form that the server rendered; the focus stays where it was. */
export function mountStructureSearch(place: Element): void {
  const isTyping = document.activeElement instanceof HTMLTextAreaElement && place.contains(document.activeElement)
  const root = createRoot(place)
  flushSync(() => root.render(<StructureSearch />))
  if (isTyping) place.querySelector('textarea')?.focus()
}
