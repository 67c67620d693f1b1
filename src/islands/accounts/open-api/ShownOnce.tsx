import { Button } from '../../../ui/button/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { copyText } from '../../copy-text.ts'

type Props = {
  title: string
  /** What it is called: 密钥. */
  what: string
  secret: string
  note: string
  onClose: () => void
}

/** A new secret, which nobody can read again. */
export const ShownOnce = ({ title, what, secret, note, onClose }: Props) => (
  <Dialog
    open
    onClose={onClose}
    title={title}
    actions={
      <Button kind="main" onClick={onClose}>
        已妥善保存
      </Button>
    }
  >
    <Notice tone="act" title={`${what}只显示这一次，关闭后不能再查看`}>
      {note}
    </Notice>
    <p className="mt-4 text-sm text-ink-2">{what}</p>
    <div className="mt-1 flex flex-wrap items-center gap-3 rounded-md border border-line bg-surface-2 p-3">
      <code className="min-w-0 flex-1 break-all select-all">{secret}</code>
      <Button size="sm" className="max-md:h-11" onClick={() => void copyText(secret, what)}>
        复制{what}
      </Button>
    </div>
  </Dialog>
)
