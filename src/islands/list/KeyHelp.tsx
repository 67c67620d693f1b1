import { Keyboard } from 'lucide-react'
import { Button } from '../../ui/button/Button.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { rowKeys } from './use-row-keys.ts'

type Props = { isOpen: boolean; onOpen: () => void; onClose: () => void }

/** Button and dialog with the keys of a list; not on phones. */
export const KeyHelp = ({ isOpen, onOpen, onClose }: Props) => (
  <>
    <Button className="max-md:hidden" onClick={onOpen}>
      <Keyboard className="size-4" />
      快捷键
    </Button>
    <Dialog
      open={isOpen}
      onClose={onClose}
      title="快捷键"
      text="在输入框中打字时不起作用；按 ↑ ↓ 前先用 j 或鼠标选中一行。"
      actions={
        <Button kind="main" onClick={onClose}>
          知道了
        </Button>
      }
    >
      <dl className="divide-y divide-line">
        {rowKeys.map(({ keys, does }) => (
          <div key={does} className="flex items-center justify-between gap-4 py-2">
            <dt className="flex gap-1.5">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="min-w-7 rounded border border-line-strong bg-surface-2 px-1.5 text-center text-sm"
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd className="text-ink-2">{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  </>
)
