import { useStore } from '@nanostores/react'
import type { ConversationEntry } from '../../contract/chat/shapes.ts'
import { asked, endSearch, found, search } from '../../stores/chat/finding.ts'
import { Button } from '../../ui/Button.tsx'
import { FoundList } from './FoundList.tsx'
import { SearchField } from './SearchField.tsx'

/** Searches through one conversation, in place of its messages. */
export function FindHere({ entry }: { entry: ConversationEntry }) {
  const { keyword } = useStore(asked)
  const now = useStore(found)
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex shrink-0 items-center gap-2 p-3">
        <div className="flex-1">
          <SearchField
            focused
            value={keyword}
            label="查找聊天记录"
            onChange={(value) => search(value, entry)}
            onEnd={endSearch}
          />
        </div>
        <Button kind="plain" size="sm" className="max-md:h-11" onClick={endSearch}>
          取消
        </Button>
      </div>
      {now.at === 'nothing' && (
        <p className="px-4 py-6 text-center text-sm text-ink-3">输入消息里的几个字或文件名，至少 2 个字。</p>
      )}
      <FoundList />
    </div>
  )
}
