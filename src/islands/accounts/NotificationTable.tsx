import { Lock } from 'lucide-react'
import type { Preferences } from '../../contract/accounts/preferences.ts'
import {
  channelLabels,
  channels,
  fixedChannels,
  noticeGroupLabels,
  notificationEvents,
  type Channel,
  type NotificationEvent,
} from '../../domain/accounts/notifications.ts'
import { links } from '../../domain/links.ts'
import type { Side } from '../../stores/accounts/company.ts'
import { choose } from '../../stores/accounts/preferences.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Keeping } from './Keeping.tsx'

/** What a channel needs and the account has not. */
export type Unbound = { readonly mail: boolean; readonly sms: boolean }

type Props = {
  side: Side
  chosen: Preferences['notifications']
  unbound: Unbound
}

type Entry = { readonly event: NotificationEvent; readonly name: string }

/** Events of one side in their groups, in the order in which they are declared. */
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
      onChange={(event) => void choose(entry.event, channel, event.target.checked)}
    >
      <span className="sr-only">{`${entry.name}：${channelLabels[channel]}`}</span>
    </Checkbox>
  )
}

const Head = ({ channel, unbound, security }: { channel: Channel; unbound: boolean; security: string }) => (
  <th scope="col" className="w-24 px-1 py-2 text-center align-top font-normal max-md:w-14">
    {channelLabels[channel]}
    {unbound && (
      <a href={security} className="block text-xs text-accent underline underline-offset-2">
        {channel === 'mail' ? '绑定邮箱' : '绑定手机号'}
      </a>
    )}
  </th>
)

/** What one is told of, by channel; every choice holds at once. Locked ones cannot be taken away. */
export const NotificationTable = ({ side, chosen, unbound }: Props) => {
  const security = side === 'buyer' ? links.buyerSecurity() : links.sellerSecurity()
  const missing = [unbound.mail && '邮箱', unbound.sms && '手机号'].filter((word) => word !== false)
  return (
    <section aria-labelledby="notifications" className="rounded-lg border border-line bg-surface">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-5 py-3">
        <h2 id="notifications" className="text-lg font-semibold">
          通知方式
        </h2>
        <Keeping />
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
        {missing.length > 0 && `您还没有绑定${missing.join('与')}，对应的一列绑定后生效。`}
      </p>
    </section>
  )
}
