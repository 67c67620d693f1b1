import type { ReactNode } from 'react'
import { Button } from '../../../ui/button/Button.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'

type Props = {
  title: string
  text: string
  step: 'choosing' | 'checking' | 'checked' | 'importing' | 'done'
  onClose: () => void
  onRestart: () => void
  /** Labels of the two ways to import a file without faults; null while there is nothing to import. */
  ways: { readonly draft: string; readonly submit: string } | null
  onImport: (submit: boolean) => void
  children: ReactNode
}

/** Dialog of an import into the own listings: a file is chosen, checked completely, and imported. */
export const ImportFrame = ({ title, text, step, onClose, onRestart, ways, onImport, children }: Props) => {
  const busy = step === 'importing'
  return (
    <Dialog
      open
      width="lg"
      form="sheet"
      onClose={onClose}
      title={title}
      text={text}
      actions={
        step === 'done' ? (
          <Button kind="main" onClick={onClose}>
            完成
          </Button>
        ) : (
          <>
            <Button onClick={onClose} disabled={busy}>
              取消
            </Button>
            {(step === 'checked' || busy) && (
              <Button onClick={onRestart} disabled={busy}>
                重新选择文件
              </Button>
            )}
            {ways !== null && (
              <>
                <Button busy={busy} onClick={() => onImport(false)}>
                  {ways.draft}
                </Button>
                <Button kind="main" busy={busy} onClick={() => onImport(true)}>
                  {ways.submit}
                </Button>
              </>
            )}
          </>
        )
      }
    >
      {children}
    </Dialog>
  )
}
