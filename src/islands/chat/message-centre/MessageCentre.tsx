import { useStore } from '@nanostores/react'
import { PenLine } from 'lucide-react'
import { useEffect } from 'react'
import { links } from '../../../domain/links.ts'
import { openLetter } from '../../../stores/chat/letter.ts'
import { startLive } from '../../../stores/chat/live.ts'
import * as store from '../../../stores/chat/message-centre.ts'
import { messageTabs, readMessages, type MessageTab } from '../../../stores/chat/message-rows.ts'
import { unreadMessages, watchMessages } from '../../../stores/chat/unread-messages.ts'
import { write, writing } from '../../../stores/chat/write-letter.ts'
import { numberIn } from '../../../stores/address.ts'
import { Button, LinkButton } from '../../../ui/Button.tsx'
import { Tabs } from '../../../ui/Tabs.tsx'
import { Toaster } from '../../../ui/Toaster.tsx'
import { MessageFilters } from './MessageFilters.tsx'
import { MessageList } from './MessageList.tsx'
import { WriteLetter } from './WriteLetter.tsx'

/** What the person may do with messages. */
export interface MessageRights {
  readonly userId: number
  readonly reply: boolean
  readonly remove: boolean
}

type Props = { side: 'buyer' | 'seller'; search: string; rights: MessageRights }

const tabLabels: Readonly<Record<MessageTab, string>> = { business: '业务消息', personal: '个人消息', sent: '已发送' }
const some = (count: number | undefined) => (count === undefined || count === 0 ? undefined : Math.min(count, 999))

/** The message centre: what happened, letters, and those one sent. */
export const MessageCentre = ({ side, search, rights }: Props) => {
  const query = useStore(store.query) ?? readMessages(new URLSearchParams(search))
  const unread = useStore(unreadMessages, { ssr: 'initial' })
  const isWriting = useStore(writing)
  useEffect(() => {
    startLive()
    watchMessages()
    const stop = store.start()
    const named = numberIn(new URLSearchParams(location.search), 'id')
    if (named !== undefined) {
      store.opened.set(named)
      void openLetter(named)
    }
    return stop
  }, [])
  const counts = { business: some(unread?.business), personal: some(unread?.personal), sent: undefined }
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-semibold">消息中心</h1>
        <div className="flex flex-wrap gap-2">
          <LinkButton
            kind="link"
            className="max-md:h-11"
            href={side === 'buyer' ? links.buyerPreferences() : links.sellerPreferences()}
          >
            通知设置
          </LinkButton>
          <LinkButton className="max-md:h-11" href={links.chat()}>
            我的沟通
          </LinkButton>
          {rights.reply && (
            <Button kind="main" className="max-md:h-11" onClick={() => void write(rights.userId)}>
              <PenLine />
              写消息
            </Button>
          )}
        </div>
      </div>
      <Tabs
        label="消息分类"
        tabs={messageTabs.map((tab) => ({ key: tab, label: tabLabels[tab], count: counts[tab] }))}
        current={query.tab}
        onChange={(key) => store.choose({ tab: messageTabs.find((tab) => tab === key) ?? 'business' })}
      >
        <div className="space-y-3 pt-4">
          <MessageFilters side={side} query={query} />
          <MessageList query={query} rights={rights} />
        </div>
      </Tabs>
      {isWriting && <WriteLetter />}
      <Toaster />
    </>
  )
}
