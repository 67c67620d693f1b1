import { useStore } from '@nanostores/react'
import * as store from '../../../stores/chat/message-centre.ts'
import { askRemoval } from '../../../stores/chat/remove-messages.ts'
import type { MessageRow, MessagesQuery } from '../../../stores/chat/message-rows.ts'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { toast } from '../../../ui/toast.ts'
import type { MessageRights } from './MessageCentre.tsx'

type Props = { query: MessagesQuery; rows: readonly MessageRow[]; rights: MessageRights }

/** What can be done to many rows at once. */
export const MessageTools = ({ query, rows, rights }: Props) => {
  const chosen = useStore(store.chosen)
  const doing = useStore(store.doing)
  const sent = query.tab === 'sent'
  const said = (words: string) => (failure: { readonly message: string } | null) => {
    if (failure === null) toast.good(words)
    else toast.bad(failure.message)
  }
  const busy = doing !== 'nothing'
  const all = chosen.size > 0 && chosen.size === rows.length
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-2">
      <Checkbox
        className="max-md:min-h-11"
        checked={all}
        mixed={chosen.size > 0 && !all}
        onChange={() => store.toggleAll()}
      >
        {chosen.size === 0 ? '全选' : `已选 ${chosen.size} 条`}
      </Checkbox>
      <div className="ml-auto flex flex-wrap gap-2">
        {!sent && (
          <Button
            size="sm"
            className="max-md:h-11"
            disabled={chosen.size === 0 || busy}
            onClick={() => void store.read().then(said('已标为已读'))}
          >
            标为已读
          </Button>
        )}
        {rights.remove && (
          <Button size="sm" className="max-md:h-11" disabled={chosen.size === 0 || busy} onClick={() => askRemoval()}>
            删除
          </Button>
        )}
        {!sent && (
          <Button
            size="sm"
            kind="outline"
            className="max-md:h-11"
            disabled={busy || !rows.some(({ read }) => !read)}
            onClick={() => void store.readAll().then(said('全部已读'))}
          >
            全部已读
          </Button>
        )}
      </div>
    </div>
  )
}
