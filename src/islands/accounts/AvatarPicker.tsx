import { useStore } from '@nanostores/react'
import { useRef } from 'react'
import { acceptOf, fileRules } from '../../domain/operations/file-rules.ts'
import { avatarUpload, setAvatar } from '../../stores/accounts/own-profile.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'

/** The picture of a person, cut to a circle; choosing another one saves it at once. */
export const AvatarPicker = ({ name, picture }: { name: string; picture: string }) => {
  const [item] = useStore(avatarUpload.items)
  const input = useRef<HTMLInputElement>(null)
  const sending = item?.at === 'sending'
  const back = () =>
    void setAvatar('').then((done) => (done ? toast.good('已恢复默认头像') : toast.bad('头像没有保存，请稍后重试')))
  return (
    <div className="w-32 shrink-0">
      <p className="mb-1.5 font-medium">头像</p>
      <span className="grid size-24 place-items-center overflow-hidden rounded-full bg-surface-3 text-3xl font-medium text-ink-2">
        {picture ? <img src={picture} alt={`${name} 的头像`} className="size-full object-cover" /> : [...name][0]}
      </span>
      <div className="mt-3 flex flex-wrap gap-x-3 gap-y-1">
        <Button size="sm" busy={sending} className="max-md:h-11" onClick={() => input.current?.click()}>
          {sending ? `${item.percent}%` : '更换头像'}
        </Button>
        {picture && !sending && (
          <Button kind="link" size="sm" onClick={back}>
            恢复默认
          </Button>
        )}
      </div>
      <p className={`mt-2 text-sm ${item?.at === 'failed' ? 'text-bad' : 'text-ink-3'}`} role="status">
        {item?.at === 'failed' ? item.reason : fileRules.avatar.words}
        {item?.at === 'failed' && item.canRetry && (
          <button
            type="button"
            className="ml-2 text-accent hover:underline max-md:min-h-11"
            onClick={() => avatarUpload.retry(item.id)}
          >
            重传
          </button>
        )}
      </p>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="选择头像图片"
        accept={acceptOf('avatar')}
        onChange={(event) => {
          avatarUpload.add([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </div>
  )
}
