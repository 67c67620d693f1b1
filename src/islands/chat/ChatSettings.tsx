import { useStore } from '@nanostores/react'
import { Popover, PopoverButton, PopoverPanel } from '@headlessui/react'
import { Settings } from 'lucide-react'
import { ring } from '../../stores/chat/alerts.ts'
import { desktopNotice, noticeState, setDesktopNotice, setSound, sound } from '../../stores/chat/settings.ts'
import { popClass } from '../../ui/control-class.ts'
import { Switch } from '../../ui/Switch.tsx'

/** What this browser does when a message comes. */
export function ChatSettings() {
  const rings = useStore(sound) === 'on'
  useStore(desktopNotice)
  const notice = noticeState()
  const turnSound = (on: boolean) => {
    setSound(on)
    if (on) ring()
  }
  return (
    // In its place and not at the end of the body: there it would be outside every landmark.
    <Popover className="relative">
      <PopoverButton
        className="grid size-8 place-items-center rounded-md text-ink-2 hover:bg-surface-3 max-md:size-11"
        aria-label="消息提醒设置"
        title="消息提醒设置"
      >
        <Settings className="size-5" />
      </PopoverButton>
      <PopoverPanel
        className={`${popClass} absolute top-full right-0 z-20 mt-1 w-64 space-y-2 p-4 text-left text-sm md:right-auto md:left-0`}
      >
        <Switch label="新消息提示音" on={rings} onChange={turnSound} />
        <Switch
          label="浏览器桌面通知"
          on={notice === 'on'}
          disabled={notice === 'denied' || notice === 'missing'}
          onChange={(on) => void setDesktopNotice(on)}
        />
        {notice === 'denied' && <p className="text-xs text-ink-3">浏览器已拒绝本站的通知，请在浏览器设置中允许。</p>}
        {notice === 'missing' && <p className="text-xs text-ink-3">这个浏览器不支持桌面通知。</p>}
        <p className="text-xs text-ink-3">只对这个浏览器有效；免打扰的会话不提醒。</p>
      </PopoverPanel>
    </Popover>
  )
}
