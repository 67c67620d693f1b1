import { passwordRules, passwordStrength } from '../../domain/accounts/password-rules.ts'
import { StateShape } from '../../ui/StateShape.tsx'

const words = ['--', '弱', '中', '强'] as const
const colours = ['', 'bg-warn', 'bg-good', 'bg-good'] as const

/** How strong a password to be set is, and which rules it meets as it is typed. */
export const PasswordMeter = ({ password, loginName }: { password: string; loginName: string }) => {
  const strength = passwordStrength(password, { loginName })
  return (
    <div>
      <div className="flex items-center gap-2">
        <span className="flex flex-1 gap-1" aria-hidden>
          {[1, 2, 3].map((bar) => (
            <i
              key={bar}
              className={`h-1 flex-1 rounded-full ${bar <= strength ? colours[strength] : 'bg-surface-3'}`}
            />
          ))}
        </span>
        <span className="text-xs text-ink-3">强度：{words[strength]}</span>
      </div>
      <ul className="mt-2 grid grid-cols-2 gap-y-1 text-sm text-ink-2" aria-label="密码的要求">
        {passwordRules(password, { loginName }).map(({ rule, met }) => (
          <li key={rule} className="flex items-center gap-1.5">
            <StateShape tone={met ? 'good' : 'mute'} className="size-3.5" />
            {rule}
            <span className="sr-only">{met ? '，已满足' : '，未满足'}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
