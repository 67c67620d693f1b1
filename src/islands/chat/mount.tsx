import { createRoot } from 'react-dom/client'
import { ChatRoom } from './ChatRoom.tsx'

/** Puts the floating chat into the page; loaded when somebody opens it. */
export function mountChat(place: HTMLElement): void {
  createRoot(place).render(<ChatRoom form="floating" />)
}
