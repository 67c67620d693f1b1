import { Menu, MenuButton, MenuItem, MenuItems } from '@headlessui/react'
import { Bell, BellOff, Ellipsis, Pin, PinOff, Search, type LucideIcon } from 'lucide-react'
import type { ConversationEntry } from '../../contract/chat/shapes.ts'
import { markEntry } from '../../stores/chat/conversations.ts'
import { search } from '../../stores/chat/finding.ts'
import { optionClass, popClass } from '../../ui/control-class.ts'

/** What can be done with a conversation; before its first message there is nothing to search, pin or silence. */
export function TalkMenu({ entry }: { entry: ConversationEntry }) {
  if (entry.conversationId === null) return null
  const { pinned, muted, isService } = entry
  const entries: readonly { label: string; icon: LucideIcon; choose: () => void }[] = [
    { label: '查找聊天记录', icon: Search, choose: () => search('', entry) },
    ...(isService
      ? []
      : [
          {
            label: pinned ? '取消置顶' : '置顶会话',
            icon: pinned ? PinOff : Pin,
            choose: () => void markEntry(entry, { pinned: !pinned }),
          },
        ]),
    {
      label: muted ? '取消免打扰' : '消息免打扰',
      icon: muted ? Bell : BellOff,
      choose: () => void markEntry(entry, { muted: !muted }),
    },
  ]
  return (
    <Menu>
      <MenuButton
        className="grid size-8 shrink-0 place-items-center rounded-md text-ink-2 hover:bg-surface-3 max-md:size-11"
        aria-label="会话设置"
        title="会话设置"
      >
        <Ellipsis className="size-5" />
      </MenuButton>
      <MenuItems anchor={{ to: 'bottom end', gap: 4 }} modal={false} className={`${popClass} min-w-40`}>
        {entries.map(({ label, icon: Icon, choose }) => (
          <MenuItem key={label}>
            <button type="button" className={`${optionClass} justify-start! data-focus:bg-surface-2`} onClick={choose}>
              <Icon className="size-4 text-ink-3" />
              {label}
            </button>
          </MenuItem>
        ))}
      </MenuItems>
    </Menu>
  )
}
