import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { closeChat, room } from '../../stores/chat/room.ts'
import { ConversationList } from './ConversationList.tsx'
import { ConversationView } from './ConversationView.tsx'

/** floating: above a page; page: the whole of /chat; minimal: only the conversation, for embedding. */
export type ChatForm = 'floating' | 'page' | 'minimal'

const frames: Record<ChatForm, string> = {
  floating:
    'fixed inset-0 z-40 flex overflow-hidden bg-surface md:inset-auto md:right-4 md:bottom-6 md:h-[508px] md:max-h-[calc(100dvh-48px)] md:w-[660px] md:rounded-xl md:shadow-dialog desk:right-18',
  page: 'flex h-dvh overflow-hidden bg-surface md:mx-auto md:my-6 md:h-[calc(100dvh-48px)] md:max-w-[1040px] md:rounded-xl md:border md:border-line',
  minimal: 'flex h-dvh overflow-hidden bg-surface',
}

/** 我的沟通: list at the left, conversation at the right; on phones one at a time. */
export function ChatRoom({ form }: { form: ChatForm }) {
  const { visible, entry } = useStore(room)
  const frame = useRef<HTMLElement>(null)
  const floating = form === 'floating'

  useEffect(() => {
    if (!visible || !floating) return
    const before = document.activeElement
    frame.current?.focus()
    // On phones the chat covers the screen: the page behind must not scroll.
    document.documentElement.classList.add('max-md:overflow-hidden')
    return () => {
      document.documentElement.classList.remove('max-md:overflow-hidden')
      if (before instanceof HTMLElement) before.focus()
    }
  }, [visible, floating])

  if (!visible) return null
  return (
    <section
      ref={frame}
      tabIndex={-1}
      role={floating ? 'dialog' : 'region'}
      aria-label="我的沟通"
      className={`${frames[form]} outline-none`}
      data-noprint
      onKeyDown={(event) => {
        if (floating && event.key === 'Escape' && !event.nativeEvent.isComposing) closeChat()
      }}
    >
      {form !== 'minimal' && <ConversationList floating={floating} hiddenOnPhone={entry !== null} />}
      <ConversationView form={form} hiddenOnPhone={entry === null && form !== 'minimal'} />
    </section>
  )
}
