import { createRoot } from 'react-dom/client'
import { ChatRoom } from './ChatRoom.tsx'

/** Mounts the floating chat; loaded when the chat is first opened. */
export function mountChat(place: HTMLElement): void {
  createRoot(place).render(<ChatRoom form="floating" />)
}
