import { useStore } from '@nanostores/react'
import { useEffect, type ReactNode } from 'react'
import type { Preferences } from '../../../contract/accounts/preferences.ts'
import { loadProfile, profile as person } from '../../../stores/accounts/profile/own-profile.ts'
import * as store from '../../../stores/accounts/profile/preferences.ts'
import { setChannel, preferencesSave } from '../../../stores/accounts/profile/preferences.ts'
import { cardFrame, AsyncContent } from '../../list/AsyncContent.tsx'
import { CardSkeleton } from '../../list/TableSkeleton.tsx'
import { LoaderCircle, Lock } from 'lucide-react'
import {
  type Channel,
  channelLabels,
  channels,
  fixedChannels,
  noticeGroupLabels,
  type NotificationEvent,
  notificationEvents,
} from '../../../domain/accounts/notifications.ts'
import { links } from '../../../domain/links.ts'
import { Checkbox } from '../../../ui/form/Checkbox.tsx'
import { StateShape } from '../../../ui/text/StateShape.tsx'
import type { Side } from '../../../domain/sides.ts'
import { PushDevices } from './PushDevices.tsx'

/** Save status; every choice is saved separately. */
const SaveStatus = () => {
  const now = useStore(preferencesSave)
  return (
    <span className="inline-flex min-h-5 items-center gap-1.5 text-sm" role="status" aria-live="polite">
      {now.at === 'idle' && <span className="text-ink-3">选择后自动保存</span>}
      {now.at === 'saving' && (
        <>
          <LoaderCircle className="size-4 animate-spin text-ink-3" />
          <span className="text-ink-3">正在保存</span>
        </>
      )}
      {now.at === 'saved' && (
        <>
          <StateShape tone="good" />
          <span className="text-ink-2">已保存</span>
        </>
      )}
      {now.at === 'failed' && (
        <>
          <StateShape tone="bad" />
          <span className="text-bad">保存失败，已恢复原来的选择：{now.failure.message}</span>
        </>
      )}
    </span>
  )
}

/** Channels that are unavailable because the account has no mail address or mobile. */
export type Unbound = { readonly mail: boolean; readonly sms: boolean }

type NotificationTableProps = {
  side: Side
  chosen: Preferences['notifications']
  unbound: Unbound
}

type Entry = { readonly event: NotificationEvent; readonly name: string }

/** Events of one side by group, in order of declaration. */
function groupsOf(side: Side): ReadonlyMap<string, readonly Entry[]> {
  const groups = new Map<string, Entry[]>()
  for (const { event, group, name, side: whose } of notificationEvents) {
    const label = noticeGroupLabels[group]
    if (whose === side || whose === 'both') groups.set(label, [...(groups.get(label) ?? []), { event, name }])
  }
  return groups
}

const why = (channel: Channel) =>
  channel === 'site' ? '站内消息始终保留，便于日后查找' : '关系账号安全，始终以短信告知'

const Cell = ({ entry, channel, on }: { entry: Entry; channel: Channel; on: boolean }) => {
  if (fixedChannels(entry.event).includes(channel)) {
    return (
      <span className="inline-grid size-11 place-items-center text-ink-3" title={why(channel)}>
        <Lock className="size-4" aria-hidden />
        <span className="sr-only">{channelLabels[channel]}必选</span>
      </span>
    )
  }
  return (
    <Checkbox
      className="size-11 items-center! justify-center"
      checked={on}
      onChange={(event) => void setChannel(entry.event, channel, event.target.checked)}
    >
      <span className="sr-only">{`${entry.name}：${channelLabels[channel]}`}</span>
    </Checkbox>
  )
}

const Head = ({ channel, unbound, security }: { channel: Channel; unbound: boolean; security: string }) => (
  <th scope="col" className="w-24 px-1 py-2 text-center align-top font-normal break-keep max-md:w-11 max-md:px-0.5">
    {channelLabels[channel].slice(0, 2)}
    <wbr />
    {channelLabels[channel].slice(2)}
    {unbound && (
      <a href={security} className="block text-xs break-normal text-accent underline underline-offset-2">
        {channel === 'mail' ? '绑定邮箱' : '绑定手机号'}
      </a>
    )}
  </th>
)

/** Notifications by event and channel; every choice is saved at once. Mandatory channels are disabled. */
const NotificationTable = ({ side, chosen, unbound }: NotificationTableProps) => {
  const security = side === 'buyer' ? links.buyerSecurity() : links.sellerSecurity()
  const missing = [unbound.mail && '邮箱', unbound.sms && '手机号'].filter((word) => word !== false)
  return (
    <section aria-labelledby="notifications" className="rounded-lg border border-line bg-surface">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-5 py-3">
        <h2 id="notifications" className="text-lg font-semibold">
          通知方式
        </h2>
        <SaveStatus />
      </div>
      <table className="w-full text-left">
        <caption className="sr-only">各事项以哪些方式通知您</caption>
        <thead className="border-y border-line bg-surface-2 text-sm text-ink-2 max-md:text-xs">
          <tr>
            <th scope="col" className="py-2 pl-5 align-top font-normal">
              事项
            </th>
            {channels.map((channel) => (
              <Head
                key={channel}
                channel={channel}
                security={security}
                unbound={(channel === 'mail' && unbound.mail) || (channel === 'sms' && unbound.sms)}
              />
            ))}
          </tr>
        </thead>
        {[...groupsOf(side)].map(([group, entries]) => (
          <tbody key={group} className="border-t border-line first-of-type:border-t-0">
            <tr>
              <th
                scope="rowgroup"
                colSpan={channels.length + 1}
                className="px-5 pt-3 pb-1 text-sm font-medium text-ink-3"
              >
                {group}
              </th>
            </tr>
            {entries.map((entry) => (
              <tr key={entry.event} className="hover:bg-surface-2">
                <th scope="row" className="py-1 pr-2 pl-5 font-normal">
                  {entry.name}
                </th>
                {channels.map((channel) => (
                  <td key={channel} className="text-center">
                    <Cell entry={entry} channel={channel} on={chosen[entry.event]?.includes(channel) ?? false} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
      <p className="border-t border-line px-5 py-3 text-sm text-ink-3">
        <Lock className="mr-1 inline size-3.5 align-[-2px]" aria-hidden />
        带锁的不能关闭：站内消息始终保留，账号安全的变化始终以短信告知。
        {missing.length > 0 && `您尚未绑定${missing.join('与')}，对应的一列绑定后生效。`}
      </p>
    </section>
  )
}

type Props = {
  side: Side
  /** Further preferences. */
  children?: ((preferences: Preferences) => ReactNode) | undefined
}

/** Preferences of the user: notifications, and those of one side. */
export const PreferencesSection = ({ side, children }: Props) => {
  const state = useStore(store.preferences)
  const who = useStore(person)
  useEffect(() => {
    void store.loadPreferences()
    void loadProfile()
  }, [])
  // While unknown, nothing is reported as missing.
  const unbound =
    who.at === 'ready'
      ? { mail: who.content.email === '', sms: who.content.mobile === '' }
      : { mail: false, sms: false }
  return (
    <AsyncContent
      state={state}
      what="偏好设置"
      permission="corpCenter"
      onRetry={() => void store.loadPreferences()}
      frame={cardFrame}
      skeleton={<CardSkeleton lines={18} className="min-h-[680px]" />}
    >
      {(preferences) => (
        <div className="space-y-4">
          <PushDevices />
          <NotificationTable side={side} chosen={preferences.notifications} unbound={unbound} />
          {children?.(preferences)}
        </div>
      )}
    </AsyncContent>
  )
}
