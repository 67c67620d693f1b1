import { startChatSync } from '../../stores/chat/chat-sync.ts'
import { prepareForReact } from '../shell/prepare-for-react.ts'

export { startChatSync }

let mounted: Promise<(detail: unknown) => Promise<void>> | undefined

/** Loads React and the chat room, once. */
function mount(root: HTMLElement) {
  mounted ??= (async () => {
    prepareForReact()
    const [{ mountChat }, { openChat, setHotline }] = await Promise.all([
      import('../../islands/chat/ChatRoom.tsx'),
      import('../../stores/chat/room.ts'),
    ])
    setHotline({ number: root.dataset['hotline'] ?? '', hours: root.dataset['hours'] ?? '' })
    startChatSync()
    mountChat(root)
    return openChat
  })()
  return mounted
}

/** Opens the chat in its mount point; `detail` names the other side (stores/chat/chat-target.ts). */
export const openChatIn = async (root: HTMLElement, detail: unknown): Promise<void> => (await mount(root))(detail)
