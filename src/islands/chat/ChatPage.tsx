import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { session } from '../../stores/accounts/session.ts'
import type { Hotline } from '../../domain/chat/words.ts'
import { followAddress, openTalk, talkOf } from '../../stores/chat/chat-address.ts'
import { startLive } from '../../stores/chat/live.ts'
import { openChat, room, setHotline } from '../../stores/chat/room.ts'
import { ChatRoom } from './ChatRoom.tsx'

type Props = { form: 'page' | 'minimal'; hotline: Hotline }

/** The chat as a page of its own. Whom it opens is in the query; the minimal page talks to the platform's service. */
export function ChatPage({ form, hotline }: Props) {
  const { at } = useStore(session)
  const { visible } = useStore(room)
  useEffect(() => {
    if (at !== 'in') return
    setHotline(hotline)
    startLive()
    const asked = Object.fromEntries(new URLSearchParams(location.search))
    void openChat(form === 'minimal' && Object.keys(asked).length === 0 ? { service: true } : asked)
    if (form === 'minimal') return
    if (talkOf(location.search) !== null) void openTalk()
    return followAddress()
  }, [at, form, hotline])
  if (!visible) return <p className="p-6 text-center text-sm text-ink-3">加载中...</p>
  return <ChatRoom form={form} />
}
