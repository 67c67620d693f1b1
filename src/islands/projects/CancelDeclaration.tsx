import { useStore } from '@nanostores/react'
import { cancelWord } from '../../domain/projects/declaration-states.ts'
import { cancelling } from '../../stores/projects/declarations.ts'
import { toast } from '../../ui/toast.ts'
import { ReasonDialog } from '../ReasonDialog.tsx'

/** Asks before a declaration is withdrawn, or a draft deleted. */
export const CancelDeclaration = ({ onDone }: { onDone?: (wasDraft: boolean) => void }) => {
  const now = useStore(cancelling.state)
  if (now === null) return null
  const { declarationNo, status } = now.subject
  const draft = status === 'draft'
  const word = cancelWord(status)
  const send = (reason: string) =>
    void cancelling.decide(reason).then((done) => {
      if (!done) return
      toast.good(`已${word}申报`)
      onDone?.(draft)
    })
  return (
    <ReasonDialog
      open
      title={`${word}申报`}
      text={`${word} ${declarationNo} 后不能恢复${draft ? '' : '，平台停止办理'}；申报截止前可以重新申报同一项目。`}
      label={`${word}原因（可不填）`}
      required={false}
      confirm={`${word}申报`}
      busy={now.sending}
      failure={now.failure}
      onCancel={cancelling.close}
      onConfirm={send}
    />
  )
}
