import { useStore } from '@nanostores/react'
import { cancelLabel, isDeclarationDraft } from '../../domain/projects/declaration-states.ts'
import { declarationCancellation } from '../../stores/projects/declarations.ts'
import { toast } from '../../ui/overlay/toast.ts'
import { ReasonDialog } from '../form/ReasonDialog.tsx'

/** Confirmation before a declaration is withdrawn or a draft deleted. */
export const CancelDeclaration = ({ onDone }: { onDone?: (wasDraft: boolean) => void }) => {
  const now = useStore(declarationCancellation.state)
  if (now === null) return null
  const { declarationNo, status } = now.subject
  const draft = isDeclarationDraft(status)
  const word = cancelLabel(status)
  const send = (reason: string) =>
    void declarationCancellation.submit(reason).then((done) => {
      if (!done) return
      toast.success(`已${word}申报`)
      onDone?.(draft)
    })
  return (
    <ReasonDialog
      open
      title={`${word}申报`}
      text={`${word} ${declarationNo} 后不能恢复${draft ? '' : '，平台停止办理'}；申报截止前可以重新申报同一项目。`}
      label={`${word}原因（选填）`}
      required={false}
      confirm={`${word}申报`}
      busy={now.sending}
      failure={now.failure}
      onCancel={declarationCancellation.close}
      onConfirm={send}
    />
  )
}
