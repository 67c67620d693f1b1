import { safetyOf, type SafetyPart } from '../../domain/accounts/security-level.ts'
import { date } from '../../domain/time.ts'
import type { Profile } from '../../stores/accounts/own-profile.ts'
import { open } from '../../stores/accounts/security.ts'
import { Button } from '../../ui/Button.tsx'
import { StateBadge } from '../../ui/StateBadge.tsx'
import { StateShape } from '../../ui/StateShape.tsx'

const advice: Record<SafetyPart, { readonly text: string; readonly does: string }> = {
  mobile: { text: '还没有绑定手机号：绑定后可用短信登录、找回密码。', does: '绑定手机号' },
  password: { text: '还没有设置登录密码：收不到短信时也能登录。', does: '设置密码' },
  email: { text: '还没有绑定邮箱：绑定后可收到订单、付款与安全通知的邮件。', does: '绑定邮箱' },
}

/** How safe the account is in one look, and the one thing to do next. */
export const SafetySummary = ({ profile }: { profile: Profile }) => {
  const { level, set, of, next } = safetyOf(profile)
  return (
    <section
      aria-label="安全等级"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-line bg-surface px-5 py-4"
    >
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex items-center gap-2">
          <span className="text-lg font-semibold">账号安全等级</span>
          <StateBadge form="tint" tone={level.tone} label={level.label} />
          <span className="text-sm text-ink-3">
            已设置 {set} / {of} 项
          </span>
        </p>
        <p className="mt-1 text-ink-2">
          {next === null ? '密码、手机号与邮箱都已设置。请留意下方的登录设备与安全记录。' : advice[next].text}
        </p>
      </div>
      {next !== null && (
        <Button kind="main" className="max-md:w-full" onClick={() => open(next, profile)}>
          {advice[next].does}
        </Button>
      )}
    </section>
  )
}

type RowProps = { title: string; set: boolean; value: string; note: string; does: string; onOpen: () => void }

const Row = ({ title, set, value, note, does, onOpen }: RowProps) => (
  <li className="flex items-center gap-3 border-t border-line px-5 py-4 first:border-t-0">
    <StateShape tone={set ? 'good' : 'mute'} />
    <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-6 gap-y-0.5">
      <span className="w-20 shrink-0 font-medium">{title}</span>
      <span className={`min-w-44 ${set ? '' : 'text-ink-3'}`}>{value}</span>
      <span className="text-sm text-ink-3 max-md:basis-full">{note}</span>
    </div>
    <Button size="sm" className="max-md:h-11" aria-label={`${does}${title}`} onClick={onOpen}>
      {does}
    </Button>
  </li>
)

/** Password, number and mail address, each with its state and the way to change it. */
export const SafetyRows = ({ profile }: { profile: Profile }) => {
  const { hasPassword, passwordChangedAt, mobile, email } = profile
  const last = passwordChangedAt === null ? '建议定期更换，勿与其他网站相同' : `上次修改 ${date(passwordChangedAt)}`
  return (
    <section aria-labelledby="safety-rows" className="rounded-lg border border-line bg-surface">
      <h2 id="safety-rows" className="border-b border-line px-5 py-3 text-lg font-semibold">
        登录与验证
      </h2>
      <ul>
        <Row
          title="登录密码"
          set={hasPassword}
          value={hasPassword ? '已设置' : '未设置'}
          note={hasPassword ? last : '凭手机验证码设置'}
          does={hasPassword ? '修改' : '设置'}
          onOpen={() => open('password', profile)}
        />
        <Row
          title="手机号"
          set={mobile !== ''}
          value={mobile || '未绑定'}
          note="用于登录、找回密码与接收重要通知"
          does={mobile === '' ? '绑定' : '更换'}
          onOpen={() => open('mobile', profile)}
        />
        <Row
          title="邮箱"
          set={email !== ''}
          value={email || '未绑定'}
          note="用于接收通知与单据"
          does={email === '' ? '绑定' : '更换'}
          onOpen={() => open('email', profile)}
        />
      </ul>
    </section>
  )
}
