import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { session } from '../../stores/accounts/session.ts'
import type { Hotline } from '../../domain/chat/phrases.ts'
import {
  syncChatUrl,
  openConversationFromUrl,
  openLastConversation,
  conversationIdInUrl,
} from '../../stores/chat/chat-url.ts'
import { startChatSync } from '../../stores/chat/chat-sync.ts'
import { openChat, room, setHotline } from '../../stores/chat/room.ts'
import { ChatRoom } from './ChatRoom.tsx'

type Props = { form: 'page' | 'minimal'; hotline: Hotline }

/** The chat as its own page. The query names the target; the minimal page opens the platform's service. */
export function ChatPage({ form, hotline }: Props) {
  const { at } = useStore(session)
  const { visible } = useStore(room)
  useEffect(() => {
    if (at !== 'in') return
    setHotline(hotline)
    startChatSync()
    const asked = Object.fromEntries(new URLSearchParams(location.search))
    void openChat(form === 'minimal' && Object.keys(asked).length === 0 ? { service: true } : asked)
    if (form === 'minimal') return
    if (conversationIdInUrl(location.search) !== null) void openConversationFromUrl()
    else if (Object.keys(asked).length === 0 && matchMedia('(min-width: 768px)').matches) void openLastConversation()
    return syncChatUrl()
  }, [at, form, hotline])
  if (!visible) return <p className="p-6 text-center text-sm text-ink-3">加载中...</p>
  return <ChatRoom form={form} />
}
